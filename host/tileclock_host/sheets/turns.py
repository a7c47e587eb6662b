"""The story of a game, told turn by turn while the core folds its journal.

Nothing is worked out here that the core knows: the accounts of time, the pool and who is on turn are read off
its state after each record. Turns that were undone are told too, and marked.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tileclock.core import records as r

from .text import LETTERS, Sheet, Unreadable
from .verify import HOSTILE, Replay, replay, rules_of

# How a turn ended.
PLAYED, DREW, PASSED, TIMED_OUT, MISTAKE, LEFT, OUT, OVER, ABANDONED = (
    "played", "drew", "passed", "timed out", "mistake", "left", "out", "over", "abandoned",
)  # fmt: skip

WHY = (
    *("by hand", "dispute", "asked who is out", "low battery", "asked whether nobody can move"),
    "waited for entries",
)

# What a record that is told as an event is called.
EVENTS = {
    r.HANDICAP: "handicap",
    r.UNDO: "undo",
    r.RESTART: "restart",
    r.MISTAKE: "mistake",
    r.BACK: "tiles back",
    r.CORRECT_POOL: "pool",
    r.CORRECT_TIME: "time",
    r.ANNOUNCE: "announced",
    r.OPENED: "opened",
    r.LEAVE: "left",
    r.GONE: "left",
    r.OBJECT: "objection",
    r.END_ROUND: "end of round",
    r.ADD_ROUND: "round time",
    r.BLIPS: "blips",
    r.REOPEN: "reopened",
    r.RACK: "rack",
    r.MARK: "mark",
    r.ENTRY: "entry",
    r.STORE: "stored",
    r.CONFIRM: "confirmed",
}
# Those of them that correct what the table or the clock had said before.
CORRECTIONS = (
    *("undo", "restart", "mistake", "tiles back", "pool", "time"),
    *("left", "end of round", "round time", "reopened"),
)


class Turn(NamedTuple):
    """One turn. Times are milliseconds, `began_ms` since the first turn began."""

    number: int  # from 1, in the order they began; undone ones count
    seat: int
    began_ms: int
    think_ms: int  # on its player's account; of an undone turn: on the account of undone turns
    given_up_ms: int  # measured, but a restart took it off the player's account
    paused_ms: int
    resolving_ms: int  # from the moment the time was up
    end: str
    choice: str  # what lay on the table, after a time-out or a mistake
    tiles: int  # taken from the pool
    pool: int  # what was in it afterwards
    timed_out: bool  # the time was up at least once
    undone: bool
    letters: int = 0  # Word: what was laid
    laid: int = 0
    points: int = 0


class Stop(NamedTuple):
    """The clock stood."""

    at_ms: int
    turn: int  # number of the turn, 0 before the first
    seat: int  # that was on turn
    why: str
    ms: int
    undone: bool  # within turns that were undone


class Event(NamedTuple):
    """Something that was noted or corrected."""

    record: int  # number of the record, from 1
    at_ms: int
    turn: int
    seat: int  # whom it is about
    what: str
    before: str
    after: str
    undone: bool
    late: bool  # after the sheet had been stored

    @property
    def correction(self) -> bool:
        return self.what in CORRECTIONS or (self.late and self.what in ("rack", "mark", "entry"))


@dataclass(frozen=True)
class Story:
    """Everything that happened in a game."""

    turns: tuple[Turn, ...]
    stops: tuple[Stop, ...]
    events: tuple[Event, ...]
    think_ms: tuple[int, ...]  # by seat, of the turns that stand
    undone_ms: int
    paused_ms: int
    resolving_ms: int
    elapsed_ms: int  # from the first turn to the last record: the sum of the four above
    blips: tuple[int, ...]  # by seat
    counted: tuple[int, ...]  # numbers of the turns that ended and stand, as records count them
    limit: int  # seconds for a turn, as it was dealt
    handicaps: dict[int, int]  # the same of those who were given others, by seat
    replay: Replay = field(repr=False)

    @property
    def corrections(self) -> tuple[Event, ...]:
        return tuple([event for event in self.events if event.correction])


def tell(rules: dict[str, Any], journal: bytes) -> Story:
    """The story of a journal; refused as `replay` refuses it."""
    teller = _Teller(rules)
    played = replay(rules, journal, teller.after)
    try:
        return teller.story(played)
    except HOSTILE as error:
        raise Unreadable(f"its journal cannot be told: {type(error).__name__}") from error


def story_of(sheet: Sheet) -> Story | None:
    """The story of a sheet's journal; None if it cannot be played."""
    try:
        return tell(rules_of(sheet), sheet.journal)
    except ValueError:
        return None


