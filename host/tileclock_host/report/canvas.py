"""Draws SVG: shapes at pixels, texts that fit, and nothing that a browser would run or fetch."""

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from markupsafe import Markup, escape

from tileclock_host.facts.text import clean, isolated

_special = re.compile("[&<>\"']").search
_WHOLE, _END = '.0"', '"'  # of a number that needs no tenths
EM = 13  # pixels of a text that says nothing else
# One shape per seat, so that lines are told apart without their colours.
SHAPES = (
    "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0z",
    "M-3.9-3.9h7.8v7.8h-7.8z",
    "M0-5.2L4.8 3.4H-4.8z",
    "M0-5.4L5.4 0L0 5.4L-5.4 0z",
    "M0 5.2L-4.8-3.4H4.8z",
    "M-1.7-5h3.4v3.3H5v3.4H1.7V5h-3.4V1.7H-5v-3.4h3.3z",
)
SEATS = "ABCDEF"

Point = tuple[float, float]


class Canvas:
    """A picture of a fixed width. `text` alternatives are given when it is done."""

    def __init__(self, width: int, height: float) -> None:
        self.width, self.height = width, height
        self._parts: list[str] = []

    def svg(self, kind: str, title: str) -> Markup:
        """The picture; `kind` is its CSS class, `title` what is read to those who do not see it."""
        width, height = _number(self.width), _number(self.height)
        return Markup(
            f'<svg class="{escape(kind)}" role="img" aria-label="{escape(title)}"'
            f' viewBox="0 0 {width} {height}" width="{width}" height="{height}">{"".join(self._parts)}</svg>'
        )

    def add(self, element: str, attributes: str, body: str = "") -> None:
        """An element; of its attributes and its body, which are markup, every value was escaped before."""
        self._parts.append(f"<{element}{attributes}>{body}</{element}>")

    @contextmanager
    def group(self, kind: str) -> Iterator[None]:
        self._parts.append(f'<g class="{escape(kind)}">')
        yield
        self._parts.append("</g>")

    def line(self, a: Point, b: Point, kind: str) -> None:
        self.polyline([a, b], kind)

    def polyline(self, points: Iterable[Point], kind: str) -> None:
        self.add("path", f' class="{kind}" d="{_path(points)}"')

    def rect(  # noqa: PLR0913, PLR0917 – four of them are where it is
        self, x: float, y: float, width: float, height: float, kind: str, title: str = "", radius: float = 0
    ) -> None:
        where = f' x="{x:.1f}" y="{y:.1f}" width="{max(0, width):.1f}" height="{max(0, height):.1f}"'
        if radius:
            where += f' rx="{radius:.1f}"'
        self.add("rect", f' class="{kind}"{where.replace(_WHOLE, _END)}', titled(title))

    def circle(self, x: float, y: float, radius: float, kind: str, title: str = "") -> None:
        where = f' cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"'
        self.add("circle", f' class="{kind}"{where.replace(_WHOLE, _END)}', titled(title))

    def shape(self, at: Point, seat: int, title: str = "") -> None:
        """The mark of a seat."""
        where = f"translate({_number(at[0])} {_number(at[1])})"
        self.add("path", f' class="mark s{seat}" d="{SHAPES[seat]}" transform="{where}"', titled(title))

    def badge(self, x: float, y: float, seat: int, size: float = 18) -> None:
        """A small tile with the letter of the seat, its middle at y."""
        self.rect(x, y - size / 2, size, size, f"fill s{seat}", radius=size / 4.5)
        self.text(x + size / 2, y, SEATS[seat], "letter", "middle", em=size * 0.68)

    def text(  # noqa: PLR0913, PLR0917 – where, what and how
        self, x: float, y: float, words: str, kind: str = "", anchor: str = "", em: float = EM
    ) -> None:
        """Words whose middle is at y."""
        where = f' x="{x:.1f}" y="{y + em * 0.35:.1f}"'.replace(_WHOLE, _END)
        if anchor:
            where += f' text-anchor="{anchor}"'
        if em != EM:
            where += f' font-size="{_number(em)}"'
        self.add("text", f' class="{kind}"{where}' if kind else where, escaped(words))

    def name(self, x: float, y: float, words: str, room: float, kind: str = "") -> None:
        """A name from outside, cut to the room there is."""
        self.text(x, y, isolated(fitting(words, room)), kind)


def titled(title: str) -> str:
    """What an element says when it is pointed at."""
    return f"<title>{escaped(title)}</title>" if title else ""


def text_width(words: str, em: float = EM) -> float:
    """About how wide it will be; nobody knows the reader's typeface."""
    return sum(map(_em, words)) * em


@lru_cache(maxsize=4096)
def _em(char: str) -> float:
    if unicodedata.combining(char):
        return 0
    if unicodedata.east_asian_width(char) in "WF" or ord(char) > 0xFFFF:
        return 1.1
    if char in "WMШЩЮЖФЫМ":
        return 1.1
    if char in "mwшщюмфжы@%":
        return 0.98
    if char in "ilj.,:;'|! І":
        return 0.32
    return 0.76 if char.isupper() else 0.62


def fitting(words: str, room: float, em: float = EM) -> str:
    """As much of it as has room, with an ellipsis where something is missing."""
    words = clean(words)
    if text_width(words, em) <= room:
        return words
    while words and text_width(words + "…", em) > room:
        words = words[:-1]
        while words and unicodedata.combining(words[-1]):
            words = words[:-1]
    return words.rstrip() + "…"


def steps(low: float, high: float, most: int) -> list[float]:
    """Round numbers that cover a range: a scale of at most so many steps."""
    span = max(high - low, 1e-9)
    raw = span / most
    size = 10 ** math.floor(math.log10(raw))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= raw * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(i * step, 9) for i in range(first, last + 1)]


def minutes(low_s: float, high_s: float, most: int) -> list[float]:
    """A scale in seconds whose steps are those of a clock."""
    sizes = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200)
    span = high_s - low_s
    step = next((size for size in sizes if span / size <= most), 14400)
    return [i * step for i in range(math.floor(low_s / step), math.ceil(high_s / step) + 1)]


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Places for labels: where they are wanted, but nowhere closer than `gap`."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = [min(max(wanted[i], low), high) for i in order]
    for _ in range(60):
        moved = False
        for i in range(len(placed) - 1):
            short = gap - (placed[i + 1] - placed[i])
            if short > 0.01:
                placed[i] -= short / 2
                placed[i + 1] += short / 2
                moved = True
        placed = [max(low + i * gap, at) for i, at in enumerate(placed)]
        placed = [min(high - (len(placed) - 1 - i) * gap, at) for i, at in enumerate(placed)]
        if not moved:
            break
    result = [0.0] * len(wanted)
    for place, i in zip(placed, order, strict=True):
        result[i] = place
    return result


def _path(points: Iterable[Point]) -> str:
    told = "L".join([f"{x:.1f} {y:.1f} " for x, y in points])
    return f"M{told}".replace(".0 ", " ").replace(" L", "L").rstrip()


def _number(value: float) -> str:
    """Tenths of a pixel are enough."""
    told = f"{value:.1f}"
    return told[:-2] if told[-1] == "0" else told


def escaped(words: str) -> str:
    """Most has nothing to escape: looking for it is quicker than making markup of it."""
    return words if not _special(words) or isinstance(words, Markup) else str(escape(words))
