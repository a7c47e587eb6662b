"""Draws the two breadboards, every hole where it is and every wire with the names of its ends."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import hypot

from PIL import Image, ImageColor, ImageDraw, ImageFont

from hardware.breadboard import COLUMNS, FIRST, THINGS, Thing, Wire, controller

PITCH, FINE = 26, 3  # px from hole to hole; how much finer it is drawn than shown
LEFT, TOP, WIDE, HIGH = 3.4, 15.2, 38.4, 56.2  # pitches: left of column 1, above row 0, and of all
# Rows from above, 0 at the upper board's edge: the controller's own two are ten apart.
ROWS = {
    "U": dict(zip("+−jihgfedcba", (0.9, 1.9, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15), strict=True)),
    "L": dict(zip("jihgfedcba−+", (25, 26, 27, 28, 29, 32, 33, 34, 35, 36, 38.1, 39.1), strict=True)),
}
BOARDS = {"U": (-0.5, 16.1), "L": (23.9, 40.5)}
_PAPER, _BOARD, _CHANNEL, _HOLE, _INK, _FAINT = (
    "#ffffff",
    "#f4f1e8",
    "#dcd7c8",
    "#4b4b4b",
    "#222222",
    "#7d7868",
)
_DARK, _METAL, _GOLD, _BLUE, _RED = "#26303a", "#b9bec4", "#d8b04a", "#2b6fd4", "#d33a2f"
COLOURS = {
    "black": "#1d1d1d",
    "red": "#d8261c",
    "orange": "#f08a12",
    "yellow": "#f2cf1b",
    "green": "#2f9e44",
    "blue": "#2468d2",
    "purple": "#8e3fc0",
    "brown": "#8a5a2b",
    "grey": "#8d939a",
    "pink": "#ee7fb0",
    "turquoise": "#18a7a7",
    "white": "#ffffff",
}
_LIGHT = ("yellow", "white", "pink", "orange", "turquoise", "grey")
# What is written along the rails.
_RAILS = {
    "U": ((10, -0.08, "4.3 V, only for the lights"), (4.6, 2.76, "ground")),
    "L": ((20, 40.07, "3.3 V"), (20, 37.24, "ground")),
}
# What lies beside: contacts with their column, and the row they are at.
BESIDE = {
    **{f"display {name}": (3.3 + at, -12.4) for at, name in enumerate(("GND", "VCC", "SCL", "SDA"))},
    **{
        f"light {seat} {name}": (first + at, -4.6)
        for seat, first in (("A", 20), ("B", 27))
        for at, name in enumerate(("DIN", "5V", "GND", "DOUT"))
    },
}


def place(end: str) -> tuple[float, float]:
    """Column and row of a hole, or of a contact beside."""
    if end in BESIDE:
        return BESIDE[end]
    board, hole = end.split()
    return float(hole[1:]), ROWS[board][hole[0]]


class _Pen:
    """Draws in columns and rows."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (round(WIDE * PITCH * FINE), round(HIGH * PITCH * FINE)), _PAPER)
        self.draw = ImageDraw.Draw(self.image)

    @staticmethod
    def at(x: float, y: float) -> tuple[float, float]:
        return (x + LEFT) * PITCH * FINE, (y + TOP) * PITCH * FINE

    def box(self, x0, y0, x1, y1, fill, *, corner=0.0, edge=None, thick=0.06) -> None:
        self.draw.rounded_rectangle(
            (*self.at(x0, y0), *self.at(x1, y1)),
            corner * PITCH * FINE,
            fill,
            edge,
            max(1, round(thick * PITCH * FINE)) if edge else 0,
        )

    def disc(self, x, y, radius, fill, edge=None) -> None:
        x, y = self.at(x, y)
        size = radius * PITCH * FINE
        self.draw.ellipse((x - size, y - size, x + size, y + size), fill, edge, 2 * FINE if edge else 0)

    def line(self, places, fill, thick) -> None:
        self.draw.line([self.at(*it) for it in places], fill, round(thick * PITCH * FINE), joint="curve")
        for it in places:
            self.disc(*it, thick / 2, fill)

    def text(self, x, y, words, fill=_INK, size=0.5, anchor="mm") -> None:
        self.draw.text(self.at(x, y), words, fill, _font(round(size * PITCH * FINE)), anchor)

    def shape(self, corners, fill) -> None:
        self.draw.polygon([self.at(*it) for it in corners], fill)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    file = files("fontpkg_saira_condensed").joinpath("files", "SairaCondensed-SemiBold.ttf")
    return ImageFont.truetype(str(file), size)


# ---- boards and controller ---------------------------------------------------------------------------------


