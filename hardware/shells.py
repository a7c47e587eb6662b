"""What a printed part is made of: cases, plates, openings, posts and legends as figures, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import hypot

WALL = 2.4  # six lines of a 0.4 mm nozzle: stiff, and screws hold in it
LID = 3.0  # thick enough to be pressed on, thin enough for buttons that snap in
WEB = 3.0  # least material between two openings
LIP = 1.0  # least material where a rim is thinned on purpose
STROKE = 0.8  # thinnest line of a legend: two lines of the nozzle
RAISED = 0.8  # how far legends stand out
SCREW = 3.4  # an M3 screw goes through
PILOT = 2.6  # an M3 screw cuts its own thread
POST = 8.0


@dataclass(frozen=True)
class Opening:
    """A hole right through one face; in a wall `at` is the place along it and the height above the table."""

    name: str
    face: str  # "flat" for a plate or floor; "front", "back", "left", "right" for a wall
    at: tuple[float, float]
    size: tuple[float, float]
    round: bool = False
    bevel: tuple[float, float] = (0, 0)  # how far the rim slopes: sideways, and into the plate
    sink: tuple[float, float] = (0, 0)  # a seat round the top: its diameter and depth

    def gap(self, other: Opening) -> float:
        """Material between two openings of one face."""
        across = [
            abs(a - b) - (s + t) / 2
            for a, b, s, t in zip(self.at, other.at, self.size, other.size, strict=True)
        ]
        if self.round and other.round:
            return (
                hypot(*(a - b for a, b in zip(self.at, other.at, strict=True)))
                - (self.size[0] + other.size[0]) / 2
            )
        return hypot(*(max(side, 0) for side in across)) if max(across) > 0 else max(across)


def disc(name: str, face: str, at: tuple[float, float], diameter: float, **more) -> Opening:
    """A round opening."""
    return Opening(name, face, at, (diameter, diameter), round=True, **more)


@dataclass(frozen=True)
class Post:
    """Stands on the floor and takes a screw from above; without a pilot hole it is a plain pin."""

    at: tuple[float, float]
    height: float  # above the floor
    diameter: float = POST
    pilot: float = PILOT
    depth: float = 10  # of the pilot hole


@dataclass(frozen=True)
class Legend:
    """What stands raised on a plate: letters, or one of the signs ▲ ▼ ↩."""

    text: str
    at: tuple[float, float]
    height: float


@dataclass(frozen=True)
class Block:
    """A cuboid on the floor: its middle, and its size."""

    at: tuple[float, float]
    size: tuple[float, float, float]


@dataclass(frozen=True)
class Shell:
    """A printed part: a floor at z = 0 round x = y = 0, with walls where it is higher than its floor.

    It is printed as it lies here, so nothing may hang below the floor, and legends stand on top of it.
    """

    name: str
    size: tuple[float, float, float]
    openings: tuple[Opening, ...]
    posts: tuple[Post, ...] = ()
    blocks: tuple[Block, ...] = ()
    legends: tuple[Legend, ...] = ()
    floor: float = WALL
    wall: float = WALL
    corner: float = 6

    @property
    def thinner(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Where a rim is thinner than a wall on purpose, as (x, y) boxes round the opening."""
        boxes = []
        for it in self.openings:
            rim = max(it.bevel[0], (it.sink[0] - it.size[0]) / 2)
            if rim > 0:
                reach = [side / 2 + rim + 0.1 for side in it.size]
                boxes.append(
                    tuple(tuple(a + sign * r for a, r in zip(it.at, reach, strict=True)) for sign in (-1, 1))
                )
        return boxes


def narrow(openings: tuple[Opening, ...], least: float = WEB) -> list[str]:
    """Pairs of openings that leave too little between them."""
    return [
        f"{a.name} and {b.name} leave {a.gap(b):.1f} mm between them, {least} are needed"
        for a, b in combinations(openings, 2)
        if a.face == b.face and a.gap(b) < least - 1e-9
    ]
