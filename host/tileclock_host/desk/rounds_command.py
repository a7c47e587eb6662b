"""The commands of an event about its rounds: the draw, where sheets belong, results from paper, confirmed."""

import secrets
from dataclasses import replace

import click

from tileclock_host.device.options import agreed
from tileclock_host.output import counted, json_option, print_json, say
from tileclock_host.sheets.opening import the_game

from . import acts, lines, seating
from .desk import Record, Said
from .entries import LARGEST_NUMBER
from .errors import DeskError
from .opening import Aim, event_options, results_of, round_option, table_option, the_round
from .prices import NOBODY
from .rules import check, rules_of, winners


@click.command(
    short_help="Draw the next round.",
    epilog="""\b
Examples:
  tileclock event draw                    the next round, as the event says
  tileclock event draw --mode swiss
  tileclock event draw --mode final --size 4
  tileclock event draw --seed 2027        the same draw again
""",
)
@click.option("--mode", type=click.Choice(seating.MODES), help="Else as the event says.")
@click.option(
    "--seed", type=click.IntRange(0, LARGEST_NUMBER), metavar="N", help="Else one is drawn, and printed."
)
@click.option(
    "--size", type=click.IntRange(1), metavar="N", help="How many are in the final: 4, 8, 16 …; else the cut."
)
@click.option("--pairs", is_flag=True, help="Allow a table of two where it does not come out.")
@click.option("--yes", is_flag=True, help="Do not ask, though games of the last round are missing.")
@event_options
@json_option
def draw(  # noqa: PLR0913, PLR0917 – click passes every option by its name
    mode: str | None, seed: int | None, size: int | None, pairs: bool, yes: bool, as_json: bool, aim: Aim
) -> None:
    """Draw the next round. The seed is printed: with it anybody can repeat the draw.

    Where games of the last round are missing it asks first.
    """
    seeded = secrets.randbelow(seating.SEEDS) if seed is None else seed
    how = acts.Draw(seeded, mode, size, pairs, yes=yes)
    with aim.open() as (desk, store):
        try:
            record = acts.draw(desk, store, aim.event, how)
        except acts.Unplayed as error:
            if as_json or not agreed(f"{error.said}. Draw the next round all the same?"):
                raise
            record = acts.draw(desk, store, aim.event, replace(how, yes=True))
        now = record.event(aim.event)
        results = results_of(store, record, now)
    if as_json:
        print_json(lines.seating_told(results, record.people, len(now.rounds)))
        return
    for line in lines.seating(now, record.people, len(now.rounds)):
        say(line)
    again = seating.repeats(now.history()[-1], now.history()[:-1])
    if again:
        say(f"Meetings that are not the first: {again}.")


@click.command(
    short_help="Say where sheets belong.",
    epilog="""\b
Example:
  tileclock event place 51ac-42 --round 2 --table 3
""",
)
@click.argument("sheet")
@click.option("--table", type=int, metavar="N", help="Which; none with --round 0.")
@click.option("--round", "number", type=int, metavar="N", help="Else the one drawn last; 0: to none.")
@event_options
def place(sheet: str, table: int | None, number: int | None, aim: Aim) -> None:
    """Say to which table the games of a match belong, where that was unclear or wrong."""
    with aim.open() as (desk, store):
        game = the_game(store, sheet)

        def change(record: Record) -> list[Said]:
            here = record.event(aim.event)
            which = 0 if number == 0 else the_round(here, number)
            if which and table is None:
                raise DeskError("Say at which table, such as --table 3.")
            where = {"round": which, "table": table or 0}
            return [(here.id, "placed", {"device": game.device, "match": game.match, **where})]

        desk.add(change)
    say(f"Match {game.match} of {game.device} belongs to {f'table {table}' if table else 'no table'}.")


@click.command(
    short_help="Type a game from paper.",
    context_settings={"ignore_unknown_options": True},
    epilog="""\b
Examples:
  tileclock event result --table 3 --game 1 24 -5 -16 -3
  tileclock event result --table 3 --game 2 8* 8* -5 -11
""",
)
@click.argument("points", nargs=-1, type=click.UNPROCESSED, required=True)
@table_option
@click.option("--game", type=int, required=True, metavar="N", help="Which of this table, from 1.")
@round_option
@click.option(
    "--nobody-out", is_flag=True, help="Nobody was out; then the points of some rules do not balance."
)
@event_options
def result(  # noqa: PLR0913, PLR0917 – click passes every option by its name
    points: tuple[str, ...], table: int, game: int, number: int | None, nobody_out: bool, aim: Aim
) -> None:
    """Type a game from paper: the points in the order of the seats, checked against the rules.

    Points above 0 have won. A star behind the points of each winner says it where that is not so.
    """
    found, starred = _scores(points)
    won: list[int] = []

    def change(record: Record) -> list[Said]:
        here = record.event(aim.event)
        rules = rules_of(here.settings.preset)
        won[:] = starred or winners(rules, found)
        check(rules, found, won, nobody_out)
        where = {"round": the_round(here, number), "table": table, "game": game}
        return [(here.id, "result", {**where, "points": found, "won": list(won)})]

    record = aim.add(change)
    here = record.event(aim.event)
    seated = [p for p in here.table(the_round(here, number), table) if p != NOBODY]
    told = [
        f"{record.people.get(person).name}{'*' if at in won else ''} {found[at]:+d}"
        for at, person in enumerate(seated)
    ]
    say(f"Table {table}, game {game}: {', '.join(told)}.")


def _scores(points: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """Points by seat, and which of them have a star."""
    try:
        found = [int(each.rstrip("*").replace("−", "-")) for each in points]
    except ValueError as error:
        raise click.UsageError(
            "Points are whole numbers in the order of the seats, such as 24 -5 -16 -3; a star is for who won."
        ) from error
    return found, [at for at, each in enumerate(points) if each.endswith("*")]


@click.command(
    short_help="Note that a table has confirmed.",
    epilog="""\b
Examples:
  tileclock event confirm --table 3       of the latest round
  tileclock event confirm --round 2       all its tables that have their games
""",
)
@click.option("--table", type=int, metavar="N", help="Which; else all that have their games.")
@round_option
@event_options
def confirm(table: int | None, number: int | None, aim: Aim) -> None:
    """Note that a table has confirmed its lines. Standings are provisional until all have."""
    with aim.open() as (desk, store):
        done, left = acts.confirm(desk, store, aim.event, number, table)
    say(f"{counted(done, 'table')} confirmed, {left} to come.")
