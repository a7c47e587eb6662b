"""What a printed part is made of: cases, plates, openings, posts and legends as figures, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import hypot

WALL = 2.4  # six lines of a 0.4 mm nozzle: stiff, and screws hold in it
LID = 3.0  # thick enough to be pressed on, thin enough for buttons that snap in
WEB = 3.0  # least material between two openings
LIP = 1.0  # least material where a rim is thinned on purpose
LIP_DEEP, LIP_AIR = 3.0, 0.25  # of roof and lids, which goes into their base: how far, and the air beside it
STROKE = 0.8  # thinnest line of a legend: two lines of the nozzle
SCREW = 3.4  # an M3 screw goes through
PILOT = 2.6  # an M3 screw cuts its own thread
INSERT = (4.0, 10.0)  # for a heat-set M3 insert, with room for the end of the screw: diameter, depth
INLAID = 0.6  # how deep letters lie in a side that is printed on the bed
POST = 8.0
EDGE = 4.0  # mm from an edge that is cut aslant, where no wall can be as thick as a wall


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
    hollow: tuple[float, float] = (0, 0)  # a cavity from below: its diameter, and the skin left over it


@dataclass(frozen=True)
class Legend:
    """What is let into the lower side of a plate: letters, one of the signs ▲ ▼ ↩, a ring ○, a bar ▬."""

    text: str
    at: tuple[float, float]
    height: float
    turn: float = 0  # degrees
    seat: str = ""  # in whose colour it is printed


@dataclass(frozen=True)
class Tab:
    """A cuboid on the floor with a hole along x, by which a plate is screwed to something upright."""

    at: tuple[float, float]
    size: tuple[float, float, float]
    hole: float
    height: float  # of the hole, above the floor


@dataclass(frozen=True)
class Block:
    """A cuboid on the floor: its middle, and its size."""

    at: tuple[float, float]
    size: tuple[float, float, float]


@dataclass(frozen=True)
class Rib:
    """Runs along x: its side view, as (y, z), and how long it is."""

    side: tuple[tuple[float, float], ...]
    length: float


@dataclass(frozen=True)
class Shell:
    """A printed part: a floor at z = 0 round x = y = 0, with walls where it is higher than its floor.

    It is printed as it lies here, so nothing may hang below the floor. Legends are let in below.
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
    tabs: tuple[Tab, ...] = ()
    ribs: tuple[Rib, ...] = ()
    shift: float = 0  # how much further up its upper side lies, where its ends are cut aslant
    down: bool = False  # its outer side is the one below: rims slope there, and letters are let in

    @property
    def ways(self) -> int:
        """How many ways lead through it."""
        return len(self.openings) + len(self.tabs)

    @property
    def thinner(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Where a rim is thinner than a wall on purpose, as (x, y) boxes round the opening."""
        boxes = []
        if self.shift:  # its ends are sharp
            x, y = self.size[0] / 2, self.size[1] / 2
            boxes += [((-x, y - EDGE), (x, y + EDGE)), ((-x, -y - EDGE), (x, -y + EDGE))]
        for it in self.openings:
            rim = max(it.bevel[0], (it.sink[0] - it.size[0]) / 2)
            if rim > 0:
                reach = [side / 2 + rim + 0.1 for side in it.size]
                boxes.append(
                    tuple(tuple(a + sign * r for a, r in zip(it.at, reach, strict=True)) for sign in (-1, 1))
                )
        return boxes


@dataclass(frozen=True)
class Ridge:
    """A plate with a gable at each end, printed on the plate; the gables widen as a roof does."""

    name: str
    size: tuple[float, float, float]  # along the ridge, between the eaves, and how high
    openings: tuple[Opening, ...]
    roof: tuple[
        float, float, float, float
    ]  # depth on top, degrees of the slope, set in by, gables' thickness
    tubes: tuple[Post, ...]  # on the plate
    columns: tuple[Post, ...]  # on the gables
    pilots: tuple[tuple[float, float], ...]  # of screws along x, into the inner side of each gable: y, z
    lips: tuple[Block, ...] = ()  # on the gables
    legends: tuple[Legend, ...] = ()
    floor: float = LID
    wall: float = WALL
    down: bool = True

    @property
    def ways(self) -> int:
        return len(self.openings)

    @property
    def thinner(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """The edges of the plate and the eaves, which are as sharp as the roof is steep."""
        x = self.size[0] / 2
        edges = (sign * deep / 2 for deep in (self.roof[0], self.size[1]) for sign in (-1, 1))
        return [((-x, y - EDGE), (x, y + EDGE)) for y in edges]


def narrow(openings: tuple[Opening, ...], least: float = WEB) -> list[str]:
    """Pairs of openings that leave too little between them."""
    return [
        f"{a.name} and {b.name} leave {a.gap(b):.1f} mm between them, {least} are needed"
        for a, b in combinations(openings, 2)
        if a.face == b.face and a.gap(b) < least - 1e-9
    ]
