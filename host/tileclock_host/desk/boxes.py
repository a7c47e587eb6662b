"""Tells a box who sits at it: names, rules and the table's number; and puts on record which box that is.

A sheet has the number of its table and the names by seat. Of which event and round it is follows from the
record: from which game on this box stands at that table.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from tileclock.storage.settings import LONGEST_NAME, NOBODY, are_names
from tileclock_host.device.clock import Clock, Refused

from .desk import Desk, Record, Said
from .entries import PEOPLE
from .errors import DeskError
from .people import People, Person
from .prices import NOBODY as EMPTY


def tables_without(record: Record, name: str | None, number: int) -> list[int]:
    """The tables of that round that nobody has told who sits there."""
    here = record.event(name)
    told = {table for at, table in here.boxes.values() if at == number}
    count = len(here.rounds[number - 1].tables)
    return [table for table in range(1, count + 1) if table not in told]


def table_for(record: Record, name: str | None, number: int, device: str, own: int) -> int:
    """The table that a box is for: where it stands, else that of its number, else the next without one."""
    here = record.event(name)
    for (box, _), (at, table) in here.boxes.items():
        if box == device and at == number:
            return table
    free = tables_without(record, name, number)
    if not free:
        raise DeskError(
            f"All tables of round {number} have their boxes: say with --table for which this one is.",
            "wrong_all_boxes",
            round=number,
        )
    return own if own in free else free[0]


def seat(
    desk: Desk, name: str | None, place: tuple[int, int], clock: Clock, can_show: Callable[[str], bool]
) -> Record:
    """Tell a box who sits there, at a table of a round, and put on record that it is the box of that table.

    `can_show`: whether the display has all letters of a name.
    """
    number, table = place
    before = desk.read()
    here = before.event(name)
    persons = here.table(number, table)
    shown: dict[str, str] = {}
    for person in persons:
        if person != EMPTY:
            shown[person] = _shown(before.people, before.people.get(person), can_show, shown.values())
    device, game = clock.identity.device, clock.latest_game()
    clock.set(
        _settings(here.settings.preset, here.settings.games, table, [shown.get(p, "") for p in persons])
    )
    if here.boxes.get((device, game)) != place:
        _end_last_round(clock)

    def change(record: Record) -> list[Said]:
        now = record.event(here.id)
        said: list[Said] = [
            (PEOPLE, "alias", {"person": person, "name": short})
            for person, short in shown.items()
            if short and person not in record.people.named(short)
        ]
        if now.boxes.get((device, game)) != place:
            said.append((now.id, "seated", {"round": number, "table": table, "device": device, "game": game}))
        return said

    return desk.add(change)


def _end_last_round(clock: Clock) -> None:
    """The start signal of a round before is none of this one."""
    with suppress(Refused):  # an older box knows of none, one that plays goes on
        clock.start_round(0)


def _settings(preset: str, games: int, table: int, names: list[str]) -> dict[str, Any]:
    """Of a table whose seats without a name are empty; a match of so many games."""
    sitting = sum(1 << seat for seat, name in enumerate(names) if name)
    everybody = [*names, *NOBODY][: len(NOBODY)]
    return {
        "preset": preset,
        "table": table,
        "names": everybody,
        "sitting": sitting,
        "match_games": games,
        "match_target": 0,
    }


def _shown(people: People, person: Person, can_show: Callable[[str], bool], taken: Collection[str]) -> str:
    """The name or alias the display has room and letters for; else the name shortened, and nobody else's."""

    def fits(name: str, mine: list[str]) -> bool:
        free = name not in taken and people.named(name) == mine
        return bool(name) and are_names([name, *NOBODY[1:]]) and can_show(name) and free

    known = [name for name in (person.name, *person.aliases) if fits(name, [person.id])]
    if known:
        return known[0]
    letters = "".join([letter for letter in person.name if can_show(letter)])
    first, *more = letters.split() or ["?"]
    initials = "".join([f" {name[0]}" for name in more])
    for mark in ("", *map(str, range(2, 100))):
        room = LONGEST_NAME - len(mark)
        short = first[: room - len(initials)] + initials if len(initials) < room else first
        found = short[:room].strip() + mark
        if fits(found, []):
            return found
    raise DeskError(
        f"{person.name} needs a shorter name for the box: `tileclock players alias` teaches one.",
        "wrong_name",
        name=person.name,
    )
