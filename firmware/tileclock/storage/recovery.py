"""What a look at the flash finds at power-on: whether a game was being played. Loaded for that moment."""

import os
import struct
from errno import ENOENT

from micropython import const

from tileclock.storage import journal_file as files

_MOST_GAMES = const(99999)
_LATER = const(4)  # slots of a damaged folder may be that many revisions old
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


def find(storage):
    """Find which game was being played, and tidy up what a cut left behind.

    If the slots cannot be read there is an unfinished one all the same, never none.
    """
    try:
        _look_at_slots(storage)
    except (OSError, MemoryError, ValueError) as error:
        storage.wait_for(max(1, storage.game))
        storage.log("the flash could not be read (%s)" % error)


def _look_at_slots(storage):
    head = True
    try:
        os.stat(files.DEALT)
    except OSError as error:
        if error.errno != ENOENT:
            raise
        head = False
    slot = newest(head)
    if not slot:
        return
    storage.go_on_from(slot.game, 0)
    if slot.version <= files.VERSION and _is_stored(storage, slot):
        from tileclock.storage import sheet_files

        sheet_files.drop(storage, slot.game, slot.revision)
        sheet_files.clear()
    elif head or not slot.revision:  # else a correction that was given up: its sheet stands
        storage.wait_for(slot.game)


def _is_stored(storage, slot):
    """Whether a later sheet stands. Asked by name: how many there are must not hold up the first screen."""
    return any(storage.stands(slot.game, slot.revision + later) for later in range(1, _LATER))


def newest(must=True):
    """The newer slot; None: nothing was written.

    If something must be there: raises OSError if none could be read, ValueError if none is whole.
    """
    found, spoilt, missing, trouble = None, False, False, None
    for path in files.SLOTS + (_BEFORE,):
        if path == _BEFORE and not missing:
            break
        try:
            data = _read(path)
        except OSError as error:
            missing = error.errno == ENOENT
            trouble = trouble if missing else error
            continue
        slot = _slot(data)
        if not slot:
            spoilt = spoilt or len(data) > 0  # a cut may leave an empty file
        elif not found or slot.age > found.age:
            found = slot
    if must and not found and trouble:
        raise trouble
    if must and not found and spoilt:
        raise ValueError("no slot is whole")
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