def _board(pen: _Pen, name: str) -> None:
    top, bottom = BOARDS[name]
    pen.box(-0.9, top, COLUMNS + 1.9, bottom, _BOARD, corner=0.3, edge="#c9c3b2")
    rows = ROWS[name]
    pen.box(-0.9, rows["f"] + 1, COLUMNS + 1.9, rows["e"] - 1, _CHANNEL)
    pen.text(COLUMNS + 1.1, (rows["f"] + rows["e"]) / 2, name, _FAINT, 1.1)
    pen.text(-0.1, (rows["f"] + rows["e"]) / 2, name, _FAINT, 1.1)
    for sign, colour, side in (("+", _RED, -0.48 if name == "U" else 0.48), ("−", _BLUE, 0)):
        y = rows[sign]
        line = y + side if side else y + (0.48 if name == "U" else -0.48)
        pen.line([(0.4, line), (COLUMNS + 0.6, line)], colour, 0.07)
        _text(pen, [(-0.2, y), (COLUMNS + 1.2, y)], sign, colour, 0.85)
    for letter, y in rows.items():
        for column in range(1, COLUMNS + 1):
            pen.box(column - 0.13, y - 0.13, column + 0.13, y + 0.13, _HOLE, corner=0.06)
        if letter not in "+−":
            _text(pen, [(0.2, y), (COLUMNS + 0.8, y)], letter, _FAINT, 0.62)
    for column in range(1, COLUMNS + 1):
        strong = column == 1 or column % 5 == 0
        both = [(column, y) for y in (rows["j"] - 0.66, rows["a"] + 0.66)]
        _text(pen, both, str(column), _INK if strong else _FAINT, 0.56 if strong else 0.46)
    for x, y, words in _RAILS[name]:
        pen.text(x, y, words, _INK, 0.52)


def _text(pen: _Pen, places: list[tuple[float, float]], words: str, fill: str, size: float) -> None:
    """At both places, but not where a wire would leave half of it."""
    for x, y in places:
        if not any(_passes(wire, x, y) for it in THINGS for wire in it.wires):
            pen.text(x, y, words, fill, size)


def _passes(wire: Wire, x: float, y: float) -> bool:
    way = [place(wire.begin), *wire.via, place(wire.end)]
    return any(
        min(x0, x1) - 0.4 < x < max(x0, x1) + 0.4 and min(y0, y1) - 0.4 < y < max(y0, y1) + 0.4
        for (x0, y0), (x1, y1) in pairwise(way)
    )


def _controller(pen: _Pen) -> None:
    left, right = FIRST - 1.7, FIRST + 18.9
    pen.box(left, 14.45, right, 25.55, _DARK, corner=0.2)
    pen.box(FIRST - 2.9, 16.6, FIRST + 7.2, 23.4, "#15191d", corner=0.1)
    pen.box(FIRST - 0.6, 16.9, FIRST + 6.9, 23.1, _METAL, corner=0.1)
    pen.line([(FIRST - 2.6, y) for y in (17.2, 22.8)], _GOLD, 0.12)
    for y in (17.2, 18.6, 20, 21.4, 22.8):
        pen.line([(FIRST - 2.6, y), (FIRST - 1.1, y)], _GOLD, 0.12)
    pen.text(FIRST + 3.1, 19.4, "ESP32-WROOM", _DARK, 0.8)
    pen.text(FIRST + 3.1, 20.8, "antenna to the left", _DARK, 0.6)
    pen.text(FIRST + 12.2, 19.4, "DevKitC, 38 pins", "#ffffff", 0.85)
    pen.text(FIRST + 12.2, 20.8, "over both boards", "#cfd6dc", 0.62)
    pen.box(right - 2.1, 18.3, right + 0.4, 21.7, _METAL, corner=0.1)
    pen.box(right + 0.4, 18.7, right + 1.9, 21.3, "#30363c", corner=0.2)
    pen.box(right + 1.9, 19.5, WIDE - LEFT + 1, 20.5, "#30363c")
    pen.text(right - 0.85, 20, "USB", _DARK, 0.62)
    used = {hole: any(_reaches(wire, hole) for it in THINGS for wire in it.wires) for hole in controller()}
    for hole, name in controller().items():
        x, y = place(hole)
        inside = 1 if hole.startswith("U") else -1
        pen.disc(x, y, 0.24, _GOLD)
        wired = used[hole] or _in_strip(hole)
        pen.text(x, y + 0.72 * inside, name, "#ffffff" if wired else "#8d98a3", 0.52)


def _reaches(wire: Wire, hole: str) -> bool:
    return any(_same_strip(end, hole) for end in (wire.begin, wire.end))


def _in_strip(hole: str) -> bool:
    return any(_same_strip(leg, hole) for it in THINGS for leg in it.legs)


