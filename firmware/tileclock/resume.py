"""Takes up what was there when the box was switched off: the running game, and the match. Loaded when needed."""

import os
import struct
from binascii import crc32

from tileclock import journal_file as files
from tileclock import shelf
from tileclock.core import preset as rules
from tileclock.core import records as r
from tileclock.core import written
from tileclock.core.game import READY, RUNNING, SEATS
from tileclock.core.play import Play
from tileclock.modules import forget

_WRONG = (ValueError, KeyError, TypeError, AttributeError, IndexError, OSError, RuntimeError, MemoryError)


class Unreadable(Exception):
    """The game cannot be taken up; `newer`: a newer program wrote it."""

    newer = False


def look(storage, log):
    """At power-on: which game was being played; what a cut left behind is tidied up."""
    latest = {}
    try:
        shelf.drop_older(storage)
        for name, _, _ in storage.sheets():
            latest = {int(name[:5]): int(name[6:])}  # only the last matters
        for number in latest:
            storage.game = max(storage.game, number)
        slot = newest()
        if slot and "head" in os.listdir(files.FOLDER):
            storage.game = max(storage.game, slot[1])
            if latest.get(slot[1], 0) > slot[3]:
                shelf.clear()  # its sheet stands
            else:
                storage.unfinished = slot[1]
    except OSError as error:
        log("the flash could not be read (%s)" % error)


def newest():
    """(sequence, game, sealed bytes, revision, tail, time, checksum of the sealed) of the newer slot, or None."""
    found = None
    for path in files.SLOTS:
        try:
            with open(path, "rb") as file:
                data = bytearray(file.read(files.SLOT))
        except OSError:
            continue
        if len(data) != files.SLOT or data[0] != files.MARK:
            continue
        if data[1] > files.VERSION:
            return (0, storage_number(data), 0, 99, b"", -1, 0)
        check = data[files.SUM :]
        files.stamp(data)
        if data[files.SUM :] != check:
            continue
        _, _, sequence, game, sealed, revision, length, time, total = struct.unpack_from(files.HEAD, data)
        if length <= files.SUM - files.TAIL and (not found or sequence > found[0]):
            found = (sequence, game, sealed, revision, data[files.TAIL : files.TAIL + length], time, total)
    return found


def storage_number(data):
    """Whatever a newer format looks like: the game's number stays where it is."""
    return struct.unpack_from("<I", data, 6)[0] % 100000


class Taken:
    """A game that was taken up: everything the table needs to go on."""

    def __init__(self, storage, now, memory):
        slot = newest()
        if slot is None:
            raise ValueError("no slot is whole")
        sequence, self.number, sealed, self.revision, tail, time, total = slot
        if time < 0:
            raise written.Unreadable("a newer program wrote it: update this one")
        data, segments = _segments(sealed, total)
        data.extend(tail)
        self.kept = sequence, sealed, segments, total, self.revision
        self._read_head()
        if memory and memory[0] == self.number and memory[1] == len(data):
            time = max(time, memory[2])
        self.play = self._play(data, now, time)
        self.booked = _booked(storage, self.number, self.revision) if self.revision else None

    def _read_head(self):
        with open(shelf.HEAD, "rb") as file:
            head = written.read_head(file.readline())
        self.preset = rules.check(head.pop("rules"))
        self.checksum = rules.checksum(self.preset)
        if self.checksum != head["checksum"] and head["checksum"] is not None:
            raise ValueError("the rules of the game are damaged")
        names = head["names"]
        self.names = [name if isinstance(name, str) else "" for name in (names + [""] * SEATS)[:SEATS]]
        self.head = head

    def _play(self, data, now, time):
        """The records lie so that the last, with the time the clock ran after it, ends at this moment."""
        journal = r.Journal.of(data)
        if not journal.count:
            raise ValueError("there are no records")
        journal.start = now - time - journal.at
        journal.at = now - time
        play = Play(self.preset, journal)
        if play.game.phase != RUNNING:  # what stood has not gone on
            journal.start += time
            journal.at = now
            play = Play(self.preset, journal)
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
        if not isinstance(row, list) or len(row) != SEATS or not all([type(n) is int for n in row]):
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
