"""What a look at the flash finds at power-on: whether a game was being played. Loaded for that moment."""

import os
import struct
from errno import EIO, ENOENT

from micropython import const

from tileclock.storage import journal_file as files
from tileclock.storage.flash import numbers

_MOST_GAMES = const(99999)
_BEFORE = "/data/live/b"  # where the second slot was once


class Slot:
    """What one of the two slots says; journal_file.py tells what that is."""

    def __init__(self, data):
        found = struct.unpack_from(files.HEAD, data)
        _, self.version, self.sequence, self.game, self.sealed, self.revision, length = found[:7]
        self.time, self.total, self.span, self.count = found[7:]
        self.tail = bytes(data[files.TAIL : files.TAIL + length])
        self.fits = length <= files.SUM - files.TAIL
        self.age = self.game, self.revision, self.sequence


def find(storage, log):
    """Find which game was being played, and the highest number; tidy up what a cut left behind."""
    last = ""
    twice = False
    for name, _, _ in storage.sheets():
        twice = twice or last[:5] == name[:5]
        last = name
    try:
        game = numbers(last)[0] if last else 0
        if game > storage.game:
            from tileclock.storage import saved_game

            # The file of the numbers is older than the last sheet, or gone: no number is used again.
            head, _ = saved_game.sheet(last, storage) or ({"match": 0}, None)
            storage.go_on_from(game, head["match"])
        _look_at_slots(storage)
        if twice:
            _tidy().drop_older(storage)
        if storage.game > game and not storage.unfinished:
            log("game %d has no sheet: nobody played it, or its sheet is gone" % storage.game)
    except OSError as error:
        log("the flash could not be read (%s)" % error)


def _look_at_slots(storage):
    """Find the game in the slots. If they cannot be read it is an unfinished one all the same, never none."""
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
    storage.go_on_from(slot.game, 0)
    stands = 0
    for name, _, _ in storage.sheets():
        game, revision = numbers(name)
        if game == slot.game:
            stands = revision
    if stands > slot.revision and slot.version <= files.VERSION:
        _tidy().clear()
    elif head or not slot.revision:  # else a correction that was given up: its sheet stands
        storage.wait_for(slot.game)


def _tidy():
    from tileclock.storage import sheet_files

    return sheet_files


def newest(must=True):
    """The newer slot; None: nothing was written.

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
        slot = _slot(data)
        if not slot:
            spoilt = spoilt or len(data) > 0  # a cut may leave an empty file
        elif not found or slot.age > found.age:
            found = slot
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


def _slot(data):
    """What these bytes say, or None if they are not a whole slot."""
    if len(data) != files.SLOT or data[0] != files.MARK:
        return None
    slot = Slot(data)
    if slot.version > files.VERSION:  # a newer program may reckon its checksum in another way
        return slot if slot.game <= _MOST_GAMES else None
    check = data[files.SUM :]
    files.stamp(data)
    return slot if data[files.SUM :] == check and slot.fits else None
