"""`tileclock image`: saves the raw flash of a board, some blocks at a time, whatever is or is not on it."""

import binascii
import os
from collections.abc import Callable
from pathlib import Path

import click

from tileclock_host.files import draft
from tileclock_host.output import bar, progress, say

from .errors import DeviceError
from .options import port_option, sentences, the_port
from .prompt import Board

_TRIES = 4
_MOST_BLOCKS, _LARGEST = 1 << 13, 1 << 25  # bytes: more than any chip has
_AT_ONCE = 8  # blocks: four seconds of the cable when they are full, and few commands when they are erased

# A line for each block: its number, a check over both, and the text; of an erased one that is one character.
_LOOK = """
from binascii import b2a_base64, crc32
from esp32 import Partition
flash = Partition.find(Partition.TYPE_DATA, label="vfs")[0]
size = flash.ioctl(5, 0)
block = bytearray(size)
erased = b"\\xff" * size
def show(first, end):
    for number in range(first, end):
        flash.readblocks(number, block)
        text = "-" if block == erased else b2a_base64(block).decode().strip()
        print(number, crc32(block, number), text)
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
    if os.path.lexists(file):
        raise click.ClickException(f"{file} already exists: name another file.")
    port = the_port(port)
    try:
        with draft(file) as made, made.open("wb") as saved:  # before a clock is stopped, and read for minutes
            saved.write(data := _read(port))
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written ({error.strerror}): name another.") from error
    say(f"{port}: {len(data):,} bytes of flash are in {file}")


def _read(port: str) -> bytes:
    with sentences(), Board(port) as board, progress() as bars:
        return read(board, bar(bars, port))


def read(board: Board, tell: Callable[[int, int], None] = lambda done, total: None) -> bytes:
    """All blocks of the partition MicroPython keeps its files on."""
    try:
        blocks, size = map(int, board.run(_LOOK).split())
        if not (blocks > 0 and size > 0 and blocks <= _MOST_BLOCKS and blocks * size <= _LARGEST):
            raise ValueError((blocks, size))
    except ValueError as error:
        raise DeviceError("What the board answers makes no sense: try again.") from error
    data = bytearray()
    for first in range(0, blocks, _AT_ONCE):
        end = min(first + _AT_ONCE, blocks)
        found = _show(board, first, end, size)
        for number in range(first, end):
            data += found.get(number) or _again(board, number, size)
            tell(number + 1, blocks)
    return bytes(data)


def _again(board: Board, number: int, size: int) -> bytes:
    for _ in range(_TRIES - 1):
        found = _show(board, number, number + 1, size)
        if number in found:
            return found[number]
    raise DeviceError(f"Block {number} of the flash does not come through whole: try another cable.")


def _show(board: Board, first: int, end: int, size: int) -> dict[int, bytes]:
    """Those of these blocks that came whole, by their numbers."""
    found = {}
    for line in board.run(f"show({first}, {end})").splitlines():
        try:
            number, check, text = line.split()
            block = b"\xff" * size if text == "-" else binascii.a2b_base64(text)
            if len(block) == size and binascii.crc32(block, int(number)) == int(check):
                found[int(number)] = block
        except ValueError:
            continue
    return found
