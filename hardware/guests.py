"""What the printed parts must leave room for, as plain solids: boards, plugs, keys, display, battery.

Their places come from the description of the electronics and from the makers' sizes, never from the
openings: a hole that has moved therefore meets the thing that should go through it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from manifold3d import Manifold

from hardware import boxes, design, pods
from hardware.boxes import BOARD_TOP, CHARGER_Y, INSIDE_LEFT, INSIDE_RIGHT, RIM, TOP, place
from hardware.kinds import KINDS
from hardware.shells import LID, PILOT, WALL
from hardware.sizes import (
    ARCADE_DEPTH,
    BATTERY,
    BUTTON_HEAD,
    CABLE,
    GLASS,
    HEX_KEY,
    KEY,
    KEY_CAP,
    LEGS,
    LIGHT_BOARD,
    LIT,
    MODULE,
    NETWORK_PLUG,
    PLUGGED,
    SCREW_HEAD,
    SOUNDER,
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


def then(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """One movement after the other."""
    square = [np.vstack((it, [0, 0, 0, 1])) for it in (first, second)]
    return (square[1] @ square[0])[:3]


def near_face(apart: float = 0) -> np.ndarray:
    """How the near face is turned: printed on its outer side, it leans back against the ridge."""
    steep = radians(boxes.STEEP)
    c, s = cos(steep), sin(steep)
    _, y, z = boxes.on_face(0, -boxes.FACE_DOWN, 0)
    return np.array([[-1, 0, 0, 0], [0, c, s, y], [0, s, -c, z + apart]])


def far_face(apart: float = 0) -> np.ndarray:
    """The same, seen from the other side of the table."""
    return then(near_face(apart), np.array([[-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 1, 0]], dtype=float))


def _carrier() -> list[Guest]:
    width, depth = design.BOARD
    board = _on_board((0, 0, width, depth), -design.THICKNESS, 0)
    for cut in design.CUT_OUT:
        board -= _on_board(cut, -design.THICKNESS - 1, 1)
    for hole in design.HOLES:
        board -= pin(place(*hole), design.HOLE_DIAMETER, 0, RIM)
    found = [Guest("carrier board", board, BOARD_GREEN)]
    for part in design.PARTS:
        if part.kind not in ("screw hole", "test point", "fiducial", "order bridge"):
            *sides, height = part.envelope()
            found.append(Guest(part.ref, _on_board(sides, 0, PLUGGED.get(part.kind, height))))
            if part.made.footprint.split(":")[0].startswith("Connector"):
                legs = _on_board(sides, -design.THICKNESS - LEGS, -design.THICKNESS)
                found.append(Guest(f"legs of {part.ref}", legs, METAL))
    low = design.DEVKIT_UNDERSIDE
    return [*found, Guest("controller", _on_board(design.DEVKIT_BODY, low, low + 5), DARK), *_rods()]


def _rods() -> list[Guest]:
    """Clear rods from the lamps up through the ridge."""
    lamp = BOARD_TOP + KINDS["light"].height + boxes.ROD_GAP
    return [
        Guest(
            f"rod {seat}",
            pin(place(design.seat_x(seat), boxes.LIGHT_Y), boxes.ROD, lamp, TOP + boxes.ROD_OUT),
            WHITE,
        )
        for seat in design.SEATS
    ]


def _plugs() -> list[Guest]:
    found = []
    for seat in design.SEATS:
        left, right = _round(boxes.jack_middle(seat), NETWORK_PLUG[0])
        heights = _round(KINDS["seat jack"].height / 2, NETWORK_PLUG[1])
        near = design.BOARD[1]
        ends = (near + 0.6, near + 22) if seat in design.NEAR_JACKS else (-22, -0.6)
        found.append(Guest(f"plug {seat}", _on_board((left, ends[0], right, ends[1]), *heights), DARK))
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


def _in_roof() -> list[Guest]:
    """Displays behind their windows, and keys in the ridge."""
    found = []
    for name, turned in (("display", near_face()), ("far display", far_face())):
        at = (0, boxes.WINDOW_AT + boxes.FACE_DOWN)
        glass = middle(at, GLASS, LID, LID + GLASS[2])
        module = middle(at, MODULE, LID + GLASS[2], LID + GLASS[2] + MODULE[2])
        found.append(Guest(name, (glass + module).transform(turned), BLUE))
        picture = middle(at, LIT, -1, LID)
        found.append(Guest(name.replace("display", "picture"), picture.transform(turned), DARK))
    thread, nut, nut_high, depth = KEY
    for key in design.KEYS:
        at = place(boxes.key_x(key), boxes.KEY_Y)
        body = pin(at, thread, TOP - LID - depth, TOP) + pin(at, nut, TOP - LID - nut_high, TOP - LID)
        found.append(Guest(f"key {key}", body + pin(at, KEY_CAP[0], TOP, TOP + KEY_CAP[1]), DARK))
    return found


def _tab_screws() -> list[Guest]:
    """They hold the faces to the gables; in these it is their core that needs room."""
    across, high = BUTTON_HEAD
    found = []
    for name, (x, y, z) in boxes.tab_heads().items():
        tab, end = boxes.TAB[0] + boxes.TAB_PLAY, boxes.TAB_SCREW_LONG
        solid = pin((0, 0), across, -high, 0) + pin((0, 0), 3, 0, tab) + pin((0, 0), PILOT - 0.1, tab, end)
        found.append(Guest(name, _outwards(solid, x).translate((x, y, z)), METAL))
    return found


def _outwards(solid: Manifold, x: float) -> Manifold:
    """Laid on its side: what was up looks to the gable at x."""
    return solid.rotate((0, 90 if x > 0 else -90, 0))


def hex_key(head: tuple[float, float, float], out: float) -> tuple[Manifold, Manifold, Manifold]:
    """The key in a tab's screw whose head stands out so far: short arm, long arm, and all ways of that.

    The long arm lies along y; it turns round the screw.
    """
    x, y, z = head
    across, short, long = HEX_KEY
    shift = x - (1 if x > 0 else -1) * (out + BUTTON_HEAD[1]), y, z
    arm = pin((0, 0), across, -short, 0)
    bend = across / 2 - short
    lever = pin((0, 0), across, 0, long).rotate((-90, 0, 0)).translate((0, 0, bend))
    ways = pin((0, 0), 2 * long + 1, bend - across / 2, bend + across / 2)
    return tuple(_outwards(it, x).translate(shift) for it in (arm, lever, ways))


def _sounder() -> Guest:
    """Under the holes of the ridge, on its ring of foam."""
    across, high = SOUNDER
    top = TOP - LID - boxes.SOUND_FOAM[1]
    return Guest("sounder", pin(place(*boxes.SOUND_AT), across, top - high, top), DARK)


def _in_base() -> list[Guest]:
    *lying, high = BATTERY
    battery = middle(place(*boxes.ROOM_AT), lying, WALL + TAPE, WALL + TAPE + high * SWELLING)
    long, across = boxes.CHARGER
    far, near = _round(CHARGER_Y, across)
    low = WALL + boxes.CHARGER_BLOCK + TAPE
    charger = box(place(INSIDE_RIGHT - 1 - long, far), place(INSIDE_RIGHT - 1, near), low, low + 6)
    thread, tall, broad, deep = TOGGLE
    wall, y = place(INSIDE_LEFT, boxes.SWITCH_Y)
    body = box((wall, y - tall / 2), (wall + deep, y + tall / 2), *_round(boxes.SWITCH_Z, broad))
    neck = pin((0, 0), thread, -WALL - 8, 0).rotate((0, 90, 0)).translate((wall, y, boxes.SWITCH_Z))
    return [
        Guest("battery", battery, (176, 180, 188)),
        Guest("charger", charger, BLUE),
        Guest("switch", body + neck, METAL),
        *(_closing_screw(at, hole) for at, hole in enumerate(design.HOLES, 1)),
    ]


def _closing_screw(at: int, hole: tuple[float, float]) -> Guest:
    """From below through base and board into the ridge."""
    where = place(*hole)
    solid = pin(where, SCREW_HEAD[0], -SCREW_HEAD[1], 0) + pin(where, 3, 0, boxes.CLOSING_SCREW)
    return Guest(f"screw {at}", solid, METAL)


def in_roof(name: str) -> bool:
    """Whether a guest hangs on the roof, and is lifted with it."""
    return name.startswith(("key", "sounder", "display", "far display", "rod")) or "tab screw" in name


def console() -> list[Guest]:
    """Everything in the console, and what is plugged into it."""
    return [*_carrier(), *_plugs(), *_in_roof(), *_tab_screws(), _sounder(), *_in_base()]


def pod(button: int) -> list[Guest]:
    """Everything in the pod of a seat, whose lid takes a button of this size."""
    rim = pods.POD[2]
    x, y = pods.POD_BUTTON
    arcade = pin((x, y), button, rim - ARCADE_DEPTH, rim + LID)
    arcade += pin((x, y), button + 3.4, rim + LID, rim + LID + 3) + pin(
        (x, y), button - 6, rim + LID, rim + LID + 7
    )
    lens = rim - pods.LENS_FLANGE[1]
    light = pin(pods.POD_LIGHT, LIGHT_BOARD[0], lens - LIGHT_BOARD[1], lens)
    hole_z = 12
    cable = pin((0, 0), CABLE, 0, 24).rotate((-90, 0, 0)).translate((0, pods.POD[1] / 2 - WALL - 1, hole_z))
    return [
        Guest("arcade button", arcade, (196, 52, 44)),
        Guest("light", light, WHITE),
        Guest("cable", cable, DARK),
    ]
