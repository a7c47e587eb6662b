"""Checks the Gerbers as pictures: which pads does copper join, whatever KiCad says about itself?"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
from PIL import Image
from scipy import ndimage

from hardware import design

DPI = 1000
COPPER = ("F_Cu", "B_Cu")


def _pixels(millimetres):
    return round(millimetres / 25.4 * DPI)


def picture(gerber):
    """The board's area of a Gerber as a field of true and false."""
    width, height = design.BOARD
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        command = ["gerbv", "-x", "png", "-D", str(DPI), "-B", "0", "-a", "-o", file.name, "-O", "0x0"]
        command += ["-W", f"{width / 25.4:.6f}x{height / 25.4:.6f}", "-b", "#000000", "-f", "#ffffff"]
        subprocess.run([*command, str(gerber)], check=True, capture_output=True)
        Image.MAX_IMAGE_PIXELS = None
        return numpy.asarray(Image.open(file.name).convert("L")) > 127


def holes(excellon):
    """Place and size of each hole in a drill file."""
    sizes, size, found, height = {}, None, [], design.BOARD[1]
    for line in Path(excellon).read_text().splitlines():
        if tool := re.fullmatch(r"T(\d+)C([\d.]+).*", line):
            sizes[tool[1]] = float(tool[2])
        elif chosen := re.fullmatch(r"T(\d+)", line):
            size = sizes.get(chosen[1])
        elif place := re.fullmatch(r"X(-?[\d.]+)Y(-?[\d.]+)", line):
            found.append((float(place[1]), height - float(place[2]), size))
    return found


class Copper:
    """Pieces of copper on both sides, joined by the plated holes."""

    def __init__(self, folder, name="carrier"):
        self.sides, count = [], 0
        for layer in COPPER:
            pieces, more = ndimage.label(picture(folder / f"{name}-{layer}.gbr"))
            self.sides.append(numpy.where(pieces > 0, pieces + count, 0))
            count += more
        self.same = list(range(count + 1))
        for x, y, size in holes(folder / f"{name}-PTH.drl"):
            touched = [piece for side in self.sides for piece in self._around(side, x, y, size / 2 + 0.05)]
            for piece in touched[1:]:
                self.same[self.piece(piece)] = self.piece(touched[0])

    def piece(self, number):
        while self.same[number] != number:
            number = self.same[number]
        return number

    def _around(self, side, x, y, reach):
        row, column, more = _pixels(y), _pixels(x), max(1, _pixels(reach))
        cut = side[max(0, row - more) : row + more + 1, max(0, column - more) : column + more + 1]
        return [int(piece) for piece in numpy.unique(cut) if piece]

    def at(self, x, y, layers):
        """The pieces of copper under a pad's middle; a drilled one may have its hole there."""
        return {
            self.piece(piece) for layer in layers for piece in self._around(self.sides[layer], x, y, 0.15)
        }


def differences(folder, pads):
    """Shorts and gaps in words; nothing if the copper joins what the design joins and no more."""
    copper = Copper(folder)
    nets_of, pieces_of, words = {}, {}, []
    for pad in pads:
        net = pad["net"] or pad["name"]
        pieces = copper.at(pad["x"], pad["y"], pad["layers"])
        if len(pieces) != 1:
            words.append(f"{pad['name']} lies on {len(pieces)} pieces of copper")
        for piece in pieces:
            nets_of.setdefault(piece, set()).add(net)
            pieces_of.setdefault(net, set()).add(piece)
    words += [f"short between {' and '.join(sorted(nets))}" for nets in nets_of.values() if len(nets) > 1]
    words += [f"{net} is in {len(pieces)} pieces" for net, pieces in pieces_of.items() if len(pieces) > 1]
    return sorted(words)


def misplaced_holes(folder, name="carrier"):
    """The screw holes of the design that the drill file does not have just there, in words."""
    drilled = holes(folder / f"{name}-NPTH.drl")
    return [
        f"no hole of {design.HOLE_DIAMETER} mm at {x}, {y}"
        for x, y in design.HOLES
        if not any(
            abs(x - a) < 0.01 and abs(y - b) < 0.01 and abs(size - design.HOLE_DIAMETER) < 0.01
            for a, b, size in drilled
        )
    ]


def main(folder):
    folder = Path(folder)
    pads = json.loads((folder / "pads.json").read_text())
    wrong = differences(folder / "fabrication", pads) + misplaced_holes(folder / "fabrication")
    if wrong:
        sys.exit("the Gerbers are not what the design says:\n" + "\n".join(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
