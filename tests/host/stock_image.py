"""The image MicroPython hands out, as far as it matters, and what the port makes of it on a flash."""

import hashlib
import struct
from functools import reduce
from operator import xor

from littlefs import LittleFS, UserContext

from tileclock_host.device.board_image import START
from tileclock_host.sim import flash

FILES_AT, FILES_SIZE = 0x200000, flash.BLOCK * flash.BLOCKS
SUM = b"\xeb\xeb".ljust(16, b"\xff")  # behind the entries of a table: their MD5
ENTRY = struct.Struct("<2sBBII16sI")


def micropython(  # noqa: PLR0913 – as many as images differ in
    version="v1.24.0",
    files_at=FILES_AT,
    magic=0xE9,
    *,
    entry=True,
    summed=True,
    chip=0,
    flash=0x20,
    ends=0x200000,
):
    """As far as it matters the image MicroPython hands out: a loader, the partitions, a program."""
    segment = b"\0" * 64
    loader = struct.pack("<BBBBI", magic, 1, 2, flash, 0x40080404)
    # a checksum of all stands behind it
    loader += struct.pack("<B3xHBHH4xB", 0xEE, chip, 0, 0, 399, 1)
    loader += struct.pack("<II", 0x3FFF0030, len(segment)) + segment
    loader = loader.ljust((len(loader) | 15), b"\0") + bytes([reduce(xor, segment, 0xEF)])
    loader += hashlib.sha256(loader).digest()
    rows = [
        (1, 2, 0x9000, 0x6000, b"nvs"),
        (1, 1, 0xF000, 0x1000, b"phy_init"),
        (0, 0, 0x10000, ends - 0x10000, b"factory"),
        (1, 0x81, files_at, FILES_SIZE, b"vfs"),
    ]
    table = b"".join(
        ENTRY.pack(b"\xaa\x50", kind, of, at, size, name, 0)
        for kind, of, at, size, name in (rows if entry else rows[:-1])
    )
    if summed:
        table += SUM + hashlib.md5(table).digest()
    program = f"MicroPython {version} on 2024-10-25; Generic ESP32 module\0".encode()
    return (loader.ljust(0x7000, b"\xff") + table).ljust(0xF000, b"\xff") + program


def partitions(image):
    """The table of an image that is written at 0x1000, by name; its sum is right, or there is none."""
    found, at = {}, 0x7000
    while image.startswith(b"\xaa\x50", at):
        _, kind, of, begin, size, name, flags = ENTRY.unpack_from(image, at)
        found[name.rstrip(b"\0").decode()] = (kind, of, begin, size, flags)
        at += ENTRY.size
    if image.startswith(b"\xeb\xeb", at):
        assert image[at : at + 32] == SUM + hashlib.md5(image[0x7000:at]).digest()
        at += 32
    assert image[at:0x8000].strip(b"\xff") == b""
    return found


def mounted(image, flash_size):
    """The files as MicroPython's port mounts them: at their entry, or else on all that is left."""
    table = partitions(image)
    end = max(begin + size for _, _, begin, size, _ in table.values())
    _, _, begin, size, _ = table.get("vfs", (1, 0x81, end, flash_size - end, 0))
    chip = (b"\xff" * START + image).ljust(flash_size, b"\xff")
    context = UserContext(buffer=bytearray(chip[begin : begin + size]))
    return LittleFS(context=context, block_size=4096, block_count=size // 4096, mount=True)
