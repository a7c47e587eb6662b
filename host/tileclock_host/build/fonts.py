"""Rasterises the display fonts at build time into the .fnt files the device draws from."""

import itertools
import struct
import unicodedata
import zlib
from dataclasses import dataclass
from pathlib import Path

import click
import fontpkg  # type: ignore[import-untyped]
import freetype  # type: ignore[import-untyped]
from font_to_py.font_to_py import Glyph  # type: ignore[import-untyped]

from tileclock_host.build.font_file import MAGIC, FontError, Picture, decode

WINDOW = 10  # bits: the device that inflates a file needs so much of its heap meanwhile, 1 kB
REPLACEMENT = "\ufffd"

POLISH = "ĄĆĘŁŃÓŚŹŻąćęłńóśźż"
CZECH = "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž"
UKRAINIAN = "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯабвгґдеєжзиіїйклмнопрстуфхцчшщьюя"
ASCII = "".join(map(chr, range(0x20, 0x7F)))
SIGNS = "·–…×±−„“”’«»•≤≥←↑→↓▲▼▸↩✓♪" + REPLACEMENT
DIGITS = "0123456789"


@dataclass(frozen=True)
class Font:
    """What one .fnt file holds and how it is drawn.

    `capital` is the height of its digits and capitals in rows; above and below it stay `above` and
    `below` rows for marks and descenders. `squeeze` narrows the outlines; `gap` is the free columns
    right of each glyph; `digits`, where given, the columns of every digit before that gap.
    """

    family: str
    weight: str
    capital: int
    characters: str
    above: int = 0
    below: int = 0
    squeeze: float = 1.0
    gap: int = 2
    digits: int | None = None

    @property
    def height(self) -> int:
        return self.above + self.capital + self.below


SAIRA = "Saira Condensed"
FONTS = {
    "text": Font("PT Sans", "regular", 7, ASCII + POLISH + CZECH + UKRAINIAN + SIGNS, 3, 2, gap=1, digits=4),
    "mid": Font(SAIRA, "semibold", 20, DIGITS + "+-−:.–—?ABCDEF", squeeze=0.86, gap=1, digits=10),
    "huge": Font(SAIRA, "semibold", 48, DIGITS + ".", squeeze=0.93, digits=27),
    "tall": Font(SAIRA, "bold", 48, DIGITS + ":", squeeze=0.6, digits=18),
    "seat": Font(SAIRA, "semibold", 44, "ABCDEF", squeeze=0.84, gap=0),
}


def _art(drawing: str) -> Picture:
    return tuple(drawing.split())


# Marks over letters. At this size the outlines' own run together, so they are drawn here and set on
# the bare letter; the last rows are the distance to it.
MARKS = {
    "\N{COMBINING ACUTE ACCENT}": _art(".# #. .."),
    "\N{COMBINING CARON}": _art("#.# .#. ..."),
    "\N{COMBINING BREVE}": _art("#..# .##. ...."),
    "\N{COMBINING DOT ABOVE}": _art("# ."),
    "\N{COMBINING DIAERESIS}": _art("#.# ..."),
    "\N{COMBINING RING ABOVE}": _art(".#. #.# .#."),
}
DOTLESS = {"i": "ı", "і": "ı"}
# Their caron is an apostrophe beside the stem, which the typeface has.
OWN_CARON = "ďť"

