"""Shows a simulated clock until Ctrl-C: on its page, in the terminal, or by its serial port alone."""

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from io import StringIO
from itertools import zip_longest

import click
import segno

from tileclock_host.device.simulated import announced
from tileclock_host.output import say
from tileclock_host.sim import cell
from tileclock_host.sim.live import Live, SimError
from tileclock_host.sim.tui import Screen

from . import server
from .keys import Key
from .opening import in_browser, interruptible, listen, seen_by_others


def show(  # noqa: PLR0913 – as its command has options
    live: Live, view: str | None, host: str | None, port: int, db: str | None, *, browser: bool
) -> None:
    with interruptible():
        if view == "tui":
            terminal(live)
        elif view == "none":
            headless(live)
        else:
            page(live, host, port, db, browser=browser)


def page(live: Live, host: str | None, port: int, db: str | None, *, browser: bool) -> None:
    key = Key() if host else None
    host = host or "127.0.0.1"
    with (
        listen(host, port) as listener,
        switched_on(live),
        server.serve(live, listener, host, db, key) as address,
    ):
        if key:
            show_ways_in(key, seen_by_others(address, host))
        else:
            click.echo(f"Table:  {address}")
        click.echo(ports(live))
        with in_browser(address, key) if browser else nullcontext():
            watch(live)


def show_ways_in(key: Key, addresses: list[str]) -> None:
    """Where others open the table, and where phones take a seat: the nearest way as a code, too."""
    for label, address in zip_longest(["Table: "], addresses, fillvalue=" " * 7):
        click.echo(f"{label} {key.printed(address)}")
    invitation = key.invitation(addresses[0])
    click.echo(f"Phones: {invitation}")
    code = StringIO()
    segno.make(invitation, error="l", micro=False).terminal(code, border=2, compact=True)
    with suppress(UnicodeEncodeError):  # not every terminal can draw it
        code.getvalue().encode(sys.stdout.encoding or "ascii")
        click.echo(code.getvalue())


def headless(live: Live) -> None:
    with switched_on(live):
        click.echo(ports(live))
        watch(live)


def terminal(live: Live) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.ClickException("--tui needs a terminal to draw on: use --headless where there is none.")
    with switched_on(live), Screen(live) as screen:
        screen.run()


@contextmanager
def switched_on(live: Live) -> Iterator[None]:
    try:
        live.start()
    except SimError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(
            f"Cannot use the clock's memory ({error}): name another --flash FILE."
        ) from error
    if warning := cell.missing():
        say(warning, err=True)
    try:
        with ExitStack() as told:
            with suppress(OSError):  # who names the port finds it all the same
                told.enter_context(announced(live.serial_port or ""))
            yield
    finally:
        live.stop()


def watch(live: Live) -> None:
    """Waits for Ctrl-C and passes on what goes wrong with the device meanwhile."""
    said = ""
    while True:
        fault = live.picture().fault
        if fault and fault != said:
            say(fault, err=True)
        said = fault
        time.sleep(0.5)


def ports(live: Live) -> str:
    return "Serial: " + "  ".join(filter(None, [live.serial_port, live.tcp_url]))
