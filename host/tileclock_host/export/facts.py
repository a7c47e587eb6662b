"""What a match was like, worked out from its sheets: who played each turn, how long, and what the pool did."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from tileclock.core import play as plays
from tileclock.core import records as r
from tileclock.core import sheet, written
from tileclock.core.game import Game as NumbersGame
from tileclock.core.match import Match
from tileclock.core.wordgame import WordGame

LETTERS = "ABCDEF"


@dataclass(frozen=True)
class Turn:
    """One turn that stands. `how`: played, drew, passed, or the choice after a time-out or a mistake."""

    number: int  # from 1
    seat: int
    began_ms: int  # since the first turn of the game
    used_ms: int
    given_ms: int | None
    how: str
    late: bool  # its time ran out
    drawn: int
    pool: int  # tiles left when it had ended
    letters: int = 0
    laid: int = 0


@dataclass(frozen=True)
class Span:
    """Some time on an account: of who was on turn, or, where `why` says so, of nobody."""

    seat: int
    turn: int  # how many had ended
    began_ms: int
    length_ms: int
    why: str  # "", pause, dispute, resolve, undone


@dataclass
class Game:
    head: dict[str, Any]
    result: dict[str, Any]
    text: str
    turns: list[Turn]
    spans: list[Span]
    thought_ms: list[int]  # by seat
    length_ms: int
    pool: int  # tiles in it at the deal
    before: list[list[int]] = field(default_factory=list)  # points by earlier revisions, by player

    @property
    def number(self) -> int:
        return int(self.head["number"])

    @property
    def seats(self) -> list[int]:
        return list(self.result["seats"])

    @property
    def abandoned(self) -> bool:
        return not self.result["lines"]

    @property
    def revision(self) -> int:
        return int(self.result["revision"])

    def points(self, seat: int) -> int | None:
        if self.abandoned or seat not in self.seats:
            return None
        return int(self.result["points"][self.seats.index(seat)])

    def figure(self, what: str, seat: int) -> int | None:
        """`rounds` or `big_points` of a player."""
        if self.abandoned or seat not in self.seats:
            return None
        return int(self.result[what][self.seats.index(seat)])

    def won(self, seat: int) -> bool:
        return seat in self.result.get("winners", [])

    def name(self, seat: int) -> str:
        return str(self.head["names"][seat] or LETTERS[seat])

    @property
    def date(self) -> datetime | None:
        at = self.head["date"]
        return None if at is None else datetime.fromtimestamp(at, UTC)


@dataclass
class MatchFacts:
    games: list[Game]

    @property
    def head(self) -> dict[str, Any]:
        return self.games[0].head

    @property
    def device(self) -> str:
        return str(self.head["device"])

    @property
    def number(self) -> int:
        return int(self.head["match"])

    @property
    def rules(self) -> dict[str, Any]:
        return dict(self.head["rules"])

    @property
    def seats(self) -> list[int]:
        return sorted({seat for game in self.games for seat in game.seats})

    def name(self, seat: int) -> str:
        """The latest name of that seat."""
        return next((game.name(seat) for game in reversed(self.games) if seat in game.seats), LETTERS[seat])

    @property
    def date(self) -> datetime | None:
        return next((game.date for game in self.games if game.date), None)

    @property
    def scored(self) -> list[Game]:
        return [game for game in self.games if not game.abandoned]

    @property
    def totals(self) -> Match:
        totals = Match(self.rules)
        for game in self.scored:
            totals.games += 1
            for i, seat in enumerate(game.seats):
                totals.played[seat] += 1
                for what in ("points", "rounds", "big_points"):
                    getattr(totals, what)[seat] += game.result[what][i]
        return totals

    @property
    def stored(self) -> dict[str, list[int]] | None:
        """The totals as the last sheet has them."""
        return self.scored[-1].result["totals"] if self.scored else None

    def turns(self, seat: int) -> list[Turn]:
        return [turn for game in self.games for turn in game.turns if turn.seat == seat]


def matches(texts: Iterable[str]) -> Iterator[MatchFacts]:
    """The matches in these sheets, which come match by match."""
    for _, sheets in groupby(map(_read, texts), key=lambda read: (read[0]["device"], read[0]["match"])):
        games = [game_of(*read) for read in sheets]
        yield MatchFacts(sorted(games, key=lambda game: (game.number, game.head["game"])))


def _read(text: str) -> tuple[dict[str, Any], str]:
    return written.read_head(text.split("\n", 1)[0]), text


def game_of(head: dict[str, Any], text: str) -> Game:
    lines = text.split("\n")
    result = written.read_result(lines[1])
    journal = r.Journal.of(written.read_journal(lines[2]))
    found = _fold(head["rules"], journal)
    earlier = _stores(journal)[:-1]
    before = []
    if result["lines"]:
        for size in earlier:
            then = plays.fold(head["rules"], r.Journal.of(journal.data[:size]))
            before.append(sheet.result(head["rules"], then).points)
    spans = found.spans
    while spans and spans[-1].why:  # what came after the last turn is not play
        spans.pop()
    length = spans[-1].began_ms + spans[-1].length_ms if spans else 0
    return Game(head, result, text, found.told(), spans, list(found.thought_ms), length, found.pool.start, before)


def _stores(journal: r.Journal) -> list[int]:
    """How many bytes of the journal there were after each time the sheet was stored."""
    sizes = []
    journal.rewind()
    while journal.read():
        if journal.kind == r.STORE:
            sizes.append(journal._from)
    return sizes


class _Watching:
    """What the firmware's own game is mixed with, to keep a list of the turns that stand."""

    ended: list[dict[str, Any]]
    spans: list[Span]

    def __init__(self, preset: dict[str, Any]) -> None:
        super().__init__(preset)  # type: ignore[call-arg]
        self.ended, self.spans = [], []
        self._turn_began = 0
        self._expired = False

    def apply(self: Any, kind: int, at: int, clock: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        left = self.pool.left if self.seats else 0
        super().apply(kind, at, clock, a, b, c)  # type: ignore[misc]
        if kind == r.BEGIN:
            self._turn_began = at
        elif self.skipping:
            return
        elif kind == r.EXPIRE:
            self._expired = True
        elif kind == r.RESOLVE or (kind == r.MISTAKE and not a):
            self._penalised(self.ended[-1], a if kind == r.RESOLVE else b, left)
        elif kind == r.MISTAKE:
            self._penalised(self.ended[-1], b, self.pool.left)

    def _penalised(self: Any, turn: dict[str, Any], choice: int, left: int) -> None:
        turn["how"] = self.preset["timeouts"][choice]["choice"]
        turn["drawn"] += left - self.pool.left
        turn["pool"] = self.pool.left

    def _book(self: Any, at: int, clock: int) -> None:
        span = at - self.changed_at
        if span > 0:
            why = "undone" if self.skipping else ""
            if clock == r.STOOD:
                why = "dispute" if self.why == r.DISPUTE else "pause"
            elif clock == r.NOBODYS:
                why = "resolve"
            self.spans.append(Span(self.seat, len(self.ended), self.changed_at - self.began_at, span, why))
        super()._book(at, clock)  # type: ignore[misc]

    def _drew(self: Any, ago: int, tiles: int, passed: bool) -> None:
        left = self.pool.left
        super()._drew(ago, tiles, passed)  # type: ignore[misc]
        taken = left - self.pool.left
        turn = self.ended[-1 - ago]
        turn["drawn"] += taken
        turn["how"] = "drew" if turn["drawn"] or self.of_word else "passed"
        for later in self.ended[len(self.ended) - 1 - ago :]:
            later["pool"] -= taken

    def _settle(self: Any, seat: int) -> None:
        self.ended.append(
            {
                "number": len(self.ended) + 1,
                "seat": seat,
                "began_ms": self._turn_began - self.began_at,
                "used_ms": self.used_ms,
                "given_ms": self.given_ms,
                "how": "played",
                "late": self._expired,
                "drawn": 0,
                "pool": self.pool.left,
            }
        )
        self._expired = False
        super()._settle(seat)  # type: ignore[misc]

    def _to_turn(self: Any, seat: int, at: int) -> None:
        self._turn_began = at
        super()._to_turn(seat, at)  # type: ignore[misc]

    def told(self: Any) -> list[Turn]:
        if self.of_word:
            for number, turn in enumerate(self.ended):
                self._entered(number, turn)
        return [Turn(**turn) for turn in self.ended]

    def _entered(self: Any, number: int, turn: dict[str, Any]) -> None:
        """In Word the entries tell what was laid and drawn."""
        letters, laid, _, is_open = self.entered(number)
        before, after = (self._word_before(self._place(number + i)) for i in (0, 1))
        if self._place(number + 1) < 0:
            after = self.word
        if not is_open:
            turn["letters"], turn["laid"] = letters, laid
            turn["drawn"] = before.pool.left - after.pool.left
            turn["how"] = "played" if laid else turn["how"] if turn["late"] else "drew"
        turn["pool"] = after.pool.left


class _WatchedGame(_Watching, NumbersGame):  # type: ignore[misc]
    pass


class _WatchedWord(_Watching, WordGame):  # type: ignore[misc]
    pass


def _fold(preset: dict[str, Any], journal: r.Journal) -> Any:
    """As `play.fold` does it, with a game that watches."""
    undone: list[tuple[int, int]] = []
    plays._turn_ends(journal, undone)
    surplus, hopeless = [0], -1
    while True:
        game: Any = (_WatchedWord if preset["game"] == "word" else _WatchedGame)(preset)
        found = plays._fold_once(game, journal, undone, surplus, hopeless)
        if not found:
            return game
        surplus[-1] += found
        if found < 0 or surplus[-1] > game.pool.tiles:
            hopeless = len(surplus) - 1
