"""`tileclock log`: what a clock has kept, and what it says by itself; also where none answers."""

import time

import click

from tileclock_host.names import Names
from tileclock_host.output import counted, say

from .clock import Busy, Clock
from .errors import DeviceError, MuteError
from .options import one_clock, port_option, sentences
from .port import SerialPort

_CAUSES = ("its switch", "its watchdog", "a reset")


@click.command(
    epilog="""\b
Examples:
  tileclock log --kept > log.txt    what it has kept
  tileclock log --seconds 60        that, and what it says in a minute
"""
)
@click.option(
    "--seconds",
    metavar="N",
    type=click.FloatRange(min=0, min_open=True),
    help="Listen so long; else until Ctrl-C.",
)
@click.option("--kept", is_flag=True, help="Only what the clock has kept: do not listen.")
@port_option
def log(seconds: float | None, kept: bool, port: str | None) -> None:
    """Show the log a clock has kept, then what it says by itself: its start, its troubles.

    Of a board whose clock does not start, only what it says: press its reset button meanwhile.
    """
    if kept and seconds:
        raise click.UsageError("With --kept nothing is listened to: leave out --seconds, or --kept.")
    with sentences():
        try:
            with one_clock(port) as clock:
                _print_kept(clock, needed=kept)
                if not kept:
                    _print_heard(clock, seconds)
        except MuteError as error:
            if kept:
                raise
            with Clock(SerialPort(error.port)) as board:
                say(f"{error} Whatever it says is shown: press its reset button now.", err=True)
                _print_heard(board, seconds)


def _print_heard(clock: Clock, seconds: float | None) -> None:
    end = time.monotonic() + seconds if seconds else float("inf")
    try:
        while time.monotonic() < end:
            for line in clock.listen(min(1.0, max(0.01, end - time.monotonic()))):
                say(line)
    except KeyboardInterrupt:
        click.echo()


def _names() -> Names:
    from tileclock_host.build import bundle  # noqa: PLC0415 – only what a crash says is in its names

    try:
        return Names(bundle.known_builds())
    except bundle.BundleError as error:  # the log is worth more
        say(str(error), err=True)
        return Names(bundle.BUNDLE)


def _print_kept(clock: Clock, *, needed: bool) -> None:
    """What is on the clock's flash, if it can be asked now; unless that is `needed`, the rest goes on."""
    try:
        if "log" not in clock.identity.requests:
            raise DeviceError(f"The firmware of {clock.name} keeps no log: `tileclock deploy` updates it.")
        found = clock.counters()
        cause = _CAUSES[found["cause"]] if found.get("cause", 9) < len(_CAUSES) else "something else"
        say(
            f"start {found.get('boot', 0)}, by {cause}; {counted(found.get('safe', 0), 'time')} in safe mode,"
            f" {found.get('lost', 0)} presses lost"
        )
        if lines := clock.kept_log():
            names = _names()
            for line in lines.split("\n"):
                say(names.restored(line))
            for build in sorted(names.unknown):
                say(f"Build {build} was not made here: its names stay as the clock says them.", err=True)
    except Busy as error:
        if needed:
            raise
        say(f"What {clock.name} has kept cannot be read now: {error}.", err=True)
    except DeviceError as error:
        if needed:
            raise
        say(str(error), err=True)
