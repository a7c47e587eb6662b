"""What a look at the flash finds at power-on: whether a game was being played. Loaded for that moment."""

import os
import struct
from errno import EIO, ENOENT

from micropython import const

from tileclock.storage import journal_file as files

_MOST_GAMES = const(99999)
_BEFORE = "/data/live/b"  # where the second slot was once


def look(storage, log):
    """Which game was being played, and the highest number; what a cut left behind is tidied up."""
    last = ""
    twice = False
    for name, _, _ in storage.sheets():
        twice = twice or last[:5] == name[:5]
        last = name
    try:
        if last and int(last[:5]) > storage.game:
            from tileclock.storage import saved_game

            # The file of the numbers is older than the last sheet, or gone: no number is used again.
            found = saved_game.sheet(last, storage)
            storage.go_on_from(int(last[:5]), found[0]["match"] if found else 0)
        _look_at_slots(storage)
        if twice:
            _tidy().drop_older(storage)
        if storage.game > int(last[:5] or 0) and not storage.unfinished:
            log("of game %d there is no sheet" % storage.game)
    except OSError as error:
        log("the flash could not be read (%s)" % error)


def _look_at_slots(storage):
    """A game whose slots cannot be read is an unfinished one all the same: nobody may take it for none."""
    try:
        head = "head" in os.listdir(files.FOLDER)
        slot = newest(head)
    except OSError as error:
        if error.errno != ENOENT:
            storage.wait_for(max(1, storage.game))
            raise
        return  # a new box has no folder yet
    if not slot:
        return
    game, revision = slot[3], slot[5]
    storage.go_on_from(game, 0)
    stands = 0
    for name, _, _ in storage.sheets():
        if int(name[:5]) == game:
            stands = int(name[6:])
    if stands > revision and slot[1] <= files.VERSION:
        _tidy().clear()
    elif head or not revision:  # else a correction that was given up: its sheet stands
        storage.wait_for(game)


def _tidy():
    from tileclock.storage import sheet_files

    return sheet_files


def newest(must=True):
    """The fields of the newer slot, as `journal_file.HEAD` has them, and its tail; None: nothing was written.

    Raises OSError if something was, and none of it is whole, which may be when nothing must be there.
    """
    found, spoilt, missing = None, False, False
    for path in files.SLOTS + (_BEFORE,):
        if path == _BEFORE and not missing:
            break
        try:
            data = _read(path)
        except OSError as error:
            missing = error.errno == ENOENT
            spoilt = spoilt or not missing
            continue
        fields = _fields(data)
        if fields is None:
            spoilt = spoilt or len(data) > 0  # a cut may leave an empty file
        # By number of the game, revision, sequence.
        elif not found or (fields[3], fields[5], fields[2]) > (found[3], found[5], found[2]):
            found = fields + (bytes(data[files.TAIL : files.TAIL + fields[6]]),)
    if spoilt and must and not found:
        raise OSError(EIO)
    return found


def _read(path):
    """The bytes of a slot; an error of the flash may pass."""
    try:
        with open(path, "rb") as file:
            return bytearray(file.read(files.SLOT))
    except OSError as error:
        if error.errno == ENOENT:
            raise
    with open(path, "rb") as file:
        return bytearray(file.read(files.SLOT))


def _fields(data):
    """What a slot says, or None if it is not whole."""
    if len(data) != files.SLOT or data[0] != files.MARK:
        return None
    fields = struct.unpack_from(files.HEAD, data)
    if data[1] > files.VERSION:  # a newer program may reckon its checksum in another way
        return fields if fields[3] <= _MOST_GAMES else None
    check = data[files.SUM :]
    files.stamp(data)
    if data[files.SUM :] != check or fields[6] > files.SUM - files.TAIL:
        return None
    return fields
