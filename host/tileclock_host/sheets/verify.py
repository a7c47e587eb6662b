"""Is a sheet true? Its journal is played again with the clock's own code, and everything compared.

Sheets may be hostile: whatever stands in them, this ends soon, and with sentences.
"""

import hmac
import marshal
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tileclock.core import preset, scoring, summary, written
from tileclock.core import records as r
from tileclock.core import sheet as core
from tileclock.core.match import Match
from tileclock.core.play import fold
from tileclock.core.preset_box import Refused
from tileclock_host.foreign import printable

from .text import LETTERS, TOTALS, Line, Result, Sheet, Totals, Unreadable, body_and_seal

# What a seal says. It is missing where a clock seals its sheets and this one has none.
SEALS = SEALED, UNSEALED, UNKNOWN, BROKEN, MISSING = "sealed", "unsealed", "unknown", "broken", "missing"
_FAULTS = {
    BROKEN: "its seal is not that of its clock: it was altered on the way",
    MISSING: "it has no seal, though its clock has a secret to seal with: it may be forged",
}
_LONGEST = 500  # letters of a sentence about a sheet, whose own words may be in it

_MOST_BYTES = 1_000_000  # read in one replay; a long game in which the pool was counted often takes 30,000
_MOST_WORD = 1_500  # records of a game of Word, in which any entry may have all of them folded again
# What the core may stumble over in a journal that no clock wrote.
HOSTILE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError, MemoryError)


class Journal(r.Journal):
    """The records of a sheet, each parsed once; they give up before they cost more than any game does."""

    bytes_read = 0

    def __init__(self, data: bytes = b"") -> None:
        super().__init__(data)
        self._parsed: list[tuple[int, int, int, int, tuple[int, int, int]]] = []
        self._place = 0  # in it, of the record that is read next

    def rewind(self) -> None:
        self.bytes_read += self.size
        if self.bytes_read > _MOST_BYTES:
            raise r.Unreadable("its journal takes more work than any game: it is damaged, or made to do that")
        super().rewind()
        self._place = 0

    def read(self) -> bool:
        if self._place == len(self._parsed) and not self._parse():
            return False
        self.next_from, self.kind, self.clock, self.read_at, self.figures = self._parsed[self._place]
        self._place += 1
        return True

    def _parse(self) -> bool:
        self.figures = [0, 0, 0]
        if not super().read():
            return False
        a, b, c = self.figures
        self._parsed.append((self.next_from, self.kind, self.clock, self.read_at, (a, b, c)))
        return True

    def kinds(self) -> Iterator[int]:
        """As the core's, of what `of` has parsed."""
        for _, kind, _, _, figures in self._parsed:
            self.kind, self.figures = kind, figures
            yield kind


@dataclass(frozen=True)
class Replay:
    """What the core makes of a journal: its state, and the result that follows from it."""

    rules: dict[str, Any] = field(hash=False)
    game: Any  # tileclock.core.game.Game
    result: Result


@dataclass(frozen=True)
class Verdict:
    seal: str
    findings: tuple[str, ...]  # what is wrong, a sentence each
    replay: Replay | None = None  # None if that was not possible

    @property
    def good(self) -> bool:
        return not self.findings


def verify(sheet: Sheet, secrets: Sequence[bytes] = (), seal: str = "") -> Verdict:
    """Everything one sheet by itself can tell; `seal`: what is known of its seal already."""
    seal = seal or seal_of(sheet.text, secrets)
    findings, played = check(sheet)
    return Verdict(seal, (*faults(seal), *findings), played)


def check(sheet: Sheet, played: Replay | None = None) -> tuple[tuple[str, ...], Replay | None]:
    """What is wrong with it whatever its seal says, and its replay, if there can be one.

    `played`: the replay, where there has been one.
    """
    try:
        played = played or replay(rules_of(sheet), sheet.journal)
    except (Refused, Unreadable, r.Unreadable) as error:
        why = printable(str(error))[:_LONGEST]
        return (*_unbalanced(sheet.result, sheet), why), None
    findings = compare(sheet.result, played.result) + _unbalanced(sheet.result, sheet)
    return (*findings, *_round(sheet.result.totals, played.game)), played


def faults(seal: str) -> tuple[str, ...]:
    """What is wrong with a sheet whose seal is that."""
    return (_FAULTS[seal],) if seal in _FAULTS else ()


def seal_of(text: str, secrets: Sequence[bytes]) -> str:
    """What the seal of a sheet's text says, with every secret its clock has had."""
    body, seal = body_and_seal(text)
    if seal == written.UNSEALED:
        return MISSING if secrets else UNSEALED
    if not secrets:
        return UNKNOWN
    fits = any(hmac.compare_digest(hmac.digest(s, body, "sha256").hex(), seal) for s in secrets)
    return SEALED if fits else BROKEN


def carried(seal: str, before: str, *, only_higher: bool = False) -> str:
    """What is known of a text's seal that was known otherwise `before`, perhaps by a desk that knows more."""
    if (seal, before) in ((UNKNOWN, SEALED), (UNKNOWN, BROKEN), (UNSEALED, MISSING)):
        return before
    return before if only_higher and (seal, before) == (BROKEN, SEALED) else seal


# Rules that were checked lately, with their checksum: a club plays by two or three.
_CHECKED: dict[bytes, tuple[dict[str, Any], str]] = {}
_MOST_CHECKED = 64


