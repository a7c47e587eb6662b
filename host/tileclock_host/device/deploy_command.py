"""`tileclock deploy`: builds the firmware and puts it on a board."""

import contextlib
import time
from pathlib import Path

import click

import tileclock
from tileclock_host.build import bundle as bundles
from tileclock_host.output import bar, counted, json_option, print_json, progress, say

from . import deploy as deploying
from .clock import Clock, Refused
from .errors import DeviceError
from .options import agreed, port_option, sentences, the_port
from .prompt import Board, State

STARTS_WITHIN = 15.0  # seconds until the new firmware must have said hello
ASKED_EVERY = 0.3  # seconds: what was asked while it started is lost


@click.command(
    epilog="""\b
Examples:
  tileclock deploy                        to the board that is plugged in
  tileclock deploy --check                only say what would change
  tileclock deploy --format               onto a flash that cannot be read
"""
)
@port_option
@click.option("--check", is_flag=True, help="Only say what would change.")
@click.option("--downgrade", is_flag=True, help="Also replace a firmware newer than this program's.")
@click.option("--format", "erase", is_flag=True, help="Erase all files of the board first: sheets, settings.")
@click.option("--yes", is_flag=True, help="With --format: do not ask.")
@click.option(
    "--bundle",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Firmware to deploy, as `make firmware` builds it.",
)
@json_option
def deploy(  # noqa: PLR0913, PLR0917 – one for each option
    port: str | None,
    check: bool,
    downgrade: bool,
    erase: bool,
    yes: bool,
    bundle: Path | None,
    as_json: bool,
) -> None:
    """Put the firmware on a board that has MicroPython.

    Sheets and settings on it stay. Only files that differ are sent; interrupted anywhere, run it again.
    """
    if erase and check:
        raise click.UsageError("--check changes nothing and --format erases all: give one of them.")
    if yes and not erase:
        raise click.UsageError("Only --format asks: give --yes with it, or not at all.")
    port = the_port(port)
    with sentences():
        try:
            folder = bundle or bundles.ensure()
            files = deploying.contents(folder, bundles.load(folder))
        except bundles.BundleError as error:
            raise click.ClickException(str(error)) from error
        if erase and not yes:
            _ask(port)  # the clock goes on meanwhile
        with Board(port) as board:
            board.check_micropython()  # before anything is erased
            if erase:
                board.format()
            elif not board.readable():
                raise click.ClickException(
                    f"The flash of the board at {port} holds no file system that can be read. If there were"
                    " games on it, save it first: tileclock image FILE. Then: tileclock deploy --format."
                )
            state = board.state()
            todo = deploying.plan(state, files)
            if not check:
                _refuse_newer(state.version, downgrade)
                with progress(as_json) as bars:
                    deploying.carry_out(board, state, todo, files, bar(bars, port))
        clock = None if check else started(port)
    _tell(port, state, todo, files, check, as_json, clock)


def _ask(port: str) -> None:
    question = (
        f"Everything on the board at {port} will be erased: sheets, settings, firmware. `tileclock image`"
        " saves it first. Go on?"
    )
    if not agreed(question):
        raise click.ClickException("Nothing was erased: answer y, or give --yes.")


def _refuse_newer(version: str, downgrade: bool) -> None:
    if deploying.newer(version) and not downgrade:
        raise click.ClickException(
            f"The board has firmware {version}, newer than {tileclock.VERSION} of this program: update the"
            " program, or give --downgrade."
        )


def started(port: str) -> Clock:
    """The clock that runs now, its date set."""
    end = time.monotonic() + STARTS_WITHIN
    while True:
        try:
            with Clock.open(port, ASKED_EVERY) as clock:
                with contextlib.suppress(Refused):
                    clock.set_clock(int(time.time()))
                return clock
        except DeviceError as error:
            if time.monotonic() > end:
                raise DeviceError(
                    f"Everything is on the board at {port}, but its clock does not start: look at its"
                    f" display; with `tileclock log --port {port}` running, press the board's reset button:"
                    " what it says is shown."
                ) from error


def _tell(  # noqa: PLR0913, PLR0917 – everything that is told
    port: str,
    state: State,
    todo: deploying.Plan,
    files: dict[str, bytes],
    check: bool,
    as_json: bool,
    clock: Clock | None,
) -> None:
    size = sum(len(files[name]) for name in todo.send)
    if as_json:
        print_json(
            {
                "port": port,
                "device": state.device if check else todo.epoch + state.device,
                "before": state.version,
                "firmware": clock.identity.firmware if clock else state.version,
                "done": not check,
                "sent": todo.send,
                "removed": todo.remove,
                "bytes": size,
                "new_secret": todo.secret,
            }
        )
        return
    would = "would be " if check else ""
    if todo.nothing:
        say(f"{port}: firmware {state.version} is on the board, nothing to change")
        return
    say(
        f"{port}: {counted(len(todo.send), 'file')} ({counted(size, 'byte')}) {would}sent,"
        f" {len(todo.remove)} {would}removed"
    )
    if todo.secret:
        say(f"{port}: the clock {'would get' if check else 'has got'} a secret to sign its sheets with")
    if clock:
        say(f"{port}: clock {clock.identity.device} runs firmware {clock.identity.firmware}")
