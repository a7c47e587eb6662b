"""Room for the next sheet: what the PC has goes first; else the oldest match shrinks to its totals."""

import os
from errno import EIO

from tileclock.core.seats import SEATS
from tileclock.storage import line_file, saved_game

TOTALS = "/data/totals"  # a line for each match: a JSON object
VERSION = 1


def make_room(storage):
    """Drop sheets the PC has, the oldest first, until a game fits. The newest stays: it has the numbers."""
    while not storage.free():
        os.statvfs("/")  # raises if the flash cannot say what is free: then no sheet goes for it
        names = [(name, synced) for name, _, synced in storage.sheets()][:-1]
        names = [name for name, synced in names if synced]
        if not names:
            return False
        os.remove(storage.path(names[0]))
    return True


def oldest(storage):
    """Number and names of the sheets of the oldest match that is over; None and no names: there is none."""
    number, names = None, []
    for name, _, _ in storage.sheets():
        spoilt = []
        found = saved_game.sheet(name, storage, spoilt)
        if not found:
            if isinstance(spoilt[0], (OSError, MemoryError)):
                raise OSError(EIO)  # it may well be one of the oldest match, and be read the next time
            continue  # nobody knows what it is, so it stays
        head, _ = found
        match = head["match"]
        if match == storage.match:
            break
        if number is None:
            number = match
        if match == number:
            names.append(name)
    return number, names


def reduce(storage):
    """Let the oldest match shrink to its totals; first they are written down, then its sheets go."""
    number, names = oldest(storage)
    if not names:
        return
    line = _line(number, names, storage)
    if not any(_says_it(old, line) for old in totals()):
        line_file.append(TOTALS, line)
    for name in names:
        os.remove(storage.path(name))


def _says_it(old, line):
    """Whether that line is there already: the power went while the sheets were removed."""
    return old["match"] == line["match"] and line["totals"] in (None, old.get("totals"))


def _line(number, names, storage):
    """The totals as its last sheet has them; the games are those that were scored."""
    line = {"v": VERSION, "match": number, "games": 0, "names": [""] * SEATS, "totals": None}
    for name in names:
        found = saved_game.sheet(name, storage)
        if not found:
            raise OSError(EIO)
        head, result = found
        if result.get("lines"):
            line["games"] += 1
            line["names"], line["totals"] = head.get("names"), result.get("totals")
    return line


def totals():
    """What is left of matches, the oldest first."""
    return [line for line in line_file.objects(TOTALS, VERSION) if type(line.get("match")) is int]
