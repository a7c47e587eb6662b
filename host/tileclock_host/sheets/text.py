"""Reading a sheet's text: what stands in its four lines, checked for shape, but not yet for truth.

The text may come from anybody. Whatever is read here has a size that cannot hurt, numbers that fit a
database, and names that can be printed; `verify.py` says whether it is true.
"""

import hashlib
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from itertools import pairwise
from typing import Any

from tileclock.core import reading
from tileclock.core.records import Unreadable
from tileclock.core.seats import SEATS
from tileclock_host.foreign import printable

LETTERS = "ABCDEF"
LARGEST = 64 * 1024  # characters of a sheet; a long game has 6,000
LONGEST_NAME = 60
_MOST = 2**31 - 1  # of a number that counts something
_FAR = 10**12  # of points: no game comes near, and sums of them still fit a database
LATEST = 7_258_118_399  # the last second before the year 2200, as seconds since 1970
DEVICE = re.compile(r"[0-9a-f]{1,32}")
_CHECKSUM = re.compile(r"[0-9a-f]{8}")
_SEAL = re.compile(r"[0-9a-f]{64}|-")
REASONS = ("out", "lap", "round", "blocked", "abandoned")
RULES = ("out", "net", "difference", "plain", "word")


@dataclass(frozen=True)
class Line:
    """What a sheet says of one player; `points` is the sum of the amounts behind the rack."""

    rack: int
    loss: int
    gain: int
    bonus: int
    overtime: int
    points: int


@dataclass(frozen=True)
class Totals:
    """The standing of a match, by seat."""

    played: tuple[int, ...]
    points: tuple[int, ...]
    rounds: tuple[int, ...]
    big_points: tuple[int, ...]
    missing: int = 0  # games that are in none of them: the clock had lost their sheets
    round_left: int | None = None  # seconds the next game has of a round that is one for all


@dataclass(frozen=True)
class Result:
    """How a game ended; without lines if it was abandoned. `winner` is the seat that was out, or −1.

    Who was asked to confirm his line has or has not; where nobody was, nobody is in either.
    """

    revision: int
    reason: str
    seats: tuple[int, ...]
    first: int
    rule: str = ""
    winner: int = -1
    winners: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    points: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()
    big_points: tuple[int, ...] = ()
    expected: int | None = None
    rest: int = 0  # points nobody got, because equal winners could not share them
    totals: Totals | None = None
    confirmed: tuple[int, ...] = ()
    unconfirmed: tuple[int, ...] = ()

    @property
    def scored(self) -> bool:
        return bool(self.lines)


@dataclass(frozen=True)
class Head:
    device: str
    firmware: str
    boot: int
    game: int
    match: int
    number: int
    table: int
    date: datetime | None
    names: tuple[str, ...]
    until: tuple[int, int]
    checksum: str
    rules: dict[str, Any] = field(hash=False)


@dataclass(frozen=True)
class Sheet:
    """One sheet as it was written, with the text it was read from."""

    text: str = field(repr=False)
    head: Head
    result: Result
    journal: bytes = field(repr=False)
    seal: str

    @property
    def revision(self) -> int:
        return self.result.revision

    @property
    def key(self) -> tuple[str, int, int]:
        """Its identity: device, game, revision."""
        return self.head.device, self.head.game, self.result.revision

    @property
    def name(self) -> str:
        return f"{self.head.device}-{self.head.game}.{self.result.revision}"

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def checksum(self) -> str:
        """The beginning of it, by which people tell texts of one game apart."""
        return self.sha256[:8]


def body_and_seal(text: str) -> tuple[bytes, str]:
    """The bytes the seal of a sheet was made over, and the seal."""
    end = text.rindex("\n", 0, -1) + 1
    return text[:end].encode(), text[end:-1]


def read(text: str) -> Sheet:
    """The sheet in a text; refused with a sentence that says what is wrong with it."""
    if len(text) > LARGEST:
        raise Unreadable(f"a sheet has at most {LARGEST} characters, this text has {len(text)}")
    if not text.isascii():
        raise Unreadable("a sheet is plain ASCII: this text is none, or its bytes are damaged")
    lines = text.split("\n")
    if len(lines) != 5 or lines[4]:
        raise Unreadable("a sheet has four lines: this text is none, or a part of it is missing")
    head_line, result_line, journal_line, seal = lines[:4]
    if not _SEAL.fullmatch(seal):
        raise Unreadable("the sheet's seal is none: its bytes are damaged")
    head = _head(reading.head(head_line))
    result = _result(reading.result(result_line))
    return Sheet(text, head, result, reading.journal(journal_line), seal)


