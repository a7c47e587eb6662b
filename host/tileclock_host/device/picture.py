"""The panel's picture as a PNG file."""

import struct
import zlib

WIDTH, HEIGHT = 128, 64


def png(frame: bytes, scale: int = 1) -> bytes:
    """Light on dark, each dot as so many pixels in either direction."""
    rows = bytearray()
    for y in range(HEIGHT):
        dots = bytes(255 * (frame[y // 8 * WIDTH + x] >> y % 8 & 1) for x in range(WIDTH))
        row = b"\x00" + bytes(dot for dot in dots for _ in range(scale))
        rows += row * scale
    head = struct.pack(">IIBBBBB", WIDTH * scale, HEIGHT * scale, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + _chunk(b"IDAT", zlib.compress(bytes(rows), 9))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
