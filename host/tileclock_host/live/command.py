"""The command `tileclock live`: the page of a tournament, for the projector and for phones."""

import time
import webbrowser
from contextlib import ExitStack, suppress
from itertools import zip_longest

import click

from tileclock_host.desk.opening import Aim, event_options
from tileclock_host.output import say
from tileclock_host.web import serving
from tileclock_host.web.keys import Key
from tileclock_host.web.opening import interruptible, listen, may_open_browser, seen_by_others

from . import server
from .cables import Cables
from .desk_side import DeskSide
from .following import Following
from .hall import Hall

_FILES = 4096  # that may be open at one time, a connection being one


@click.command(
    epilog="""\b
Examples:
  tileclock live                          for the projector, on this computer
  tileclock live --host 192.168.1.20      and for phones in your network
  tileclock live --no-cables              the boxes are for other commands
"""
)
@click.option(
    "--port",
    "page_port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=8643,
    show_default=True,
    help="Port of the page; 0 takes a free one.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    help="Open the page to your network, at this address of this computer; else it is for this one alone.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page in the browser.")
@click.option(
    "--cable",
    "ports",
    metavar="PORT",
    multiple=True,
    help="Follow the box at this port only, once for each; else all are looked for.",
)
@click.option("--no-cables", is_flag=True, help="Leave the boxes alone: their ports are for other commands.")
@event_options
def live(  # noqa: PLR0913, PLR0917 – click passes every option by its name
    page_port: int,
    host: str | None,
    no_browser: bool,
    ports: tuple[str, ...],
    no_cables: bool,
    aim: Aim,
) -> None:
    """Show the tournament on a page: for the wall and for phones, and the desk's side behind a key.

    It follows the boxes that are plugged in, and fetches their sheets by itself.
    """
    key, at = Key(), host or "127.0.0.1"
    more_files()
    with interruptible(), ExitStack() as open_now, aim.open() as (desk, store):
        if aim.event:
            desk.read().event(aim.event)  # refused, if there is none
        hall = Hall()
        listener = open_now.enter_context(listen(at, page_port))
        following = open_now.enter_context(
            Following(store, aim.event, hall, lambda text: say(text, err=True))
        )
        cables = Cables(ports, store, following, hall)
        if not no_cables:
            open_now.enter_context(cables)
        port = listener.getsockname()[1]
        desk_side = DeskSide(store, aim.event, following, cables)
        pages = seen_by_others(serving.address(at, port), at) if host else [serving.address(at, port)]
        app = server.application(hall, desk_side, at, port, key, pages[0] if host else "")
        address = open_now.enter_context(serving.answering(app, listener, at, server.Visitor))
        for label, page in zip_longest(["Wall: "], pages, fillvalue=" " * 6):
            click.echo(f"{label} {page}")
        click.echo(f"Desk:  {key.printed(address, server.DOOR)}")
        if not no_browser and may_open_browser():
            webbrowser.open(address)
        while True:
            time.sleep(0.5)


def more_files() -> None:
    """Some systems let a program have 256 files open, until it asks for more."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 – Windows has none, and no such limit

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
