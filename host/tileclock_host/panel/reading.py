"""Reads text off a picture of the panel, by exact comparison with the glyphs of the firmware's fonts."""

from __future__ import annotations

import functools
import operator
import struct
from dataclasses import dataclass
from pathlib import Path

from tileclock_host.build import bundle
from tileclock_host.build.font_file import decode

WIDTH, HEIGHT = 128, 64

_SIGNS = "▲▼▸↩✓♪•←→↑↓"  # what is worth reading even without a letter or digit beside it
_SPACES = 2  # this many in a row still belong to one text
_CYRILLIC = range(0x400, 0x500)
_NO_TEXT = -1  # a column that no glyph has
_COLUMNS = struct.Struct(f"<{WIDTH}Q")


@dataclass(frozen=True)
class Item:
    """One run of text: where its first column and top row are, in which font, and what it says."""

    y: int
    x: int
    font: str
    inverse: bool
    text: str
    lit: int  # ink pixels it explains
    box: tuple[int, int, int, int]  # x and y of its first pixel, and of the one behind its last


@functools.cache
def _halved(column: int) -> int:
    """Every second dot of a column, if each one in between is like the one before it."""
    dots = [column >> y & 1 for y in range(HEIGHT)]
    return sum(dot << y for y, dot in enumerate(dots[::2])) if dots[::2] == dots[1::2] else _NO_TEXT


def columns(frame: bytes) -> list[int]:
    """The frame as 128 numbers, the top pixel in the lowest bit."""
    return [int.from_bytes(frame[x::WIDTH], "little") for x in range(WIDTH)]


class Reader:
    """Knows every glyph of the .fnt files of a bundle, or of the one that this program brings along."""

    def __init__(self, firmware: Path | None = None) -> None:
        folder = (firmware or bundle.ensure()) / "tileclock" / "fonts"
        self._faces = {path.stem: _Face(path) for path in sorted(folder.glob("*.fnt"))}
        assert self._faces, f"no fonts in {folder}: run make firmware"
        self.read = functools.lru_cache(maxsize=2048)(self._read)

    def fold(self, text: str) -> str:
        """Letters that look the same become the same, as they are on the panel."""
        return "".join(self._faces["text"].looks.get(char, char) for char in text)

    def knows(self, text: str) -> bool:
        """Whether the panel has all its letters."""
        return all(char in self._faces["text"].looks for char in text)

    def _read(self, frame: bytes) -> tuple[Item, ...]:
        """All text on the frame, from the top left; where readings compete, the one with more ink wins."""
        lit = columns(frame)
        found = [item for inverse in (False, True) for item in self._candidates(lit, inverse)]
        kept: list[Item] = []
        for item in sorted(found, key=lambda item: -item.lit):
            if not any(_overlap(item.box, other.box) for other in kept):
                kept.append(item)
        worth = [item for item in kept if any(c.isalnum() or c in _SIGNS for c in item.text)]
        return tuple(sorted(worth, key=lambda item: (item.y, item.x)))

    def _candidates(self, lit: list[int], inverse: bool):
        whole = (1 << HEIGHT) - 1
        if inverse:
            lit = [column ^ whole for column in lit]
        somewhere = functools.reduce(operator.or_, lit)
        one_number = int.from_bytes(_COLUMNS.pack(*lit), "little")  # quicker to shift than each column
        for name, face in self._faces.items():
            mask = (1 << face.height) - 1
            masks = int.from_bytes(_COLUMNS.pack(*[mask] * WIDTH), "little")
            for y in range(HEIGHT - face.height + 1):
                if somewhere >> y & mask:
                    band = _COLUMNS.unpack((one_number >> y & masks).to_bytes(_COLUMNS.size, "little"))
                    yield from face.runs(name, band, y, inverse)
        yield from self._large(lit, inverse)

    def _large(self, lit: list[int], inverse: bool):
        """Text that is drawn twice as large, each dot as four."""
        face = self._faces["text"]
        mask = (1 << 2 * face.height) - 1
        for y in range(0, HEIGHT - 2 * face.height + 1, 8):
            rows = [_halved(column >> y & mask) for column in lit]
            for first in (0, 1):
                pairs = zip(rows[first::2], rows[first + 1 :: 2], strict=False)
                band = tuple([one if one == other else _NO_TEXT for one, other in pairs])
                for item in face.runs("large", band, 0, inverse):
                    x, _, end, _ = (first + 2 * edge for edge in item.box)
                    box = x, y, end, y + 2 * face.height
                    yield Item(y, x, "large", inverse, item.text, 4 * item.lit, box)