# What the text face lacks or blurs, standing on the baseline.
DRAWN = {
    "%": _art("##..# ##..# ...#. ..#.. .#... #..## #..##"),
    "*": _art("#.#.# .###. #.#.# ..... ....."),
    "#": _art(".#.#. ##### .#.#. .#.#. ##### .#.#. ....."),
    "Q": _art(".###. #...# #...# #...# #.#.# #..#. .##.#"),
    "Ф": _art("..#.. .###. #.#.# #.#.# #.#.# .###. ..#.."),
    "в": _art("###. #..# ###. #..# ###."),
    "≤": _art("...# .#.. #... .#.. ...# .... ####"),
    "≥": _art("#... ..#. ...# ..#. #... .... ####"),
    "«": _art("..#..# .#..#. #..#.. .#..#. ..#..#"),
    "»": _art("#..#.. .#..#. ..#..# .#..#. #..#.."),
    "←": _art("..#.... .#..... ####### .#..... ..#.... ......."),
    "→": _art("....#.. .....#. ####### .....#. ....#.. ......."),
    "↑": _art("..#.. .###. #.#.# ..#.. ..#.. ..#.. ..#.."),
    "↓": _art("..#.. ..#.. ..#.. ..#.. #.#.# .###. ..#.."),
    "▲": _art("...#... ..###.. ..###.. .#####. .#####. #######"),
    "▼": _art("####### .#####. .#####. ..###.. ..###.. ...#..."),
    "▸": _art("#... ##.. ###. #### ###. ##.. #..."),
    "↩": _art(".....##. .......# ..#....# .#.....# #######. .#...... ..#....."),
    "✓": _art("......# .....#. #...#.. .#.#... ..#.... ......."),
    "♪": _art("..##. ..#.# ..#.# ..#.. ###.. ###.. .#..."),
    "•": _art(".##. #### #### .##. ...."),
    REPLACEMENT: _art("##### #...# #...# #...# #...# #...# #####"),
}


def draw(font: Font) -> dict[str, Picture]:
    """Every glyph of the font, in the order of its code points."""
    face = freetype.Face(str(fontpkg.path(font.family, font.weight)))
    face.load_char("7" if "7" in font.characters else "E", freetype.FT_LOAD_NO_SCALE)
    size = 64 * font.capital * face.units_per_EM / face.glyph.metrics.horiBearingY
    face.set_char_size(round(size * font.squeeze), round(size))
    return {char: _glyph(face, font, char) for char in sorted(set(font.characters))}


def _glyph(face: freetype.Face, font: Font, char: str) -> Picture:
    bare = unicodedata.normalize("NFD", char)
    mark = None if char in OWN_CARON else MARKS.get(bare[1:])
    letter = DOTLESS.get(bare[0], bare[0]) if mark else char
    if font.family == "PT Sans" and char in DRAWN:
        rows = _on_baseline(font, DRAWN[char])
    else:
        rows = _outline(face, font, letter)
    if mark:
        rows = _set_above(rows, mark)
    width = font.digits if font.digits and char.isdecimal() else len(rows[0])
    if len(rows[0]) > width:
        raise FontError(f"{font.family}: the digit {char} is {len(rows[0])} columns wide, more than {width}")
    return tuple(row.center(width, ".") + font.gap * "." for row in rows)


def _outline(face: freetype.Face, font: Font, char: str) -> Picture:
    """The typeface's own shape, cut to the font's rows: round shapes overshoot by a few stray pixels."""
    if not face.get_char_index(char):
        raise FontError(f"{font.family} has no {char!r}: draw it in DRAWN of {Path(__file__).name}")
    face.load_char(char, freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO)
    glyph = Glyph.from_glyphslot(face.glyph)
    pixels = ["#" if lit else "." for lit in glyph.bitmap.pixels]
    rows = ["".join(pixels[at : at + glyph.width]) for at in range(0, len(pixels), glyph.width)]
    top = font.above + font.capital - glyph.top
    empty = "." * glyph.width
    canvas = [rows[y - top] if 0 <= y - top < len(rows) else empty for y in range(font.height)]
    if font.capital > 40:
        canvas = _smoothed(canvas)
    lit = [x for x in range(glyph.width) if any(row[x] == "#" for row in canvas)]
    if not lit:
        return ("." * (round(glyph.advance_width) - font.gap),) * font.height
    return tuple(row[lit[0] : lit[-1] + 1] for row in canvas)


def _smoothed(rows: list[str]) -> list[str]:
    """Without the single pixels that stick out of an edge, or are missing in one."""
    padded = ["." * (len(rows[0]) + 2), *(f".{row}." for row in rows), "." * (len(rows[0]) + 2)]

    def dot(y: int, x: int) -> str:
        around = padded[y - 1][x] + padded[y + 1][x] + padded[y][x - 1] + padded[y][x + 1]
        return padded[y][x] if around.count(padded[y][x]) > 1 else around.replace(padded[y][x], "")[0]

    return ["".join(dot(y, x) for x in range(1, len(padded[0]) - 1)) for y in range(1, len(padded) - 1)]


def _on_baseline(font: Font, art: Picture) -> Picture:
    empty = "." * len(art[0])
    return (empty,) * (font.height - font.below - len(art)) + art + (empty,) * font.below