def checked(found: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The rules, if they are some, and their checksum."""
    spelled = marshal.dumps(found, 2)  # the same document, to the last type
    if spelled not in _CHECKED:
        try:
            rules = preset.check(found)
        except RecursionError:
            raise Unreadable("its rules are none: they are nested too deeply") from None
        except Refused as error:
            raise Unreadable(f"its rules are none this program knows ({error}): update it") from None
        if len(_CHECKED) >= _MOST_CHECKED:
            _CHECKED.clear()
        _CHECKED[spelled] = rules, preset.checksum(rules)
    return _CHECKED[spelled]


def rules_of(sheet: Sheet) -> dict[str, Any]:
    """The sheet's rules, if they are rules and those it names."""
    rules, checksum = checked(sheet.head.rules)
    if checksum != sheet.head.checksum:
        raise Unreadable(f"its rules have the checksum {checksum}, its head says {sheet.head.checksum}")
    return rules


def replay(rules: dict[str, Any], data: bytes, after: Any = None) -> Replay:
    """Play a journal again; refused if it is none, or none that led to a sheet.

    `after(journal, game, number)` is called after each record.
    """
    try:
        journal = Journal.of(data)
        if not journal.count:
            raise Unreadable("its journal is empty")
        if rules["game"] == "word" and journal.count > _MOST_WORD:
            raise Unreadable("its journal has more records than any game of Word")
        game = fold(rules, journal, after and partial(after, journal))
        if not game.reason:
            raise Unreadable("its journal ends before the game is over")
        return Replay(rules, game, scored(rules, game))
    except (Refused, Unreadable, r.Unreadable):
        raise
    except HOSTILE as error:
        raise Unreadable(f"its journal cannot be played: {type(error).__name__}") from error


def scored(rules: dict[str, Any], game: Any) -> Result:
    """The result of a game that is over, as its sheet says it but for the totals."""
    if game.reason == "abandoned":
        return Result(game.revision, game.reason, tuple(game.players.seats), game.players.first)
    made = summary.scored(game, core.result(rules, game), Match(rules))
    return Result(
        revision=made["revision"],
        reason=made["reason"],
        seats=tuple(made["seats"]),
        first=made["first"],
        rule=made["rule"],
        winner=made["winner"],
        winners=tuple(made["winners"]),
        lines=tuple([Line(*line) for line in made["lines"]]),
        points=tuple(made["points"]),
        rounds=tuple(made["rounds"]),
        big_points=tuple(made["big_points"]),
        expected=made["expected"],
        rest=made.get("rest", 0),
        confirmed=tuple(made.get("confirmed", ())),
        unconfirmed=tuple(made.get("unconfirmed", ())),
    )


_PLAIN = (
    "revision",
    "reason",
    "rule",
    "seats",
    "first",
    "winner",
    "winners",
    "rounds",
    "big_points",
    "expected",
    "rest",
    "confirmed",
    "unconfirmed",
)


def compare(said: Result, played: Result) -> list[str]:
    """In which lines a result differs from the one its journal gives."""
    if replace(said, totals=None) == played:
        return []
    findings = [
        f"{name.replace('_', ' ')}: the sheet says {_shown(said, name)},"
        f" its journal gives {_shown(played, name)}"
        for name in _PLAIN
        if getattr(said, name) != getattr(played, name)
    ]
    if said.seats != played.seats or len(said.lines) != len(played.lines):
        return [*findings, "lines: they are not those of the players"]
    for i, (line, other) in enumerate(zip(said.lines, played.lines, strict=True)):
        findings += [
            f"{name} of {LETTERS[said.seats[i]]}: the sheet says {getattr(line, name)},"
            f" its journal gives {getattr(other, name)}"
            for name in Line.__dataclass_fields__
            if getattr(line, name) != getattr(other, name)
        ]
    for i, seat in enumerate(said.seats if said.points != played.points else ()):
        if said.points[i] != played.lines[i].points:
            findings.append(
                f"score of {LETTERS[seat]}: the sheet says {said.points[i]},"
                f" its journal gives {played.points[i]}"
            )
    return findings


def _shown(result: Result, name: str) -> str:
    value = getattr(result, name)
    if name in ("seats", "winners", "confirmed", "unconfirmed"):
        return "".join(LETTERS[seat] for seat in value) or "nobody"
    if name in ("first", "winner"):
        return LETTERS[value] if value >= 0 else "nobody"
    if isinstance(value, tuple):
        return " ".join(str(each) for each in value) or "nothing"
    return "nothing" if value in (None, "") else str(value)


def _unbalanced(said: Result, sheet: Sheet) -> list[str]:
    """Points of a sheet must add up, whatever its journal gives."""
    if said.expected is None:
        return []
    try:
        scoring.check_balance(sheet.head.number, said.points, said.expected)
    except Refused as error:
        return [str(error)]
    return []


def _round(said: Totals | None, game: Any) -> list[str]:
    """What is left of a round that is one for all games follows from the game it was played in."""
    left = summary.round_for_next(game) if said else None
    if not said or said.round_left == left:
        return []
    return [
        f"round: the sheet says that {_seconds(said.round_left)} left, its journal gives {_seconds(left)}"
    ]


def _seconds(left: int | None) -> str:
    return "no time of it is" if left is None else f"{left} s are"


# ---- the games of a match ----


def running_totals(rules: dict[str, Any], results: Iterable[Result]) -> Totals:
    """The standing after these games."""
    match = Match(rules)
    for result in results:
        if result.scored:
            book(match, result)
    return standing(match)


def standing(match: Match) -> Totals:
    """How the core's match stands."""
    figures = {name: tuple(getattr(match, name)) for name in TOTALS}
    return Totals(**figures, missing=match.missing, round_left=None)


def book(match: Match, result: Result) -> None:
    """Add a game to the core's match, balanced or not: a finding says so where it is not."""
    match.book(result, result.seats, 1)