def _same_strip(one: str, other: str) -> bool:
    if one in BESIDE or one[2] in "+−":
        return False
    return one[:1] == other[:1] and one[3:] == other[3:] and (one[2] in "abcde") == (other[2] in "abcde")


# ---- parts -------------------------------------------------------------------------------------------------


def _button(pen: _Pen, it: Thing) -> None:
    (x0, y0), (x1, _), (_, y1), _ = map(place, it.legs)
    upper, lower = min(y0, y1), max(y0, y1)
    for x in (x0, x1):
        for y in (upper, lower):
            pen.disc(x, y, 0.22, _METAL, _FAINT)
    pen.box(x0 - 0.2, upper + 0.35, x1 + 0.2, lower - 0.35, "#3b4148", corner=0.15)
    x, y = (x0 + x1) / 2, (upper + lower) / 2
    pen.disc(x, y, 0.92, "#f1f1ec")
    _sign(pen, it.name.split()[1], x, y)


def _sign(pen: _Pen, name: str, x: float, y: float) -> None:
    if name == "▲":
        pen.shape([(x - 0.45, y + 0.32), (x + 0.45, y + 0.32), (x, y - 0.45)], _INK)
    elif name == "▼":
        pen.shape([(x - 0.45, y - 0.32), (x + 0.45, y - 0.32), (x, y + 0.45)], _INK)
    elif name == "↩":
        pen.line(
            [(x - 0.2, y + 0.25), (x + 0.45, y + 0.25), (x + 0.45, y - 0.3), (x - 0.1, y - 0.3)], _INK, 0.14
        )
        pen.shape([(x - 0.55, y + 0.25), (x - 0.1, y - 0.08), (x - 0.1, y + 0.58)], _INK)
    else:
        pen.text(x, y, name, _INK, 0.95 if len(name) == 1 else 0.8)


def _along(it: Thing, share: float) -> tuple[float, float]:
    (x0, y0), (x1, y1) = map(place, it.legs)
    return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def _thick(pen: _Pen, it: Thing, colour: str, half: float) -> None:
    """A body between two legs."""
    pen.line([place(leg) for leg in it.legs], _METAL, 0.1)
    begin, end = _along(it, 0.2), _along(it, 0.8)
    pen.line([begin, end], colour, 2 * half)


def _band(pen: _Pen, it: Thing, share: float, colour: str, half: float, thick: float) -> None:
    (x0, y0), (x1, y1) = map(place, it.legs)
    far = hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / far, (y1 - y0) / far
    x, y = _along(it, share)
    a, b = thick / 2, half
    pen.shape(
        [
            (x + s * a * dx - t * b * dy, y + s * a * dy + t * b * dx)
            for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ],
        colour,
    )


def _resistor(pen: _Pen, it: Thing) -> None:
    _thick(pen, it, "#d9c39a", 0.26)
    bands = ("#6b4423", "#111111", "#ee8a1d") if it.name == "10 kΩ" else ("#ee8a1d", "#ee8a1d", "#6b4423")
    for share, colour in zip((0.3, 0.43, 0.56, 0.74), (*bands, _GOLD), strict=True):
        _band(pen, it, share, colour, 0.25, 0.16)


def _diode(pen: _Pen, it: Thing) -> None:
    _thick(pen, it, "#1d1d1d", 0.34)
    _band(pen, it, 0.74, "#d5d8db", 0.34, 0.3)


def _piezo(pen: _Pen, it: Thing) -> None:
    x, y = _along(it, 0.5)
    pen.disc(x, y, 2.36, "#2a2a2a", "#000000")
    pen.disc(x, y, 0.3, "#6e6e6e")
    pen.text(x, y + 1.1, "piezo", "#ffffff", 0.72)


# What is written beside a part, and where.
_VALUES = {"10 kΩ": (14, 29.2), "330 Ω": (15.5, 9.5), "1N4007": (28.2, 30.5)}


def _value(pen: _Pen, it: Thing) -> None:
    if it.name in _VALUES:
        x, y = _VALUES[it.name]
        half = 0.2 + 0.16 * len(it.name)
        pen.box(x - half, y - 0.45, x + half, y + 0.45, _BOARD, corner=0.2)
        pen.text(x, y, it.name, _INK, 0.62)
    for leg in it.legs:
        _name(pen, leg, "#ffffff", _INK)


def _display(pen: _Pen) -> None:
    x, y = -0.5, -13.0
    pen.box(x, y, x + 10.6, y + 10.6, "#17508f", corner=0.3)
    pen.box(x + 0.3, y + 2.2, x + 10.3, y + 8.4, "#0b0d10", corner=0.1)
    pen.text(x + 5.3, y + 4.7, "0:39", "#e9f4ff", 3.2)
    pen.text(x + 5.3, y + 7.3, "OLED 128×64", "#8fb6da", 0.8)
    pen.text(x + 5.3, y + 9.6, "GND, VCC: as printed on yours", "#ffffff", 0.72)


