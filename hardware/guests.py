"""What the printed parts must leave room for, as plain solids: boards, plugs, keys, display, battery.

Their places come from the description of the electronics and from the makers' sizes below, never from the
openings: a hole that has moved therefore meets the thing that should go through it.
"""

from __future__ import annotations

from dataclasses import dataclass

from manifold3d import Manifold

from hardware import boxes, design
from hardware.boxes import BOARD_TOP, INSIDE_LEFT, INSIDE_RIGHT, RIM, place
from hardware.shells import LID, WALL

# Sizes of what is bought, mm. Drawings of makers differ by a little; the play in the boxes is for that.
GLASS = (60.5, 37.0, 2.0)  # of a 2.42" panel
LIT = (55.1, 27.6)
MODULE = (72.5, 44.0, 5.6)  # the largest board such a panel is sold on, with its parts
KEY = (12.0, 16.0, 3.0, 26.0)  # thread, nut, height of the nut, depth behind the lid with its lugs
KEY_CAP = (14.0, 7.0)
TOGGLE = (6.0, 13.2, 8.2, 20.0)  # thread, body, depth with its lugs
SPACER_WIDTH, SCREW_HEAD = 6.4, (6.0, 1.7)
PLUGGED = {"header 4": 22.0, "xh 3": 15.0, "xh 4": 15.0, "xh 5": 15.0}  # above the board, with plug and bend
NETWORK_PLUG = (12.0, 9.5)
USB_GRIP = (11.5, 8.0)
CLOCK = (22.5, 38.5, 4.5, 15.0)  # lies flat on its socket: wide, deep, from and to above the board
ARCADE_DEPTH = 30.0  # behind the lid of a pod, with bent lugs
LIGHT_BOARD = (10.0, 3.0)
CABLE = 6.0

BOARD_GREEN, PART, METAL, DARK = (38, 110, 74), (84, 88, 96), (196, 198, 204), (30, 32, 36)
BLUE, WHITE = (58, 96, 160), (236, 236, 232)


@dataclass(frozen=True)
class Guest:
    name: str
    solid: Manifold
    colour: tuple[int, int, int] = PART


def box(left, low, right, high, bottom, top) -> Manifold:
    """From one corner to the other; the order of the sides does not matter."""
    size = (abs(right - left), abs(high - low), top - bottom)
    return Manifold.cube(size).translate((min(left, right), min(low, high), bottom))


def middle(at, size, bottom, top) -> Manifold:
    (x, y), (width, depth) = at, size[:2]
    return box(x - width / 2, y - depth / 2, x + width / 2, y + depth / 2, bottom, top)


def pin(at, diameter, bottom, top) -> Manifold:
    return Manifold.cylinder(top - bottom, diameter / 2, circular_segments=48).translate((*at, bottom))


def _on_board(left, far, right, near, bottom, top) -> Manifold:
    return box(*place(left, far), *place(right, near), BOARD_TOP + bottom, BOARD_TOP + top)


def _carrier() -> list[Guest]:
    width, depth = design.BOARD
    board = _on_board(0, 0, width, depth, -design.THICKNESS, 0)
    for hole in design.HOLES:
        board -= pin(place(*hole), design.HOLE_DIAMETER, 0, RIM)
    found = [Guest("carrier board", board, BOARD_GREEN)]
    for part in design.PARTS:
        if part.kind in ("screw hole", "test point"):
            continue
        *sides, height = part.envelope()
        found.append(Guest(part.ref, _on_board(*sides, 0, PLUGGED.get(part.kind, height))))
    left, far, right, near = design.DEVKIT_BODY
    low = design.DEVKIT_UNDERSIDE
    found.append(Guest("controller", _on_board(left, far, right, near, low, low + 5), DARK))
    x, _, _, _, _ = design.BY_REF["J831"].envelope()
    wide, deep, below, above = CLOCK
    header = design.BY_REF["J831"]
    left, _, right, near, _ = header.envelope()
    x = (left + right - wide) / 2
    socket = _on_board(x, near - deep, x + wide, near, max(below, header.made.height), above)
    hanging = _on_board(x, near - deep, x + wide, near - 4, below, above)
    found.append(Guest("clock module", socket + hanging, BLUE))
    return [
        *found,
        *(
            Guest(f"spacer {at}", pin(place(*hole), SPACER_WIDTH, BOARD_TOP, RIM), METAL)
            for at, hole in enumerate(design.HOLES, 1)
        ),
    ]


