"""The flash of a board as one file: MicroPython's own image, and behind it the files of a clock."""

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
_LARGEST = 4 << 20  # bytes of a board's flash
_TABLE = 0x8000  # of the flash: where the chip looks for its partitions
_ENTRY = struct.Struct("<2sBBII16sI")
_MAGIC = b"\xe9"  # how an image of the chip begins
_VERSION = re.compile(rb"v(\d+)\.(\d+)\.\d+[^\0]{,20} on 20\d\d-\d\d-\d\d")
_FROM = "micropython.org/download/ESP32_GENERIC"


@dataclass(frozen=True)
class Stock:
    """MicroPython's image, and where on the flash its files will be."""

    data: bytes
    files_at: int
    files_size: int


def stock(file: Path) -> Stock:
    """MicroPython's image for the ESP32; refused if it is something else, or too old."""
    data = whole(file, _LARGEST)
    found = _partition(data)
    version = _VERSION.search(data)
    if not data.startswith(_MAGIC) or found is None or version is None:
        raise DeviceError(
            f"{file} is not MicroPython for the ESP32: take the file that ends in .bin from {_FROM}."
        )
    if tuple(map(int, version.groups())) < tuple(map(int, MICROPYTHON.split("."))):
        said = version[0].split()[0].decode()
        raise DeviceError(f"{file} is MicroPython {said}: take {MICROPYTHON} or newer from {_FROM}.")
    return Stock(data, *found)


def downloaded(folder: Path) -> Path:
    """The newest of MicroPython's images that somebody has fetched."""
    found = sorted(folder.glob("ESP32_GENERIC-2*-v*.bin"))  # each has its date in the name
    if not found:
        raise DeviceError(
            f"There is no MicroPython in {folder}: fetch the file that ends in .bin from {_FROM}, or name one"
            " you have with --micropython."
        )
    return found[-1]


def _partition(data: bytes) -> tuple[int, int] | None:
    """Where the partition of the files is, and its size."""
    for at in range(_TABLE - START, _TABLE - START + BLOCK, _ENTRY.size):
        entry = data[at : at + _ENTRY.size]
        if len(entry) < _ENTRY.size or entry[:2] != b"\xaa\x50":
            break
        _, _, _, begin, size, name, _ = _ENTRY.unpack(entry)
        if name.rstrip(b"\0") == b"vfs":
            fits = begin + size <= _LARGEST and begin >= START + len(data) and size % BLOCK == 0
            return (begin, size) if fits else None
    return None


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
