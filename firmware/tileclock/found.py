"""What a look at the flash finds at power-on: whether a game was being played. Loaded for that moment."""

import os
import struct

from tileclock import journal_file as files


def look(storage, log):
    """Which game was being played, and the highest number; what a cut left behind is tidied up."""
    slot = newest()
    game = slot[3] if slot else 0
    number = revision = 0
    twice = False
    for name, _, _ in storage.sheets():
        twice = twice or number == int(name[:5])
        number = int(name[:5])
        if number == game:
            revision = int(name[6:])
    storage.game = max(storage.game, number)
    try:
        if twice:
            _tidy().drop_older(storage)
        if slot and "head" in os.listdir(files.FOLDER):
            storage.game = max(storage.game, game)
            if revision > slot[5] and slot[1] <= files.VERSION:
                _tidy().clear()  # its sheet stands
            else:
                storage.unfinished = game
    except OSError as error:
        log("the flash could not be read (%s)" % error)


def _tidy():
    from tileclock import shelf

    return shelf


def newest():
    """The fields of the newer slot, as `journal_file.HEAD` has them, and its tail; None: neither is whole."""
    found = None
    for path in files.SLOTS:
        try:
            with open(path, "rb") as file:
                data = bytearray(file.read(files.SLOT))
        except OSError:
            continue
        if len(data) != files.SLOT or data[0] != files.MARK:
            continue
        fields = struct.unpack_from(files.HEAD, data)
        if data[1] <= files.VERSION:  # a newer program may reckon it in another way
            check = data[files.SUM :]
            files.stamp(data)
            if data[files.SUM :] != check or fields[6] > files.SUM - files.TAIL:
                continue
        elif fields[3] > 99999:
            continue
        if not found or fields[2] > found[2]:
            found = fields + (bytes(data[files.TAIL : files.TAIL + fields[6]]),)
    return found
