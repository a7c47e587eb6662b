"""The pod of a seat as figures: its base, its lid with the button, the lens of its light."""

from __future__ import annotations

from hardware import design
from hardware.shells import (
    LID,
    LIP_AIR,
    LIP_DEEP,
    POST,
    SCREW,
    WALL,
    Block,
    Legend,
    Post,
    Shell,
    disc,
)

LIGHT_HOLE = 7.2
LENS_FLANGE = (10.0, 1.0)
LENS_STEM, LENS_SKIN, LENS_HOLLOW = 6.9, 0.8, 5.0  # what is left to shine through


def _lens() -> Shell:
    """A cap of white plastic for a pod's light, thin where it shines through."""
    return Shell(
        "lens",
        (LENS_FLANGE[0], LENS_FLANGE[0], LENS_FLANGE[1]),
        (),
        posts=(Post((0, 0), LID, LENS_STEM, pilot=0, hollow=(LENS_HOLLOW, LENS_SKIN)),),
        floor=LENS_FLANGE[1],
        corner=LENS_FLANGE[0] / 2 - 1e-3,
    )


POD = (58.0, 72.0, 38.0)
POD_POST = (23.6, 30.6)
POD_BUTTON, POD_LIGHT, POD_LETTER = (0.0, -8.0), (11.0, 20.0), (-10.0, 22.0)
BUTTONS = (30, 24)  # mm, the two usual sizes of arcade buttons
BUTTON_PLAY = 0.4
CABLE_HOLE = 4.4
POD_RING = 10.0  # so much wider than its button is the ring of a seat's colour


def _corners():
    return [(x, y) for x in (-POD_POST[0], POD_POST[0]) for y in (-POD_POST[1], POD_POST[1])]


def _base() -> Shell:
    posts = [Post(at, POD[2] - WALL) for at in _corners()]
    # The cable is tied to this one, so that a pull never reaches the solder joints.
    posts.append(Post((0, 25.5), 14, 5, pilot=0))
    return Shell("pod-base", POD, (disc("cable", "back", (0, 12), CABLE_HOLE),), tuple(posts))


def _lid(seat: str, button: int) -> Shell:
    """Printed on its outer side; so x counts from right to left."""
    (x, y), (a, b) = POD_LIGHT, POD_LETTER
    openings = (
        disc("button", "flat", POD_BUTTON, button + BUTTON_PLAY),
        disc("light", "flat", (-x, y), LIGHT_HOLE),
        *(disc(f"screw {at}", "flat", corner, SCREW) for at, corner in enumerate(_corners(), 1)),
    )
    legends = (Legend(seat, (-a, b), 14, seat=seat), Legend("○", POD_BUTTON, button + POD_RING, seat=seat))
    return Shell(
        f"pod-lid-{button}-{seat}",
        (*POD[:2], LID),
        openings,
        blocks=tuple(_lip()),
        legends=legends,
        floor=LID,
        down=True,
    )


def _lip() -> list[Block]:
    """Along the inside of the base's walls, and round its posts."""
    x, y = (side / 2 - WALL - LIP_AIR for side in POD[:2])
    past = POST / 2 + LIP_AIR + WALL
    a, b = POD_POST[0] - past, POD_POST[1] - past  # the inner corners, beside the posts
    bars = [
        ((x - WALL, -b - WALL), (x, b + WALL)),
        ((-a - WALL, y - WALL), (a + WALL, y)),
        ((a, b), (x, b + WALL)),
        ((a, b), (a + WALL, y)),
    ]
    found = {}
    for (left, low), (right, high) in bars:
        middle, size = ((left + right) / 2, (low + high) / 2), (right - left, high - low, LIP_DEEP)
        for sx in (-1, 1):
            for sy in (-1, 1):
                at = (sx * middle[0], sy * middle[1])
                found[at] = Block(at, size)
    return list(found.values())


def shells() -> list[Shell]:
    """Every printed part of all pods."""
    lids = [_lid(seat, button) for button in BUTTONS for seat in design.SEATS]
    return [_lens(), _base(), *lids]
