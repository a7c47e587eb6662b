"""The course of a game, as exports tell it: kept beside its text, so that none of them plays it again.

What is kept are two lines of JSON: what is told of the whole game, and its turns and stops, a list for each
of their fields. Whoever may write to a store may have edited them: what cannot be is played anew, and
`verify` compares the rest.
"""

import contextlib
import json
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from tileclock.core import records as r
from tileclock.core.seats import SEATS
from tileclock_host.foreign import printable

from . import turns, verify
from .text import Sheet
from .turns import Stop, Story, Turn

LARGEST = 1 << 18  # characters of one that is kept; a long game has 8,000
_FAR = 10**12
_spelled = json.JSONEncoder(separators=(",", ":")).encode
_NOTHING = json.dumps([[0] * SEATS, 0, [], None, None, []]) + "\n" + json.dumps([[0], [0]])
_TURN = Turn._fields[1:]  # their number is their place
_STOP = Stop._fields
_FLAGS = ("timed_out", "undone")
_ENDS = {
    *(turns.PLAYED, turns.DREW, turns.PASSED, turns.TIMED_OUT, turns.MISTAKE, turns.LEFT, turns.OUT),
    *(turns.OVER, turns.ABANDONED, "undone"),
}

_Told = TypeVar("_Told")


class _Whole(NamedTuple):
    """What is told of the game as a whole."""

    think_ms: tuple[int, ...]  # by seat
    pool: int  # tiles in it at the deal
    limits: dict[int, int]  # seconds for a turn, as they were dealt, by seat
    round: tuple[int, bool] | None
    before: tuple[tuple[int, ...], ...] | None  # points each time it was stored before; None: nobody knows
    counts: dict[int, tuple[int, int]]  # turns that stand, and how many of them were late, by seat


class Course:
    """What is told of a sheet's game; `text` is as it is kept. Of one that cannot be played: nothing."""

    def __init__(self, sheet: Sheet, text: str) -> None:
        self._sheet, self.text = sheet, text

    @cached_property
    def whole(self) -> _Whole:
        return self._read(0, _whole)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All of them, those that were undone too."""
        return self._turns_and_stops[0]

    @property
    def stops(self) -> tuple[Stop, ...]:
        return self._turns_and_stops[1]

    @cached_property
    def _turns_and_stops(self) -> tuple[tuple[Turn, ...], tuple[Stop, ...]]:
        return self._read(1, _turns_and_stops)

    def _read(self, line: int, read: Callable[[Any, Sequence[int]], _Told]) -> _Told:
        seats = self._sheet.result.seats
        try:
            return read(json.loads(self.text.split("\n")[line]), seats)
        except (AttributeError, LookupError, TypeError, RecursionError, ValueError):
            return read(json.loads(of(self._sheet).text.split("\n")[line]), seats)


def examined(sheet: Sheet) -> tuple[tuple[str, ...], Course]:
    """What is wrong with a sheet whatever its seal says, and its course: it is played once for both."""
    story = turns.story_of(sheet)
    findings, _ = verify.check(sheet, story.replay if story else None)
    return findings, _told(sheet, story)


def of(sheet: Sheet) -> Course:
    """The course of a sheet's game, which is played for that."""
    return _told(sheet, turns.story_of(sheet))


def _told(sheet: Sheet, story: Story | None) -> Course:
    if story:
        seats = sheet.result.seats
        parts, lists = _parts(sheet, story), _lists(story)
        text = f"{_spelled(parts)}\n{_spelled(lists)}"
        # No clock writes a journal of other seats than its result has, or of times without end.
        with contextlib.suppress(ValueError):
            course = Course(sheet, text)
            course.whole = _whole(parts, seats)
            for columns, names in zip(lists, (_TURN, _STOP), strict=True):
                _read_columns(columns, names, frozenset(seats))
            if len(text) <= LARGEST:
                return course
    return Course(sheet, _NOTHING)


# ---- told ----


