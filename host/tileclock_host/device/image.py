"""`tileclock image`: saves the raw flash of a board, block by block, whatever is or is not on it."""

import binascii
import os
from collections.abc import Callable
from pathlib import Path

import click

from tileclock_host.output import progress

from .deploy import Board
from .errors import DeviceError
from .options import port_option, sentences, the_port

_TRIES = 4

# An erased block is one character; of any other its check comes first.
_LOOK = """
from binascii import b2a_base64, crc32
from esp32 import Partition
flash = Partition.find(Partition.TYPE_DATA, label="vfs")[0]
size = flash.ioctl(5, 0)
block = bytearray(size)
erased = b"\\xff" * size
def show(number):
    flash.readblocks(number, block)
    if block == erased:
        print("-")
    else:
        print(crc32(block), b2a_base64(block).decode().strip())
print(flash.ioctl(4, 0), size)
"""


@click.command(epilog="\b\nExample:\n  tileclock image box7.img")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@port_option
def image(file: Path, port: str | None) -> None:
    """Save the raw flash of a board in FILE: the files of a clock, or what is left of them.

    Do it before you format a flash that cannot be read. The clock stops for that and starts anew afterwards;
    a game that runs can be resumed. `tileclock sim --flash FILE` shows what is in it.
    """
    if file.exists():
        raise click.ClickException(f"{file} is there already: name another file.")
    port = the_port(port)
    with sentences(), Board(port) as board, progress() as bar:
        task = bar.add_task(port, total=None)
        data = read(board, lambda done, total: bar.update(task, completed=done, total=total))
    draft = file.with_name(file.name + ".new")
    try:
        draft.write_bytes(data)
        os.replace(draft, file)
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written ({error.strerror}): name another.") from error
    click.echo(f"{port}: {len(data):,} bytes of flash are in {file}")


def read(board: Board, tell: Callable[[int, int], None] = lambda done, total: None) -> bytes:
    """All blocks of the partition MicroPython keeps its files on."""
    try:
        blocks, size = map(int, board.run(_LOOK).split())
    except ValueError as error:
        raise DeviceError("What the board answers makes no sense: try again.") from error
    data = bytearray()
    for number in range(blocks):
        data += _block(board, number, size)
        tell(number + 1, blocks)
    return bytes(data)


def _block(board: Board, number: int, size: int) -> bytes:
    for _ in range(_TRIES):
        said = board.run(f"show({number})").strip()
        if said == "-":
            return b"\xff" * size
        check, _, text = said.partition(" ")
        try:
            found = binascii.a2b_base64(text)
        except ValueError:
            continue
        if len(found) == size and check == str(binascii.crc32(found)):
            return found
    raise DeviceError(f"Block {number} of the flash does not come through whole: try another cable.")
