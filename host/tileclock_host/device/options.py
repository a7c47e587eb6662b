"""What all commands that talk to clocks have in common: which ports, and errors as sentences."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from .clock import Clock
from .errors import DeviceError
from .finding import Found, find
from .port import candidates

port_option = click.option(
    "--port",
    metavar="PORT",
    envvar="TILECLOCK_PORT",
    show_envvar=True,
    help="Where the clock is, such as /dev/ttyUSB0 or COM3; else it is looked for.",
)
ports_option = click.option(
    "--port",
    "ports",
    metavar="PORT",
    multiple=True,
    envvar="TILECLOCK_PORT",
    show_envvar=True,
    help="Only this port, once for each; else all are asked.",
)

NO_CLOCK = "No clock was found: plug one in and switch it on, or name its --port."


@contextmanager
def sentences() -> Iterator[None]:
    """Troubles with a clock as errors of the command line."""
    try:
        yield
    except DeviceError as error:
        raise click.ClickException(str(error)) from error


def found(ports: tuple[str, ...]) -> Found:
    """Every clock; an error that says what is there instead when there is none."""
    result = find(ports)
    if not result.clocks:
        raise _no_clock(result)
    return result


def _no_clock(result: Found) -> DeviceError:
    """Why there is none."""
    if len(result.others) == 1:
        return next(iter(result.others.values()))
    return DeviceError(" ".join(map(str, result.others.values())) or NO_CLOCK)


@contextmanager
def the_clock(port: str | None) -> Iterator[Clock]:
    """The one clock that is meant; troubles are errors of the command line."""
    with sentences(), one_clock(port) as clock:
        yield clock


@contextmanager
def one_clock(port: str | None) -> Iterator[Clock]:
    if port:
        with Clock.open(port) as clock:
            yield clock
        return
    with find() as result:
        if not result.clocks:
            raise _no_clock(result)
        if len(result.clocks) > 1:
            names = ", ".join(f"{clock.name} (table {clock.identity.table})" for clock in result.clocks)
            raise DeviceError(f"There are several clocks: say which with --port, {names}.")
        yield result.clocks[0]


def the_port(port: str | None) -> str:
    """The one port something is plugged into, whether a clock runs behind it or not."""
    if port:
        return port
    names = candidates()
    if not names:
        raise click.ClickException("Nothing is plugged in: connect the board, or name its --port.")
    if len(names) > 1:
        raise click.ClickException(f"There are several ports: say which with --port, {', '.join(names)}.")
    return names[0]


def agreed(question: str) -> bool:
    """Whether somebody says yes; where nobody can answer it is no."""
    try:
        return click.confirm(question, err=True)
    except click.Abort as error:
        if isinstance(error.__context__, KeyboardInterrupt):
            raise
        click.echo(err=True)
        return False
