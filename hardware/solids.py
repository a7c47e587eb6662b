"""Turns the figures of the printed parts into solids; needs build123d, which only the hardware tools have."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from build123d import (
    Align,
    Box,
    Cylinder,
    Part,
    Pos,
    Rectangle,
    RectangleRounded,
    Rot,
    Text,
    Triangle,
    extrude,
    loft,
)

from hardware.shells import RAISED, STROKE, Legend, Opening, Post, Shell

_UP = (Align.CENTER, Align.CENTER, Align.MIN)
_FONT = "fontpkg_saira_condensed", "files", "SairaCondensed-Bold.ttf"


def shell(it: Shell) -> Part:
    """Floor, walls, posts and blocks in one piece, with all openings, without the legends."""
    width, depth, height = it.size
    outline = extrude(RectangleRounded(width, depth, it.corner), max(height, it.floor))
    body = outline
    if height > it.floor:
        inside = RectangleRounded(width - 2 * it.wall, depth - 2 * it.wall, it.corner - it.wall)
        body -= Pos(0, 0, it.floor) * extrude(inside, height)
    for post in it.posts:
        body += Pos(*post.at, it.floor) * Cylinder(post.diameter / 2, post.height, align=_UP)
    for block in it.blocks:
        body += Pos(*block.at, it.floor) * Box(*block.size, align=_UP)
    for post in it.posts:
        if post.pilot:
            body -= _pilot(post, it.floor + post.height)
    for opening in it.openings:
        body -= _through(opening, it)
    return body


def _pilot(post: Post, top: float) -> Part:
    return Pos(*post.at, top - post.depth) * Cylinder(post.pilot / 2, post.depth + 1, align=_UP)


def _through(it: Opening, of: Shell) -> Part:
    along, up = it.at
    if it.face == "flat":
        return Pos(along, up, 0) * _through_floor(it, of.floor)
    side = {"front": -1, "back": 1, "left": -1, "right": 1}[it.face]
    width, depth, _ = of.size
    if it.face in ("front", "back"):
        place = Pos(along, side * (depth - of.wall) / 2, up) * Rot(90, 0, 0)
    else:
        place = Pos(side * (width - of.wall) / 2, along, up) * Rot(0, 0, 90) * Rot(90, 0, 0)
    return place * _cutter(it, of.wall * 2)


def _through_floor(it: Opening, thick: float) -> Part:
    hole = Pos(0, 0, thick / 2) * _cutter(it, thick * 2)
    if it.bevel[1]:
        hole += _bevel(it, thick)
    if it.sink[1]:
        hole += Pos(0, 0, thick - it.sink[1]) * Cylinder(it.sink[0] / 2, it.sink[1] + 1, align=_UP)
    return hole


def _cutter(it: Opening, deep: float) -> Part:
    if it.round:
        return Cylinder(it.size[0] / 2, deep)
    return Box(*it.size, deep)


def _bevel(it: Opening, thick: float) -> Part:
    """A rim that slopes outwards, so that a flat glance from the side still sees what lies below."""
    aside, deep = it.bevel
    wide = Rectangle(*(side + 2 * aside for side in it.size))
    return loft([Pos(0, 0, thick - deep) * Rectangle(*it.size), Pos(0, 0, thick) * wide])


def legends(signs: Iterable[Legend], top: float) -> Part:
    """All legends of a part, standing on it at that height."""
    return Part() + [Pos(*it.at, top) * extrude(_sign(it), RAISED) for it in signs]


def _sign(it: Legend):
    size = it.height
    if it.text in ("▲", "▼"):
        return Rot(0, 0, 0 if it.text == "▲" else 180) * Triangle(a=size * 1.15, b=size * 1.15, c=size * 1.15)
    if it.text == "↩":
        return _back(size)
    return Text(it.text, font_size=size / 0.7, font_path=_font(), align=(Align.CENTER, Align.CENTER))


def _back(size: float):
    """An arrow that turns round and points to the left."""
    line = max(STROKE, size / 6)
    low, high, right = -size * 0.25, size * 0.4, size * 0.8
    tip = Triangle(a=size * 0.7, b=size * 0.7, c=size * 0.7, rotation=90)
    return (
        Pos(-right + size * 0.35, low) * tip
        + Pos(size * 0.15, low) * Rectangle(right + size / 2, line)
        + Pos(right - line / 2, (low + high) / 2) * Rectangle(line, high - low + line)
        + Pos(right / 2, high) * Rectangle(right, line)
    )


@cache
def _font() -> str:
    return str(files(_FONT[0]).joinpath(*_FONT[1:]))
