"""Draws the icon as pixels, on the page's ground, for the home screens of phones, which take no SVG.

It knows the shapes that the icon has, and no others: rectangles with round corners, circles, lines.
"""

import math
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree

from tileclock_host.device.picture import packed

_UNITS = 32  # the icon is so wide and so high
_SHARE = 0.8  # of the picture: phones cut its corners

Colour = tuple[int, int, int]
Distance = Callable[[float, float], float]  # from the edge of a shape, negative within it


class _Paint(NamedTuple):
    distance: Distance
    colour: Colour


def png(svg: str, size: int, ground: str) -> bytes:
    paints = list(_paints(svg))
    scale = _UNITS / size / _SHARE
    rows = bytearray()
    for y in range(size):
        rows.append(0)
        for x in range(size):
            right, down = ((each + 0.5 - size / 2) * scale + _UNITS / 2 for each in (x, y))
            rows += bytes(_seen(paints, right, down, scale, _colour(ground)))
    return packed(bytes(rows), size, size)


def _seen(paints: list[_Paint], x: float, y: float, scale: float, colour: Colour) -> Colour:
    """One paint upon the other; at an edge as much of it as there is of the pixel."""
    for paint in paints:
        share = min(1.0, max(0.0, 0.5 - paint.distance(x, y) / scale))
        if share:
            red, green, blue = (round(b + (p - b) * share) for b, p in zip(colour, paint.colour, strict=True))
            colour = red, green, blue
    return colour


def _paints(svg: str) -> Iterator[_Paint]:
    for shape in ElementTree.fromstring(svg):
        distance = _SHAPES[shape.tag.rpartition("}")[2]](shape.attrib)
        if (fill := shape.get("fill", "none")) != "none":
            yield _Paint(distance, _colour(fill))
        if stroke := shape.get("stroke"):
            half = float(shape.get("stroke-width", "1")) / 2
            yield _Paint(_along(distance, half), _colour(stroke))


def _along(edge: Distance, half: float) -> Distance:
    """A line that is twice so wide, on that edge."""
    return lambda x, y: abs(edge(x, y)) - half


def _rect(given: dict[str, str]) -> Distance:
    x, y, width, height, rx = (float(given[name]) for name in ("x", "y", "width", "height", "rx"))

    def distance(at_x: float, at_y: float) -> float:
        right = abs(at_x - x - width / 2) - width / 2 + rx
        below = abs(at_y - y - height / 2) - height / 2 + rx
        return math.hypot(max(right, 0), max(below, 0)) + min(max(right, below), 0) - rx

    return distance


def _circle(given: dict[str, str]) -> Distance:
    x, y, r = (float(given[name]) for name in ("cx", "cy", "r"))
    return lambda at_x, at_y: math.hypot(at_x - x, at_y - y) - r


def _path(given: dict[str, str]) -> Distance:
    """Lines from corner to corner, with round ends; nothing is within them."""
    corners: list[complex] = []
    x = y = 0.0
    for step, said in re.findall(r"([A-Za-z])([^A-Za-z]*)", given["d"]):
        numbers = [float(each) for each in said.split()]
        if step == "M":
            x, y = numbers
        elif step == "l":
            x, y = x + numbers[0], y + numbers[1]
        elif step == "v":
            y += numbers[0]
        else:
            raise ValueError(f"the icon's path has {step}, which is not drawn here")
        corners.append(complex(x, y))
    lines = list(pairwise(corners))

    return lambda at_x, at_y: min(_to_line(complex(at_x, at_y), begin, end) for begin, end in lines)


def _to_line(at: complex, begin: complex, end: complex) -> float:
    along = ((at - begin) * (end - begin).conjugate()).real / abs(end - begin) ** 2
    return abs(at - begin - min(1.0, max(0.0, along)) * (end - begin))


def _colour(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue


_SHAPES: dict[str, Callable[[dict[str, str]], Distance]] = {"rect": _rect, "circle": _circle, "path": _path}
