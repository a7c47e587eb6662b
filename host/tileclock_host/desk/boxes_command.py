"""The commands that tell the boxes something over their cables: who sits at the table, and the start."""

import sys
from datetime import UTC, datetime

import click

from tileclock.storage.settings import LONGEST_CODE, is_code
from tileclock_host.device.clock import Clock
from tileclock_host.device.errors import DeviceError
from tileclock_host.device.finding import find
from tileclock_host.device.options import found, ports_option, sentences
from tileclock_host.output import counted, say

from . import boxes, rounds
from .desk import Desk
from .errors import DeskError
from .event import LONGEST_ROUND
from .opening import Aim, event_options, round_option, the_round
from .prices import NOBODY


@click.command(
    short_help="Tell the boxes who sits where.",
    epilog="""\b
Examples:
  tileclock event seat                    every box that is plugged in
  tileclock event seat --table 3          the box of table 3 is plugged in
  tileclock event seat --lock CAFE
""",
)
@click.option("--table", type=int, metavar="N", help="Which; else that of the box's number, or the next one.")
@round_option
@click.option("--lock", "code", default="", metavar="CODE", help="And give them the judge's code.")
@ports_option
@event_options
def seat(table: int | None, number: int | None, code: str, ports: tuple[str, ...], aim: Aim) -> None:
    """Tell the boxes who sits where: names, rules, table and number of games.

    Plug all of them in at once, or one after the other: it says which table is next.
    """
    if code and not is_code(code.upper()):
        raise click.UsageError(f"{code!r} is not a code: give 3 to {LONGEST_CODE} letters of seats, A to F.")
    from tileclock_host.panel.reading import Reader  # noqa: PLC0415 – it takes a moment to load

    can_show = Reader().knows
    failed = False
    with aim.open() as (desk, _):
        event = desk.read().event(aim.event)
        which = the_round(event, number)
        event.table(which, table or 1)
        with sentences(), found(ports) as result:
            if table and len(result.clocks) > 1:
                raise DeskError("Several boxes are plugged in: leave --table out, or say which with --port.")
            for clock in sorted(result.clocks, key=lambda clock: clock.identity.table):
                try:
                    at = table or _table_of(desk, event.name, which, clock)
                    record = boxes.seat(desk, event.name, (which, at), clock, can_show)
                    if code:
                        clock.set_lock(code.upper())
                except (DeskError, DeviceError) as error:
                    failed = True
                    say(f"Error: {clock.name}: {error}", err=True)
                    continue
                persons = record.event(event.name).table(which, at)
                names = ["–" if p == NOBODY else record.people.get(p).name for p in persons]
                say(f"{clock.name}: table {at}, {', '.join(names)}")
        left = boxes.tables_without(desk.read(), event.name, which)
    if left:
        say(f"Table {left[0]} is next, {len(left)} to come: plug its box in, and give the command again.")
    else:
        say(f"The boxes of all tables know who sits there in round {which}.")
    if failed:
        sys.exit(1)


@click.command(
    short_help="Start the round at all tables.",
    epilog="""\b
Examples:
  tileclock event start --minutes 75
  tileclock event start --minutes 75      again: for who is plugged in now
""",
)
@click.option(
    "--minutes", type=click.IntRange(1, LONGEST_ROUND), required=True, metavar="N", help="It lasts."
)
@click.option("--anew", is_flag=True, help="The round begins now, though it was started already.")
@ports_option
@event_options
def start(minutes: int, anew: bool, ports: tuple[str, ...], aim: Aim) -> None:
    """Start the round at all tables: its clock runs from now on in every box, whenever a table begins.

    Those that are plugged in sound. Where `tileclock live` has the cables, it tells them.
    """
    with aim.open() as (desk, _):
        signal = rounds.start(desk, aim.event, minutes, anew=anew)
        left = max(0, round((signal.ends - datetime.now(UTC)).total_seconds() / 60))
        say(f"Round {signal.round} ends at {signal.ends.astimezone():%H:%M}, in {counted(left, 'minute')}.")
        with sentences(), find(ports) as result:
            troubles = rounds.tell(result.clocks, signal)
            for clock, trouble in zip(result.clocks, troubles, strict=True):
                if trouble:
                    say(f"Error: {clock.name}: {trouble}", err=True)
    told = troubles.count(None)
    say(f"Boxes that were told: {told}.")
    if any(troubles):
        sys.exit(1)


def _table_of(desk: Desk, name: str, number: int, clock: Clock) -> int:
    return boxes.table_for(desk.read(), name, number, clock.identity.device, clock.identity.table)
