"""What eyes make of the box: how large digits and letters appear, and how lights stand out in a lit room.

`python -m hardware.sight` prints each figure with its limit and the formula behind it. An angle is
height × sin(the angle between line of sight and slope of the face) ÷ distance, in minutes of arc (1/60°).
A luminance is what comes out of a lens ÷ (π × its area); the room adds 300 lx × what it throws back ÷ π.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from math import cos, degrees, hypot, pi, radians, sin, sqrt
from pathlib import Path

from hardware import boxes, budget, design, pods, sizes
from hardware.shells import LID

FONTS = Path(__file__).parent.parent / "host" / "tileclock_host" / "build" / "fonts.py"
ROWS = 64  # of the panel

# Where eyes are, over a table of 74 cm: small adults, so that it holds for nearly all. In mm.
SEATED, STANDING = 410, 760
DISTANCES = (1000, 2000, 3000)
ASIDE = 45  # degrees off the middle: who sits at the end of a side
# Minutes of arc: what ISO 9241-303 asks of letters that are read at ease, and what is read at a glance.
AT_EASE = 16
# A letter is made out at 5 by who sees as one should (20/20), at 8 by who sees as drivers must (20/32).
WITH_CARE = 8
LETTER_ASIDE = 2  # mm: so far beside its light a letter is still its own
HANDS = 500  # mm: so near is whoever works the keys

# Light. A WS2812B by its data sheet, in candela straight ahead at full; it shines as a matt surface would.
CANDELA = {"green": 0.66, "red": 0.39, "blue": 0.18}
LAMP = 3.4  # mm across, of what shines
ROOM = 300  # lx
SURFACE = 0.04  # thrown back where light enters or leaves acrylic
CLEAR = 0.98  # of 8 cm of clear acrylic
SANDED, SANDED_BACK = 0.7, 0.3  # a sanded end lets so much out, and throws so much of the room's light back
WHITE_BACK = 0.8
WHITE_THROUGH = 0.35  # of 0.8 mm of white PLA; each further 0.8 mm lets through so much of the rest


@dataclass(frozen=True)
class Eye:
    """Somebody who looks at the display from so far, with the eyes so high over the table."""

    name: str
    high: float
    far: float
    aside: float = 0

    def angle(self, size: float, up: float = boxes.WINDOW_AT) -> float:
        """How large something of that size appears that stands so far up the face, in minutes of arc."""
        _, _, middle = boxes.on_face(0, up, 0)
        up, steep = self.high - middle, radians(boxes.STEEP)
        off = hypot(self.far, up)
        # How much of a stroke that goes up the face points at the eye, and so is not seen.
        along = (up * sin(steep) - self.far * cos(radians(self.aside)) * cos(steep)) / off
        return degrees(size * sqrt(1 - along * along) / off) * 60


def capital(face: str) -> float:
    """How high the firmware draws digits or capitals of a face, in mm on the panel."""
    rows = int(re.search(rf'"{face}": Font\([^,]+, "\w+", (\d+)', FONTS.read_text(encoding="utf-8"))[1])
    return rows * sizes.LIT[1] / ROWS


def eyes() -> list[Eye]:
    return [
        Eye(f"{how} at {far / 1000:g} m{words}", high, far, aside)
        for far in DISTANCES
        for how, high in (("seated", SEATED), ("standing", STANDING))
        for words, aside in (("", 0), (f", {ASIDE}° aside", ASIDE))
    ]


def into_rod(gap: float, across: float) -> float:
    """The share of a lamp's light that meets the end of a rod over it: two discs that face each other."""
    a, b = LAMP / 2 / gap, across / 2 / gap
    s = 1 + (1 + b * b) / (a * a)
    return (s - sqrt(s * s - 4 * (b / a) ** 2)) / 2


def lit(colour: str) -> tuple[float, float]:
    """Luminance of a rod's end on the ridge and of a pod's cap at the firmware's limit, in cd/m²."""
    light = CANDELA[colour] * budget.limit() * pi
    rod = light * into_rod(boxes.ROD_GAP, boxes.ROD) * (1 - SURFACE) * CLEAR * SANDED
    near = light * into_rod(LID + pods.LENS_FLANGE[1] - pods.LENS_SKIN, pods.LENS_HOLLOW)
    cap = near * WHITE_THROUGH ** (pods.LENS_SKIN / 0.8)
    peg = _area(boxes.ROD) + pi * boxes.ROD * boxes.ROD_OUT
    return rod / (pi * peg * 1e-6), cap / (pi * _area(pods.LENS_HOLLOW) * 1e-6)


def _area(across: float) -> float:
    return pi * across**2 / 4


def over_the_keys(eye: Eye) -> float:
    """How much of a light on the ridge, in mm, is seen over the cap of a key that stands right before it."""
    across, high = sizes.KEY_CAP
    behind = abs(boxes.KEY_Y - boxes.LIGHT_Y) - across / 2
    hidden = high - behind * (eye.high - boxes.TOP) / eye.far
    return boxes.ROD_OUT - max(0.0, hidden)


def figures() -> dict[str, tuple[float, float | None]]:
    """Every figure with the least that it may be, where there is a least."""
    found: dict[str, tuple[float, float | None]] = {}
    for eye in eyes():
        found[f"digits, {eye.name}"] = eye.angle(capital("huge")), AT_EASE
        least = WITH_CARE if eye.far == DISTANCES[0] else None
        found[f"menu text, {eye.name}"] = eye.angle(capital("text")), least
        if eye.far == DISTANCES[0]:
            letter = eye.angle(boxes.LIGHT_LETTER, boxes.LIGHT_LETTER_AT)
            found[f"′ of a light's letter, {eye.name}"] = letter, WITH_CARE
        if not eye.aside:
            found[f"mm of a light over a key, {eye.name}"] = over_the_keys(eye), 2
    at_the_keys = Eye("at the keys", SEATED, HANDS)
    found["menu text, at the keys"] = at_the_keys.angle(capital("text")), AT_EASE
    for colour in CANDELA:
        rod, cap = lit(colour)
        found[f"{colour} on the ridge against its unlit rod"] = rod / (ROOM * SANDED_BACK / pi), 3
        found[f"{colour} at a pod against its unlit cap"] = cap / (ROOM * WHITE_BACK / pi), 3
    return found


def unnamed() -> list[str]:
    """Lights that have no letter of their seat right below them on one of the faces."""
    found = []
    for face in (it for it in boxes.shells() if it.name.startswith("face")):
        turned = 1 if face.name.startswith("face-far") else -1
        for seat in design.SEATS:
            light = turned * boxes.place(design.seat_x(seat), 0)[0]
            near = [it for it in face.legends if it.text == seat and abs(it.at[0] - light) < LETTER_ASIDE]
            if not any(it.at[1] > boxes.WINDOW_AT + boxes.WINDOW_SIZE[1] / 2 for it in near):
                found.append(f"{face.name}: no letter {seat} is seen below its light")
    return found


def wrong() -> list[str]:
    return unnamed() + [
        f"{name}: {figure:.1f}, at least {least:g} is needed"
        for name, (figure, least) in figures().items()
        if least is not None and figure < least
    ]


if __name__ == "__main__":
    print(__doc__.partition("\n")[0])
    for words, (figure, least) in figures().items():
        unit = "×" if "against" in words else "" if "over" in words or "letter" in words else "′"
        print(f"{words:48} {figure:6.1f}{unit}" + (f"   ≥ {least:g}" if least is not None else ""))
    sys.exit("\n".join(wrong()) or None)
