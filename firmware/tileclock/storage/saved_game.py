"""Takes up what was there when the box was switched off: the running game, the match. Loaded when needed."""

import os
from binascii import crc32
from errno import ENOENT

from micropython import const

from tileclock import VERSION
from tileclock.core import reading
from tileclock.core import records as r
from tileclock.core.play import Play
from tileclock.core.seats import SEATS
from tileclock.storage import journal_file as files
from tileclock.storage.flash import numbers, sheet_name
from tileclock.storage.recovery import newest

_QUANTUM = 320  # characters of base64 that are read at once: the sheet's journal is made of such
# What a damaged file leads to. An error of the flash, or a heap without room, says nothing about the file.
_WRONG = (ValueError, KeyError, TypeError, AttributeError, IndexError, RuntimeError)
_AT_ONCE = const(16)  # sheets that one look at their folder finds
_GAMES, _REVISIONS = const(100_000), const(1000)  # a sheet's name has room for no more
_LONGEST = const(
    2048
)  # bytes of a line, of which those of a sheet have some 700; its rules are not looked at
_RULES = b', "rules": '
_STRADDLES = const(64)  # bytes that a ranking may begin before the end of what is read at once


class Taken:
    """A game that was taken up: everything the table needs to go on.

    `kept`: what the slots hold of it. `booked`: the result of its sheet, if one stands that is corrected.
    """

    kept = booked = None

    def __init__(self, storage, now, memory):
        slot = newest()
        if slot is None:
            raise ValueError("no slot is whole")
        if slot.version > files.VERSION:
            raise r.Newer("a newer program wrote it: update this one")
        self.number, self.revision, time = slot.game, slot.revision, slot.time
        data, segments = _segments(slot.sealed, slot.total)
        data.extend(slot.tail)
        self.kept = slot.sequence, slot.sealed, segments, slot.total
        with open(files.DEALT, "rb") as file:
            self._read_head(file)
        game, size, ran = memory or (0, 0, 0)
        if game == self.number and size == len(data):
            time = max(time, ran)
        self.play = self._play(data, now - time, slot.span, slot.count)
        if self.revision:
            found = sheet(sheet_name(self.number, self.revision), storage)
            if not found:
                raise ValueError("the sheet that was corrected is gone")
            _, self.booked = found

    def _read_head(self, file):
        line = file.readline()
        head = reading.head(line)
        self.preset, self.checksum = head.pop("rules"), head["checksum"]
        # What this very program wrote it had checked before: the checker takes its time to load and to work.
        if head.get("firmware") != VERSION or reading.rules_sum(line) != self.checksum:
            self._check_rules()
        self.names = head["names"] if are_six_texts(head["names"]) else [""] * SEATS
        if head["game"] != self.number:
            raise ValueError("its head is that of another game")
        games, target = head["until"]
        self.until = int(games), int(target)
        self.head = head

    def _check_rules(self):
        from tileclock.core import preset as rules

        self.preset = rules.check(self.preset)
        if rules.checksum(self.preset) != self.checksum:
            raise ValueError("the rules of the game are damaged")

    def _play(self, data, at, span, count):
        """The records lie so that the last, with the time the clock ran after it, ends at this moment."""
        journal = r.Journal.between(data, count, at - span, at)
        play = Play(self.preset, journal)
        if not count or journal.read_at != at:
            raise ValueError("its times do not add up")
        return play


class Stored(Taken):
    """A game whose sheet stands, taken up to be corrected."""

    def __init__(self, storage, now, name):
        self.number, self.revision = numbers(name)
        with storage.open(name) as file:
            self._read_head(file)
            self.booked = reading.result(file.readline())
            data = _unpacked(file)
        journal = r.Journal.of(data)
        self.play = self._play(data, now, journal.at, journal.count)
        if self.head["game"] != self.number or self.play.game.revision != self.revision:
            raise ValueError("it is another one than its name says")


def _unpacked(file):
    """The journal of a sheet, piece by piece: the heap has no room for its text besides."""
    data = bytearray()
    while True:
        part = file.read(_QUANTUM)
        text, end, _ = part.partition(b"\n")
        data.extend(reading.journal(text))
        if end or not part:
            return data


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


def take_up(storage, now, memory, log, name=None):
    """The running game, or the one of that sheet. Raises an error, and changes nothing.

    `records.Unreadable`: it is damaged. OSError, MemoryError: it may well be read the next time.
    """
    try:
        return Stored(storage, now, name) if name else Taken(storage, now, memory)
    except _WRONG + (OSError, MemoryError) as error:
        log("the game cannot be taken up: %s" % error)
        gone = isinstance(error, OSError) and error.errno == ENOENT
        if gone or (isinstance(error, _WRONG) and not isinstance(error, r.Unreadable)):
            raise r.Unreadable(str(error)) from None
        raise


