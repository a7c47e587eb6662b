"""Puts games into the round and the table they belong to, and names what is missing or not as it was drawn.

Nobody is guessed: a sheet belongs to the table at which all its people sat together. Where several rounds had
the same people at a table, its time decides; what stays unclear is said. Who comes or leaves later changes
nothing: a game stays with those who sat there when it was played.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import product
from typing import NamedTuple

from tileclock_host.facts.text import clean
from tileclock_host.sheets.tally import Line, Tally
from tileclock_host.sheets.text import LETTERS

from .event import Event, Sitting, paper
from .people import People
from .prices import NOBODY
from .standings import BIG_POINTS, LEFT, NO_GAMES, Played, Score, without
from .standings import Line as Standing
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
    sittings: list[Sitting]  # who sat there, from the draw on; the last are those persons
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
            Table(
                drawn.number,
                at,
                list(persons),
                drawn.sittings[at - 1],
                confirmed=(drawn.number, at) in event.confirmed,
            )
            for drawn in event.rounds
            for at, persons in enumerate(drawn.tables, 1)
        ]
        self.troubles: list[str] = []
        self._drawn = event.first_drawn()
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

    def lacking(self, number: int) -> list[int]:
        """The tables of that round that do not have all their games."""
        wanted = self.event.settings.games
        return [table.number for table in self.tables if table.round == number and len(table.valid) < wanted]

    def played(self) -> list[Played]:
        """What counts, of whom it counts."""
        most = self.event.settings.games
        return [
            without(Played(table.round, table.number, game.scores), self.event.excluded)
            for table in self.tables
            for game in table.valid[:most]
        ]

    def standings(self) -> list[Standing]:
        """The best first; equals by their names, namesakes as they came to the event."""
        event = self.event
        found = worked_out(
            event.persons,
            self.played(),
            event.settings.order,
            corrections=event.corrections,
            excluded=event.excluded,
            behind=self._behind(),
            cut=event.settings.cut,
        )
        named = {line.person: self._people.get(line.person).name.casefold() for line in found}
        return sorted(found, key=lambda line: (not line.place, line.place, named[line.person]))

    def _behind(self) -> dict[str, str]:
        """Who has left; and, once somebody has played, who has not, though all tables they sat at have."""
        left = dict.fromkeys(self.event.withdrawn, LEFT)
        played = {score.person for game in self.played() for score in game.scores}
        if not played:
            return left
        waiting = {person for table in self.tables for person in table.persons}
        for table in self.tables:
            if len(table.valid) >= self.event.settings.games:
                waiting.difference_update(table.persons)
        never = [person for person in self.event.persons if person not in played | waiting]
        return dict.fromkeys(never, NO_GAMES) | left

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
        if own and self._sat(own, come):
            self._add(own, come)
            return
        drawn = [
            table for table in self.tables if self._drawn.get(table.round, come.received) <= come.received
        ]
        fits = [table for table in drawn if self._sat(table, come)]
        here = [table for table in fits if table.number == tally.table] or fits
        begun = [table for table in here if table.sittings[0].since <= come.at]
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

    def _sat(self, table: Table, come: Come) -> list[str]:
        """Who of the table each of its lines is, as it sat when that was played; nobody, if it was not there.

        All named people sat there together. One without names has the table's number.
        """
        lines = come.tally.lines
        named = [line for line in lines if clean(line.name)]
        if len(named) < 2 and come.tally.table != table.number:
            return []
        found = []
        for at, sitting in enumerate(_known(table, come)):
            persons = self._lines(lines, sitting.persons)
            if persons:
                own = sum(map(_is_at, lines, persons, [sitting.persons] * len(lines)))
                whole = len(lines) == sum(person != NOBODY for person in sitting.persons)
                begun = sitting.since <= come.at
                found.append(((whole, own, begun, at if begun else -at), persons))
        return max(found, default=((), []))[1]

    def _lines(self, lines: Sequence[Line], there: Sequence[str]) -> list[str]:
        """Who of those there each line is: by the name, not an alias, where both fit, then by the seat."""
        if len(lines) > len(there):
            return []
        may_be = []
        for line in lines:
            if name := clean(line.name):
                may_be.append([person for person in self._people.named(name) if person in there])
            else:
                may_be.append([there[line.seat] if line.seat < len(there) else NOBODY])
        found = []
        for persons in product(*may_be):
            named = [person for person in persons if person != NOBODY]
            if len(set(named)) == len(named):
                own = sum(
                    self._people.get(person).name == clean(line.name)
                    for line, person in zip(lines, persons, strict=True)
                    if person != NOBODY
                )
                found.append((own, sum(map(_is_at, lines, persons, [there] * len(lines))), list(persons)))
        found.sort(reverse=True)
        sure = len(found) == 1 or (len(found) > 1 and found[0][:2] > found[1][:2])
        return found[0][2] if sure else []

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
        persons = self._sat(table, come) or self._by_seat(table, come)
        for line, person in zip(tally.lines, persons, strict=True):
            if person == NOBODY:
                table.troubles.append(
                    f"sheet {come.name} has a player at seat {LETTERS[line.seat]}, where nobody was drawn"
                )
                continue
            drawn = [each.persons.index(person) for each in table.sittings if person in each.persons]
            if line.seat not in drawn:
                name, seat = self._people.get(person).name, LETTERS[drawn[-1]]
                table.troubles.append(
                    f"{name} was drawn to seat {seat} and played at {LETTERS[line.seat]} (sheet {come.name})"
                )
            scores.append(Score(person, line.points or 0, line.big_points or 0, bool(line.won)))
            unconfirmed += [person] * (line.seat in tally.unconfirmed)
        if tally.rules != self.event.settings.preset:
            gives = not any(score.big_points for score in scores) and BIG_POINTS in self.event.settings.order
            table.troubles.append(
                f"sheet {come.name} was played by the rules {clean(tally.rules)},"
                f" not {self.event.settings.preset}" + ": it counts, and gives no big point" * gives
            )
        gone = come.name in self.event.annulled(table.round, table.number)
        agreed = bool(tally.confirmed) and not tally.unconfirmed
        table.games.append(Counted(come.name, tuple(scores), gone, agreed, tuple(unconfirmed)))

    def _by_seat(self, table: Table, come: Come) -> list[str]:
        """Who each line is of those who sat there then, though not all its people did: a placed sheet."""
        there = ([each for each in _known(table, come) if each.since <= come.at] or table.sittings)[
            -1
        ].persons
        named = [self._people.named(line.name) for line in come.tally.lines]
        found = [[person for person in persons if person in there] for persons in named]
        sure = [persons[0] if len(persons) == 1 else NOBODY for persons in found]
        for at, line in enumerate(come.tally.lines):
            if sure[at] == NOBODY and line.seat < len(there) and there[line.seat] not in sure:
                sure[at] = there[line.seat]
        return [NOBODY if person in sure[:at] else person for at, person in enumerate(sure)]

    # ---- paper, and what is not there ----

    def _add_typed(self, table: Table) -> None:
        """Each at the place of its number, so that a sheet of the same game is behind what was counted."""
        sheets = list(table.games)
        for number, typed in sorted(self.event.typed.get((table.round, table.number), {}).items()):
            name = paper(number)
            if number <= len(sheets):
                table.troubles.append(
                    f"game {number} is typed and came as sheet {sheets[number - 1].name}: annul one of them"
                )
            scores = [
                Score(person, typed.points[at], int(at in typed.won), at in typed.won)
                for at, person in enumerate(typed.persons)
            ]
            gone = name in self.event.annulled(table.round, table.number)
            table.games.insert(number - 1, Counted(name, tuple(scores), gone))

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


def _known(table: Table, come: Come) -> list[Sitting]:
    """How it sat until that came: the draw, and what was changed before."""
    return [each for at, each in enumerate(table.sittings) if not at or each.since < come.received]


def _is_at(line: Line, person: str, there: Sequence[str]) -> bool:
    return person != NOBODY and line.seat < len(there) and there[line.seat] == person
