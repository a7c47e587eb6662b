"""Games and matches as they count: which revision stands, what was amended, what contradicts what."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import product
from typing import Any

from tileclock.core.match import Match as Booking
from tileclock.core.seats import SEATS

from . import amend, course, turns, verify
from .amend import Amendment
from .course import Course
from .text import LETTERS, Result, Sheet, Totals

_MOST_COMBINATIONS = 64
# A seal that cannot be checked here is more than none: a clock that seals one sheet of a game seals all.
_TRUST = {verify.SEALED: 3, verify.UNKNOWN: 2, verify.UNSEALED: 1, verify.MISSING: 1, verify.BROKEN: 0}
_CALLED = {
    verify.SEALED: "sealed",
    verify.UNKNOWN: "sealed, though not checked",
    verify.UNSEALED: "unsealed",
    verify.MISSING: "unsealed",
    verify.BROKEN: "altered",
}


@dataclass(frozen=True)
class Version:
    """One text that was stored of a game, and what was found when it was checked."""

    sheet: Sheet
    seal: str
    findings: tuple[str, ...]
    source: str = ""
    received: datetime | None = None
    kept_as: str = ""  # the checksum it was stored with
    checked: bool = True  # the store keeps what was found
    told: str = field(compare=False, repr=False, default="")  # its course, where that is kept

    @classmethod
    def examined(cls, sheet: Sheet, seal: str, findings: tuple[str, ...], told: Course) -> "Version":
        """One of which the course has just been told: it need not be read again."""
        version = cls(sheet, seal, findings, told=told.text)
        version.__dict__["course"] = told
        return version

    @cached_property
    def course(self) -> Course:
        return Course(self.sheet, self.told) if self.told else course.of(self.sheet)

    @property
    def rank(self) -> tuple[int, int, str]:
        """Which of a game's texts stands: a sealed one before any other, then the latest revision."""
        return _TRUST[self.seal], self.sheet.revision, self.sheet.sha256


@dataclass(frozen=True)
class Game:
    """A game as it counts. `sheet` is what the clock wrote, the rest has what was amended in it."""

    version: Version
    versions: tuple[Version, ...]  # everything stored of it, the oldest revision first
    amendments: tuple[Amendment, ...]  # those to the text that stands
    names: tuple[str, ...]  # by seat
    date: datetime | None
    table: int
    result: Result
    conflicts: tuple[str, ...]

    @property
    def sheet(self) -> Sheet:
        return self.version.sheet

    @property
    def device(self) -> str:
        return self.sheet.head.device

    @property
    def game(self) -> int:
        """Its number on its clock."""
        return self.sheet.head.game

    @property
    def match(self) -> int:
        return self.sheet.head.match

    @property
    def number(self) -> int:
        """Which game of its match it is."""
        return self.sheet.head.number

    @property
    def name(self) -> str:
        """How a person calls it on the command line."""
        return f"{self.device}-{self.game}"

    @property
    def rules(self) -> dict[str, Any]:
        return self.sheet.head.rules

    @property
    def seal(self) -> str:
        return self.version.seal

    @property
    def findings(self) -> tuple[str, ...]:
        """What is wrong with the sheet by itself."""
        return self.version.findings

    @property
    def course(self) -> Course:
        """What exports tell of its turns."""
        return self.version.course

    @property
    def amended(self) -> bool:
        return bool(self.amendments)

    @cached_property
    def story(self) -> turns.Story | None:
        """Its turns, stops and corrections; None if its journal cannot be played."""
        return turns.story_of(self.sheet)

    @property
    def round(self) -> tuple[int, bool] | None:
        """Minutes until its last lap began, and whether they were one time for all games of its match."""
        return self.course.whole.round

    @cached_property
    def before(self) -> list[tuple[int, ...]]:
        """The points it had before each correction: those on the clock, then those made at the PC."""
        if not self.result.scored:
            return []
        found: list[tuple[int, ...]] = []
        if self.sheet.revision > 1:
            told = self.course.whole.before
            if told is None:  # it does not fold: what is stored of it must do
                told = tuple([one.sheet.result.points for one in self.versions[:-1]])
            found += told
        if self.amended and self.sheet.result.points != self.result.points:
            found.append(self.sheet.result.points)
        return found

    def label(self, seat: int) -> str:
        """The player's name, or the letter of the seat."""
        return self.names[seat] or LETTERS[seat]


@dataclass(frozen=True)
class Player:
    seat: int
    name: str  # empty: nobody was named

    @property
    def label(self) -> str:
        return self.name or LETTERS[self.seat]


@dataclass(frozen=True)
class Match:
    """The games of a match with their totals as the core adds them up."""

    device: str
    match: int
    games: tuple[Game, ...]  # by number
    players: tuple[Player, ...]  # by seat, all who have played
    totals: Totals
    places: tuple[tuple[int, int], ...]  # (place, seat), the best first
    over: str  # why no further game is played: "games", "target", "round" (one for all its games) or ""
    findings: tuple[str, ...]  # what is wrong between the games

    @property
    def rules(self) -> dict[str, Any]:
        return self.games[0].rules

    @property
    def date(self) -> datetime | None:
        return next((game.date for game in self.games if game.date), None)

    @property
    def table(self) -> int:
        return next((game.table for game in self.games if game.table), 0)

    @property
    def name(self) -> str:
        return f"{self.device}-m{self.match}"


