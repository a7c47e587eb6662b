"""Room for the next sheet: what the PC has goes first; else the oldest match shrinks to its totals."""

import os

from micropython import const

from tileclock.core.seats import SEATS
from tileclock.storage import line_file, saved_game

TOTALS = "/data/totals"  # a line for each match: a JSON object
VERSION = 1
_MOST = const(64)  # lines: the draft of a new file has to fit beside the old one when the flash is full


def make_room(storage, all_fetched=False):
    """Drop sheets the PC has, the oldest first, until a game fits, or all of them; whether a game fits."""
    if not all_fetched:
        os.statvfs("/")  # raises if the flash cannot say what is free: then no sheet goes for it
    while all_fetched or not storage.free():
        if not _drop_first(storage, lambda name, synced: synced):
            return False
    return True


def _drop_first(storage, fits):
    """Drop the oldest sheet that fits; whether there was one. The newest stays: it has the numbers."""
    found = None
    for name, _, synced in storage.sheets():
        storage.feed()
        if found:
            os.remove(storage.path(found))
            return True
        if fits(name, synced):
            found = name
    return False


def oldest(storage):
    """Number of the oldest match that is over; None: there is none, or it cannot be read now."""
    try:
        for head, _ in _of_oldest(storage):
            return head["match"]
    except (OSError, MemoryError) as error:
        storage.log("the oldest match cannot be read (%s)" % error)
    return None


def _of_oldest(storage):
    """(head, result) of each game of the oldest match that is over, the oldest first.

    Raises OSError and MemoryError if a sheet cannot be read: it may well be one of that match.
    """
    match = None
    for name, _, _ in storage.sheets():
        storage.feed()
        head, result = saved_game.sheet(name, storage) or (None, None)
        if not head:
            continue  # nobody knows what it is, so it stays
        if match is None:
            match = head["match"]
        if head["match"] != match or (match == storage.match and (storage.goes_on or storage.under_way())):
            return
        yield head, result


def reduce(storage):
    """Let the oldest match shrink to its totals; first they are written down, then its sheets go."""
    line: dict = {"v": VERSION, "match": None, "games": 0, "names": [""] * SEATS, "totals": None}
    count = 0
    for head, result in _of_oldest(storage):  # the totals are those of its last sheet
        count += 1
        line["match"] = head["match"]
        if result.get("lines"):
            line["games"] += 1
            line["names"], line["totals"] = head.get("names"), result.get("totals")
            line["ranking"] = head["ranking"]
    if not count:
        return
    for old in totals():
        if _says_it(old, line):
            break
    else:
        line_file.append(TOTALS, line, _MOST)

    def of_match(name, _):
        found: tuple = saved_game.sheet(name, storage) or ({}, None)
        return found[0].get("match") == line["match"]

    while count and _drop_first(storage, of_match):
        count -= 1


def _says_it(old, line):
    """Whether that line is there already: the power went while the sheets were removed."""
    return old["match"] == line["match"] and line["totals"] in (None, old.get("totals"))


def totals():
    """What is left of matches, the oldest first."""
    for line in line_file.objects(TOTALS, VERSION):
        if type(line.get("match")) is int:
            yield line