def _light(pen: _Pen, seat: str) -> None:
    (x, y), (last, _) = BESIDE[f"light {seat} DIN"], BESIDE[f"light {seat} DOUT"]
    pen.box(x - 0.9, y - 4.4, last + 0.9, y + 0.5, "#17324a", corner=0.5)
    pen.box(x + 0.5, y - 4.0, last - 0.5, y - 2.0, "#f5f5f5", corner=0.1)
    pen.disc((x + last) / 2, y - 3.0, 0.75, "#ffd76b")
    pen.text((x + last) / 2, y - 1.45, f"light {seat}", "#ffffff", 0.72)


def _contacts(pen: _Pen) -> None:
    for name, (x, y) in BESIDE.items():
        pen.disc(x, y, 0.25, _GOLD)
        below = 0.78 if name.startswith("display") else -0.66
        pen.text(x, y + below, name.split()[-1], "#ffffff", 0.5)


# ---- wires -------------------------------------------------------------------------------------------------

_ROUND = 0.35


def _route(wire: Wire) -> list[tuple[float, float]]:
    """From end to end over its corners, which are rounded."""
    corners = [place(wire.begin), *wire.via, place(wire.end)]
    found = [corners[0]]
    for before, here, after in zip(corners, corners[1:], corners[2:], strict=False):
        for other in (before, after):
            far = hypot(other[0] - here[0], other[1] - here[1])
            share = min(_ROUND / far, 0.5) if far else 0
            found.append((here[0] + (other[0] - here[0]) * share, here[1] + (other[1] - here[1]) * share))
    return [*found, corners[-1]]


def _wire(pen: _Pen, wire: Wire) -> None:
    way = _route(wire)
    pen.line(way, "#5c5c5c" if wire.colour == "white" else "#ffffff", 0.34)
    pen.line(way, COLOURS[wire.colour], 0.22)


def _names(pen: _Pen, wire: Wire) -> None:
    """At each end that is in a hole, the hole's name."""
    for end in (wire.begin, wire.end):
        if end in BESIDE:
            pen.disc(*place(end), 0.17, COLOURS[wire.colour])
            continue
        _name(pen, end, COLOURS[wire.colour], _INK if wire.colour in _LIGHT else "#ffffff")


def _name(pen: _Pen, hole: str, fill: str, ink: str) -> None:
    x, y = place(hole)
    words = hole.split()[1]
    half = 0.15 + 0.11 * len(words)
    pen.box(x - half, y - 0.35, x + half, y + 0.35, fill, corner=0.3, edge=_INK, thick=0.04)
    pen.text(x, y - 0.02, words, ink, 0.54)


_PARTS = {"10 kΩ": _resistor, "330 Ω": _resistor, "1N4007": _diode, "buzzer": _piezo}


def picture() -> Image.Image:
    pen = _Pen()
    for board in BOARDS:
        _board(pen, board)
    _controller(pen)
    _display(pen)
    for seat in "AB":
        _light(pen, seat)
    _contacts(pen)
    for it in THINGS:
        for wire in it.wires:
            _wire(pen, wire)
    for it in THINGS:
        if len(it.legs) == 4:
            _button(pen, it)
        elif it.legs:
            _PARTS[it.name](pen, it)
            _value(pen, it)
    for it in THINGS:
        for wire in it.wires:
            _names(pen, wire)
    fine = pen.image.resize((round(WIDE * PITCH), round(HIGH * PITCH)), Image.Resampling.LANCZOS)
    palette = Image.new("P", (1, 1))
    palette.putpalette([level for colour in _palette() for level in colour])
    return fine.quantize(palette=palette, dither=Image.Dither.NONE)


def _palette() -> list[tuple[int, int, int]]:
    """Every colour of a wire as it is, surfaces, and a shade between letters and what they stand on."""
    plain = [_PAPER, _BOARD, _CHANNEL, _HOLE, _INK, _FAINT, _DARK, _METAL, _GOLD, _BLUE, _RED]
    plain += ["#17508f", "#17324a", "#d9c39a", "#6b4423", *COLOURS.values()]
    found = [ImageColor.getrgb(colour) for colour in dict.fromkeys(plain)]
    for ground, letters in ((_BOARD, _INK), (_PAPER, _INK), (_DARK, _PAPER), (_BOARD, _FAINT)):
        one, other = ImageColor.getrgb(ground), ImageColor.getrgb(letters)
        found.append(tuple((a + b) // 2 for a, b in zip(one, other, strict=True)))
    return found


def digest() -> str:
    """Of what it is drawn from."""
    return hashlib.sha256(repr((THINGS, ROWS, BESIDE, PITCH)).encode()).hexdigest()[:16]
