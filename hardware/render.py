"""Draws shaded pictures of meshes without a graphics card: a depth buffer in numpy, with the edges inked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

PAPER = (255, 255, 255)
INK = (40, 44, 50)
_FINER = 2  # drawn so many times larger, then reduced: smooth edges
_SUN = np.array([-0.35, -0.45, 0.82])
_CREASE = 0.82  # cosine between the normals of neighbouring pixels below which a line is inked
_STEP = 1.2  # mm of depth between neighbouring pixels above which a line is inked
_MARGIN = 0.94
_DUSK = 0.66  # light that comes from everywhere


@dataclass(frozen=True)
class Solid:
    """A mesh to draw: corners of its triangles (n, 3, 3), and its colour."""

    triangles: np.ndarray
    colour: tuple[int, int, int]
    shines: bool = False  # by itself, whatever light falls on it


@dataclass(frozen=True)
class View:
    """Where the eye is: degrees round the table, degrees above it; parallel rays, as on a plan.

    With `far` it is an eye so many mm away, which sees `scale` pixels in each degree.
    """

    turn: float
    height: float
    size: tuple[int, int] = (800, 560)
    far: float = 0
    scale: float = 0

    def axes(self) -> np.ndarray:
        """Rows: to the right of the picture, up, towards the eye."""
        turn, height = np.radians(self.turn), np.radians(self.height)
        right = np.array([np.cos(turn), np.sin(turn), 0])
        towards = np.array([np.sin(turn) * np.cos(height), -np.cos(turn) * np.cos(height), np.sin(height)])
        return np.array([right, np.cross(towards, right), towards])


def draw(solids: list[Solid], view: View) -> Image.Image:
    """The solids, filling the picture."""
    axes = view.axes()
    width, height = (side * _FINER for side in view.size)
    seen = [solid.triangles @ axes.T for solid in solids]
    corners = np.concatenate([points.reshape(-1, 3) for points in seen])
    centre = (corners.min(axis=0) + corners.max(axis=0)) / 2
    if view.far:
        seen = [_nearer_larger(points - centre, view.far) for points in seen]
        centre, scale = np.zeros(3), _FINER * view.scale * np.degrees(1 / view.far)
    else:
        low, high = corners.min(axis=0), corners.max(axis=0)
        scale = _MARGIN * min(width / (high[0] - low[0]), height / (high[1] - low[1]))

    canvas = _Canvas(width, height)
    for solid, points in zip(solids, seen, strict=True):
        canvas.paint(_on_picture(points, centre, scale, width, height), solid)
    canvas.colours[_edges(canvas.depth, canvas.normals)] = INK
    image = Image.fromarray(canvas.colours.clip(0, 255).astype(np.uint8))
    return image.resize(view.size, Image.Resampling.LANCZOS)


def _nearer_larger(points, far):
    """What an eye at that distance sees; depth stays something that is even across a triangle."""
    nearness = far / (far - points[..., 2:])
    return np.concatenate([points[..., :2] * nearness, far * nearness], axis=-1)


def _on_picture(points, centre, scale, width, height):
    flat = (points - centre) * [scale, -scale, 1]
    return flat + np.array([width, height, 0]) / 2


class _Canvas:
    """For each pixel what is nearest there: how near, which way it faces, its colour."""

    def __init__(self, width, height):
        self.depth = np.full((height, width), -np.inf)
        self.normals = np.zeros((height, width, 3))
        self.colours = np.full((height, width, 3), PAPER, dtype=float)

    def paint(self, flat, solid):
        facing = _normals(solid.triangles)
        light = _DUSK + (1 - _DUSK) * (facing @ (_SUN / np.linalg.norm(_SUN)))
        light = np.ones(len(facing)) if solid.shines else light
        for corners, normal, shade in zip(flat, facing, light, strict=True):
            self._triangle(corners, normal, np.array(solid.colour) * shade)

    def _triangle(self, corners, normal, colour):
        a, b, c = corners
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if area >= -1e-9:  # turned away, or seen from its edge; the picture's y runs downwards
            return
        left, top = np.maximum(np.floor(corners.min(axis=0)[:2]).astype(int), 0)
        right, bottom = np.ceil(corners.max(axis=0)[:2]).astype(int) + 1
        here = slice(top, bottom), slice(left, right)
        patch = self.depth[here]
        y, x = np.mgrid[top : top + patch.shape[0], left : left + patch.shape[1]] + 0.5
        by_b = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area
        by_c = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area
        z = a[2] + by_b * (b[2] - a[2]) + by_c * (c[2] - a[2])
        inside = (by_b >= 0) & (by_c >= 0) & (by_b + by_c <= 1) & (z > patch)
        patch[inside] = z[inside]
        self.normals[here][inside] = normal
        self.colours[here][inside] = colour


def _normals(triangles):
    crossed = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return crossed / np.maximum(np.linalg.norm(crossed, axis=1, keepdims=True), 1e-12)


def _edges(depth, normals):
    """Pixels where the surface bends or jumps, or ends."""
    found = np.zeros(depth.shape, bool)
    known = np.where(np.isfinite(depth), depth, -1e6)
    for axis in (0, 1):
        here = [slice(None), slice(None)]
        there = [slice(None), slice(None)]
        here[axis], there[axis] = slice(None, -1), slice(1, None)
        here, there = tuple(here), tuple(there)
        bent = (normals[here] * normals[there]).sum(axis=2) < _CREASE
        drawn = np.isfinite(depth[here]) | np.isfinite(depth[there])
        found[here] |= (bent | (np.abs(known[here] - known[there]) > _STEP)) & drawn
    return found
