"""What all commands that talk to clocks have in common: which ports, and errors as sentences."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from .clock import Clock
from .errors import DeviceError
from .finding import Found, find
from .port import candidates

port_option = click.option(
    "--port",
    metavar="PORT",
    envvar="TILECLOCK_PORT",
    show_envvar=True,
    help="Where the clock is, such as /dev/ttyUSB0; else it is looked for.",
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
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")

_NONE = "No clock was found: plug one in and switch it on, or name its --port."


def print_json(content: Any) -> None:
    click.echo(json.dumps(content, indent=2, ensure_ascii=False))


def progress(hidden: bool) -> Progress:
    """Bars for what takes a while; where nobody watches a terminal there are none."""
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=hidden or not console.is_terminal)


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
        raise click.ClickException(" ".join(result.others.values()) or _NONE)
    return result


@contextmanager
def the_clock(port: str | None) -> Iterator[Clock]:
    """The one clock that is meant."""
    with sentences():
        if port:
            with Clock.open(port) as clock:
                yield clock
            return
        with find() as result:
            if not result.clocks:
                raise click.ClickException(" ".join(result.others.values()) or _NONE)
            if len(result.clocks) > 1:
                names = ", ".join(f"{clock.name} (table {clock.identity.table})" for clock in result.clocks)
                raise click.ClickException(f"There are several clocks: say which with --port, {names}.")
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
