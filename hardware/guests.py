"""What the printed parts must leave room for, as plain solids: boards, plugs, keys, display, battery.

Their places come from the description of the electronics and from the makers' sizes, never from the
openings: a hole that has moved therefore meets the thing that should go through it.
"""

from __future__ import annotations

from dataclasses import dataclass

from manifold3d import Manifold

from hardware import boxes, design
from hardware.boxes import BOARD_TOP, CHARGER_Y, INSIDE_LEFT, INSIDE_RIGHT, RIM, place
from hardware.kinds import KINDS
from hardware.shells import LID, WALL
from hardware.sizes import (
    ARCADE_DEPTH,
    BATTERY,
    CABLE,
    CLOCK,
    GLASS,
    KEY,
    KEY_CAP,
    LIGHT_BOARD,
    LIT,
    MODULE,
    NETWORK_PLUG,
    PLUGGED,
    SCREW_HEAD,
    SPACER_WIDTH,
    SWELLING,
    TAPE,
    TOGGLE,
    USB_GRIP,
)

BOARD_GREEN, PART, METAL, DARK = (38, 110, 74), (84, 88, 96), (196, 198, 204), (30, 32, 36)
BLUE, WHITE = (58, 96, 160), (236, 236, 232)


@dataclass(frozen=True)
class Guest:
    name: str
    solid: Manifold
    colour: tuple[int, int, int] = PART


def box(corner, other, bottom, top) -> Manifold:
    """From one corner to the other, whichever these are."""
    size = [abs(a - b) for a, b in zip(corner, other, strict=True)]
    return Manifold.cube((*size, top - bottom)).translate((*map(min, corner, other), bottom))


def middle(at, size, bottom, top) -> Manifold:
    (x, y), (width, depth) = at, size[:2]
    return box((x - width / 2, y - depth / 2), (x + width / 2, y + depth / 2), bottom, top)


def pin(at, diameter, bottom, top) -> Manifold:
    return Manifold.cylinder(top - bottom, diameter / 2, circular_segments=48).translate((*at, bottom))


def _on_board(sides, bottom, top) -> Manifold:
    """Left, far, right and near on the board, and the heights above it."""
    left, far, right, near = sides
    return box(place(left, far), place(right, near), BOARD_TOP + bottom, BOARD_TOP + top)


def _round(centre, size):
    return centre - size / 2, centre + size / 2


def _carrier() -> list[Guest]:
    width, depth = design.BOARD
    board = _on_board((0, 0, width, depth), -design.THICKNESS, 0)
    for hole in design.HOLES:
        board -= pin(place(*hole), design.HOLE_DIAMETER, 0, RIM)
    found = [Guest("carrier board", board, BOARD_GREEN)]
    for part in design.PARTS:
        if part.kind not in ("screw hole", "test point"):
            *sides, height = part.envelope()
            found.append(Guest(part.ref, _on_board(sides, 0, PLUGGED.get(part.kind, height))))
    for at, hole in enumerate(design.HOLES, 1):
        found.append(Guest(f"spacer {at}", pin(place(*hole), SPACER_WIDTH, BOARD_TOP, RIM), METAL))
    low = design.DEVKIT_UNDERSIDE
    return [*found, Guest("controller", _on_board(design.DEVKIT_BODY, low, low + 5), DARK), _clock_module()]


def _clock_module() -> Guest:
    """It lies flat, towards the sockets; its coin cell hangs beside the header that carries it."""
    wide, deep, below, above = CLOCK
    left, _, right, near, header = design.BY_REF["J831"].envelope()
    x = _round((left + right) / 2, wide)
    board = _on_board((x[0], near - deep, x[1], near), header, above)
    cell = _on_board((x[0], near - deep, x[1], near - 4), below, above)
    return Guest("clock module", board + cell, BLUE)


def _plugs() -> list[Guest]:
    found = []
    for seat in design.SEATS:
        left, right = _round(boxes.jack_middle(seat), NETWORK_PLUG[0])
        heights = _round(KINDS["seat jack"].height / 2, NETWORK_PLUG[1])
        found.append(Guest(f"plug {seat}", _on_board((left, -22, right, -0.6), *heights), DARK))
    mouth, y, z = design.DEVKIT_USB
    charger_z = boxes.CHARGER_USB_Z - BOARD_TOP
    return [
        *found,
        _usb_plug("USB plug", mouth, y, z),
        _usb_plug("charging plug", INSIDE_RIGHT - 1, CHARGER_Y, charger_z),
    ]


def _usb_plug(name, mouth, y, z) -> Guest:
    far, near = _round(y, USB_GRIP[0])
    return Guest(name, _on_board((mouth + 0.1, far, mouth + 26, near), *_round(z, USB_GRIP[1])), DARK)


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
    *lying, high = BATTERY
    battery = middle(place(*boxes.ROOM_AT), lying, WALL + TAPE, WALL + TAPE + high * SWELLING)
    long, across = boxes.CHARGER
    far, near = _round(CHARGER_Y, across)
    low = WALL + boxes.CHARGER_BLOCK + 1
    charger = box(place(INSIDE_RIGHT - 1 - long, far), place(INSIDE_RIGHT - 1, near), low, low + 6)
    thread, tall, broad, deep = TOGGLE
    wall, y = place(INSIDE_LEFT, boxes.SWITCH_Y)
    body = box((wall, y - tall / 2), (wall + deep, y + tall / 2), *_round(boxes.SWITCH_Z, broad))
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
