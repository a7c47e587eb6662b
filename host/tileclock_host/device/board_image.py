"""The flash of a board as one file: MicroPython's own image, and behind it the files of a clock."""

import hashlib
import re
import secrets as chance
import struct
from dataclasses import dataclass
from pathlib import Path

from tileclock_host.build.bundle import MICROPYTHON
from tileclock_host.files import whole
from tileclock_host.sheets import secrets

from .errors import DeviceError

START = 0x1000  # of the flash: there MicroPython's image begins, and the one that is made here
BLOCK = 4096
_LARGEST = 4 << 20  # bytes of a board's flash, at least
_TABLE = 0x8000  # of the flash: where the chip looks for its partitions
_HEADER = struct.Struct("<BxxB8xH")  # how an image begins: a mark, the size of the flash, the chip
_MARK = 0xE9
_ESP32 = 0
_OTHERS = {2: "S2", 5: "C3", 9: "S3", 12: "C2", 13: "C6", 16: "H2", 18: "P4", 20: "C61", 23: "C5"}
_ENTRY = struct.Struct("<2sBBII16sI")
_ENTRY_MARK = b"\xaa\x50"
_SUM_MARK = b"\xeb\xeb".ljust(16, b"\xff")  # behind the entries stands their MD5
_FILES = b"vfs"  # the name of the partition of the files
_KIND = 1, 0x81  # data, FAT: that of MicroPython's own entry, whatever file system is there
_VERSION = re.compile(rb"v(\d+)\.(\d+)\.\d+[^\0]{,20} on 20\d\d-\d\d-\d\d")
_FROM = "micropython.org/download/ESP32_GENERIC"


@dataclass(frozen=True)
class Stock:
    """MicroPython's image, and where on the flash its files will be."""

    data: bytes
    files_at: int
    files_size: int


def stock(file: Path) -> Stock:
    """MicroPython's image for the ESP32; refused if it is something else, or too old.

    The table of partitions gets an entry for the files, which it lacks from MicroPython 1.26 on: without one
    MicroPython takes all that is left of the flash, and how much that is only the board knows.
    """
    data = whole(file, _LARGEST)
    version = _VERSION.search(data)
    _refuse_another_chip(file, data)
    if version is None or not _entries(data):
        raise _unfit(file)
    if tuple(map(int, version.groups())) < tuple(map(int, MICROPYTHON.split("."))):
        said = version[0].split()[0].decode()
        raise DeviceError(f"{file} is MicroPython {said}: take {MICROPYTHON} or newer from {_FROM}.")
    data = _with_files(data)
    at, size = next(((at, size) for at, size, name in _entries(data) if name == _FILES), (0, 0))
    if at < START + len(data) or at + size > _LARGEST or size % BLOCK:
        raise _unfit(file)
    return Stock(data, at, size)


def _refuse_another_chip(file: Path, data: bytes) -> None:
    if len(data) < _HEADER.size:
        raise _unfit(file)
    mark, flash, chip = _HEADER.unpack_from(data)
    if mark != _MARK:
        raise _unfit(file)
    if chip != _ESP32:
        name = f"the ESP32-{_OTHERS[chip]}" if chip in _OTHERS else "another chip"
        raise DeviceError(f"{file} is for {name}, and a clock has an ESP32: take the file from {_FROM}.")
    if 1 << 20 << (flash >> 4) < _LARGEST:
        raise DeviceError(f"{file} is for a flash below 4 MB: take the file without D2WD from {_FROM}.")


def _unfit(file: Path) -> DeviceError:
    return DeviceError(
        f"{file} is not MicroPython for the ESP32: take the file that ends in .bin from {_FROM}."
    )


def downloaded(folder: Path) -> Path:
    """The newest of MicroPython's images that somebody has fetched."""
    found = sorted(folder.glob("ESP32_GENERIC-2*-v*.bin"))  # each has its date in the name
    if not found:
        raise DeviceError(
            f"There is no MicroPython in {folder}: fetch the file that ends in .bin from {_FROM}, or name one"
            " you have with --micropython."
        )
    return found[-1]


def _entries(data: bytes) -> list[tuple[int, int, bytes]]:
    """The table of partitions: where each is, its size, its name."""
    found = []
    for at in range(_TABLE - START, _TABLE - START + BLOCK, _ENTRY.size):
        entry = data[at : at + _ENTRY.size]
        if len(entry) < _ENTRY.size or not entry.startswith(_ENTRY_MARK):
            break
        _, _, _, begin, size, name, _ = _ENTRY.unpack(entry)
        found.append((begin, size, name.rstrip(b"\0")))
    return found


def _with_files(data: bytes) -> bytes:
    """The image with an entry for the files: they have what its partitions leave of 4 MB."""
    entries = _entries(data)
    begin = max(at + size for at, size, _ in entries)
    if begin >= _LARGEST or any(name == _FILES for _, _, name in entries):
        return data
    start = _TABLE - START
    end = start + len(entries) * _ENTRY.size
    table = data[start:end] + _ENTRY.pack(_ENTRY_MARK, *_KIND, begin, _LARGEST - begin, _FILES, 0)
    if data.startswith(_SUM_MARK, end):
        table += _SUM_MARK + hashlib.md5(table, usedforsecurity=False).digest()
    return data[:start] + table + data[start + len(table) :]


def identity() -> tuple[str, dict[str, bytes]]:
    """A new clock's epoch, and the files that say who it is; this PC keeps its secret."""
    epoch, secret = chance.token_hex(4), chance.token_bytes(secrets.LENGTH)
    secrets.keep(epoch, secret)
    return epoch, {"/data/epoch": epoch.encode(), "/data/secret": secret.hex().encode()}


def made(base: Stock, files: dict[str, bytes]) -> bytes:
    """What is to be written from `START` on; what follows the last block that is used stays as it is."""
    return base.data.ljust(base.files_at - START, b"\xff") + file_system(base.files_size, files)


def file_system(size: int, files: dict[str, bytes]) -> bytes:
    """A littlefs with these files, as the board would make it."""
    from littlefs import LittleFS, UserContext  # noqa: PLC0415 – only `tileclock flash` needs it

    context = UserContext(buffer=bytearray(b"\xff" * size))
    disk = LittleFS(
        context=context, block_size=BLOCK, block_count=size // BLOCK, read_size=32, prog_size=32,
        lookahead_size=32, cache_size=128, disk_version=0x20000, block_cycles=100,
    )  # fmt: skip
    for path, content in files.items():
        disk.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
        with disk.open(path, "wb") as file:
            file.write(content)
    disk.unmount()
    used = bytes(context.buffer).rstrip(b"\xff")
    return used.ljust(-len(used) % BLOCK + len(used), b"\xff")
