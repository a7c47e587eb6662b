"""Packs a file of words for the board: the texts of each section compressed by themselves, without names."""

import json
import struct
import zlib

WINDOW = 10  # bits: the board needs so much of its heap while it reads, 1 kB


def pack(text: str) -> bytes:
    """Where each section begins, in two bytes each; then the sections."""
    texts = [list(words.values()) for words in json.loads(text).values()]
    plain = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in texts]
    packed = [deflated(each) for each in plain]
    first = 2 * len(packed)
    places = [first + sum(map(len, packed[:number])) for number in range(len(packed))]
    return struct.pack(f"<{len(places)}H", *places) + b"".join(packed)


def deflated(text: str) -> bytes:
    """A text as the board reads it."""
    return zlib.compress(text.encode(), 9, wbits=WINDOW)
