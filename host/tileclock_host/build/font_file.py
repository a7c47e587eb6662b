"""Reads the .fnt files the device draws from, without what it takes to make them."""

import itertools
import struct
import zlib

MAGIC = b"TF2"

# A picture of a glyph: its rows from the top, "#" is lit.
Picture = tuple[str, ...]


class FontError(Exception):
    """A font cannot be made or read; the sentence says why."""


def decode(data: bytes) -> tuple[int, dict[str, Picture]]:
    """The height and the glyphs of a .fnt file."""
    try:
        data = zlib.decompress(data)
    except zlib.error as error:
        raise FontError(f"not a font file of this version: {error}") from error
    magic, height, count, size = struct.unpack_from("<3sBHH", data)
    if magic != MAGIC:
        raise FontError(f"not a font file of this version: it starts with {magic!r}, not {MAGIC!r}")
    start = struct.calcsize("<3sBHH")
    characters = data[start : start + size].decode()
    edges = struct.unpack_from(f"<{count + 1}H", data, start + size)
    picture = data[start + size + 2 * len(edges) :]
    rows = [
        "".join(".#"[picture[y // 8 * edges[-1] + x] >> y % 8 & 1] for x in range(edges[-1]))
        for y in range(height)
    ]
    cuts = zip(characters, itertools.pairwise(edges), strict=True)
    return height, {char: tuple(row[left:right] for row in rows) for char, (left, right) in cuts}