def _head(found: dict[str, Any]) -> Head:
    where = "head"
    date = found.get("date")
    if date is not None:
        date = datetime.fromtimestamp(_whole(where, found, "date", LATEST), UTC)
    until = _wholes(where, found, "until", 2, 0, _MOST)
    device, checksum = found["device"], found["checksum"]
    if not DEVICE.fullmatch(device):
        raise _wrong(where, "device")
    if not _CHECKSUM.fullmatch(checksum):
        raise _wrong(where, "checksum")
    return Head(
        device=device,
        firmware=_text(where, found.get("firmware"), "firmware"),
        boot=_whole(where, found, "boot"),
        game=_whole(where, found, "game"),
        match=_whole(where, found, "match"),
        number=_whole(where, found, "number"),
        table=_whole(where, found, "table"),
        date=date,
        names=_names(found.get("names")),
        until=(until[0], until[1]),
        checksum=checksum,
        rules=found["rules"],
    )


def _names(found: Any) -> tuple[str, ...]:
    if not isinstance(found, list) or len(found) != SEATS:
        raise _wrong("head", "names")
    return tuple([_text("head", name, "names") for name in found])


def _result(found: dict[str, Any]) -> Result:
    where = "result"
    seats = found.get("seats")
    if not isinstance(seats, list) or not 1 <= len(seats) <= SEATS:
        raise _wrong(where, "seats")
    count = len(seats)
    seats = _wholes(where, found, "seats", count, 0, SEATS - 1)
    if any(one >= other for one, other in pairwise(seats)):
        raise _wrong(where, "seats")
    first = _whole(where, found, "first", SEATS - 1)
    lines = found.get("lines")
    if first not in seats:
        raise _wrong(where, "first")
    if not isinstance(lines, list):
        raise _wrong(where, "lines")
    revision, reason = _whole(where, found, "revision"), _one_of(where, found, "reason", REASONS)
    if not lines:
        return Result(revision, reason, seats, first)
    if len(lines) != count:
        raise _wrong(where, "lines")
    rows = [_wholes(where, {"lines": line}, "lines", 6, -_FAR, _FAR) for line in lines]
    winners = found.get("winners")
    if (
        not isinstance(winners, list)
        or not 1 <= len(winners) <= count
        or any(w not in seats for w in winners)
    ):
        raise _wrong(where, "winners")
    expected = found.get("expected")
    confirmed, unconfirmed = (_some(where, found, name, seats) for name in ("confirmed", "unconfirmed"))
    if set(confirmed) & set(unconfirmed):
        raise _wrong(where, "unconfirmed")
    return Result(
        revision=revision,
        reason=reason,
        seats=seats,
        first=first,
        rule=_one_of(where, found, "rule", RULES),
        winner=_whole(where, found, "winner", SEATS - 1, least=-1),
        winners=_wholes(where, found, "winners", len(winners), 0, SEATS - 1),
        lines=tuple([Line(*row) for row in rows]),
        points=_wholes(where, found, "points", count, -_FAR, _FAR),
        rounds=_wholes(where, found, "rounds", count, -_FAR, _FAR),
        big_points=_wholes(where, found, "big_points", count, -_FAR, _FAR),
        expected=None if expected is None else _whole(where, found, "expected", _FAR, least=-_FAR),
        rest=_whole(where, {"rest": 0, **found}, "rest", SEATS),
        totals=_totals(found.get("totals")),
        confirmed=confirmed,
        unconfirmed=unconfirmed,
    )


def _some(where: str, found: dict[str, Any], name: str, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Some of the seats, in their order; older clocks did not write this."""
    some = found.get(name, [])
    if not isinstance(some, list) or some != [seat for seat in seats if seat in some]:
        raise _wrong(where, name)
    return tuple(some)


def _totals(found: Any) -> Totals:
    if not isinstance(found, dict):
        raise _wrong("result", "totals")
    missing = _whole("result", {"missing": 0, **found}, "missing")
    left = None if found.get("round_left") is None else _whole("result", found, "round_left")
    each = {name: _wholes("result", found, name, SEATS, -_FAR, _FAR) for name in TOTALS}
    return Totals(**each, missing=missing, round_left=left)


TOTALS = ("played", "points", "rounds", "big_points")


def _is_whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _whole(where: str, found: dict[str, Any], name: str, most: int = _MOST, least: int = 0) -> int:
    value = found.get(name)
    if not _is_whole(value, least, most):
        raise _wrong(where, name)
    assert isinstance(value, int)
    return value


def _wholes(  # noqa: PLR0913, PLR0917 – one line per list of a sheet
    where: str, found: dict[str, Any], name: str, count: int, least: int, most: int
) -> tuple[int, ...]:
    values = found.get(name)
    if not isinstance(values, list) or len(values) != count or set(map(type, values)) != {int}:
        raise _wrong(where, name)
    if min(values) < least or max(values) > most:
        raise _wrong(where, name)
    return tuple(values)


def _one_of(where: str, found: dict[str, Any], name: str, words: tuple[str, ...]) -> str:
    value = found.get(name)
    if not isinstance(value, str) or value not in words:
        raise _wrong(where, name)
    return value


def _text(where: str, value: Any, name: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise _wrong(where, name)
    return printable(value)


def _wrong(where: str, name: str) -> Unreadable:
    return Unreadable(f"the sheet's {where} cannot be: {name} is not what a clock writes there")
