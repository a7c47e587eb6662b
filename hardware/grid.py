"""What the router works with: its grid and figures, and the copper that it is given and that it makes."""

import math
from dataclasses import dataclass

GRID = 0.25
CLEARANCE = 0.22
EDGE = 0.6
VIA, VIA_DRILL = 0.8, 0.4
VIA_COST, TURN_COST, WRONG_WAY = 14.0, 0.4, 1.12
STITCH = 6.0
HURRY = 1.4  # more than 1: a way that is nearly the cheapest, found in a fraction of the time
NECK, NECK_REACH = 0.5, 3.0  # a broad track gets to a narrow pin by one as broad as the pin bears, this far
MAX_ROUNDS = 1500

FRONT, BACK = 0, 1
STEPS = tuple((i, j, math.hypot(i, j)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
BLOCKED = -1
NEVER = 1e6  # the price of crossing what must not be crossed


@dataclass(frozen=True)
class Pad:
    """A piece of copper that is there before routing, as a box; drilled ones are on both layers."""

    name: str
    net: str
    x: float
    y: float
    box: tuple[float, float, float, float]
    layers: tuple[int, ...]
    drilled: bool = False


@dataclass(frozen=True)
class Track:
    net: str
    layer: int
    start: tuple[float, float]
    end: tuple[float, float]
    width: float


@dataclass(frozen=True)
class Via:
    net: str
    x: float
    y: float


def disc(radius):
    reach = radius + CLEARANCE
    cells = range(-int(reach / GRID) - 1, int(reach / GRID) + 2)
    return [(i, j) for i in cells for j in cells if (i * i + j * j) * GRID * GRID < reach * reach - 1e-9]


def walk_back(came, cell):
    path = [cell]
    while came[cell] is not None:
        cell = came[cell]
        path.append(cell)
    return path[::-1]
