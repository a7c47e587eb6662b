"""How long a box takes to build; python -m hardware.effort FOLDER measures the printed parts, for printed.csv

Printing is computed from the measured parts, soldering from what is counted on the board. Nobody has built
one with a watch in his hand: times for one joint or one plug are estimates, and stand beside what they make.
"""

from __future__ import annotations

import csv
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

from hardware import design

MEASURED = Path(__file__).with_name("printed.csv")
HEAD = ("part", "cm3", "cm2", "mm high")

# ---- printing --------------------------------------------------------------------------------------------

LAYER, LINE, WALLS, FILLED = 0.2, 0.45, 3, 0.2  # mm, mm, lines round everything, share of what is inside
SPEEDS = (60, 200)  # mm/s: of printers that are ten years old, and of those that are new
AT_SPEED = 0.7  # of the time; the rest are corners and ways without plastic
LAYER_CHANGE = 4  # s
DENSITY = 1.24  # g/cm³, PLA
FAILURES = 1.1
# How many of each; a lid of one size only, and two faces with displays.
_SIX = len(design.SEATS)
_PIECES = {"display-bridge": 2, "lens": _SIX, "pod-base": _SIX}


@dataclass(frozen=True)
class Printed:
    """A printed part as it was measured."""

    name: str
    volume: float  # cm³
    area: float  # cm²
    height: float  # mm

    @property
    def pieces(self) -> int:
        return 0 if "-24-" in self.name or "plain" in self.name else _PIECES.get(self.name, 1)

    @property
    def plastic(self) -> float:
        """Walls all round, and a fifth of what they enclose; thin parts are nothing but walls."""
        walls = min(self.volume, self.area * WALLS * LINE / 10)
        return walls + FILLED * (self.volume - walls)

    def hours(self, speed: float) -> float:
        flow = LAYER * LINE * speed * AT_SPEED
        return (self.plastic * 1000 / flow + self.height / LAYER * LAYER_CHANGE) / 3600


def printed() -> list[Printed]:
    with MEASURED.open(newline="", encoding="utf-8") as file:
        return [Printed(name, *map(float, sizes)) for name, *sizes in list(csv.reader(file))[1:]]


def grams() -> float:
    """Of filament for one box, failures included."""
    return FAILURES * _grams(printed())


def measure(file: Path) -> Printed:
    """A part from its triangles, as a slicer gets them."""
    data = file.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    volume = area = 0.0
    heights: set[float] = set()
    for at in range(count):
        a, b, c = (struct.unpack_from("<3f", data, 84 + 50 * at + 12 * corner) for corner in (1, 2, 3))
        volume += sum(x * y for x, y in zip(a, _cross(b, c), strict=True)) / 6
        edges = (tuple(y - x for x, y in zip(a, end, strict=True)) for end in (b, c))
        area += sum(x * x for x in _cross(*edges)) ** 0.5 / 2
        heights |= {a[2], b[2], c[2]}
    return Printed(file.stem, volume / 1000, area / 100, max(heights) - min(heights))


def _cross(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


# ---- soldering -------------------------------------------------------------------------------------------

# Joints of each kind of part; the tests count them on the board.
JOINTS = {
    "resistor": 2,
    "capacitor": 2,
    "bulk": 2,
    "seat fuse": 2,
    "main fuse": 2,
    "guard": 6,
    "rail guard": 2,
    "light": 4,
    "buffer": 20,
    "inverter": 5,
    "power transistor": 3,
    "power diode": 2,
    "seat jack": 8,
    "socket row": 19,
    "regulator": 5,
    "clock chip": 8,
    "coin holder": 3,
    "xh 2": 2,
    "xh 3": 3,
    "xh 4": 4,
    "xh 5": 5,
}
LEGS = ("seat jack", "socket row", "xh 2", "xh 3", "xh 4", "xh 5")
FIND, JOINT = 45, 8  # s: to find a part and put it in its place; to solder one of its contacts


def soldered(*, legs: bool) -> tuple[int, int]:
    """How many parts with legs, or flat ones, and their joints."""
    parts = [part for part in design.PARTS if part.kind in JOINTS and (part.kind in LEGS) == legs]
    return len(parts), sum(JOINTS[part.kind] for part in parts)


# ---- all of it -------------------------------------------------------------------------------------------

LEADS, LEAD = 6, 12  # inside the console: keys, switch, charger, two displays, sounder; minutes each
POD = 35  # minutes: cut, strip, eight wires, light, button, close
REST = {
    "roof, base, lights, closing": (120, "inserts, displays lined up, rods sawn and sanded"),
    "measuring and first power": (30, "steps 4 and 6 of the guide"),
    "firmware and self-test": (30, "steps 7 and 11"),
    "looking for a mistake": (60, "most first boards have one"),
}


def work() -> list[tuple[str, float, str]]:
    """What your hands do: the step, its hours, how they come about."""
    rows = []
    for name, legs in (("flat parts on the board", False), ("what has legs", True)):
        parts, joints = soldered(legs=legs)
        said = f"{parts} parts × {FIND} s + {joints} joints × {JOINT} s"
        rows.append((name, (parts * FIND + joints * JOINT) / 3600, said))
    rows += [
        ("leads inside the console", LEADS * LEAD / 60, f"{LEADS} × {LEAD} minutes"),
        ("seat cables and pods", _SIX * POD / 60, f"{_SIX} × {POD} minutes"),
        *((name, minutes / 60, how) for name, (minutes, how) in REST.items()),
    ]
    return [*rows, ("**all together**", sum(hours for _, hours, _ in rows), "their sum")]


def _group(name: str) -> str:
    """What are many of a kind share a row."""
    if "-letters" in name:
        return "inlaid letters, lines and rings"
    return "pod-lid-30-…" if name.startswith("pod-lid") else name


def _grams(parts: list[Printed]) -> float:
    return sum(it.pieces * it.plastic * DENSITY for it in parts)


def _hours(parts: list[Printed], speed: float) -> float:
    return sum(it.pieces * it.hours(speed) for it in parts)


def text() -> str:
    """As a part of FIGURES.md."""
    slow, fast = SPEEDS
    rows = [it for it in printed() if it.pieces]
    groups: dict[str, list[Printed]] = {}
    for it in rows:
        groups.setdefault(_group(it.name), []).append(it)
    table = "".join(
        f"| {name} | {sum(it.pieces for it in group)} | {_grams(group):.0f} | {_hours(group, slow):.1f}"
        f" | {_hours(group, fast):.1f} |\n"
        for name, group in groups.items()
    )
    hands = "".join(f"| {name} | {hours:.1f} | {how} |\n" for name, hours, how in work())
    return (
        f"| printed | pieces | g | h at {slow} mm/s | h at {fast} mm/s |\n|---|--:|--:|--:|--:|\n{table}"
        f"| **all together** | | {_grams(rows):.0f} | {_hours(rows, slow):.0f}"
        f" | {_hours(rows, fast):.0f} |\n\n"
        f"| by hand | h | how |\n|---|--:|---|\n{hands}"
    )


def main() -> None:
    found = sorted(Path(sys.argv[1]).glob("*.stl"))
    rows = [(it.name, f"{it.volume:.1f}", f"{it.area:.0f}", f"{it.height:.1f}") for it in map(measure, found)]
    with MEASURED.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows((HEAD, *rows))


if __name__ == "__main__":
    main()
