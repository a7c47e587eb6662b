"""Puts games into the round and the table they belong to, and names what is missing or not as it was drawn.

Nobody is guessed: a sheet belongs to the table at which all its people were drawn. Where several rounds had
the same people at a table, its time decides; what stays unclear is said.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from tileclock_host.facts.text import clean
from tileclock_host.sheets.tally import Line, Tally
from tileclock_host.sheets.text import LETTERS

from .event import Event
from .people import People
from .prices import NOBODY
from .standings import Line as Standing
from .standings import Played, Score, without
from .standings import standings as worked_out


class Come(NamedTuple):
    """A game of the store, and when it came where its clock knew no date."""

    name: str
    tally: Tally
    received: datetime

    @property
    def at(self) -> datetime:
        return self.tally.date or self.received


@dataclass(frozen=True)
class Counted:
    """One game of a table: `name` is that of its sheet, or paper with its number."""

    name: str
    scores: tuple[Score, ...]
    annulled: bool
    confirmed: bool = False  # by each of its players, on the clock
    unconfirmed: tuple[str, ...] = ()  # persons who were asked there, and have not


@dataclass
class Table:
    """A table of a round, with what was played there."""

    round: int
    number: int
    persons: list[str]  # by seat, or nobody
    games: list[Counted] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    confirmed: bool = False  # by hand, or by all its players on the clock

    @property
    def valid(self) -> list[Counted]:
        return [game for game in self.games if not game.annulled]


class Results:
    """An event with the games that belong to it."""

    def __init__(self, event: Event, people: People, come: Iterable[Come]) -> None:
        self.event, self._people = event, people
        self.tables = [
            Table(drawn.number, at, list(persons), confirmed=(drawn.number, at) in event.confirmed)
            for drawn in event.rounds
            for at, persons in enumerate(drawn.tables, 1)
        ]
        self.troubles: list[str] = []
        self._at = {(table.round, table.number): table for table in self.tables}
        for each in sorted(come, key=lambda each: (each.at, each.tally.match, each.tally.number)):
            self._place(each)
        for table in self.tables:
            self._add_typed(table)
            self._examine(table)

    @property
    def provisional(self) -> bool:
        return not all(table.confirmed for table in self.tables)

    def table(self, number: int, table: int) -> Table:
        self.event.table(number, table)  # refuses what is not there
        return self._at[number, table]

    def played(self) -> list[Played]:
        """What counts, of whom it counts."""
        most = self.event.settings.games
        return [
            without(Played(table.round, table.number, game.scores), self.event.excluded)
            for table in self.tables
            for game in table.valid[:most]
        ]

    def standings(self) -> list[Standing]:
        """The best first; equals by their names."""
        event = self.event
        found = worked_out(
            event.persons,
            self.played(),
            event.settings.order,
            corrections=event.corrections,
            excluded=event.excluded,
            cut=event.settings.cut,
        )
        named = {line.person: self._people.get(line.person).name.casefold() for line in found}
        return sorted(found, key=lambda line: (not line.place, line.place, named[line.person]))

    def every_trouble(self, number: int | None = None) -> list[str]:
        """A sentence each, of one round or of all."""
        found = [
            f"round {table.round}, table {table.number}: {trouble}"
            for table in self.tables
            if number in {None, table.round}
            for trouble in table.troubles
        ]
        return found + self.troubles

    # ---- sheets ----

    def _place(self, come: Come) -> None:
        tally = come.tally
        if not tally.rule:  # abandoned
            return
        pinned = self.event.placed.get((tally.device, tally.match))
        if pinned:
            if pinned in self._at:
                self._add(self._at[pinned], come)
            return
        own = self._at.get(self._where_seated(tally))
        if own and self._fits(own, tally):
            self._add(own, come)
            return
        fits = [table for table in self.tables if self._fits(table, tally)]
        here = [table for table in fits if table.number == tally.table] or fits
        begun = [table for table in here if self.event.rounds[table.round - 1].at <= come.at]
        if len(here) > 1 and tally.date and begun:
            here = [table for table in begun if table.round == begun[-1].round]
        if len(here) == 1:
            self._add(here[0], come)
        elif here:
            rounds = ", ".join(str(table.round) for table in here)
            self.troubles.append(
                f"sheet {come.name} may be of round {rounds}: say which,"
                f" `tileclock event place {come.name} --round N --table {here[0].number}`"
            )
        elif self.event.settings.begins <= come.at < self.event.settings.ends:
            self.troubles.append(f"sheet {come.name} {self._why_nowhere(tally)}")

    def _where_seated(self, tally: Tally) -> tuple[int, int]:
        """Where its box stood by the record when the game was dealt."""
        before = [game for device, game in self.event.boxes if device == tally.device and game < tally.game]
        return self.event.boxes[tally.device, max(before)] if before else (0, 0)

    def _fits(self, table: Table, tally: Tally) -> bool:
        """Whether all its people sit there; one without names, whether that is the table's number."""
        named = [line for line in tally.lines if clean(line.name)]
        if not named:
            return tally.table == table.number and len(tally.lines) <= len(table.persons)
        found = [self._who(line, table) for line in named]
        if NOBODY in found or len(set(found)) < len(found):
            return False
        return len(found) > 1 or tally.table == table.number

    def _who(self, line: Line, table: Table) -> str:
        """The one of that name at the table; two of one name are told apart by the seat."""
        there = [person for person in self._people.named(line.name) if person in table.persons]
        seated = table.persons[line.seat] if line.seat < len(table.persons) else NOBODY
        return seated if seated in there else there[0] if len(there) == 1 else NOBODY

    def _why_nowhere(self, tally: Tally) -> str:
        unknown = [
            name for line in tally.lines if (name := clean(line.name)) and not self._people.named(name)
        ]
        if unknown:
            return f"names {unknown[0]}, whom nobody knows: `tileclock players match` asks who that is"
        return "belongs to no table that was drawn: `tileclock event place` says where it does"

    def _add(self, table: Table, come: Come) -> None:
        tally, scores = come.tally, []
        unconfirmed: list[str] = []
        for line in tally.lines:
            person = self._who(line, table) if clean(line.name) else NOBODY
            if person == NOBODY and line.seat < len(table.persons):
                person = table.persons[line.seat]
            if person == NOBODY:
                table.troubles.append(
                    f"sheet {come.name} has a player at seat {LETTERS[line.seat]}, where nobody was drawn"
                )
                continue
            if table.persons.index(person) != line.seat:
                name, seat = self._people.get(person).name, LETTERS[table.persons.index(person)]
                table.troubles.append(
                    f"{name} was drawn to seat {seat} and played at {LETTERS[line.seat]} (sheet {come.name})"
                )
            scores.append(Score(person, line.points or 0, line.big_points or 0, bool(line.won)))
            unconfirmed += [person] * (line.seat in tally.unconfirmed)
        if tally.rules != self.event.settings.preset:
            table.troubles.append(
                f"sheet {come.name} was played by the rules {clean(tally.rules)},"
                f" not {self.event.settings.preset}"
            )
        gone = come.name in self.event.annulled(table.round, table.number)
        agreed = bool(tally.confirmed) and not tally.unconfirmed
        table.games.append(Counted(come.name, tuple(scores), gone, agreed, tuple(unconfirmed)))

    # ---- paper, and what is not there ----

    def _add_typed(self, table: Table) -> None:
        persons = [person for person in table.persons if person != NOBODY]
        sheets = len(table.games)
        for number, typed in sorted(self.event.typed.get((table.round, table.number), {}).items()):
            name = f"paper-{number}"
            if number <= sheets:
                table.troubles.append(
                    f"game {number} is typed and came as sheet {table.games[number - 1].name}:"
                    " annul one of them"
                )
            scores = [
                Score(person, typed.points[at], int(at in typed.won), at in typed.won)
                for at, person in enumerate(persons)
            ]
            gone = name in self.event.annulled(table.round, table.number)
            table.games.append(Counted(name, tuple(scores), gone))

    def _examine(self, table: Table) -> None:
        wanted, there = self.event.settings.games, len(table.valid)
        if not there:
            table.troubles.append("no game is here yet")
        elif there < wanted:
            table.troubles.append(f"{there} of {wanted} games are here")
        elif there > wanted:
            table.troubles.append(f"{there} games are here, the first {wanted} count")
        if table.confirmed:
            return
        counting = table.valid[:wanted]
        table.troubles += [
            f"{self._people.get(person).name} has not confirmed sheet {game.name}"
            for game in counting
            for person in game.unconfirmed
        ]
        table.confirmed = len(counting) == wanted and all(game.confirmed for game in counting)
