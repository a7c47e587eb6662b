"""Amendments: what somebody at the PC says is different from what a sheet says. The sheet itself stays.

An amendment belongs to the very text it was made to. What it says about racks, marks, who was out and what
was laid is put on record behind the journal, as the clock does it with a correction, and the core scores the
game anew.
"""

import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from tileclock.core import records as r
from tileclock.core.play import Play
from tileclock.core.preset_box import Refused
from tileclock_host.foreign import printable
from tileclock_host.output import counted

from . import verify
from .entry import check_entry
from .text import LATEST, LETTERS, LONGEST_NAME, Result, Sheet, Unreadable

LONGEST_NOTE = 500
_MOST_TABLE = 9999
_MOST_SUM = 100_000  # of a rack; the core says what can be
_MOST_LAID = 255  # letters or tiles of a turn
NOBODY = -1  # was out


@dataclass(frozen=True)
class Changes:
    """What is different; by seat where it is about players."""

    racks: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # number tiles, jokers
    marks: Mapping[int, int] = field(default_factory=dict)  # 0 opened, 1 never, 2 could have
    entries: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # Word, by turn: letters, tiles used
    out: int | None = None  # the seat that was out, or NOBODY
    names: Mapping[int, str] = field(default_factory=dict)
    date: int | None = None  # seconds since 1970
    table: int | None = None
    note: str = ""

    @property
    def scores(self) -> bool:
        return bool(self.racks or self.marks or self.entries or self.out is not None)

    @property
    def about_scores(self) -> str:
        """The first field that is about them."""
        return next(
            name for name in ("racks", "marks", "entries", "out") if getattr(self, name) not in ({}, None)
        )

    def to_json(self) -> str:
        return json.dumps({k: v for k, v in asdict(self).items() if v not in (None, "", {})}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> "Changes":
        """As `to_json` wrote it; whether it can be is for `apply` to say."""
        try:
            found = json.loads(text)
            return cls(
                racks={int(seat): _pair(rack) for seat, rack in found.get("racks", {}).items()},
                marks={int(seat): _whole(mark) for seat, mark in found.get("marks", {}).items()},
                entries={int(turn): _pair(laid) for turn, laid in found.get("entries", {}).items()},
                out=_whole(found["out"]) if "out" in found else None,
                names={int(seat): _said(name) for seat, name in found.get("names", {}).items()},
                date=_whole(found["date"]) if "date" in found else None,
                table=_whole(found["table"]) if "table" in found else None,
                note=_said(found.get("note", "")),
            )
        except (AttributeError, RecursionError, TypeError, ValueError) as error:
            raise Unclear("this is not what an amendment says") from error


class Unclear(ValueError):
    """A text is no amendment."""


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def _pair(value: Any) -> tuple[int, int]:
    one, other = value
    return _whole(one), _whole(other)


def _said(value: Any) -> str:
    if type(value) is not str:
        raise TypeError
    return value


@dataclass(frozen=True)
class Amendment:
    """One amendment, to the text with this checksum."""

    device: str
    game: int
    revision: int
    sha256: str
    changes: Changes
    made: datetime
    uid: str

    @property
    def order(self) -> tuple[datetime, str]:
        return self.made, self.uid


@dataclass(frozen=True)
class Amended:
    """A sheet as it counts: what was written, with all that was amended since."""

    names: tuple[str, ...]
    date: datetime | None
    table: int
    result: Result


def to(
    sheet: Sheet, changes: Changes, before: Iterable[Amendment] = (), now: datetime | None = None
) -> Amendment:
    """Made now, or a second after the latest of those before: it is made to what they have left."""
    now = (now or datetime.now(UTC)).replace(microsecond=0)
    made = max([now, *[each.made + timedelta(seconds=1) for each in before]])
    return Amendment(*sheet.key, sheet.sha256, changes, made, uuid.uuid4().hex)


def apply(sheet: Sheet, amendments: Iterable[Amendment]) -> Amended:
    """The sheet with its amendments, the oldest first; refused with the field that cannot be."""
    names = list(sheet.head.names)
    date, table, result = sheet.head.date, sheet.head.table, sheet.result
    ordered = sorted(amendments, key=lambda amendment: amendment.order)
    for changes in [amendment.changes for amendment in ordered]:
        _check(sheet, changes)
        for seat, name in changes.names.items():
            names[seat] = name
        date = date if changes.date is None else datetime.fromtimestamp(changes.date, UTC)
        table = table if changes.table is None else changes.table
    if any(amendment.changes.scores for amendment in ordered):
        result = _scored(sheet, [amendment.changes for amendment in ordered])
    return Amended(tuple(names), date, table, result)


def _check(sheet: Sheet, changes: Changes) -> None:
    playing = "".join(LETTERS[seat] for seat in sheet.result.seats)
    for name, seats in (("racks", changes.racks), ("marks", changes.marks), ("names", changes.names)):
        for seat in seats:
            if seat not in sheet.result.seats:
                raise Refused(name, f"nobody plays at {LETTERS[seat]}, seats of this game are {playing}")
    if changes.scores and not sheet.result.scored:
        raise Refused(changes.about_scores, "this game was abandoned, nothing is scored")
    for seat, rack in changes.racks.items():
        if not all(0 <= figure <= _MOST_SUM for figure in rack):
            raise Refused("racks", f"of {LETTERS[seat]} must be 0 to {_MOST_SUM}")
    for seat, mark in changes.marks.items():
        if mark not in (0, 1, 2):
            raise Refused("marks", f"of {LETTERS[seat]} must be opened, never or could")
    for laid in changes.entries.values():
        if not all(0 <= figure <= _MOST_LAID for figure in laid):
            raise Refused("entries", f"must have 0 to {_MOST_LAID} letters and tiles")
    for seat, name in changes.names.items():
        if len(name) > LONGEST_NAME or printable(name) != name:
            raise Refused("names", f"of {LETTERS[seat]} must be at most {LONGEST_NAME} printable letters")
    _check_plain(changes)


def _check_plain(changes: Changes) -> None:
    """What is not about one seat."""
    if changes.date is not None and not 0 <= changes.date <= LATEST:
        raise Refused("date", "must lie between the years 1970 and 2200")
    if changes.table is not None and not 0 <= changes.table <= _MOST_TABLE:
        raise Refused("table", f"must be 0 to {_MOST_TABLE}")
    if len(changes.note) > LONGEST_NOTE or printable(changes.note) != changes.note:
        raise Refused("note", f"must be at most {LONGEST_NOTE} printable letters")


def _scored(sheet: Sheet, all_changes: list[Changes]) -> Result:
    """The result as the core gives it, with what is different on record behind the journal."""
    rules = verify.rules_of(sheet)
    verify.replay(rules, sheet.journal)  # refuses what cannot be played
    play = Play(rules, verify.Journal.of(sheet.journal))
    for changes in all_changes:
        if rules["game"] == "word":
            _enter(play, changes)
        else:
            _count(play, changes)
    result, said = verify.scored(rules, play.game), sheet.result
    asked = tuple(sorted(said.confirmed + said.unconfirmed))  # nobody has confirmed what it says now
    return replace(result, revision=sheet.revision, totals=None, confirmed=(), unconfirmed=asked)


def _count(play: Play, changes: Changes) -> None:
    """Who was out, racks and marks of a game of numbers."""
    at = play.journal.at
    if changes.entries:
        raise Refused("entries", "are of games of Word: here racks are counted")
    if changes.out is not None:
        _finish(play, changes.out, changes.racks)
    for seat, (tiles, jokers) in changes.racks.items():
        play.happen(r.RACK, at, seat, tiles, jokers)
    for seat, mark in changes.marks.items():
        play.happen(r.MARK, at, seat, mark)


def _finish(play: Play, out: int, racks: Mapping[int, tuple[int, int]]) -> None:
    game, at = play.game, play.journal.at
    before = game.winner
    if out != NOBODY and (out not in game.players.seats or not game.players.plays(out)):
        raise Refused("out", "must be a seat of this game whose player has not left")
    if before not in (NOBODY, out) and before not in racks:
        raise Refused(
            "racks", f"of {LETTERS[before]} is missing: who was not out has one, so say what was on it"
        )
    if out != NOBODY:
        play.happen(r.OUT, at, out)
        play.happen(r.RACK, at, out, 0, 0)
    elif before != NOBODY:
        kept = game.racks
        entered = [
            (seat, kept.tiles[seat], kept.jokers[seat], kept.marks[seat]) for seat in game.players.seats
        ]
        play.happen(r.REOPEN, at)  # forgets what was entered
        for seat, tiles, jokers, mark in entered:
            play.happen(r.RACK, at, seat, tiles, jokers)
            play.happen(r.MARK, at, seat, mark)
        if not game.reason:
            raise Refused(
                "out", "cannot be nobody: the pool was not played out, so somebody must have ended the game"
            )


def _enter(play: Play, changes: Changes) -> None:
    """What was laid in a game of Word; who is out, and all points, follow from it."""
    if changes.about_scores != "entries" or changes.out is not None:
        raise Refused(
            changes.about_scores, "is nothing of Word: its points and its end follow from what was laid"
        )
    game, at = play.game, play.journal.at
    for turn, (letters, tiles) in sorted(changes.entries.items()):
        if not 0 <= turn < game.turns:
            raise Refused("entries", f"must be of a turn that ended, 1 to {game.turns}")
        before = game.word_before(game.place(turn))
        check_entry(before, game.players.seats.index(game.turn_seat(turn)), letters, tiles)
        play.happen(r.ENTRY, at, turn, letters, tiles)
    waits = game.pending()
    if waits >= 0:
        seat = LETTERS[game.turn_seat(waits)]
        raise Refused(
            "entries", f"make what {seat} laid in turn {waits + 1} impossible: say what that was too"
        )
    if not game.reason:
        raise Refused("entries", "cannot be: the game would not be over after its last turn")


def problem(sheet: Sheet, amendments: Iterable[Amendment]) -> tuple[Amended, str]:
    """As `apply`; if they cannot be applied (any more) the sheet as it is, and a sentence."""
    try:
        return apply(sheet, amendments), ""
    except (Refused, Unreadable, r.Unreadable) as error:
        plain = Amended(sheet.head.names, sheet.head.date, sheet.head.table, sheet.result)
        return plain, f"an amendment of it cannot be applied: {error}"


def describe(changes: Changes, numbers: Sequence[int] = ()) -> list[str]:
    """What it says, a phrase each; `numbers`: how the turns that count are numbered where it is shown."""
    marks = ("opened", "never opened", "could have opened")
    found = [f"rack of {LETTERS[s]} {tiles}+{jokers}" for s, (tiles, jokers) in sorted(changes.racks.items())]
    found += [f"{LETTERS[s]} {marks[mark]}" for s, mark in sorted(changes.marks.items())]
    if changes.out is not None:
        found.insert(0, f"{LETTERS[changes.out] if changes.out >= 0 else 'nobody'} was out")
    for turn, (letters, tiles) in sorted(changes.entries.items()):
        number = numbers[turn] if turn < len(numbers) else turn + 1
        found.append(f"turn {number} {laid(letters, tiles)}")
    found += [f"{LETTERS[s]} is {name or 'nameless'}" for s, name in sorted(changes.names.items())]
    if changes.date is not None:
        found.append(f"played {datetime.fromtimestamp(changes.date, UTC):%Y-%m-%d %H:%M} UTC")
    if changes.table is not None:
        found.append(f"table {changes.table}")
    return [*found, *([f"note: {changes.note}"] if changes.note else [])]


def laid(letters: int, tiles: int) -> str:
    return f"{counted(letters, 'letter')} with {counted(tiles, 'tile')}" if tiles else "nothing laid"