class _Face:
    """The glyphs of one font, found by the pixels of their columns."""

    def __init__(self, path: Path) -> None:
        self.height, pictures = decode(path.read_bytes())
        self.looks: dict[str, str] = {}  # each character, and the one that stands for its picture
        by_columns: dict[tuple[int, ...], str] = {}
        for char, rows in sorted(pictures.items()):
            shape = tuple(
                sum((row[x] == "#") << y for y, row in enumerate(rows)) for x in range(len(rows[0]))
            )
            self.looks[char] = by_columns.setdefault(shape, char)
        # By their first column, the widest first.
        self._glyphs: dict[int, list[tuple[int, tuple[int, ...], str]]] = {}
        for shape, char in sorted(by_columns.items(), key=lambda item: -len(item[0])):
            self._glyphs.setdefault(shape[0], []).append((len(shape), shape, char))
        self._begin_text = {shape[0] for shape, char in by_columns.items() if char != " "}

    def runs(self, name: str, band: tuple[int, ...], y: int, inverse: bool):
        """Every text in a band of rows that begins behind an empty column or at the edge."""
        begins = self._begin_text
        if begins.isdisjoint(band):
            return
        starts = [x for x, column in enumerate(band) if column in begins]
        for x in starts:
            if not x or not band[x - 1]:
                text, end = self._run(band, x)
                if text:
                    ink = sum(column.bit_count() for column in band[x:end])
                    yield Item(y, x, name, inverse, text, ink, (x, y, end, y + self.height))

    def _run(self, band: tuple[int, ...], x: int) -> tuple[str, int]:
        text, end, spaces = "", x, 0
        while glyph := self._glyph(band, x):
            width, _, char = glyph
            x += width
            spaces = spaces + 1 if char == " " else 0
            if spaces > _SPACES or (char == " " and not text):
                break
            text += char
            if char != " ":
                end = x
        return text.rstrip(" "), end

    def _glyph(self, band: tuple[int, ...], x: int) -> tuple[int, tuple[int, ...], str] | None:
        if x < len(band):
            for glyph in self._glyphs.get(band[x], ()):
                if band[x : x + glyph[0]] == glyph[1]:
                    return glyph
        return None


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def lines(items: tuple[Item, ...]) -> list[str]:
    """What a person would read: texts whose top rows are the same stand on one line."""
    rows: dict[int, list[str]] = {}
    for item in items:
        rows.setdefault(item.y, []).append(_in_one_script(item.text))
    return ["  ".join(texts) for texts in rows.values()]


# Latin letters and the Cyrillic ones that look like them at this size.
_TWINS = str.maketrans("ABCEHIKMOPTXaceiopxy", "АВСЕНІКМОРТХасеіорху")
_KEY = "OK"  # is called so in every language


def mixed(word: str) -> bool:
    """Whether there are letters of both scripts in it."""
    cyrillic = [ord(char) in _CYRILLIC for char in word if char.isalpha()]
    return any(cyrillic) and not all(cyrillic)


def _in_one_script(text: str) -> str:
    """Beside Cyrillic words, a word that can be Cyrillic as a whole is; but for a capital alone, a seat's."""
    if not any(ord(char) in _CYRILLIC for char in text):
        return text
    return " ".join(_word(word) for word in text.split(" "))


def _word(word: str) -> str:
    other = word.translate(_TWINS)
    stays = (len(word) == 1 and word.isupper()) or word.strip(".,:?!") == _KEY or mixed(other)
    return word if stays else other