# ---- the match ----


def latest(storage, before=0):
    """Names of the sheets, the latest first, from before that game on; of each game the latest revision.

    The heap is the same whatever the flash holds: one look at the folder finds the next few. The sheet of the
    last game is mostly where its number says, and needs no look. Raises OSError.
    """
    if not before:
        game = storage.game - (storage.game == storage.unfinished)  # which has none yet
        if storage.stands(game, 1) and not storage.stands(game + 1, 1):
            yield sheet_name(game, 1)
            before = game
    below = (before or _GAMES) * _REVISIONS
    while below:
        found = [0] * _AT_ONCE
        for name, _, _ in storage.sheets():
            game, revision = numbers(name)
            place = game * _REVISIONS + revision
            if found[0] < place < below:
                found[0] = place
                found.sort()
        while below and found:
            place = found.pop()
            if place < below:  # else an older revision, which a cut has left
                game, revision = divmod(place, _REVISIONS)
                below = game * _REVISIONS
                if place:
                    storage.feed()
                    yield sheet_name(game, revision)


def sheet(name, storage, spoilt=None):
    """(head with the ranking of its rules, result) of a sheet, or None; `spoilt` gets what was wrong.

    Raises OSError and MemoryError: the sheet may well be read the next time.
    """
    try:
        with storage.open(name) as file:
            head = reading.head(_without_rules(file))
            head["ranking"] = head.pop("rules").get("ranking")
            result = reading.result(file.readline(_LONGEST))
        corrected = _standing(name, storage)
        if corrected:
            result["totals"] = corrected
        return head, result
    except _WRONG as error:
        storage.log("sheet %s: %s" % (name, error))
        if spoilt is not None:
            spoilt.append(error)
        return None


def _without_rules(file):
    """The first line of a sheet, with no rules in it but the ranking: they are most of it."""
    line = part = file.readline(_LONGEST // 2)
    ranking = _ranking(part)
    while part and part[-1] != 0x0A:
        end = part[-_STRADDLES:]
        part = file.readline(_LONGEST // 2)
        ranking = ranking or _ranking(end + part)
    line, rules, _ = line.partition(_RULES)
    return line + rules + b"{" + ranking + b"}}"


def _ranking(part):
    """The ranking, as it stands in a part of the rules; or nothing."""
    _, name, part = part.partition(b'"ranking":')
    names, end, _ = part.partition(b"]")
    return name + names + end if end else b""


def _standing(name, storage):
    """The totals that count instead of the sheet's own, if there are such."""
    try:
        os.stat("/data/standing")
    except OSError as error:
        if error.errno == ENOENT:
            return None  # as ever: no earlier game of a match was corrected
        raise
    from tileclock.storage import corrected_totals

    return corrected_totals.find(storage, name)


def stored(storage, spoilt=None):
    """The games on flash, the latest first, as (head, result); abandoned ones are left out."""
    for name in latest(storage):
        head, result = sheet(name, storage, spoilt) or (None, None)
        if result and result.get("lines"):
            yield head, result


def find_numbers(storage):
    """Use no number again, though the file of them is older than the last sheet, or gone."""
    last = 0
    for name in latest(storage):
        last, _ = numbers(name)
        if last > storage.game:
            head, _ = sheet(name, storage) or ({"match": 0}, None)
            storage.go_on_from(last, head["match"])
        break
    if storage.game > last and not storage.unfinished:
        storage.log("game %d has no sheet: nobody played it, or its sheet is gone" % storage.game)


def are_six_texts(names):
    return isinstance(names, list) and len(names) == SEATS and all(isinstance(name, str) for name in names)


def listed(head, result):
    """(name, number, seats, points) of a sheet that can be listed, or None: something in it is damaged."""
    seats, points, revision = result.get("seats"), result.get("points"), result.get("revision")
    fits = isinstance(seats, list) and isinstance(points, list) and 0 < len(seats) == len(points)
    if not fits or not are_six_texts(head.get("names")):
        return None
    whole = all(type(n) is int for n in points) and all(seat in range(SEATS) for seat in seats)
    whole = whole and type(revision) is int
    return (sheet_name(head["game"], revision), head["number"], seats, points) if whole else None


def recall(storage, match):
    """The latest game of that match, if it is the latest of all."""
    for head, result in stored(storage):
        return (head, result) if head["match"] == match else None
    return None
