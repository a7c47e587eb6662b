"""What exports and the report ask of a match: the store's own objects, and what is worked out of them."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from tileclock.core import records as r
from tileclock_host.facts.text import clean
from tileclock_host.sheets import games as stored
from tileclock_host.sheets import verify
from tileclock_host.sheets.text import LETTERS, Result, Totals
from tileclock_host.sheets.turns import WHY, Stop, Turn

__all__ = ["LETTERS", "Game", "MatchFacts", "Span", "Turn"]

_ASKED_OUT = WHY[r.ASKED_OUT]
_BY_PLAYERS = (WHY[r.BY_HAND], _ASKED_OUT)
_SECOND_MS = 1000


@dataclass(frozen=True)
class Span:
    """Some time of the game: of who was on turn, or, where `why` says so, of nobody."""

    seat: int
    turn: int  # number of the turn
    began_ms: int
    length_ms: int
    why: str  # "", pause, dispute, resolve, undone


class Game:
    """A game as it counts."""

    def __init__(self, game: stored.Game) -> None:
        self.stored = game
        self._course = game.course
        self.result: Result = game.result
        self.number = game.number
        self.revision = game.sheet.revision
        self.date: datetime | None = game.date
        self.table = game.table
        self.seats = list(game.result.seats)
        self.abandoned = not game.result.scored
        self.seal = game.seal
        self.findings = game.findings

    @property
    def doubt(self) -> str:
        """Why its sheet should not be trusted: its seal is missing or broken, or something else wrong."""
        if self.seal in {verify.MISSING, verify.BROKEN}:
            return self.seal
        return "wrong" if self.findings else ""

    def points(self, seat: int) -> int | None:
        return self.figure("points", seat)

    def figure(self, what: str, seat: int) -> int | None:
        """`points`, `rounds` or `big_points` of a player."""
        if self.abandoned or seat not in self.seats:
            return None
        return int(getattr(self.result, what)[self.seats.index(seat)])

    def won(self, seat: int) -> bool:
        return seat in self.result.winners

    def name(self, seat: int) -> str:
        return _shown(self.stored.names[seat], seat) if seat >= 0 else ""

    @cached_property
    def turns(self) -> list[Turn]:
        """The turns that stand."""
        return [turn for turn in self._course.turns if not turn.undone]

    def count(self, seat: int) -> tuple[int, int]:
        """How many turns that player had, and how many of them were late."""
        return self._course.whole.counts.get(seat, (0, 0))

    @property
    def thought_ms(self) -> tuple[int, ...]:
        """By seat."""
        return self._course.whole.think_ms

    @property
    def pool(self) -> int:
        """Tiles in it at the deal."""
        return self._course.whole.pool

    @property
    def limits_s(self) -> dict[int, int]:
        """Seconds each player had for a turn, as they were dealt; 0: no such limit."""
        return self._course.whole.limits

    @cached_property
    def spans(self) -> list[Span]:
        """Where the time of the game went, from the first turn to the end of the last one."""
        spans: list[Span] = []
        stops: dict[int, list[Stop]] = defaultdict(list)
        for stop in self._course.stops:
            if stop.ms > 0:
                stops[stop.turn].append(stop)
        for turn in self._course.turns:
            at, left = turn.began_ms, turn.think_ms + turn.given_up_ms
            why = "undone" if turn.undone else ""
            for stop in stops[turn.number]:
                before = min(left, max(0, stop.at_ms - at))
                spans.append(Span(turn.seat, turn.number, at, before, why))
                at, left = at + before, left - before
                kind = "dispute" if stop.why == "dispute" else "pause"
                spans.append(Span(turn.seat, turn.number, at, stop.ms, kind))
                at += stop.ms
            spans.append(Span(turn.seat, turn.number, at, left, why))
            spans.append(Span(turn.seat, turn.number, at + left, turn.resolving_ms, "resolve"))
        spans = [span for span in spans if span.length_ms > 0]
        while spans and spans[-1].why:  # what came after the last turn is not play
            spans.pop()
        return spans

    @cached_property
    def stopped_ms(self) -> dict[int, int]:
        """How long players stopped the clock, by the seat on turn; not for the judge, nor to go out."""
        stops = [stop for stop in self._course.stops if stop.why in _BY_PLAYERS]
        asked = [stop for stop in stops if stop.why == _ASKED_OUT]
        if self.result.reason == "out" and asked:
            stops.remove(asked[-1])
        found: dict[int, int] = defaultdict(int)
        for stop in stops:
            found[stop.seat] += stop.ms
        return {seat: ms for seat, ms in sorted(found.items()) if ms >= _SECOND_MS}

    @property
    def length_ms(self) -> int:
        return max((span.began_ms + span.length_ms for span in self.spans), default=0)

    @property
    def before(self) -> list[tuple[int, ...]]:
        """The points it had before each correction."""
        return self.stored.before


def _shown(name: str, seat: int) -> str:
    """The name made harmless, or the letter of the seat."""
    return clean(name) or LETTERS[seat]


class MatchFacts:
    """A match with its games in order."""

    def __init__(self, match: stored.Match) -> None:
        self.stored = match
        self.games = [Game(game) for game in match.games]
        self.device, self.number, self.table = match.device, match.match, match.table
        self.rules = _known(match.rules)
        self.checksum = match.games[0].sheet.head.checksum
        self.date = match.date
        self.seats = [player.seat for player in match.players]
        self.names = {player.seat: _shown(player.name, player.seat) for player in match.players}
        self.totals: Totals = match.totals
        self.places = {seat: place for place, seat in match.places}

    def name(self, seat: int) -> str:
        return self.names[seat]

    def stored_name(self, seat: int) -> str:
        """As it is stored."""
        return next(player.label for player in self.stored.players if player.seat == seat)

    @cached_property
    def scored(self) -> list[Game]:
        return [game for game in self.games if not game.abandoned]

    @property
    def on_clock(self) -> Totals | None:
        """The totals as the last sheet has them."""
        return self.scored[-1].stored.sheet.result.totals if self.scored else None

    def limit_s(self, seat: int) -> int:
        """Seconds that player had for a turn, if they were the same in all his games; else 0."""
        found = {game.limits_s.get(seat, 0) for game in self.games if seat in game.seats}
        return found.pop() if len(found) == 1 else 0

    def turns(self, seat: int) -> list[Turn]:
        return [turn for game in self.games for turn in game.turns if turn.seat == seat]

    @property
    def ranking(self) -> list[str]:
        return list(self.rules["ranking"])


def _known(rules: dict[str, Any]) -> dict[str, Any]:
    """The rules; of some that this program cannot check, only what people read of them."""
    try:
        return dict(verify.checked(rules)[0])
    except ValueError:
        told = {name: clean(str(rules.get(name, "?")))[:60] for name in ("id", "name")}
        game = "word" if rules.get("game") == "word" else "numbers"
        return {**told, "version": 0, "game": game, "timing": "", "limit": 0, "ranking": ["points"]}