def _set_above(rows: Picture, mark: Picture) -> Picture:
    """The letter with the mark centred on top of it, a step to the right where it cannot be centred."""
    width = max(len(rows[0]), len(mark[0]))
    canvas = [row.center(width, ".") for row in rows]
    top = next(y for y, row in enumerate(rows) if "#" in row) - len(mark)
    left = (width - len(mark[0]) + 1) // 2
    for y, row in enumerate(mark, top):
        under = canvas[y][left : left + len(row)]
        over = "".join(max(pair, key="#".__eq__) for pair in zip(row, under, strict=True))
        canvas[y] = canvas[y][:left] + over + canvas[y][left + len(row) :]
    return tuple(canvas)


def encode(height: int, glyphs: dict[str, Picture]) -> bytes:
    """The .fnt file: header, characters, edges of their glyphs, and the glyphs side by side in one picture.

    The picture is in columns of eight rows, lowest bit on top, as the panel has it. All is deflated, to half.
    """
    characters = "".join(sorted(glyphs))
    edges = [0, *itertools.accumulate(len(glyphs[char][0]) for char in characters)]
    rows = ["".join(glyphs[char][y] for char in characters) for y in range(height)]
    text = characters.encode()
    data = struct.pack("<3sBHH", MAGIC, height, len(glyphs), len(text)) + text
    data += struct.pack(f"<{len(edges)}H", *edges)
    for page in range(0, height, 8):
        for x in range(edges[-1]):
            data += bytes([sum((row[x] == "#") << bit for bit, row in enumerate(rows[page : page + 8]))])
    return zlib.compress(data, 9, wbits=WINDOW)


def build() -> dict[str, bytes]:
    """Every font file by its name."""
    return {f"{name}.fnt": encode(font.height, draw(font)) for name, font in FONTS.items()}


SAMPLES = {
    "text": (
        "The quick brown fox jumps over 0123456789",
        "Zażółć gęślą jaźń – ŻÓŁĆ, ŹDŹBŁO „Wznów”",
        "Příliš žluťoučký kůň úpěl – ŘEŽ, ŠŮS, ĎÁBEL",
        "Ґанок, їжак є, щастя; Їжа. Вихід ЙОД Щука",
        "▲ ▼ ▸ OK ↩ ✓ ♪ • ← ↑ → ↓ × ± − · … ≤ ≥ « » " + REPLACEMENT,
        ASCII[:48],
        ASCII[48:],
    ),
    "mid": ("0123456789", "+265 -47 −100", "A:? B– C. DEF"),
    "huge": ("38 7.4", "20 15 96"),
    "tall": ("1:48 0:56", "12 9 375"),
    "seat": ("ABCDEF",),
}


def contact_sheet(fonts: dict[str, bytes]) -> list[str]:
    """Rows of a picture that shows every font at work, at the panel's own pixels."""
    sheet: list[str] = []
    for name, lines in SAMPLES.items():
        height, glyphs = decode(fonts[f"{name}.fnt"])
        blank = ("." * 8,) * height
        for line in lines:
            pictures = [glyphs.get(char, blank) for char in line]
            sheet += ["".join(picture[y] for picture in pictures) for y in range(height)] + [""] * 2
    width = max(map(len, sheet))
    return [row.ljust(width, ".") for row in sheet]


def _save_picture(rows: list[str], path: Path, zoom: int = 4) -> None:
    from PIL import Image  # noqa: PLC0415 – only developers have it

    picture = Image.new("1", (len(rows[0]), len(rows)))
    picture.putdata([dot == "#" for row in rows for dot in row])
    picture.resize((picture.width * zoom, picture.height * zoom)).save(path)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--sample", type=click.Path(dir_okay=False, path_type=Path), help="Save a picture of them too.")
def main(folder: Path, sample: Path | None) -> None:
    """Write the display fonts into FOLDER and print their sizes."""
    try:
        fonts = build()
    except FontError as error:
        raise click.ClickException(str(error)) from error
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in fonts.items():
        (folder / name).write_bytes(data)
        click.echo(f"{name:10} {len(data):6,} bytes")
    click.echo(f"{'total':10} {sum(map(len, fonts.values())):6,} bytes")
    if sample:
        _save_picture(contact_sheet(fonts), sample)


if __name__ == "__main__":
    main()