@dataclass(slots=True)
class _Row:
    """A turn while it is told."""

    seat: int
    began: int
    undone: bool = False
    think: int = 0
    given_up: int = 0
    paused: int = 0
    resolving: int = 0
    end: str = ""
    choice: str = ""
    tiles: int = 0
    pool: int = 0
    timed_out: bool = False
    number: int = 0


class _Teller:
    """Looks at the game after each record, and writes down what it sees."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.rules = rules
        self._begin()

    def _begin(self) -> None:
        self.rows: list[_Row] = []
        self.ended: list[_Row] = []  # turns that ended and stand, as many as the core counts
        self.open: list[_Row] = []  # the turn that stands, and behind it those begun since it was undone
        self.stops: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.base = self.before = 0  # when the first turn began; the record before
        self.stopped = self.stored = self.was_over = False
        self.accounts = (0, 0, 0, 0)
        self.scoring = 0  # resolving time after the game was over
        self.pool = 0
        self.entered: dict[tuple[str, int], str] = {}
        self.confirmed = 0  # seats, a bit each
        self.limit = 0
        self.handicaps: dict[int, int] = {}

    def after(self, journal: Any, game: Any, number: int) -> None:
        if not number:
            self._begin()
        kind, at, clock, figures = journal.kind, journal.read_at, journal.clock, journal.figures
        self._account(game, kind, at, clock)
        if kind == r.DEAL:
            self.limit = figures[2]
        elif kind == r.HANDICAP:
            self.handicaps[figures[0]] = figures[1]
        elif kind == r.BEGIN:
            self.base = at
            self._turn(game.seat, at)
        if self.open:
            if game.skipping or (kind == r.UNDO and len(self.open) > 1):
                self._undone(game, kind, at, figures)
            else:
                self._stands(game, kind, at, figures)
            if kind == r.EXPIRE:
                self.open[-1].timed_out = True
        if kind == r.PAUSE and self.open:
            self._stop(at, WHY[figures[0]] if figures[0] < len(WHY) else "")
        if kind in EVENTS:
            self._note(game, kind, at, number, figures)
        self.pool, self.before = game.pool.left, at
        self.was_over = bool(game.reason)
        self.confirmed = max(0, game.racks.confirmed)

    # ---- time ----

    def _account(self, game: Any, kind: int, at: int, clock: int) -> None:
        """What the accounts have gained since the record before belongs to the turn that is open."""
        own = game.accounts
        before, now = self.accounts, (sum(own.thought_ms), own.undone_ms, own.paused_ms, own.resolving_ms)
        self.accounts = now
        if not self.open:
            return
        row = self.open[-1]
        thought, undone, paused = now[0] - before[0], now[1] - before[1], now[2] - before[2]
        resolving = now[3] - before[3]
        row.think += thought
        if row.undone:
            row.think += undone
        else:
            row.given_up += undone
        row.paused += paused
        if self.was_over:
            self.scoring += resolving
        else:
            row.resolving += resolving
        if clock == r.STOOD:
            if not self.stopped:  # an undo, or a game that was reopened, leaves the clock standing
                self._stop(self.before, "after a correction")
            self.stops[-1]["ms"] += paused
        elif kind != r.PAUSE:
            self.stopped = False
        if kind == r.RESUME:
            self.stopped = False

    def _stop(self, at: int, why: str) -> None:
        row = self.open[-1]
        self.stops.append({"at": at, "row": row, "why": why, "ms": 0, "undone": row.undone})
        self.stopped = True

    # ---- turns ----

    def _turn(self, seat: int, at: int, undone: bool = False) -> None:
        row = _Row(seat, at, undone, number=len(self.rows) + 1)
        self.rows.append(row)
        self.open.append(row)

    def _stands(self, game: Any, kind: int, at: int, figures: tuple[int, ...]) -> None:
        drawn = self.pool - game.pool.left
        if game.turns > len(self.ended):
            row = self.open.pop()
            row.end, row.choice = self._end(kind, figures)
            row.tiles, row.pool = max(drawn, 0), game.pool.left
            self.ended.append(row)
            self._turn(game.seat, at)
        elif kind in (r.DREW, r.PASSED) or (kind == r.MISTAKE and figures[0]):
            ago = 0 if kind == r.MISTAKE else figures[0]
            row = self.ended[-1 - ago]
            if kind == r.MISTAKE:
                row.choice = self._choice(figures[1])
            else:
                row.end = DREW if drawn > 0 or (game.of_word and kind == r.DREW) else PASSED
            row.tiles += max(drawn, 0)
            for later in self.ended[len(self.ended) - 1 - ago :]:
                later.pool -= drawn
        elif kind in (r.LEAVE, r.GONE) and self.open[-1].seat == figures[0]:
            row = self.open.pop()
            row.end, row.pool = LEFT, game.pool.left
            self._turn(game.seat, at)

    def _undone(self, game: Any, kind: int, at: int, figures: tuple[int, ...]) -> None:
        """Turns that end here never did: the first one goes on, those behind it are told as undone."""
        if kind in (r.END_TURN, r.RESOLVE) or (kind == r.MISTAKE and not figures[0]):
            row = self.open[-1]
            row.end, row.choice = self._end(kind, figures)
            row.pool = game.pool.left
            self._turn(self._next(game, row.seat), at, undone=True)
        elif kind in (r.DREW, r.PASSED) and figures[0] < len(self.open) - 1:
            self.open[-2 - figures[0]].end = DREW if kind == r.DREW else PASSED
        elif kind == r.UNDO and len(self.open) > 1:
            gone = self.open.pop()
            gone.end, gone.pool = "undone", game.pool.left
            self.open[-1].end = ""

    def _next(self, game: Any, seat: int) -> int:
        seats = [each for each in game.players.seats if game.players.plays(each)]
        return next((each for each in seats if each > seat), seats[0])

    def _end(self, kind: int, figures: tuple[int, ...]) -> tuple[str, str]:
        if kind == r.RESOLVE:
            return TIMED_OUT, self._choice(figures[0])
        if kind == r.MISTAKE:
            return MISTAKE, self._choice(figures[1])
        return PLAYED, ""

    def _choice(self, place: int) -> str:
        choices = self.rules["timeouts"]
        return str(choices[place]["choice"]) if place < len(choices) else ""

    # ---- notes ----

    def _note(self, game: Any, kind: int, at: int, number: int, figures: tuple[int, ...]) -> None:
        seat, before, after = self._said(game, kind, figures)
        row = self.open[-1] if self.open else None
        self.events.append(
            {
                "record": number + 1,
                "at_ms": max(0, at - self.base) if self.open else 0,
                "row": row,
                "seat": seat,
                "what": EVENTS[kind],
                "before": before,
                "after": after,
                "undone": bool(row and row.undone),
                "late": self.stored,
            }
        )
        self.stored = self.stored or kind == r.STORE

    def _said(self, game: Any, kind: int, figures: tuple[int, ...]) -> tuple[int, str, str]:
        """Whom a record is about, and what it says: before and after."""
        a, b, c = figures
        seat = self.open[-1].seat if self.open else a
        if kind in (r.CORRECT_POOL, r.CORRECT_TIME):
            return seat, str(a), str(b)
        if kind in (r.RACK, r.MARK, r.ENTRY, r.HANDICAP, r.BLIPS):
            said = f"{b}+{c}" if kind in (r.RACK, r.ENTRY) else str(b)
            slot = EVENTS[kind], a
            before, self.entered[slot] = self.entered.get(slot, ""), said
            return (game.turn_seat(a) if kind == r.ENTRY and game.of_word else a), before, said
        if kind in (r.LEAVE, r.GONE, r.OBJECT):
            return a, "", ""
        if kind == r.CONFIRM:
            changed = self.confirmed ^ a
            return (changed.bit_length() - 1 if changed else seat), _letters(self.confirmed), _letters(a)
        if kind == r.MISTAKE:
            about = self.ended[-1].seat if a and self.ended else seat
            return about, "", f"{self._choice(b)}: {c}"
        return seat, "", str(a) if kind in (r.BACK, r.ADD_ROUND) else ""

    # ---- the whole story ----

    def story(self, played: Replay) -> Story:
        game = played.game
        self._last(game)
        word = self._word(game) if game.of_word else {}
        rows = [row for row in self.rows if row.end or row.think or row.given_up or row.paused]
        numbers = {row.number: place for place, row in enumerate(rows, 1)}

        def place(row: _Row | None) -> int:
            return numbers.get(row.number, len(rows)) if row else 0

        turns = [
            Turn(
                number=place(row),
                seat=row.seat,
                began_ms=row.began - self.base,
                think_ms=row.think,
                given_up_ms=row.given_up,
                paused_ms=row.paused,
                resolving_ms=row.resolving,
                end=row.end or OVER,
                choice=row.choice,
                tiles=row.tiles,
                pool=min(row.pool, game.pool.start),  # a count may show that a draw was none, not more tiles
                timed_out=row.timed_out or row.end == TIMED_OUT,
                undone=row.undone,
                **word.get(row.number, {}),
            )
            for row in rows
        ]
        stops = [
            Stop(s["at"] - self.base, place(s["row"]), s["row"].seat, s["why"], s["ms"], s["undone"])
            for s in self.stops
        ]
        events = [
            Event(turn=place(event["row"]), **{k: v for k, v in event.items() if k != "row"})
            for event in self.events
        ]
        accounts = game.accounts
        return Story(
            turns=tuple(turns),
            stops=tuple(stops),
            events=tuple(events),
            think_ms=tuple(accounts.thought_ms),
            undone_ms=accounts.undone_ms,
            paused_ms=accounts.paused_ms,
            resolving_ms=accounts.resolving_ms,
            elapsed_ms=accounts.total_ms(),
            blips=tuple(game.accounts.blips),
            counted=tuple([place(row) for row in self.ended]),
            limit=self.limit,
            handicaps=self.handicaps,
            replay=played,
        )

    def _last(self, game: Any) -> None:
        """The turn in which the game ended, if it ended in one and not between two."""
        if not self.open:
            return
        row = self.open[-1]
        row.pool = game.pool.left
        if game.reason == "abandoned":
            row.end = ABANDONED
        elif game.reason == "out" and not game.of_word:
            row.end = OUT if game.winner == row.seat else OVER

    def _word(self, game: Any) -> dict[int, dict[str, Any]]:
        """What was laid in the turns of Word; the pool follows from it, so it is told anew."""
        found = {}
        for turn, row in enumerate(self.ended):
            letters, laid, _, waits = game.entered(turn)
            game.look_at(turn)
            found[row.number] = {
                "letters": letters,
                "laid": laid,
                "points": 0 if waits else game.entry.points(letters, laid),
            }
            before, after = [game.word_before(game.place(turn) + behind) for behind in (0, 1)]
            row.pool, row.tiles = after.pool.left, max(0, before.pool.left - after.pool.left)
            if row.end in (PLAYED, DREW, PASSED):
                row.end = PLAYED if laid else DREW if row.tiles else PASSED
        return found


def _letters(seats: int) -> str:
    return "".join([letter for seat, letter in enumerate(LETTERS) if seats >> seat & 1])
