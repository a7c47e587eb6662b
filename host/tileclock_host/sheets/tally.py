"""The tally of a game: what a table for programs tells of it, kept in its row so that no text is read."""

import json
from datetime import datetime
from typing import Any, NamedTuple

from tileclock.core.seats import SEATS
from tileclock_host.foreign import printable

from . import verify
from .games import Game
from .text import LONGEST_NAME, RULES

LARGEST = 1 << 14  # characters of one that is kept; six players have 1,000
_LONGEST_RULES = 1_000  # letters of what some call their rules; that of rules we know has 12
_FAR = 10**13
_spelled = json.JSONEncoder(separators=(",", ":")).encode
_NUMBERS = frozenset([int])
_SCORED = 8  # amounts of a player that only a scored game has


class Line(NamedTuple):
    """One player; the amounts are None in a game that was abandoned."""

    seat: int
    name: str
    won: int
    turns: int
    late: int
    think_ms: int
    before: int | None  # points, before what was corrected last
    rack: int | None = None
    loss: int | None = None
    gain: int | None = None
    bonus: int | None = None
    overtime: int | None = None
    points: int | None = None
    rounds: int | None = None
    big_points: int | None = None


class Tally(NamedTuple):
    device: str
    match: int
    number: int
    revision: int
    table: int
    date: datetime | None
    reason: str
    seal: str
    rules: str  # what they are called
    version: int  # of the rules; 0: some that this program does not know
    rule: str
    lines: tuple[Line, ...]
    confirmed: tuple[int, ...]  # seats of who was asked to confirm his line, and has
    unconfirmed: tuple[int, ...]  # and has not
    game: int  # its number on its clock


def of(game: Game) -> Tally:
    where = game.device, game.match, game.number, game.sheet.revision, game.table
    known = *where, game.date, game.result.reason, game.seal
    return Tally(*known, *read(spelled(game)), game.game)


def spelled(game: Game) -> str:
    """What is kept of it, beside the other columns of its row."""
    rules, version = _rules(game.rules)
    result = game.result
    asked = [result.confirmed, result.unconfirmed] if result.confirmed + result.unconfirmed else []
    return _spelled([rules, version, result.rule, _lines(game), *asked])


_Told = tuple[str, int, str, tuple[Line, ...], tuple[int, ...], tuple[int, ...]]


def read(text: str) -> _Told:
    """What is kept, read again: rules, their version, the rule of scoring, players, who has confirmed."""
    rules, version, rule, lines, *asked = json.loads(text)
    if not isinstance(rules, str) or type(version) is not int or rule not in {"", *RULES}:
        raise ValueError("no rules")
    if not isinstance(lines, list) or not 1 <= len(lines) <= SEATS:
        raise ValueError("no players")
    found = tuple([_line(line, bool(rule)) for line in lines])
    confirmed, unconfirmed = map(tuple, asked or ((), ()))
    if not {*map(type, confirmed + unconfirmed)} <= _NUMBERS:
        raise ValueError("no seats")
    return rules, version, rule, found, confirmed, unconfirmed


def _line(found: Any, scored: bool) -> Line:
    seat, name, *numbers = found
    before = numbers[4]
    known = numbers if before is not None else [*numbers[:4], *numbers[5:]]
    if (
        type(seat) is not int
        or not 0 <= seat < SEATS
        or numbers[0] not in {0, 1}
        or len(numbers) != 5 + _SCORED * scored
    ):
        raise ValueError("no player")
    if set(map(type, known)) != _NUMBERS or min(known) <= -_FAR or max(known) >= _FAR:
        raise ValueError("no amounts")
    if not isinstance(name, str) or len(name) > LONGEST_NAME or printable(name) != name:
        raise ValueError("no name")
    return Line(*found)


def _lines(game: Game) -> list[list[Any]]:
    result, whole, before = game.result, game.course.whole, game.before
    lines = []
    for i, seat in enumerate(result.seats):
        line: list[Any] = [
            seat,
            game.names[seat],
            int(seat in result.winners),
            *whole.counts.get(seat, (0, 0)),
        ]
        line += [whole.think_ms[seat], before[-1][i] if before else None]
        if result.scored:
            own = result.lines[i]
            line += [own.rack, own.loss, own.gain, own.bonus, own.overtime]
            line += [result.points[i], result.rounds[i], result.big_points[i]]
        lines.append(line)
    return lines


def _rules(rules: dict[str, Any]) -> tuple[str, int]:
    try:
        known, _ = verify.checked(rules)
    except ValueError:
        return str(rules.get("id", "?"))[:_LONGEST_RULES], 0
    return known["id"], known["version"]
