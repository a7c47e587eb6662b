"""The command `tileclock judge`: what the judge rules, on record with time, table and words."""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import click

from tileclock_host.facts.text import clean
from tileclock_host.output import json_option, print_json, say

from . import lines
from .desk import Record
from .event import Event
from .event import Said as Judged
from .opening import Aim, event_options, round_option, table_option, words
from .people import People
from .rulings import EXCLUSION, RULING, WARNING, Judge


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  tileclock judge                         what was ruled at the latest event
  tileclock judge warn Ala --table 3 touched the tiles after time
  tileclock judge correct Ala --points -20 wrong count, round 2
  tileclock judge annul --table 3 --game 2 a tile was missing
""",
)
@event_options
@json_option
def judge(as_json: bool, aim: Aim) -> None:
    """List what the judge has ruled; the commands put it on record, where it stays."""
    if click.get_current_context().invoked_subcommand:
        return
    record = aim.read()
    here = record.event(aim.event)
    if as_json:
        print_json(
            [
                {**vars(each), "at": each.at.isoformat(), "person": _name(record.people, each)}
                for each in here.judged
            ]
        )
    elif not here.judged:
        say(f"The judge has ruled nothing at {here.name}.")
    else:
        rows = [
            [
                str(each.number),
                f"{each.at.astimezone():%H:%M}",
                each.kind,
                _where(each),
                _name(record.people, each),
            ]
            for each in here.judged
        ]
        said = [clean(each.words) for each in here.judged]
        for at, line in enumerate(lines.table(["entry", "at", "what", "where", "who"], rows, right=(0,))):
            say(f"{line}  {said[at - 1]}" if at else line)


def _name(people: People, each: Judged) -> str:
    return people.get(each.person).name if each.person else ""


def _where(each: Judged) -> str:
    return f"round {each.round}" + (f", table {each.table}" if each.table else "") if each.round else ""


@contextmanager
def _judge(aim: Aim) -> Iterator[Judge]:
    with aim.open() as (desk, store):
        yield Judge(desk, store, aim.event)


@dataclass(frozen=True)
class _Ruling:
    """What the judge says, and where."""

    aim: Aim
    round: int | None
    table: int | None
    words: str

    def put(self, kind: str, person: str) -> tuple[Record, Event]:
        """Put it on record."""
        with _judge(self.aim) as judge:
            record = judge.rule(kind, person, self.words, self.round, self.table)
        return record, record.event(self.aim.event)


def _ruling(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the words, where, and at which event; the command gets them as one `ruling`."""

    @click.argument("why", nargs=-1, required=True)
    @round_option
    @click.option("--table", type=int, metavar="N", help="Else where they sit.")
    @event_options
    @functools.wraps(command)
    def with_ruling(
        *args: Any, why: tuple[str, ...], number: int | None, table: int | None, aim: Aim, **others: Any
    ) -> Any:
        return command(*args, ruling=_Ruling(aim, number, table, words(why)), **others)

    return with_ruling


@judge.command(
    epilog="""\b
Example:
  tileclock judge warn Ala touched the tiles after time
"""
)
@click.argument("person")
@_ruling
def warn(person: str, ruling: _Ruling) -> None:
    """Warn somebody."""
    record, here = ruling.put(WARNING, person)
    who = record.people.find(person)
    count = sum(each.kind == WARNING and each.person == who.id for each in here.judged)
    say(f"{who.name} is warned, {'the first time' if count == 1 else f'{count} times now'} at {here.name}.")


@judge.command(
    short_help="Exclude somebody.",
    epilog="""\b
Example:
  tileclock judge exclude Ala played on after the second warning
""",
)
@click.argument("person")
@_ruling
def exclude(person: str, ruling: _Ruling) -> None:
    """Exclude somebody: no place, no further draw; from that round on the games count as the event says."""
    record, here = ruling.put(EXCLUSION, person)
    who = record.people.find(person)
    since = here.excluded[who.id]
    say(f"{who.name} is excluded; {f'games from round {since} on are void' if since else 'all games stand'}.")


@judge.command(
    epilog="""\b
Example:
  tileclock judge rule --table 3 the move stands
"""
)
@click.option("--person", default="", metavar="PERSON", help="Whom it is about.")
@_ruling
def rule(person: str, ruling: _Ruling) -> None:
    """Put a ruling on record."""
    _, here = ruling.put(RULING, person)
    say(f"Ruling {here.judged[-1].number} is on record.")


@judge.command(
    short_help="Correct points by hand.",
    epilog="""\b
Example:
  tileclock judge correct Ala --points -20 wrong count in round 2
""",
)
@click.argument("person")
@click.argument("why", nargs=-1, required=True)
@click.option("--points", default=0, metavar="N", help="To give or, with a minus, to take.")
@click.option("--big-points", default=0, metavar="N", help="The same.")
@event_options
def correct(person: str, why: tuple[str, ...], points: int, big_points: int, aim: Aim) -> None:
    """Correct somebody's points by hand. What a sheet has wrong is for `tileclock amend`."""

    with _judge(aim) as judge:
        record = judge.correct(person, points, big_points, words(why))
    big = f" and {big_points:+d} big points" if big_points else ""
    say(f"{record.people.find(person).name}: {points:+d} points{big}.")


@judge.command(
    short_help="Annul a game.",
    epilog="""\b
Example:
  tileclock judge annul --table 3 --game 2 a tile was missing
""",
)
@click.argument("why", nargs=-1, required=True)
@table_option
@click.option(
    "--game", required=True, metavar="N", help="Which of this table: its number, sheet, or paper-2."
)
@round_option
@event_options
def annul(why: tuple[str, ...], table: int, game: str, number: int | None, aim: Aim) -> None:
    """Annul a game: it stays on record and counts no more; the one played again counts."""
    with _judge(aim) as judge:
        name = judge.annul(table, game, words(why), number)
    say(f"Game {name} of table {table} is annulled.")


@judge.command(
    short_help="Announce something on the wall.",
    epilog="""\b
Examples:
  tileclock judge announce Round 2 begins at 14:30
  tileclock judge undo 17 it has begun
""",
)
@click.argument("what", nargs=-1, required=True)
@event_options
def announce(what: tuple[str, ...], aim: Aim) -> None:
    """Announce something: it stands on the page of `tileclock live` until another does, or it is undone."""
    with _judge(aim) as judge:
        record = judge.announce(words(what))
    say(f"Announcement {record.event(aim.event).judged[-1].number} stands on the wall.")


@judge.command(
    short_help="Take a ruling back.",
    epilog="""\b
Example:
  tileclock judge undo 17 it was the other table
""",
)
@click.argument("entry", type=int)
@click.argument("why", nargs=-1, required=True)
@event_options
def undo(entry: int, why: tuple[str, ...], aim: Aim) -> None:
    """Take a ruling back by a second entry: both stay on record."""
    with _judge(aim) as judge:
        judge.take_back(entry, words(why))
    say(f"Entry {entry} is taken back.")
