"""`tileclock flash`: from a bare board to a clock in one command."""

import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import click
import platformdirs

from tileclock_host import extras
from tileclock_host.build import bundle as bundles
from tileclock_host.files import draft
from tileclock_host.output import counted, say

from . import board_image
from . import deploy as deploying
from .clock import Clock
from .deploy_command import started
from .errors import DeviceError
from .options import agreed, port_option, sentences, the_port

_BAUD = 460_800
_NEEDS = ("esptool", "littlefs")


@click.command(
    epilog="""\b
Examples:
  tileclock flash                         the MicroPython you downloaded
  tileclock flash --micropython FILE      one that you name
  tileclock flash --image clock.bin       only make the file
"""
)
@port_option
@click.option(
    "--micropython",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="MicroPython for the ESP32; else the newest of your downloads.",
)
@click.option(
    "--image",
    "out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT.bin",
    help="Write nothing to a board, only make the file; its place on the flash is 0x1000.",
)
@click.option("--yes", is_flag=True, help="Do not ask before all that is on the board is erased.")
@click.option(
    "--bundle",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Firmware to write, as `make firmware` builds it.",
)
def flash(
    port: str | None, micropython: Path | None, out: Path | None, yes: bool, bundle: Path | None
) -> None:
    """Make a bare ESP32 board a clock: MicroPython and the firmware, in one go.

    All that is on the board is erased: what renews the firmware and keeps the sheets is `tileclock deploy`.
    """
    if out and (port or yes):
        raise click.UsageError("--image writes to no board: give it without --port and --yes.")
    _refuse_missing()
    with sentences():
        base = board_image.stock(micropython or board_image.downloaded(platformdirs.user_downloads_path()))
        try:
            folder = bundle or bundles.ensure()
            files = deploying.contents(folder, bundles.load(folder))
        except bundles.BundleError as error:
            raise click.ClickException(str(error)) from error
        if out:
            _save(out, base, files)
        else:
            _write(the_port(port), base, files, yes)


def _refuse_missing() -> None:
    if not all(map(find_spec, _NEEDS)):
        raise click.ClickException(f"{extras.sentence('flash')} In a clone, `make flash` does that.")


def _image(base: board_image.Stock, files: dict[str, bytes]) -> tuple[str, bytes]:
    """The name of a new clock, and its flash."""
    epoch, own = board_image.identity()
    return epoch, board_image.made(base, files | own)


def _save(out: Path, base: board_image.Stock, files: dict[str, bytes]) -> None:
    if os.path.lexists(out):
        raise click.ClickException(f"{out} already exists: name another file.")
    epoch, data = _image(base, files)
    try:
        with draft(out) as made:
            made.write_bytes(data)
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written ({error.strerror}): name another.") from error
    say(
        f"{out}: {len(data):,} bytes for one board, to be written at {board_image.START:#x}; the clock's name"
        f" will begin with {epoch}"
    )


def _write(port: str, base: board_image.Stock, files: dict[str, bytes], yes: bool) -> None:
    if not yes:
        _ask(port)
    _, data = _image(base, files)
    with tempfile.TemporaryDirectory(prefix="tileclock-flash-") as folder:
        file = Path(folder, "board.bin")
        file.write_bytes(data)
        command = ["--chip", "esp32", "--port", port, "--baud", str(_BAUD), "--connect-attempts", "3"]
        command += ["write-flash", hex(board_image.START), str(file)]
        done = subprocess.run([sys.executable, "-m", "esptool", *command], check=False)
    if done.returncode:
        raise click.ClickException(
            f"The board at {port} was not written, esptool says above why: hold its BOOT button, and give the"
            " command again."
        )
    clock = started(port)
    say(f"{port}: clock {clock.identity.device} runs firmware {clock.identity.firmware}")


def _ask(port: str) -> None:
    try:
        with Clock.open(port) as clock:
            it = clock.identity
            new = counted(it.new, "sheet")
            has = f"Clock {it.device} at {port} has {new} no PC has fetched: tileclock sync does."
    except DeviceError:
        has = f"No clock answers at {port}."
    if not agreed(f"{has} Everything on the board will be erased: sheets, settings, firmware. Go on?"):
        raise click.ClickException("Nothing was erased: answer y, or give --yes.")
