"""Opens the page of a tournament, and answers there until Ctrl-C."""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import zip_longest

import click

from tileclock_host.desk.opening import Aim
from tileclock_host.output import say
from tileclock_host.web import serving
from tileclock_host.web.keys import Key
from tileclock_host.web.opening import in_browser, interruptible, listen, seen_by_others

from . import server
from .cables import Cables
from .desk_side import DeskSide
from .following import Following
from .hall import Hall


def show(  # noqa: PLR0913 – as its command has options
    aim: Aim, host: str | None, port: int, ports: Sequence[str], *, browser: bool, cables: bool
) -> None:
    """`ports` are those of the boxes, else all are looked for; without `cables` none is."""
    key, at = Key(), host or "127.0.0.1"
    # The store is closed last: until then threads use it.
    with interruptible(), aim.open() as (desk, store), ExitStack() as open_now:
        if aim.event:
            desk.read().event(aim.event)  # refused, if there is none
        hall = Hall()
        listener = open_now.enter_context(listen(at, port))
        following = open_now.enter_context(
            Following(store, aim.event, hall, lambda text: say(text, err=True))
        )
        boxes = Cables(ports, store, following, hall)
        port = listener.getsockname()[1]
        desk_side = DeskSide(store, following, boxes)
        pages = seen_by_others(serving.address(at, port), at) if host else [serving.address(at, port)]
        app = server.application(hall, desk_side, at, port, key, pages[0] if host else "")
        address = open_now.enter_context(serving.answering(app, listener, at, server.Visitor))
        if cables:
            open_now.enter_context(boxes)
        for label, page in zip_longest(["Wall: "], pages, fillvalue=" " * 6):
            click.echo(f"{label} {page}")
        click.echo(f"Desk:  {key.printed(address, server.DOOR)}")
        if browser:
            open_now.enter_context(in_browser(address))
        _tell_event(following, aim.event)
        while True:
            time.sleep(0.5)


def _tell_event(following: Following, asked: str | None) -> None:
    """Say which event is shown: it stays that one."""
    if not following.now:
        click.echo("Event: none yet; the page will show the first one that is made.")
    while not following.now:
        time.sleep(0.5)
    other = "" if asked else ", also if a newer one is made. `--event NAME` shows another"
    say(f"Event: {following.now.event.name}{other}.")
