"""An event as it follows from its entries: who is there, rounds with their tables, what the judge said."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from tileclock_host.sheets.text import LETTERS

from .entries import Entry, Left, apply, gaps, standing, taken_back, unread
from .errors import DeskError
from .people import People
from .prices import NOBODY, SEATS, Round
from .seating import MODES
from .standings import CRITERIA, Correction

STANDS, VOID = "stand", "void"  # the games somebody plays after being excluded
AFTER = (STANDS, VOID)
MOST_ROUNDS, MOST_GAMES, MOST_DAYS, MOST_PERSONS = 50, 20, 60, 2_000
LONGEST_ROUND = 240  # minutes, as a box takes them
_YEARS = (1970, 2199)  # a store can keep


@dataclass(frozen=True)
class Typed:
    """A game that was typed from paper."""

    game: int
    persons: tuple[str, ...]  # who sat there when it was typed, by seat
    points: tuple[int, ...]  # of each of them
    won: tuple[int, ...]  # which of them, from 0


@dataclass(frozen=True)
class Sitting:
    """Who sits at a table from that moment on, by seat, or nobody."""

    since: datetime
    persons: tuple[str, ...]


@dataclass
class Drawn:
    """A round."""

    number: int
    mode: str
    seed: int
    at: datetime
    tables: list[list[str]]  # persons by seat, or nobody
    sittings: list[list[Sitting]] = field(init=False)  # of each table, from the draw on

    def __post_init__(self) -> None:
        self.sittings = [[Sitting(self.at, tuple(table))] for table in self.tables]

    def put(self, table: int, seat: int, person: str, at: datetime) -> None:
        """Somebody, or nobody, sits there now. What was played before stays with those who sat there then."""
        persons = self.tables[table]
        persons += [NOBODY] * (seat + 1 - len(persons))
        persons[seat] = person
        self.sittings[table].append(Sitting(at, tuple(persons)))

    def seat_of(self, person: str) -> tuple[int, int] | None:
        """Table and seat, both from 0."""
        for number, table in enumerate(self.tables):
            if person in table:
                return number, table.index(person)
        return None


@dataclass(frozen=True)
class Started:
    """The start signal of a round, and how long its time runs from then on."""

    round: int
    at: datetime
    seconds: int

    @property
    def ends(self) -> datetime:
        return self.at + timedelta(seconds=self.seconds)


@dataclass(frozen=True)
class Said:
    """What the judge has put on record."""

    number: int
    kind: str
    person: str
    round: int
    table: int
    words: str
    at: datetime


@dataclass(frozen=True)
class Settings:
    """What was said of the event when it was made."""

    name: str
    date: str
    days: int
    preset: str
    rounds: int
    games: int
    mode: str
    cut: int
    after: str
    order: list[str]

    @property
    def begins(self) -> datetime:
        """In the time of this place."""
        return datetime.combine(date.fromisoformat(self.date), datetime.min.time()).astimezone()

    @property
    def ends(self) -> datetime:
        """The morning after its last day: an evening may be long."""
        return self.begins + timedelta(days=self.days, hours=6)


@dataclass
class _State:
    withdrawn: dict[str, int] = field(default_factory=dict)  # from which round on
    typed: dict[tuple[int, int], dict[int, Typed]] = field(default_factory=dict)
    placed: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    boxes: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    started: dict[int, Started] = field(default_factory=dict)
    confirmed: set[tuple[int, int]] = field(default_factory=set)
    annulled: dict[tuple[int, int], set[str]] = field(default_factory=dict)
    excluded: dict[str, int] = field(default_factory=dict)


class Event:
    """Rounds and tables are counted from 1 in entries; a person is who they are after merging.

    `left` has the entries that do not count here, with why. If this program cannot read all of the record, it
    believes what stands behind the gap: a person who is drawn is there, and round 3 has two before it.
    """

    def __init__(self, identity: str, entries: Sequence[Entry], people: People) -> None:
        self.id = identity
        self._people = people
        self.entries = list(entries)
        self.persons: list[str] = []
        self.rounds: list[Drawn] = []
        self.judged: list[Said] = []
        self.corrections: list[Correction] = []
        self._state = _State()
        found = standing(self.entries)
        if not found or found[0].kind != "made":
            raise DeskError("The first entry of an event says what it is, and cannot be taken back.")
        self.settings = _settings(found[0].said)
        self.made = found[0].made
        gone = taken_back(self.entries)
        self._gone = [entry for entry in self.entries if entry.known and entry.number in gone]
        self._gaps = people.gaps or gaps(self.entries)
        self.left: dict[int, Left] = unread(self.entries, self.name, "tileclock event undo")
        does: dict[str, Callable[[Entry], None]] = {
            "added": self._added,
            "withdrawn": self._withdrawn,
            "absent": self._absent,
            "filled": self._filled,
            "drawn": self._drawn,
            "started": self._started,
            "seated": self._seated,
            "placed": self._placed,
            "result": self._result,
            "confirmed": self._confirmed,
            "correction": self._correction,
            "annulment": self._annulment,
            "announcement": self._announced,
            **dict.fromkeys(("warning", "exclusion", "ruling"), self._said),
        }
        newer = any(why.newer for why in (*self.left.values(), *people.left.values()))
        self.left |= apply(found[1:], does, self.name, after_newer=newer)

    # ---- asking ----

    @property
    def name(self) -> str:
        return self.settings.name

    @property
    def typed(self) -> dict[tuple[int, int], dict[int, Typed]]:
        return self._state.typed

    @property
    def placed(self) -> dict[tuple[str, int], tuple[int, int]]:
        return self._state.placed

    @property
    def boxes(self) -> dict[tuple[str, int], tuple[int, int]]:
        """The box, and its last game before; the round and the table it has stood at since."""
        return self._state.boxes

    @property
    def started(self) -> dict[int, Started]:
        """By round, the latest signal."""
        return self._state.started

    @property
    def confirmed(self) -> set[tuple[int, int]]:
        return self._state.confirmed

    @property
    def excluded(self) -> dict[str, int]:
        """Who, and from which round on their games are void; 0: they stand."""
        return self._state.excluded

    def annulled(self, number: int, table: int) -> set[str]:
        return self._state.annulled.get((number, table), set())

    def first_drawn(self) -> dict[int, datetime]:
        """When each round was drawn, or first drawn before that was taken back: no game of it is older."""
        found: dict[int, datetime] = {}
        for entry in self.entries:
            if entry.known and entry.kind == "drawn":
                found.setdefault(entry.said["round"], entry.made)
        return found

    @property
    def withdrawn(self) -> set[str]:
        return set(self._state.withdrawn)

    def present(self, number: int) -> list[str]:
        """Who can be drawn for that round."""
        gone = self._state.withdrawn
        return [
            person
            for person in self.persons
            if gone.get(person, number + 1) > number and person not in self._state.excluded
        ]

    def history(self) -> list[Round]:
        return [[tuple(table) for table in drawn.tables] for drawn in self.rounds]

    def table(self, number: int, table: int) -> list[str]:
        """Who sits there, by seat; refused, if there is no such table."""
        if not 1 <= number <= len(self.rounds):
            raise DeskError(f"Round {number} is not drawn: {self.name} has {len(self.rounds)} rounds so far.")
        tables = self.rounds[number - 1].tables
        if not 1 <= table <= len(tables):
            raise DeskError(
                f"Round {number} has no table {table}: it has tables 1 to {len(tables)}.",
                "wrong_table",
                round=number,
                table=table,
                tables=len(tables),
            )
        return tables[table - 1]

    # ---- who is there ----

    def _there(self, said: dict[str, Any]) -> str:
        person = self._people.get(said["person"])
        if person.id not in self.persons and not self._is_in_gap(person.id):
            raise DeskError(
                f"{person.name} is not at {self.name}: `tileclock event add` does that.",
                "wrong_not_here",
                name=person.name,
            )
        return person.id

    def _is_in_gap(self, person: str) -> bool:
        """Whether somebody came by an entry that cannot be read; then they are there from now on."""
        found = self._gaps and person not in [e.said["person"] for e in self._gone if e.kind == "added"]
        if found:
            self.persons.append(person)
        return found

    def _added(self, entry: Entry) -> None:
        person = self._people.get(entry.said["person"])
        if person.id in self.persons:
            if person.id not in self._state.withdrawn:
                raise DeskError(f"{person.name} is at {self.name} already.")
            del self._state.withdrawn[person.id]
            return
        if len(self.persons) >= MOST_PERSONS:
            raise DeskError(f"An event has at most {MOST_PERSONS:,} persons.")
        self.persons.append(person.id)

    def _withdrawn(self, entry: Entry) -> None:
        """From that round on; of a round that is drawn the seat stays empty."""
        person, first = self._there(entry.said), entry.said["round"]
        if person in self._state.withdrawn:
            raise DeskError(f"{self._people.get(person).name} has left {self.name} already.")
        if not 1 <= first <= len(self.rounds) + 1:
            raise DeskError(f"Round {first} is not one to leave at: the next one is {len(self.rounds) + 1}.")
        self._state.withdrawn[person] = first
        for drawn in self.rounds[first - 1 :]:
            self._leave(drawn, person, entry.made)

    def _absent(self, entry: Entry) -> None:
        person, number = self._there(entry.said), entry.said["round"]
        self.table(number, 1)
        if not self._leave(self.rounds[number - 1], person, entry.made):
            raise DeskError(f"{self._people.get(person).name} has no seat in round {number}.")

    def _leave(self, drawn: Drawn, person: str, at: datetime) -> bool:
        place = drawn.seat_of(person)
        if place is not None:
            drawn.put(*place, NOBODY, at)
        return place is not None

    def _filled(self, entry: Entry) -> None:
        said = entry.said
        person, table, seat = self._there(said), self.table(said["round"], said["table"]), said["seat"]
        drawn = self.rounds[said["round"] - 1]
        if drawn.seat_of(person):
            raise DeskError(f"{self._people.get(person).name} has a seat in round {drawn.number} already.")
        if not 0 <= seat < SEATS:
            raise DeskError("A seat is one of A to D.")
        if seat < len(table) and table[seat] != NOBODY:
            raise DeskError(
                f"{self._people.get(table[seat]).name} sits at seat {LETTERS[seat]} of table {said['table']}."
            )
        drawn.put(said["table"] - 1, seat, person, entry.made)

    # ---- rounds ----

    def _drawn(self, entry: Entry) -> None:
        said = entry.said
        self._fill_gap(said["round"], entry.made)
        if said["round"] != len(self.rounds) + 1:
            raise DeskError(
                f"Round {said['round']} cannot be drawn now: {self.name} has {len(self.rounds)} so far."
            )
        tables = [[self._people.who(person) for person in table] for table in said["tables"]]
        seated = [person for table in tables for person in table]
        strangers = set(seated) - set(self.present(said["round"]))
        there = all(
            person not in self.persons and self._is_in_gap(self._people.get(person).id)
            for person in sorted(strangers)
        )
        if len(set(seated)) < len(seated) or not there:
            raise DeskError("Meanwhile somebody came or left: draw again.", "wrong_changed")
        if said["mode"] not in MODES or not all(2 <= len(table) <= SEATS for table in tables):
            raise DeskError(f"Round {said['round']} was not drawn by this program.")
        self.rounds.append(Drawn(said["round"], said["mode"], said["seed"], entry.made, tables))

    def _fill_gap(self, number: int, at: datetime) -> None:
        """Rounds before it whose draws cannot be read have no tables here."""
        undrawn = {entry.said["round"] for entry in self._gone if entry.kind == "drawn"}
        missing = range(len(self.rounds) + 1, min(number, MOST_ROUNDS + 1))
        if self._gaps and not undrawn & set(missing):
            self.rounds += [Drawn(each, MODES[0], 0, at, []) for each in missing]

    def _started(self, entry: Entry) -> None:
        number, seconds = entry.said["round"], entry.said["seconds"]
        self.table(number, 1)
        if not 60 <= seconds <= LONGEST_ROUND * 60:
            raise DeskError(
                f"A round lasts 1 to {LONGEST_ROUND} minutes.", "wrong_minutes", most=LONGEST_ROUND
            )
        self._state.started[number] = Started(number, entry.made, seconds)

    def _seated(self, entry: Entry) -> None:
        """The box of that number stands at this table; its games behind that one are played there."""
        said = entry.said
        self.table(said["round"], said["table"])
        self._state.boxes[said["device"], said["game"]] = said["round"], said["table"]

    def _placed(self, entry: Entry) -> None:
        """Sheets of that match belong there; to no table, if the round is 0."""
        said = entry.said
        if said["round"]:
            self.table(said["round"], said["table"])
        self._state.placed[said["device"], said["match"]] = said["round"], said["table"]

    def _result(self, entry: Entry) -> None:
        said = entry.said
        where = said["round"], said["table"]
        persons = tuple([person for person in self.table(*where) if person != NOBODY])
        if len(said["points"]) != len(persons) or not set(said["won"]) <= set(range(len(persons))):
            raise DeskError(
                f"Table {where[1]} has {len(persons)} players: give their points in the order of seats."
            )
        if said["game"] in self._state.typed.get(where, {}):
            raise DeskError(
                f"Game {said['game']} of table {where[1]} in round {where[0]} is typed already:"
                " take that back first with `tileclock event undo`."
            )
        if not 1 <= said["game"] <= MOST_GAMES:
            raise DeskError(f"The game must be 1 to {MOST_GAMES}.")
        typed = Typed(said["game"], persons, tuple(said["points"]), tuple(said["won"]))
        self._state.typed.setdefault(where, {})[typed.game] = typed
        # An annulment was of the result before it, which was taken back.
        self._state.annulled.get(where, set()).discard(paper(typed.game))

    def _confirmed(self, entry: Entry) -> None:
        where = entry.said["round"], entry.said["table"]
        self.table(*where)
        if where in self._state.confirmed:
            raise DeskError(f"Table {where[1]} has confirmed round {where[0]} already.")
        self._state.confirmed.add(where)

    # ---- the judge ----

    def _said(self, entry: Entry) -> None:
        said = entry.said
        person = self._there(said) if said["person"] else ""
        words = _words(said["words"])
        if entry.kind == "exclusion":
            if person in self._state.excluded:
                name = self._people.get(person).name
                raise DeskError(f"{name} is excluded already.", "wrong_excluded", name=name)
            void = self.settings.after == VOID
            self._state.excluded[person] = max(1, said["round"]) if void else 0
        self.judged.append(
            Said(entry.number, entry.kind, person, said["round"], said["table"], words, entry.made)
        )

    def _correction(self, entry: Entry) -> None:
        said = entry.said
        person, words = self._there(said), _words(said["words"])
        if not said["points"] and not said["big_points"]:
            raise DeskError(
                "A correction changes points: say how many, such as --points -20.", "wrong_no_points"
            )
        self.corrections.append(Correction(person, said["points"], said["big_points"]))
        big = f" and {said['big_points']:+d} big" * bool(said["big_points"])
        told = f"{said['points']:+d}{big}: {words}"
        self.judged.append(Said(entry.number, entry.kind, person, 0, 0, told, entry.made))

    def _announced(self, entry: Entry) -> None:
        words = _words(entry.said["words"])
        self.judged.append(Said(entry.number, entry.kind, "", 0, 0, words, entry.made))

    def _annulment(self, entry: Entry) -> None:
        said = entry.said
        where = said["round"], said["table"]
        self.table(*where)
        words = _words(said["words"])
        if said["game"] in self.annulled(*where):
            raise DeskError(f"{said['game']} is annulled already.", "wrong_annulled", game=said["game"])
        self._state.annulled.setdefault(where, set()).add(said["game"])
        told = f"{said['game']}: {words}"
        self.judged.append(Said(entry.number, entry.kind, "", *where, told, entry.made))


def paper(game: int) -> str:
    """The name of a game that was typed."""
    return f"paper-{game}"


def _words(said: str) -> str:
    if not said.strip():
        raise DeskError("Say why: the words are on record.", "wrong_no_words")
    return said


def _settings(said: dict[str, Any]) -> Settings:
    found = Settings(**said)
    try:
        day = date.fromisoformat(found.date)
    except ValueError as error:
        raise DeskError(f"The date {found.date} must be a day such as 2026-09-21.") from error
    if not _YEARS[0] <= day.year <= _YEARS[1]:
        raise DeskError(f"The year {day.year} must be {_YEARS[0]} to {_YEARS[1]}.")
    for name, most in (("rounds", MOST_ROUNDS), ("games", MOST_GAMES), ("days", MOST_DAYS)):
        if not 1 <= getattr(found, name) <= most:
            raise DeskError(f"The {name} must be 1 to {most}.")
    if not 0 <= found.cut <= MOST_PERSONS:
        raise DeskError(f"The cut must be 0 to {MOST_PERSONS}.")
    if not found.order or len(set(found.order)) < len(found.order) or not set(found.order) <= set(CRITERIA):
        raise DeskError(f"The order must be some of {', '.join(CRITERIA)}, each once.")
    if found.mode not in MODES or found.after not in AFTER:
        raise DeskError(
            f"The mode must be one of {', '.join(MODES)}; after an exclusion: {' or '.join(AFTER)}."
        )
    return found
