"""The command `tileclock event`: who is there, the draw of a round, who sits where, results and standings."""

from datetime import datetime

import click

from tileclock_host.output import counted, json_option, print_json, say, say_all
from tileclock_host.rehearsal.command import rehearse
from tileclock_host.sheets.options import MOMENT

from . import lines, seating
from .attending_command import absent, add, fill, withdraw
from .boxes_command import seat, start
from .desk import Record, Said
from .entries import new_id
from .errors import DeskError
from .event import AFTER, STANDS
from .opening import (
    Aim,
    event_options,
    results_of,
    round_option,
    store_option,
    the_round,
)
from .record_command import export, import_, log, undo
from .rounds_command import confirm, draw, place, result
from .rules import named, order_of, rule_sheets
from .season_command import season_, versus
from .standings import CRITERIA
from .standings_command import standings


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  tileclock event new "Warszawa 2027" --preset tournament --rounds 4 --games 4
  tileclock event add --from players.csv
  tileclock event draw
  tileclock event standings
""",
)
@store_option
@json_option
def event(as_json: bool, aim: Aim) -> None:
    """List the events; the commands run one: people, draws, results, standings."""
    if click.get_current_context().invoked_subcommand:
        return
    events = sorted(aim.read().events.values(), key=lambda each: (each.settings.date, each.made))
    if as_json:
        print_json([{**vars(each.settings), "id": each.id, "drawn": len(each.rounds)} for each in events])
    elif not events:
        say("There is no event yet: `tileclock event new NAME` makes one.")
    else:
        rows = [
            [
                e.settings.date,
                e.name,
                e.settings.preset,
                f"{len(e.rounds)}/{e.settings.rounds}",
                str(len(e.persons)),
            ]
            for e in events
        ]
        for line in lines.table(["date", "event", "rules", "rounds", "players"], rows, right=(3, 4)):
            say(line)


@event.command(
    short_help="Make an event.",
    epilog="""\b
Example:
  tileclock event new "Warszawa 2027" --preset tournament --rounds 4 --games 4
""",
)
@click.argument("name")
@click.option(
    "--preset", default="tournament", show_default=True, metavar="ID", help="The rule sheet, or a file."
)
@click.option("--rounds", default=4, show_default=True, metavar="N", help="How many are planned.")
@click.option("--games", default=4, show_default=True, metavar="N", help="Of each table in a round.")
@click.option(
    "--mode",
    type=click.Choice(seating.MODES),
    default=seating.SOCIAL,
    show_default=True,
    help="Of the draws.",
)
@click.option("--date", type=MOMENT, metavar="DATE", help="Its first day; else today.")
@click.option("--days", default=1, show_default=True, metavar="N", help="How many it lasts.")
@click.option("--cut", default=0, metavar="N", help="So many go on to the final.")
@click.option(
    "--order",
    default="",
    metavar="LIST",
    help=f"What counts, such as {','.join(CRITERIA[:2])}; else as the rules.",
)
@click.option(
    "--after-exclusion",
    "after",
    type=click.Choice(AFTER),
    default=STANDS,
    show_default=True,
    help="What games become after it.",
)
@store_option
def new(  # noqa: PLR0913, PLR0917 – click passes every option by its name
    name: str,
    preset: str,
    rounds: int,
    games: int,
    mode: str,
    date: datetime | None,
    days: int,
    cut: int,
    order: str,
    after: str,
    aim: Aim,
) -> None:
    """Make an event; the commands mean the latest unless --event says another."""
    rules = named(preset)
    said = {
        "name": name,
        "date": f"{date or datetime.now():%Y-%m-%d}",
        "preset": rules["id"],
        "mode": mode,
        "after": after,
        "days": days,
        "rounds": rounds,
        "games": games,
        "cut": cut,
        "order": order.split(",") if order else order_of(rules),
    }

    def change(record: Record) -> list[Said]:
        if any(each.name.casefold() == name.casefold() for each in record.events.values()):
            raise DeskError(f"There is an event {name} already: give this one another name.")
        return [(new_id(), "made", said)]

    made = aim.add(change, make=True).event(name)
    say(
        f"{made.name}, {made.settings.date}: {counted(rounds, 'round')} of {counted(games, 'game')};"
        f" {', '.join(made.settings.order)} decide."
    )
    if rules["id"] not in rule_sheets():
        say(f"Each box needs these rules: `tileclock preset put {preset}`.")


@event.command(
    short_help="Who sits where, and what is missing.",
    epilog="""\b
Examples:
  tileclock event show                    the latest round, what is missing
  tileclock event show --round 1
""",
)
@round_option
@event_options
@json_option
def show(number: int | None, as_json: bool, aim: Aim) -> None:
    """Show who sits where, and which table is missing something or did not play as it was drawn."""
    with aim.open() as (desk, store):
        record = desk.read()
        here = record.event(aim.event)
        which = the_round(here, number)
        here.table(which, 1)
        results = results_of(store, record, here)
    if as_json:
        print_json(lines.seating_told(results, record.people, which))
        return
    for line in lines.seating(here, record.people, which):
        say(line)
    say_all([f"{trouble}." for trouble in results.every_trouble(which)])


for each in (
    add,
    withdraw,
    absent,
    fill,
    draw,
    seat,
    start,
    place,
    result,
    confirm,
    standings,
    season_,
    versus,
    log,
    undo,
    export,
    import_,
    rehearse,
):
    event.add_command(each)
