"""Where littlefs keeps its folders: the pairs of blocks, read as its specification has them."""

from binascii import crc32
from collections.abc import Iterator

BLOCK = 4096
ERASED = 0xFFFFFFFF
COMMITTED, TAIL = 0x500, 0x600  # kinds of tags, without their lower bits


def tags(block: bytes) -> tuple[int, list[tuple[int, int, bytes]]]:
    """Revision of a metadata block, and (kind, file, content) of what is committed in it; -1: nothing is."""
    revision, at, before, pending, found = int.from_bytes(block[:4], "little"), 4, ERASED, [], []
    sound = -1
    check = ~crc32(block[:4]) & ERASED
    while at + 4 <= BLOCK:
        tag = int.from_bytes(block[at : at + 4], "big") ^ before
        kind, file, size = tag >> 20 & 0x7FF, tag >> 10 & 0x3FF, tag & 0x3FF
        if tag >> 31:
            break
        check = ~crc32(block[at : at + 4], ~check & ERASED) & ERASED
        content = block[at + 4 : at + 4 + (0 if size == 0x3FF else size)]
        if kind & 0x780 == COMMITTED:
            if int.from_bytes(content[:4], "little") != check:
                break
            sound, found, pending = revision, found + pending, []
            check = ERASED
            before = tag ^ (kind & 1) << 31
        else:
            check = ~crc32(content, ~check & ERASED) & ERASED
            pending.append((kind, file, content))
            before = tag
        at += 4 + len(content)
    return sound, found


def newer(one: tuple, other: tuple) -> tuple:
    if min(one[0], other[0]) < 0:
        return max(one, other, key=lambda block: block[0])
    return one if (one[0] - other[0]) & ERASED < 1 << 31 else other


def folders(image: bytes) -> Iterator[tuple[int, int]]:
    """The pair of each folder, the root first, in the order littlefs threads them."""
    pair: tuple[int, int] | None = (0, 1)
    seen = set()
    while pair and frozenset(pair) not in seen:
        seen.add(frozenset(pair))
        yield pair
        _, found = newer(*(tags(image[at * BLOCK : (at + 1) * BLOCK]) for at in pair))
        pair = None
        for kind, _, content in found:
            if kind & 0x700 == TAIL and len(content) == 8:
                pair = int.from_bytes(content[:4], "little"), int.from_bytes(content[4:], "little")
                if pair == (ERASED, ERASED):
                    pair = None
