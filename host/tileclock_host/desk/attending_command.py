"""The commands of an event about who is there: added, gone, not come, put on an empty seat."""

import csv
import io
from pathlib import Path

import click

from tileclock_host.files import Unusable, whole
from tileclock_host.output import counted, say

from .desk import Record, Said
from .entries import PEOPLE, new_id
from .errors import DeskError
from .opening import Aim, event_options, round_option, seat_of, table_option, the_round
from .people import People

_LONGEST_LIST = 1 << 20  # bytes of a file with names


@click.command(
    short_help="Add people.",
    epilog="""\b
Examples:
  tileclock event add Ala "Jan Nowak"
  tileclock event add --from players.csv  the names in its first column
""",
)
@click.argument("names", nargs=-1)
@click.option("--from", "file", type=click.Path(path_type=Path), metavar="FILE", help="A CSV or text file.")
@click.option("--new", "as_new", is_flag=True, help="Who is like somebody known is somebody else.")
@event_options
def add(names: tuple[str, ...], file: Path | None, as_new: bool, aim: Aim) -> None:
    """Add people: before the first round, late, or back again.

    Who is known by that name is that person; who is not becomes one.
    """
    wanted = [*names, *(_names(file) if file else [])]
    if not wanted:
        raise click.UsageError("Give names, or a file with --from.")

    twice = [name for at, name in enumerate(wanted) if name in wanted[:at]]

    def change(record: Record) -> list[Said]:
        if twice:
            raise DeskError(
                f"{twice[0]} is named twice: `tileclock players add` makes a second one of a name."
            )
        here = record.event(aim.event)
        people: list[Said] = []
        there: list[Said] = []
        for name in wanted:
            identity = _known(record.people, name)
            if not identity:
                _not_like(record.people, name, as_new)
                identity = new_id()
                people.append((PEOPLE, "person", {"id": identity, "name": name}))
            there.append((here.id, "added", {"person": identity}))
        return people + there

    here = aim.add(change).event(aim.event)
    say(f"{counted(len(wanted), 'person')} added: {here.name} has {len(here.present(len(here.rounds) + 1))}.")


def _names(file: Path) -> list[str]:
    try:
        text = whole(file, _LONGEST_LIST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.ClickException(
            f"{file} is no text in UTF-8: save it as CSV with UTF-8. Nobody was added."
        ) from error
    except Unusable as error:
        raise click.ClickException(f"{error.message} Nobody was added.") from error
    rows = csv.reader(io.StringIO(text), delimiter=";" if ";" in text.partition("\n")[0] else ",")
    try:
        return [row[0].strip() for row in rows if row and row[0].strip()]
    except csv.Error as error:
        raise click.ClickException(
            f"{file} is no list of names ({error}, line {rows.line_num}): name another. Nobody was added."
        ) from error


def _known(people: People, name: str) -> str:
    found = people.named(name)
    if len(found) > 1:
        raise DeskError(
            f"Several are called {name}: say which, {', '.join(people.get(p).short for p in found)}."
        )
    if found:
        return found[0]
    return people.find(name).id if name in {person.short for person in people.all()} else ""


def _not_like(people: People, name: str, as_new: bool) -> None:
    like = people.like(name)
    if like and not as_new:
        raise DeskError(
            f"{name} is nearly {like[0]}: give that name, teach it by `tileclock players alias`, or say --new"
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