def settle(versions: Sequence[Version], amendments: Iterable[Amendment]) -> Game:
    """A game from everything that is stored of it, in whatever order it came."""
    ordered = sorted(versions, key=lambda version: (version.sheet.revision, version.rank))
    stands = max(versions, key=lambda version: version.rank)
    mine: list[Amendment] = []
    stale: list[Amendment] = []
    for amendment in sorted(amendments, key=lambda each: each.order):
        (mine if amendment.sha256 == stands.sheet.sha256 else stale).append(amendment)
    amended, trouble = amend.problem(stands.sheet, mine)
    conflicts = _contradictions(stands, ordered)
    conflicts += _stale(stands, stale, mine)
    if trouble:
        conflicts.append(trouble)
    return Game(
        version=stands,
        versions=tuple(ordered),
        amendments=tuple(mine),
        names=amended.names,
        date=amended.date,
        table=amended.table,
        result=amended.result,
        conflicts=tuple(conflicts),
    )


def _contradictions(stands: Version, ordered: Sequence[Version]) -> list[str]:
    found = []
    for other in ordered:
        sheet = other.sheet
        if other is stands:
            continue
        if sheet.revision == stands.sheet.revision:
            why = f", which is {_CALLED[stands.seal]}" if stands.rank[0] > other.rank[0] else ""
            found.append(
                f"two different texts say they are revision {sheet.revision}:"
                f" {stands.sheet.checksum} counts{why}, {sheet.checksum} does not"
            )
        elif sheet.revision > stands.sheet.revision:
            found.append(
                f"revision {sheet.revision} is {_CALLED[other.seal]}, so revision"
                f" {stands.sheet.revision}, which is {_CALLED[stands.seal]}, counts"
            )
        elif not stands.sheet.journal.startswith(sheet.journal):
            found.append(f"revision {stands.sheet.revision} does not go on from revision {sheet.revision}")
    return found


def _stale(stands: Version, stale: Iterable[Amendment], mine: Sequence[Amendment]) -> list[str]:
    """Amendments to a text that no longer stands, unless somebody has amended since the one that does."""
    return [
        f"it was amended here at revision {amendment.revision}"
        f" ({'; '.join(amend.describe(amendment.changes))}), but"
        f" revision {stands.sheet.revision} of the clock counts now: amend that one"
        for amendment in stale
        if not any(later.made >= amendment.made for later in mine)
    ]


# ---- matches ----


def matches(games: Iterable[Game]) -> list[Match]:
    """The games put together to matches, by clock and number."""
    found: dict[tuple[str, int], list[Game]] = defaultdict(list)
    for game in games:
        found[game.device, game.match].append(game)
    return [
        _match(sorted(group, key=lambda game: (game.number, game.game))) for _, group in sorted(found.items())
    ]


def _match(games: Sequence[Game]) -> Match:
    first = games[0]
    head = first.sheet.head
    booking = Booking(_ranked(first.rules), *head.until)
    names = [""] * SEATS
    for game in games:
        if game.result.scored:
            verify.book(booking, game.result)
        for seat in game.result.seats:
            names[seat] = game.names[seat] or names[seat]
    last = games[-1].sheet.result.totals
    booking.leave_of_round(last.round_left if last else None)
    seats = sorted({seat for game in games for seat in game.result.seats})
    return Match(
        device=first.device,
        match=first.match,
        games=tuple(games),
        players=tuple([Player(seat, names[seat]) for seat in seats]),
        totals=verify.standing(booking),
        places=tuple(booking.places()),
        over=booking.over(),
        findings=tuple(_check_totals(games)),
    )


def _ranked(rules: dict[str, Any]) -> dict[str, Any]:
    """Rules nobody has checked may lack what a ranking needs."""
    ranking = rules.get("ranking")
    known = ("points", "rounds", "big_points")
    if not isinstance(ranking, list) or not ranking or any(each not in known for each in ranking):
        return {**rules, "ranking": ["points"]}
    return rules


def _check_totals(games: Sequence[Game]) -> list[str]:
    """Whether the sheets' totals are those of their games, and the games are all there."""
    found = []
    numbers = [game.number for game in games]
    twice = {number for number, count in Counter(numbers).items() if count > 1}
    found += [f"two games say they are game {number} of the match" for number in sorted(twice)]
    present = {game.number for game in games}
    missing = [n for n in range(1, min(max(numbers), 1000)) if n not in present]
    if missing:
        listed = ", ".join(str(n) for n in missing[:10]) + (", …" if len(missing) > 10 else "")
        found.append(f"game {listed} of the match is not here, so totals behind it cannot be checked")
    booking = Booking(_ranked({}))
    for place, game in enumerate(games):
        said, own = game.sheet.result.totals, game.sheet.result
        if own.scored:
            verify.book(booking, own)
        if said is None or (missing and missing[0] < game.number) or game.number in twice:
            continue
        if said.missing:
            lost = f"{said.missing} game" + "s" * (said.missing > 1)
            found.append(
                f"the totals on the sheet of game {game.number} lack {lost}: the clock had lost their sheets"
            )
        elif verify.standing(booking) != replace(said, round_left=None) and not _explained(
            said, games[:place], own
        ):
            found.append(f"the totals on the sheet of game {game.number} are not those of the games up to it")
    return found


def _explained(said: Totals, before: Sequence[Game], own: Result) -> bool:
    """The games before it may have been corrected since: then any revision of them explains the totals."""
    rules = _ranked({})
    choices = [[version.sheet.result for version in game.versions] for game in before]
    combinations = 1
    for choice in choices:
        combinations = min(combinations * len(choice), _MOST_COMBINATIONS + 1)
    if not 1 < combinations <= _MOST_COMBINATIONS:
        return False
    said = replace(said, round_left=None)  # which the game's own journal explains
    return any(verify.running_totals(rules, [*chosen, own]) == said for chosen in product(*choices))
