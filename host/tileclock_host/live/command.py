"""The command `tileclock live`: the page of a tournament, for the projector and for phones."""

import click

from tileclock_host.desk.opening import Aim, event_options


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
    from .showing import show  # noqa: PLC0415 – not everybody has what serves a page: --help works

    show(aim, host, page_port, ports, browser=not no_browser, cables=not no_cables)
