"""Pictures as PNG files: the panel's, and others by their pixels."""

import struct
import zlib

WIDTH, HEIGHT = 128, 64
_GREY, COLOURS = 0, 2  # a byte for each pixel, or three: red, green and blue


def png(frame: bytes, scale: int = 1) -> bytes:
    """Light on dark, each dot as so many pixels in either direction."""
    rows = bytearray()
    for y in range(HEIGHT):
        dots = bytes(255 * (frame[y // 8 * WIDTH + x] >> y % 8 & 1) for x in range(WIDTH))
        row = b"\x00" + bytes(dot for dot in dots for _ in range(scale))
        rows += row * scale
    return packed(bytes(rows), WIDTH * scale, HEIGHT * scale, _GREY)


def packed(rows: bytes, width: int, height: int, colours: int = COLOURS) -> bytes:
    """Rows of pixels, each row behind a zero."""
    head = struct.pack(">IIBBBBB", width, height, 8, colours, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + _chunk(b"IDAT", zlib.compress(rows, 9))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
