"""Reads fabrication files as a board house does, without KiCad and without the description of the board."""

import csv
import math
import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Flash:
    """A pad or an opening: its middle, half its width and height, and which part's pin it says it is."""

    x: float
    y: float
    wide: float
    high: float
    of: tuple[str, ...] = ()

    def covers(self, x, y):
        return abs(x - self.x) <= self.wide and abs(y - self.y) <= self.high


@cache
def flashes(path):
    """Every flashed aperture of a layer, in mm."""
    text = path.read_text(encoding="utf-8")
    assert "%MOMM*%" in text and "%FSLAX46Y46*%" in text
    sizes, size, of, found = {}, None, (), []
    for line in text.splitlines():
        if shape := re.fullmatch(r"%ADD(\d+)(\w+),([-\d.X]+)\*%", line):
            sizes[shape[1]] = _half(shape[2], [float(number) for number in shape[3].split("X")])
        elif chosen := re.fullmatch(r"D(\d\d+)\*", line):
            size = sizes[chosen[1]]
        elif pin := re.fullmatch(r"%TO\.[CP],([^*]*)\*%", line):
            of = tuple(pin[1].split(",")[:2])
        elif line == "%TD*%":
            of = ()
        elif flash := re.fullmatch(r"X(-?\d+)Y(-?\d+)D03\*", line):
            found.append(Flash(int(flash[1]) / 1e6, int(flash[2]) / 1e6, *size, of))
    return found


def _half(shape, numbers):
    if shape == "C":
        return numbers[0] / 2, numbers[0] / 2
    if shape in ("R", "O"):
        return numbers[0] / 2, numbers[1] / 2
    if shape == "RoundRect":
        radius, corners = numbers[0], numbers[1:9]
        return max(map(abs, corners[::2])) + radius, max(map(abs, corners[1::2])) + radius
    return 0.0, 0.0  # of no use here: nothing is set on other shapes


def outline(path):
    """Left, lower, right and upper end of what is drawn."""
    drawn = re.findall(r"X(-?\d+)Y(-?\d+)D0[12]", path.read_text(encoding="utf-8"))
    across, up = ([int(place[axis]) / 1e6 for place in drawn] for axis in (0, 1))
    return min(across), min(up), max(across), max(up)


def drilled(path):
    """The middle of each hole."""
    return [
        (float(x), float(y))
        for x, y in re.findall(r"^X(-?[\d.]+)Y(-?[\d.]+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]


def table(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


# ---- parts as their makers draw them: where the feet stand, seen from above, y pointing up, not turned ----


def _two(apart):
    return {"1": (-apart, 0.0), "2": (apart, 0.0)}


def _both_sides(count, pitch, aside):
    """Counted down the left side and up the right."""
    ends = [(at - (count - 1) / 2) * pitch for at in range(count)]
    left = {str(at): (-aside, -y) for at, y in enumerate(ends, 1)}
    return left | {str(count + at): (aside, y) for at, y in enumerate(ends, 1)}


FEET = {
    "_0805_": _two(0.8),
    "_1206_": _two(1.35),
    "_1812_": _two(2.0),
    "D_SMA_": _two(2.1),  # the ring is at 1
    "CP_Elec_8x10": _two(3.0),  # plus is 1
    "SOT-23-6_": _both_sides(3, 0.95, 1.25),
    "SOT-23_": {"1": (-1.1, 0.95), "2": (-1.1, -0.95), "3": (1.1, 0.0)},
    "SOT-23-5_": {
        "1": (-1.25, 0.95),
        "2": (-1.25, 0),
        "3": (-1.25, -0.95),
        "4": (1.25, -0.95),
        "5": (1.25, 0.95),
    },
    "SOIC-8_": _both_sides(4, 1.27, 2.7),
    "SOIC-20W": _both_sides(10, 1.27, 4.8),
    "Keystone_3034": {
        "1": (-11.0, 0.0),
        "1 too": (11.0, 0.0),
    },  # the clip's two ears; the cell lies on bare copper
    "WS2812B_PLCC4": {"1": (-2.4, 1.6), "2": (-2.4, -1.6), "3": (2.4, -1.6), "4": (2.4, 1.6)},
}


def feet(footprint):
    return next(places for words, places in FEET.items() if words in footprint)


def set_down(row, footprint):
    """Where the machine puts each foot of a part."""
    turn = math.radians(float(row["Rotation"]))
    middle = float(row["Mid X"]), float(row["Mid Y"])
    return {
        pin: (
            middle[0] + x * math.cos(turn) - y * math.sin(turn),
            middle[1] + x * math.sin(turn) + y * math.cos(turn),
        )
        for pin, (x, y) in feet(footprint).items()
    }


def misplaced(folder, rows, name="carrier"):
    """What is wrong once a machine has followed the rows of the positions file, in words."""
    paste, copper = (flashes(folder / f"{name}-F_{layer}.gbr") for layer in ("Paste", "Cu"))
    bought = table(folder / f"{name}-bom.csv")
    footprints = {ref: row["Footprint"] for row in bought for ref in row["Designator"].split(",")}
    found, used = [], set()
    for row in rows:
        ref = row["Designator"]
        for pin, (x, y) in set_down(row, footprints[ref]).items():
            openings = [flash for flash in paste if flash.covers(x, y)]
            lands = [flash.of for flash in copper if flash.covers(x, y)]
            if len(openings) != 1:
                found.append(f"{ref}.{pin} comes down on {len(openings)} openings of the paste")
            elif lands != [(ref, pin.split()[0])]:
                found.append(f"{ref}.{pin} comes down on {lands}")
            used.update(openings)
    left = {opening.of[0] for opening in paste if opening not in used}
    return found + [f"{ref} gets paste, and nothing is set there" for ref in sorted(left)]
