"""What a house that sets the parts wants: their list, and where and which way round each lies.

All files of a board count from one place, its near left corner as seen from above, with y pointing away.
"""

from __future__ import annotations

import csv
from itertools import groupby
from pathlib import Path

from hardware import bom, design, sources

LIST_HEAD = (
    "Comment",
    "Designator",
    "Footprint",
    "Manufacturer",
    "Manufacturer Part Number",
    "Supplier",
    "Supplier Part Number",
)
PLACES_HEAD = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")
_LYING_FLAT = ("_SMD", "_SO", "_TO_SOT_SMD", "Fuse", "Battery")


def flat(part: design.Part) -> bool:
    """Whether a machine sets it; what has legs is soldered by hand."""
    return part.kind not in bom.FREE and part.made.footprint.split(":")[0].endswith(_LYING_FLAT)


def places() -> list[tuple[str, ...]]:
    """The middle of each part in mm, and its turn counter-clockwise from how its footprint is drawn.

    Footprints are drawn as IPC-7351 has them: pin 1, plus and cathode to the left or in the far left corner.
    """
    return [
        (part.ref, f"{part.x:.3f}", f"{design.BOARD[1] - part.y:.3f}", "Top", f"{part.turn % 360}")
        for part in design.PARTS
        if flat(part)
    ]


def articles(parts: list[design.Part]) -> list[tuple[str, ...]]:
    """Equal parts in one row."""

    def article(part: design.Part) -> tuple[str, ...]:
        bought = sources.on_board(part.kind, part.value)[0]
        comment = bought.number if part.pins else part.value
        footprint = part.made.footprint.split(":")[1]
        return comment, footprint, bought.maker, bought.number, bought.shop, bought.shop_number

    rows = []
    for (comment, *rest), group in groupby(sorted(parts, key=article), key=article):
        rows.append((comment, ",".join(part.ref for part in group), *rest))
    return rows


def write(folder: Path, name: str) -> None:
    """Writes the files beside the Gerbers."""
    bought = [part for part in design.PARTS if part.kind not in bom.FREE]
    _write(folder / f"{name}-positions.csv", PLACES_HEAD, places())
    _write(folder / f"{name}-bom.csv", LIST_HEAD, articles([part for part in bought if flat(part)]))
    _write(
        folder / f"{name}-bom-by-hand.csv", LIST_HEAD, articles([part for part in bought if not flat(part)])
    )


def _write(path: Path, head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows((head, *rows))
