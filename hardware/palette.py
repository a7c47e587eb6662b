"""The seats' colours: the page's own, read from where they stand, and how far apart eyes see them.

`python -m hardware.palette` prints each pair's distance. A distance is that of CIE Lab (1976); somebody who
lacks a kind of cone sees what Machado, Oliveira and Fernandes computed in 2009 for the whole lack of it.
"""

from __future__ import annotations

import re
import sys
from itertools import combinations
from math import cbrt, dist
from pathlib import Path

from hardware import design

PAGE = Path(__file__).parent.parent / "host" / "tileclock_host" / "export" / "pages" / "page.css"
LIGHT, DARK = 0, 1  # the page's two shades, by their ground; the box's is dark
BODY = "#4e5662"  # of the box; a colour must stand out against it
SIGNS = "#f4f4f0"  # of all that is no seat's
# What a seat's filament is asked for by.
NAMES = dict(zip(design.SEATS, ("blue", "orange", "green", "pink", "yellow", "white"), strict=True))

APART = 20  # 2 are seen side by side; 20 are told apart from memory
OUT = 2.0  # times as bright as the body, by WCAG's formula; large signs

EYES = {
    "usual eyes": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "eyes without red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "eyes without green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "eyes without blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seats(ground: int = DARK) -> dict[str, str]:
    """Of each seat its colour as #rrggbb."""
    text = PAGE.read_text(encoding="utf-8")
    pairs = re.findall(r"--s(\d): light-dark\((#\w{6}), (#\w{6})\)", text)
    return {design.SEATS[int(number)]: shades[ground] for number, *shades in pairs}


def rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def _light(colour: str) -> list[float]:
    """The share of each primary that shines, without the screen's curve."""
    parts = [part / 255 for part in rgb(colour)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def _lab(colour: str, eyes: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    light = _light(colour)
    r, g, b = (min(1.0, max(0.0, sum(x * y for x, y in zip(row, light, strict=True)))) for row in eyes)
    whites = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (cbrt(it) if it > 0.008856 else 7.787 * it + 16 / 116 for it in whites)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: str, other: str, eyes: str) -> float:
    return dist(_lab(one, EYES[eyes]), _lab(other, EYES[eyes]))


def brightness(colour: str) -> float:
    return sum(part * share for part, share in zip(_light(colour), (0.2126, 0.7152, 0.0722), strict=True))


def out(colour: str) -> float:
    """How many times brighter than the body, as WCAG counts."""
    return (brightness(colour) + 0.05) / (brightness(BODY) + 0.05)


def nearest(ground: int = DARK) -> dict[str, tuple[float, str]]:
    """For each kind of eyes the two seats that are hardest to tell apart, and how far apart they are."""
    colours = seats(ground)
    return {
        eyes: min(
            (apart(colours[a], colours[b], eyes), f"{a} and {b}") for a, b in combinations(design.SEATS, 2)
        )
        for eyes in EYES
    }


def wrong() -> list[str]:
    found = [
        f"{eyes}: the colours of {pair} are {far:.0f} apart, at least {APART} are needed"
        for eyes, (far, pair) in nearest().items()
        if far < APART
    ]
    return found + [
        f"the colour of {seat}, {colour}, is {out(colour):.1f} times as bright as the box, {OUT:g} are needed"
        for seat, colour in seats().items()
        if out(colour) < OUT
    ]


if __name__ == "__main__":
    for who, (far, pair) in nearest().items():
        print(f"{who:20} {pair}: {far:.1f}   ≥ {APART}")
    for seat, colour in seats().items():
        print(f"{seat} {NAMES[seat]:8} {colour} {out(colour):.1f} ×   ≥ {OUT:g}")
    sys.exit("\n".join(wrong()) or None)
