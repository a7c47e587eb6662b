"""Takes up what was there when the box was switched off: the running game, the match. Loaded when needed."""

import os
from binascii import crc32

from tileclock import journal_file as files
from tileclock import shelf
from tileclock.core import preset as rules
from tileclock.core import records as r
from tileclock.core import written
from tileclock.core.game import READY, SEATS
from tileclock.core.play import Play
from tileclock.found import newest
from tileclock.modules import forget

_WRONG = (ValueError, KeyError, TypeError, AttributeError, IndexError, OSError, RuntimeError, MemoryError)


class Unreadable(Exception):
    """The game cannot be taken up; `newer`: a newer program wrote it."""

    newer = False


class Taken:
    """A game that was taken up: everything the table needs to go on."""

    def __init__(self, storage, now, memory):
        slot = newest()
        if slot is None:
            raise ValueError("no slot is whole")
        if slot[1] > files.VERSION:
            raise written.Unreadable("a newer program wrote it: update this one")
        _, _, sequence, self.number, sealed, self.revision, _, time, total, span, count, tail = slot
        data, segments = _segments(sealed, total)
        data.extend(tail)
        self.kept = sequence, sealed, segments, total, self.revision
        self._read_head()
        if memory and memory[0] == self.number and memory[1] == len(data):
            time = max(time, memory[2])
        self.play = self._play(data, now - time, span, count)
        self.booked = _booked(storage, self.number, self.revision) if self.revision else None

    def _read_head(self):
        with open(shelf.HEAD, "rb") as file:
            head = written.read_head(file.readline())
        self.preset = rules.check(head.pop("rules"))
        self.checksum = rules.checksum(self.preset)
        if self.checksum != head["checksum"] and head["checksum"] is not None:
            raise ValueError("the rules of the game are damaged")
        self.names = head["names"] if are_names(head["names"]) else [""] * SEATS
        self.head = head

    def _play(self, data, at, span, count):
        """The records lie so that the last, with the time the clock ran after it, ends at this moment."""
        journal = r.Journal()
        journal.data, journal.size, journal.count = data, len(data), count
        journal.start, journal.at = at - span, at
        play = Play(self.preset, journal)
        if not count or journal.read_at != at:
            raise ValueError("its times do not add up")
        return play


class _Booked:
    """What a stored sheet has put into the totals of its match."""

    def __init__(self, result):
        self.points, self.rounds, self.big_points = result["points"], result["rounds"], result["big_points"]


def _booked(storage, number, revision):
    found = sheet("%05d-%02d" % (number, revision), storage)
    if not found:
        raise ValueError("the sheet that was corrected is gone")
    return _Booked(found[1])


def _segments(sealed, total):
    """The sealed bytes, and how many files they are in."""
    data, number = bytearray(), 0
    while len(data) < sealed:
        with open(files.segment(number), "rb") as file:
            part = file.read(files.SLOT)
        if not part:
            raise ValueError("a segment is empty")
        data.extend(part)
        number += 1
    if len(data) != sealed or crc32(data) != total:
        raise ValueError("a segment is damaged")
    return data, number


def take_up(storage, now, memory, log):
    """The running game; raises Unreadable, and changes nothing."""
    try:
        return Taken(storage, now, memory)
    except _WRONG as error:
        log("the game cannot be taken up: %s" % error)
        found = Unreadable(str(error))
        found.newer = "update" in str(error)
        raise found from None
    finally:
        forget(["tileclock.core.preset"])


def racks_entered(play):
    """Whether all racks are on record since the game was over."""
    journal, seen = play.journal, 0
    journal.rewind()
    while journal.read():
        if journal.kind == r.RACK:
            seen |= 1 << journal.figures[0]
        elif journal.kind not in (r.MARK, r.BLIPS, r.CUT, r.STORE):
            seen = 0
    missing = [seat for seat in play.game.seats if seat != play.game.winner and not seen >> seat & 1]
    return not missing


def cut(play, now, cause):
    """Put on record what ended the clock's last life; a game that was only dealt knows nothing of it."""
    if play.game.phase != READY:
        play.happen(r.CUT, now, cause)


# ---- the match ----


def sheet(name, storage):
    """(head without its rules, result) of a stored sheet, or None."""
    try:
        with storage.open(name) as file:
            head = written.read_head(file.readline())
            del head["rules"]
            return head, written.read_result(file.readline())
    except _WRONG as error:
        storage.log("sheet %s: %s" % (name, error))
        return None


def stored(storage):
    """The games on flash, the latest first, as (head, result); abandoned ones are left out."""
    names = [name for name, _, _ in storage.sheets()]
    while names:
        found = sheet(names.pop(), storage)
        if found and found[1].get("lines"):
            yield found


def are_names(names):
    return isinstance(names, list) and len(names) == SEATS and all(isinstance(name, str) for name in names)


def listed(head, result):
    """(match, number, seats, points) of a sheet that can be listed, or None: something in it is damaged."""
    seats, points = result.get("seats"), result.get("points")
    fits = isinstance(seats, list) and isinstance(points, list) and 0 < len(seats) == len(points)
    if not fits or type(head.get("number")) is not int or not are_names(head.get("names")):
        return None
    whole = all(type(n) is int for n in points) and all(seat in range(SEATS) for seat in seats)
    return (head["match"], head["number"], seats, points) if whole else None


def recall(storage, match):
    """The latest game of that match, if it is the latest of all."""
    for found in stored(storage):
        return found if found[0]["match"] == match else None
    return None


def totals(match, result):
    """Put the totals of a result into a match; False if they are none."""
    found = result.get("totals")
    for name in ("played", "points", "rounds", "big_points"):
        row = found.get(name) if isinstance(found, dict) else None
        if not isinstance(row, list) or len(row) != SEATS or not all(type(n) is int for n in row):
            return False
    match.played, match.points = found["played"], found["points"]
    match.rounds, match.big_points = found["rounds"], found["big_points"]
    return True


def drop(log):
    """The game that cannot be read is put aside, where a PC may still find it."""
    aside = "/data/lost"
    try:
        for name in os.listdir(aside):
            os.remove(aside + "/" + name)
        os.rmdir(aside)
    except OSError:
        pass  # nothing was put aside before
    try:
        os.rename(files.FOLDER, aside)
        os.mkdir(files.FOLDER)
    except OSError as error:
        log("the damaged game could not be put aside (%s)" % error)