def _parts(sheet: Sheet, story: Story) -> list[Any]:
    game, seats = story.replay.game, sheet.result.seats
    limits = dict.fromkeys(seats, story.limit) | story.handicaps
    late: dict[int, list[bool]] = {seat: [] for seat in seats}
    for turn in story.turns:
        if not turn.undone and turn.seat in late:
            late[turn.seat].append(turn.timed_out)
    return [
        list(story.think_ms),
        game.pool.start,
        list(map(list, limits.items())) if story.replay.rules["timing"] == "limit" else [],
        [game.round.ms // 60_000, int(game.round.spans)] if game.round.ms else None,
        _before(sheet, story.replay.rules) if sheet.revision > 1 else [],
        [[seat, len(own), sum(own)] for seat, own in late.items() if own],
    ]


def _lists(story: Story) -> list[Any]:
    turns = [turn[1:] for turn in story.turns]
    return [[len(turns), *_columns(turns, _TURN)], [len(story.stops), *_columns(story.stops, _STOP)]]


def _columns(rows: Sequence[tuple[Any, ...]], names: Sequence[str]) -> list[Any]:
    """A list for each field; where it is always the same, that once."""
    if not rows:
        return [[] for _ in names]
    columns = [
        list(map(int, values)) if name in _FLAGS else list(values)
        for name, values in zip(names, zip(*rows, strict=True), strict=True)
    ]
    return [column[0] if len(set(column)) == 1 else column for column in columns]


def _before(sheet: Sheet, rules: dict[str, Any]) -> list[list[int]] | None:
    try:
        sizes = _stores(sheet.journal)[:-1]
        return [list(verify.replay(rules, sheet.journal[:size]).result.points) for size in sizes]
    except ValueError:
        return None


def _stores(data: bytes) -> list[int]:
    """How many bytes of the journal there were after each time the sheet was stored."""
    journal = verify.Journal.of(data)
    sizes = []
    journal.rewind()
    while journal.read():
        if journal.kind == r.STORE:
            sizes.append(journal.next_from)
    return sizes


# ---- read ----


def _whole(told: Any, seats: Sequence[int]) -> _Whole:
    think_ms, pool, limits, round_time, before, counts = told
    minutes, spans = (0, 0) if round_time is None else _numbers(round_time, 2)
    found = [_numbers(each, 3) for each in counts]
    return _Whole(
        _numbers(think_ms, SEATS),
        _numbers([pool], 1)[0],
        dict(_numbers(pair, 2) for pair in limits),
        None if round_time is None else (minutes, bool(spans)),
        None if before is None else tuple([_numbers(each, len(seats)) for each in before]),
        {seat: (turns, late) for seat, turns, late in found},
    )


def _turns_and_stops(told: Any, seats: Sequence[int]) -> tuple[tuple[Turn, ...], tuple[Stop, ...]]:
    found, stood = told
    rows = zip(*_read_columns(found, _TURN, frozenset(seats)), strict=True)
    stops = zip(*_read_columns(stood, _STOP, frozenset(seats)), strict=True)
    return tuple([Turn(number, *row) for number, row in enumerate(rows, 1)]), tuple(map(Stop._make, stops))


def _read_columns(found: Any, names: Sequence[str], seats: frozenset[int]) -> list[tuple[Any, ...]]:
    count, *columns = found
    if not isinstance(count, int) or not 0 <= count <= LARGEST:
        raise ValueError("no columns")
    if not count:
        return []
    return [_read_column(name, column, count, seats) for name, column in zip(names, columns, strict=True)]


def _read_column(name: str, column: Any, count: int, seats: frozenset[int]) -> tuple[Any, ...]:
    values = column if isinstance(column, list) else [column]
    if not _CHECKS.get(name, _are_numbers)(values) or (name == "seat" and not seats.issuperset(values)):
        raise ValueError(f"no {name}")
    told = tuple(map(bool, values)) if name in _FLAGS else tuple(values)
    if not isinstance(column, list):
        return told * count
    if len(told) != count:
        raise ValueError(f"no {name}")
    return told


def _numbers(found: Any, count: int) -> tuple[Any, ...]:
    if not isinstance(found, list) or len(found) != count or not _are_numbers(found):
        raise ValueError("no numbers")
    return tuple(found)


def _are_numbers(values: Sequence[Any]) -> bool:
    if set(map(type, values)) != {int}:
        return not values
    return min(values) > -_FAR and max(values) < _FAR


def _are_texts(values: Sequence[Any]) -> bool:
    return all(isinstance(v, str) and len(v) <= 60 and printable(v) == v for v in set(values))


def _are_flags(values: Sequence[Any]) -> bool:
    return set(map(type, values)) == {int} and {0, 1}.issuperset(values)


_CHECKS: dict[str, Callable[[Sequence[Any]], bool]] = {
    "end": _ENDS.issuperset,
    "choice": _are_texts,
    "why": _are_texts,
    **dict.fromkeys(_FLAGS, _are_flags),
}