def _plugs() -> list[Guest]:
    found = []
    wide, high = NETWORK_PLUG
    for seat in design.SEATS:
        x, middle_z = boxes.jack_middle(seat), design.KINDS["seat jack"].height / 2
        plug = _on_board(x - wide / 2, -22, x + wide / 2, -0.6, middle_z - high / 2, middle_z + high / 2)
        found.append(Guest(f"plug {seat}", plug, DARK))
    mouth, y, z = design.DEVKIT_USB
    wide, high = USB_GRIP
    found.append(
        Guest(
            "USB plug",
            _on_board(mouth + 0.1, y - wide / 2, mouth + 26, y + wide / 2, z - high / 2, z + high / 2),
            DARK,
        )
    )
    charger_y, charger_z = boxes.CHARGER_Y, boxes.CHARGER_USB_Z - BOARD_TOP
    plug = _on_board(
        INSIDE_RIGHT - 0.8,
        charger_y - wide / 2,
        INSIDE_RIGHT + 24,
        charger_y + wide / 2,
        charger_z - high / 2,
        charger_z + high / 2,
    )
    return [*found, Guest("charging plug", plug, DARK)]


def _in_lid() -> list[Guest]:
    glass = middle(boxes.WINDOW, GLASS, RIM - GLASS[2], RIM)
    module = middle(boxes.WINDOW, MODULE, RIM - GLASS[2] - MODULE[2], RIM - GLASS[2])
    picture = middle(boxes.WINDOW, LIT, RIM, RIM + LID + 1)
    found = [Guest("display", glass + module, BLUE), Guest("picture", picture, DARK)]
    thread, nut, nut_high, depth = KEY
    for key in design.KEYS:
        at = place(boxes.key_x(key), boxes.KEY_Y)
        body = pin(at, thread, RIM - depth, RIM + LID) + pin(at, nut, RIM - nut_high, RIM)
        cap = pin(at, KEY_CAP[0], RIM + LID, RIM + LID + KEY_CAP[1])
        found.append(Guest(f"key {key}", body + cap, DARK))
    heads = [*(place(*hole) for hole in (*design.HOLES, *boxes.FRONT_POSTS)), *_hidden_screws()]
    top = RIM + LID
    for at, head in enumerate(heads, 1):
        solid = pin(head, SCREW_HEAD[0], top, top + SCREW_HEAD[1]) + pin(head, 3, RIM, top)
        found.append(Guest(f"screw {at}", solid, METAL))
    return found


def _hidden_screws():
    x, y = boxes.WINDOW
    bar = [place(end, boxes.LIGHT_Y) for end in boxes.BAR_ENDS]
    return [*bar, *((x + dx, y + dy) for dx, dy in boxes.BRIDGE_SCREWS)]


def _in_base() -> list[Guest]:
    left, bottom = place(boxes.BATTERY_LEFT, 93)
    wide, deep, high = boxes.BATTERY
    battery = box(left, bottom, left + wide, bottom - deep, WALL + 0.2, WALL + high)
    right, y = place(INSIDE_RIGHT - 1, boxes.CHARGER_Y)
    long, across = boxes.CHARGER
    low = WALL + boxes.CHARGER_BLOCK + 1
    charger = box(right - long, y - across / 2, right, y + across / 2, low, low + 6)
    thread, tall, broad, deep = TOGGLE
    wall, y = place(INSIDE_LEFT, boxes.SWITCH_Y)
    body = box(
        wall, y - tall / 2, wall + deep, y + tall / 2, boxes.SWITCH_Z - broad / 2, boxes.SWITCH_Z + broad / 2
    )
    neck = pin((0, 0), thread, -WALL - 8, 0).rotate((0, 90, 0)).translate((wall, y, boxes.SWITCH_Z))
    return [
        Guest("battery", battery, (176, 180, 188)),
        Guest("charger", charger, BLUE),
        Guest("switch", body + neck, METAL),
    ]


def console() -> list[Guest]:
    """Everything in the console, and what is plugged into it."""
    return [*_carrier(), *_plugs(), *_in_lid(), *_in_base()]


def pod(button: int) -> list[Guest]:
    """Everything in the pod of a seat, whose lid takes a button of this size."""
    rim = boxes.POD[2]
    x, y = boxes.POD_BUTTON
    arcade = pin((x, y), button, rim - ARCADE_DEPTH, rim + LID)
    arcade += pin((x, y), button + 3.4, rim + LID, rim + LID + 3) + pin(
        (x, y), button - 6, rim + LID, rim + LID + 7
    )
    lens = rim - boxes.LENS_FLANGE[1]
    light = pin(boxes.POD_LIGHT, LIGHT_BOARD[0], lens - LIGHT_BOARD[1], lens)
    hole_z = 12
    cable = pin((0, 0), CABLE, 0, 24).rotate((-90, 0, 0)).translate((0, boxes.POD[1] / 2 - WALL - 1, hole_z))
    return [
        Guest("arcade button", arcade, (196, 52, 44)),
        Guest("light", light, WHITE),
        Guest("cable", cable, DARK),
    ]
