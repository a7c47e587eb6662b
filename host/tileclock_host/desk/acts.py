"""What a director does to a round, for commands and rehearsals: draw it, and note who has confirmed."""

from collections.abc import Sequence
from dataclasses import dataclass

from tileclock_host.sheets.store import Store

from . import seating
from .desk import Desk, Record, Said
from .entries import UNDONE, standing
from .errors import DeskError
from .event import Event
from .opening import results_of, the_round
from .people import People
from .prices import NOBODY
from .standings import Line as Standing

_OF_A_DRAW = ("drawn", "seated", "started")  # kinds of entries


@dataclass(frozen=True)
class Draw:
    """How a round is drawn."""

    seed: int
    mode: str | None = None  # else as the event says
    size: int | None = None  # of a final; else the cut
    pairs: bool = False  # whether a table of two is allowed
    number: int | None = None  # which round it is to be, for who may have looked at an older state
    yes: bool = False  # also where games of the round before are missing


class Unplayed(DeskError):
    """Games of the round before are missing: somebody has to say that the next one is drawn all the same."""

    def __init__(self, number: int, tables: Sequence[int]) -> None:
        where = f"table{'s' * (len(tables) > 1)} {', '.join(map(str, tables))}"
        self.said = f"Round {number} lacks games of {where}"
        super().__init__(f"{self.said}: give --yes to draw round {number + 1} all the same.")


def draw(desk: Desk, store: Store, name: str | None, how: Draw) -> Record:
    """Draw the next round of the event of that name; refused, if games of the last one are missing."""
    before = desk.read()
    here = before.event(name)
    results = results_of(store, before, here)
    ranking, lacking = results.standings(), results.lacking(len(here.rounds))

    def change(record: Record) -> list[Said]:
        now = record.event(here.id)
        if now.entries != here.entries:
            raise DeskError(
                "Another desk has changed the event meanwhile: look, and draw again.", "wrong_changed"
            )
        if how.number and how.number <= len(now.rounds):
            raise DeskError(f"Round {how.number} is drawn already.", "wrong_drawn", round=how.number)
        if how.number and how.number > len(now.rounds) + 1:
            raise DeskError("Another desk has taken a round back: look, and draw again.", "wrong_changed")
        if lacking and not how.yes:
            raise Unplayed(len(now.rounds), lacking)
        mode = how.mode or now.settings.mode
        tables = _by_names(now, record.people, mode, how, ranking)
        said = {"round": len(now.rounds) + 1, "mode": mode, "seed": how.seed}
        return [(now.id, "drawn", {**said, "tables": tables})]

    return desk.add(change)


def undraw(desk: Desk, name: str | None, number: int, words: str) -> None:
    """Take the draw of that round, the latest, back, and with it what the boxes were told of it."""
    asked = False

    def change(record: Record) -> list[Said]:
        nonlocal asked
        here = record.event(name)
        if the_round(here, None) != number:
            raise DeskError(f"The latest round is not {number} any more: look again.", "wrong_changed")
        asked = True
        gone = [e for e in standing(here.entries) if e.kind in _OF_A_DRAW and e.said["round"] == number]
        return [(here.id, UNDONE, {"entry": each.number, "words": words}) for each in gone]

    try:
        desk.add(change)
    except DeskError as error:
        if not asked:
            raise
        raise DeskError(
            f"What came later stands on the draw; take that back first. Without it: {error}", "wrong_needed"
        ) from error


def _by_names(
    here: Event, people: People, mode: str, how: Draw, ranking: Sequence[Standing]
) -> list[list[str]]:
    """The draw of names: persons are taken in their order, namesakes as they came to the event.

    Their identities are random, and in another store they are others.
    """
    ordered = sorted(here.persons, key=lambda person: people.get(person).name)
    number = {person: f"{at:06}" for at, person in enumerate(ordered)}
    tables = seating.draw(
        mode,
        [number[person] for person in _drawn_from(here, mode, ranking, how.size)],
        [[tuple([number.get(person, NOBODY) for person in table]) for table in t] for t in here.history()],
        how.seed,
        places={number[line.person]: line.place for line in ranking if line.place and line.person in number},
        rounds_left=max(1, here.settings.rounds - len(here.rounds)),
        pairs=how.pairs,
    )
    return [[ordered[int(each)] for each in table] for table in tables]


def _drawn_from(here: Event, mode: str, ranking: Sequence[Standing], size: int | None) -> list[str]:
    """Who is drawn: all who are there, or those of the final."""
    persons = here.present(len(here.rounds) + 1)
    if mode != seating.FINAL:
        return persons
    count = here.settings.cut if size is None else size
    if count > 0:
        seating.check_final(count)
    places = {line.person: line.place for line in ranking if line.person in persons and not line.mark}
    ranked = sorted(places, key=lambda person: places[person])
    if not 1 <= count <= len(ranked):
        raise DeskError(
            "Say with --size how many are in the final: no more than are here and have played.",
            "wrong_final",
        )
    if count < len(ranked) and places[ranked[count - 1]] == places[ranked[count]]:
        raise DeskError(
            f"Place {places[ranked[count]]} is shared by some before and some behind the line: let them play,"
            " and correct with `tileclock judge correct`.",
            "wrong_shared",
            place=places[ranked[count]],
        )
    return ranked[:count]


def confirm(
    desk: Desk, store: Store, name: str | None, number: int | None = None, table: int | None = None
) -> tuple[int, int]:
    """Note that a table, or each that has its games, has confirmed; how many that are, and are to come."""
    before = desk.read()
    found = results_of(store, before, before.event(name))
    which = the_round(found.event, number)
    tables = [found.table(which, table)] if table else [t for t in found.tables if t.round == which]
    enough = found.event.settings.games
    ready = [t for t in tables if not t.confirmed and (table or len(t.valid) >= enough)]
    short = [t for t in ready if len(t.valid) < enough]
    if short:
        raise DeskError(f"Table {table} cannot confirm: {'; '.join(short[0].troubles)}.")

    def change(record: Record) -> list[Said]:
        here = record.event(found.event.id)
        there = [t for t in ready if table or (which, t.number) not in here.confirmed]
        return [(here.id, "confirmed", {"round": which, "table": t.number}) for t in there]

    desk.add(change)
    return len(ready), sum(not t.confirmed for t in found.tables if t.round == which) - len(ready)
