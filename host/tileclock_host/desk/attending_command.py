"""The commands of an event about who is there: added, gone, not come, put on an empty seat."""

from pathlib import Path

import click

from tileclock_host.output import counted, say

from . import people_file
from .desk import Record, Said
from .entries import PEOPLE, fitting, new_id
from .errors import DeskError
from .opening import Aim, event_options, round_option, seat_of, table_option, the_round
from .people import People, alike

_PAIRS = 10  # of names that are nearly the same, in one sentence


@click.command(
    short_help="Add people.",
    epilog="""\b
Examples:
  tileclock event add Ala "Jan Nowak"
  tileclock event add --from players.csv  a name per line, or a table
""",
)
@click.argument("names", nargs=-1)
@click.option("--from", "file", type=click.Path(path_type=Path), metavar="FILE", help="A CSV or text file.")
@click.option("--new", "as_new", is_flag=True, help="A name like another one is somebody else's.")
@event_options
def add(names: tuple[str, ...], file: Path | None, as_new: bool, aim: Aim) -> None:
    """Add people: before the first round, late, or back again.

    Who is known by that name is that person; who is not becomes one.
    """
    listed = people_file.read(file) if file else people_file.Listed([], "", "")
    wanted = [fitting(name) for name in (*names, *listed.names)]
    if not wanted:
        raise click.UsageError("Give names, or a file with --from.")

    twice = [name for at, name in enumerate(wanted) if name in wanted[:at]]

    def change(record: Record) -> list[Said]:
        if twice:
            raise DeskError(
                f"{twice[0]} is named twice: `tileclock players add` makes a second one of a name."
            )
        here = record.event(aim.event)
        known = {name: identity for name in wanted if (identity := _known(record.people, name))}
        strangers = {name: new_id() for name in wanted if name not in known}
        if not as_new:
            _not_like(record.people, list(strangers))
        people: list[Said] = [
            (PEOPLE, "person", {"id": identity, "name": name}) for name, identity in strangers.items()
        ]
        there = [(here.id, "added", {"person": (known | strangers)[name]}) for name in wanted]
        return people + there

    here = aim.add(change).event(aim.event)
    if listed.encoding:
        say(f"{file} is read as {listed.encoding}: look whether the names are right.")
    if listed.heading:
        say(f"The first line is taken for a heading: {listed.heading}.")
    say(f"{counted(len(wanted), 'person')} added: {here.name} has {len(here.present(len(here.rounds) + 1))}.")


def _known(people: People, name: str) -> str:
    found = people.named(name)
    if len(found) > 1:
        raise DeskError(
            f"Several are called {name}: say which, {', '.join(people.get(p).short for p in found)}."
        )
    if found:
        return found[0]
    return people.find(name).id if name in {person.short for person in people.all()} else ""


def _not_like(people: People, names: list[str]) -> None:
    """Refuse new names that are nearly a known one, or one before them in the list."""
    near = [(name, like[0]) for name in names if (like := people.like(name))]
    near += [(name, like[0]) for at, name in enumerate(names) if (like := alike(name, names[:at]))]
    if near:
        pairs = "; ".join([f"{name} is nearly {like}" for name, like in near[:_PAIRS]])
        more = f"; and {len(near) - _PAIRS} more" if len(near) > _PAIRS else ""
        raise DeskError(
            f"{pairs}{more}: give that name, teach it by `tileclock players alias`, or say --new"
            " for somebody else. Nobody was added."
        )


@click.command(
    short_help="Have somebody leave.",
    epilog="""\b
Examples:
  tileclock event withdraw Ala            from the next round on
  tileclock event withdraw Ala --round 2  also from a round that is drawn
""",
)
@click.argument("person")
@click.option("--round", "number", type=int, metavar="N", help="The first round without them; else the next.")
@event_options
def withdraw(person: str, number: int | None, aim: Aim) -> None:
    """Have somebody leave; of a round that is drawn the table goes on with an empty seat."""

    def change(record: Record) -> list[Said]:
        here = record.event(aim.event)
        first = number or len(here.rounds) + 1
        return [(here.id, "withdrawn", {"person": record.people.find(person).id, "round": first})]

    record = aim.add(change)
    here = record.event(aim.event)
    say(
        f"{record.people.find(person).name} has left:"
        f" {here.name} goes on with {len(here.present(len(here.rounds) + 1))}."
    )


@click.command(
    short_help="Note that somebody did not come.",
    epilog="""\b
Example:
  tileclock event absent Ala --round 2
""",
)
@click.argument("person")
@round_option
@event_options
def absent(person: str, number: int | None, aim: Aim) -> None:
    """Note that somebody did not come to a round: the seat stays empty."""

    def change(record: Record) -> list[Said]:
        here = record.event(aim.event)
        said = {"person": record.people.find(person).id, "round": the_round(here, number)}
        return [(here.id, "absent", said)]

    record = aim.add(change)
    say(f"{record.people.find(person).name} is not there in this round.")


@click.command(
    short_help="Put somebody on an empty seat.",
    epilog="""\b
Example:
  tileclock event fill Ewa --table 3 --seat B
""",
)
@click.argument("person")
@table_option
@click.option("--seat", required=True, metavar="LETTER", help="An empty one, A to D.")
@round_option
@event_options
def fill(person: str, table: int, seat: str, number: int | None, aim: Aim) -> None:
    """Put somebody on a seat that is empty: who came late, for who has left."""

    def change(record: Record) -> list[Said]:
        here = record.event(aim.event)
        said = {"person": record.people.find(person).id, "round": the_round(here, number)}
        return [(here.id, "filled", {**said, "table": table, "seat": seat_of(seat)})]

    record = aim.add(change)
    say(f"{record.people.find(person).name} sits at table {table}, seat {seat.upper()}.")
