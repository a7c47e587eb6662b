"""Turns the figures of the printed parts into solids; needs build123d, which only the hardware tools have."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import radians, tan

from build123d import (
    Align,
    Box,
    Circle,
    Cylinder,
    Part,
    Plane,
    Polyline,
    Pos,
    Rectangle,
    RectangleRounded,
    Rot,
    Text,
    Triangle,
    extrude,
    loft,
    make_face,
    mirror,
)

from hardware.shells import INLAID, PILOT, STROKE, WALL, Legend, Opening, Post, Ridge, Shell

_ROOT = 0.02  # mm
_UP = (Align.CENTER, Align.CENTER, Align.MIN)
BAR, RING = 8.0, 2.4  # a bar's length for its height; how broad a ring is, in mm
_FONT = "fontpkg_saira_condensed", "files", "SairaCondensed-Bold.ttf"


def solid(it: Shell | Ridge) -> Part:
    """The part in one piece, with all openings, without the legends."""
    return ridge(it) if isinstance(it, Ridge) else shell(it)


def shell(it: Shell) -> Part:
    """Floor, walls, posts and blocks in one piece, with all openings, without the legends."""
    width, depth, height = it.size
    body = _plate(it) if it.shift else extrude(_outline(width, depth, it.corner), max(height, it.floor))
    if height > it.floor:
        inside = _outline(width - 2 * it.wall, depth - 2 * it.wall, it.corner - it.wall)
        body -= Pos(0, 0, it.floor) * extrude(inside, height)
    for post in it.posts:
        body += Pos(*post.at, it.floor) * Cylinder(post.diameter / 2, post.height, align=_UP)
    for block in (*it.blocks, *it.tabs):
        body += Pos(*block.at, it.floor) * Box(*block.size, align=_UP)
    for rib in it.ribs:
        body += _prism(list(rib.side), rib.length)
    for post in it.posts:
        body = _hollowed(body, post, it.floor)
    for tab in it.tabs:
        body -= Pos(*tab.at, it.floor + tab.height) * Rot(0, 90, 0) * Cylinder(tab.hole / 2, tab.size[0] * 2)
    for opening in it.openings:
        body -= _through(opening, it)
    return body


def _outline(width: float, depth: float, corner: float):
    return RectangleRounded(width, depth, corner) if corner else Rectangle(width, depth)


def _plate(it: Shell) -> Part:
    """A plate whose ends are cut aslant."""
    width, depth, thick = it.size
    low, high = -depth / 2, depth / 2
    side = [(low, 0), (high, 0), (high + it.shift, thick), (low + it.shift, thick)]
    return _prism(side, width)


def _prism(side: list[tuple[float, float]], width: float) -> Part:
    """A side view, as (y, z), made as wide as that."""
    face = make_face(Polyline(*((0, y, z) for y, z in side), close=True))
    return extrude(face, width / 2, dir=(1, 0, 0), both=True)


def _hollowed(body: Part, post: Post, floor: float) -> Part:
    if post.pilot:
        body -= _pilot(post, floor + post.height)
    across, skin = post.hollow
    if across:
        body -= Pos(*post.at, 0) * Cylinder(across / 2, floor + post.height - skin, align=_UP)
    return body


def ridge(it: Ridge) -> Part:
    """The plate, its gables with columns, and tubes on it."""
    long, _, high = it.size
    on_top, steep, set_in, gable = it.roof
    slope = tan(radians(steep))

    def half(z: float, inwards: float = 0) -> float:
        return on_top / 2 + z / slope - inwards

    plate = [(-half(0), 0), (half(0), 0), (half(it.floor), it.floor), (-half(it.floor), it.floor)]
    ends = [
        (-half(0, set_in), 0),
        (half(0, set_in), 0),
        (half(high, set_in), high),
        (-half(high, set_in), high),
    ]
    body = _prism(plate, long)
    for side in (-1, 1):
        body += Pos(side * (long - gable) / 2, 0, 0) * _prism(ends, gable)
    for block in it.lips:
        body += Pos(*block.at, high - _ROOT) * Box(*block.size[:2], block.size[2] + _ROOT, align=_UP)
    for post, at in (*((tube, it.floor) for tube in it.tubes), *((column, high) for column in it.columns)):
        # Let into what they stand on: where they touch its side only, they would be no part of it.
        body += Pos(*post.at, at - _ROOT) * Cylinder(post.diameter / 2, post.height + _ROOT, align=_UP)
    for post, at in (*((tube, it.floor) for tube in it.tubes), *((column, high) for column in it.columns)):
        body -= _pilot(post, at + post.height)
    for y, z in it.pilots:
        for side in (-1, 1):
            hole = Pos(side * (long / 2 - gable), y, z) * Rot(0, 90, 0)
            body -= hole * Cylinder(PILOT / 2, 2 * (gable - WALL - 0.1))
    for opening in it.openings:
        body -= Pos(*opening.at, 0) * _through_floor(opening, it.floor)
    return body


def _pilot(post: Post, top: float) -> Part:
    return Pos(*post.at, top - post.depth) * Cylinder(post.pilot / 2, post.depth + 1, align=_UP)


def _through(it: Opening, of: Shell) -> Part:
    along, up = it.at
    if it.face == "flat":
        return Pos(along, up, 0) * _through_floor(it, of.floor, below=of.down)
    side = {"front": -1, "back": 1, "left": -1, "right": 1}[it.face]
    width, depth, _ = of.size
    if it.face in ("front", "back"):
        place = Pos(along, side * (depth - of.wall) / 2, up) * Rot(90, 0, 0)
    else:
        place = Pos(side * (width - of.wall) / 2, along, up) * Rot(0, 0, 90) * Rot(90, 0, 0)
    return place * _cutter(it, of.wall * 2)


def _through_floor(it: Opening, thick: float, *, below: bool = False) -> Part:
    hole = Pos(0, 0, thick / 2) * _cutter(it, thick * 2)
    if it.bevel[1]:
        slope = _bevel(it, thick)
        hole += mirror(slope, Plane.XY.offset(thick / 2)) if below else slope
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


def legends(of: Shell | Ridge) -> dict[str, Part]:
    """Legends of a part, those of one colour together; they fill its lower side, to be read from below."""
    colours: dict[str, list[Part]] = {}
    for it in of.legends:
        sign = Pos(*it.at, 0) * extrude(mirror(_turned(it), Plane.YZ), INLAID)
        colours.setdefault(it.seat, []).append(sign)
    return {seat: Part() + signs for seat, signs in colours.items()}


def _turned(it: Legend):
    return Rot(0, 0, it.turn) * _sign(it)


def _sign(it: Legend):
    size = it.height
    if it.text in ("▲", "▼"):
        return Rot(0, 0, 0 if it.text == "▲" else 180) * Triangle(a=size * 1.15, b=size * 1.15, c=size * 1.15)
    if it.text == "↩":
        return _back(size)
    if it.text == "▬":
        return Rectangle(size * BAR, size)
    if it.text == "○":
        return Circle(size / 2) - Circle(size / 2 - RING)
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
