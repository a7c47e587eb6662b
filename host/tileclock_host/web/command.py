"""`tileclock sim`: the simulated clock with its page, in the terminal, or with only its serial port."""

import sys
from pathlib import Path

import click

from tileclock_host.sheets.options import db_option

FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
PORT = click.IntRange(0, 65535)


@click.command(
    epilog="""\b
Examples:
  tileclock sim                           the table in your browser
  tileclock sim --lan                     phones take a seat, each its own
  tileclock sim --tui --speed 20          in this terminal, 20 times as fast
  tileclock sim --headless                only the port, for other programs
  tileclock sim --tcp 4000                the port at TCP too
"""
)
@click.option("--tui", "view", flag_value="tui", help="Show it in this terminal instead of on a page.")
@click.option(
    "--headless", "view", flag_value="none", help="Show nothing: only the serial port, until Ctrl-C."
)
@click.option(
    "--port",
    type=PORT,
    metavar="N",
    default=8642,
    show_default=True,
    help="Port of the page; 0 takes a free one.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    help="Open the page to your network, at this address of this computer, for whoever has the key that is "
    "printed; else this computer alone opens it, without one.",
)
@click.option(
    "--lan",
    is_flag=True,
    help="Open the page to your network at all addresses of this computer, and show the code with which "
    "phones take a seat: the same as --host 0.0.0.0.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page in the browser.")
@click.option(
    "--speed",
    type=click.FloatRange(0, 60),
    metavar="N",
    default=1.0,
    show_default=True,
    help="How fast the clock's time runs; 0 is frozen.",
)
@click.option(
    "--flash", type=FILE, metavar="FILE", help="Where the clock keeps its memory, instead of your own."
)
@click.option("--fresh", is_flag=True, help="Empty that memory first: its games and settings are gone.")
@click.option("--bundle", type=FOLDER, metavar="DIR", help="Firmware to run, as `make firmware` builds it.")
@click.option(
    "--tcp",
    "tcp_port",
    is_flag=False,
    flag_value=0,
    type=PORT,
    metavar="[N]",
    help="Open the serial port at a TCP port too (RFC 2217), N or a free one: to all who use this computer.",
)
@click.option(
    "--battery",
    type=click.FloatRange(0, 4.2),
    metavar="VOLTS",
    default=0.0,
    help="Feed the clock from a battery that has so many volts; else from its cable.",
)
@click.option(
    "--clock-chip",
    type=click.Choice(["good", "empty"]),
    help="Put a clock chip into its plug: with the date of this computer, or with an empty battery.",
)
@click.option(
    "--panels",
    type=click.IntRange(1, 2),
    metavar="N",
    default=1,
    show_default=True,
    help="Plug so many displays in; a second one shows the same as the first, which is on the page.",
)
@db_option
def sim(  # noqa: PLR0913, PLR0917 – click passes every option by its name
    view: str | None,
    port: int,
    host: str | None,
    lan: bool,
    no_browser: bool,
    speed: float,
    flash: Path | None,
    fresh: bool,
    bundle: Path | None,
    tcp_port: int | None,
    battery: float,
    clock_chip: str | None,
    panels: int,
    db: str | None,
) -> None:
    """Run the clock on your screen: the real firmware on a real MicroPython.

    Seat buttons, console keys, the display dot by dot, lights and sound. `tileclock sync` finds it by
    itself, other programs at its serial port. A new one has a secret that this PC knows, to seal its
    sheets with, and is told the date.
    """
    if lan and host:
        raise click.UsageError("--lan is all addresses, --host is one: give one of them.")
    if sys.platform == "win32":
        raise click.ClickException(
            "Windows has no terminals that programs can make, which the simulator needs: run it in WSL "
            "(`wsl --install`), where it works as on Linux."
        )
    from tileclock_host.sim.live import Live  # noqa: PLC0415 – not everybody has the simulator: --help works

    from . import showing  # noqa: PLC0415 – nor what serves its page

    live = Live(
        flash=flash,
        bundle=bundle,
        fresh=fresh,
        speed=speed,
        tcp_port=tcp_port,
        battery=battery,
        clock_chip=clock_chip,
        panels=panels,
        at_home=True,
    )
    showing.show(live, view, "0.0.0.0" if lan else host, port, db, browser=not no_browser)
