"""The printed parts as figures: the console round the carrier board, and the pod of a seat."""

from __future__ import annotations

from hardware import design
from hardware.kinds import KINDS
from hardware.shells import LID, LIP, PILOT, SCREW, WALL, Block, Legend, Opening, Post, Shell, disc

# ---- the console: places are the board's: x to the right, y towards the player, 0 in its far left corner

UNDER_BOARD = 5.0  # legs of sockets and of the piezo reach 3 mm below the board
SPACER = 30.0  # mm, brass spacers from the board to the lid: an arcade of jumper wires fits below
SIDE, BACK = 0.7, 0.9  # mm of air round the board; the mouths of the sockets look over its far edge
BAY = 73.5  # mm in front of the board: the keys, and before them battery and charger on the floor

INSIDE_LEFT, INSIDE_RIGHT = -SIDE, design.BOARD[0] + SIDE
INSIDE_BACK, INSIDE_FRONT = -BACK, design.BOARD[1] + BAY
BOARD_TOP = WALL + UNDER_BOARD + design.THICKNESS
RIM = BOARD_TOP + SPACER  # where the walls end and the lid begins
CORNER = 4.0

_SIZE = (INSIDE_RIGHT - INSIDE_LEFT + 2 * WALL, INSIDE_FRONT - INSIDE_BACK + 2 * WALL)
_MIDDLE = ((INSIDE_LEFT + INSIDE_RIGHT) / 2, (INSIDE_BACK + INSIDE_FRONT) / 2)


def place(x: float, y: float) -> tuple[float, float]:
    """A place on the board as one in the console, whose middle is 0, 0, and whose y points away."""
    return x - _MIDDLE[0], _MIDDLE[1] - y


# What stands in the lid. The display leaves room for the plugs at the front edge of the board.
WINDOW = place(80, 60)
WINDOW_SIZE = (58.0, 30.5)  # lit: 55.0 × 27.5; the glass, 60.5 × 37, still rests on the rim
KEY_PITCH, KEY_Y, KEY_HOLE = 34.0, 102.0, 12.3
KEY_SIGNS = dict(zip(design.KEYS, ("▲", "▼", "OK", "↩"), strict=True))
LIGHT_HOLE, LIGHT_Y = 7.2, design.BY_REF["D102"].y
LETTER_Y = 15.0
BAR_ENDS = 12.0, 148.0  # x of the screws of the bar that keeps the lights apart
BRIDGE_SCREWS = tuple((dx, dy) for dx in (-41.0, 41.0) for dy in (-13.0, 13.0))
FRONT_POSTS = ((2.6, INSIDE_FRONT - 3.1), (157.4, INSIDE_FRONT - 3.1))
SWITCH_Y, SWITCH_Z, SWITCH_HOLE = 68.0, 24.0, 6.3
USB_HOLE = (14.0, 10.0)  # the plug's grip goes in, not just its tip
JACK_HOLE = (15.6, 13.8)
GRILLE = 6.5  # pitch of the holes above the piezo

# The charger lies on a block, so that its USB socket is above the floor.
CHARGER = (36.2, 22.9)
CHARGER_Y, CHARGER_BLOCK = 126.0, 5.0
CHARGER_USB_Z = WALL + CHARGER_BLOCK + 1.0 + 1.6 + 1.3  # tape, its board, half its socket

# The battery has a room of its own: three walls and that of the base, and a cover that the lid holds down.
ROOM = (67.0, 53.0, 10.6)  # inside; what a swollen pouch needs is compared with it
ROOM_AT = (52.0, INSIDE_FRONT - ROOM[1] / 2)
ROOM_SLOT = 8.0  # for the wires, towards the charger
PEG, PEG_HOLE, PEG_OUT = 5.0, 5.4, 3.6  # keep the cover in its place; how far outside the room
COVER_HEIGHT = WALL + ROOM[2]  # its lower face
COVER_EDGE = 5.0  # over the pegs
COVER_POSTS = tuple((x, y) for x in (-26.0, 26.0) for y in (-18.0, 18.0))
COVER_FOAM = 2.0  # squeezed between its posts and the lid


def key_x(key: str) -> float:
    return design.BOARD[0] / 2 + KEY_PITCH * (design.KEYS.index(key) - (len(design.KEYS) - 1) / 2)


def jack_middle(seat: str) -> float:
    left, _, right, _, _ = design.BY_REF[f"J{design.SEATS.index(seat) + 1}01"].envelope()
    return (left + right) / 2


def piezo_middle() -> tuple[float, float]:
    left, top, right, bottom, _ = design.BY_REF["BZ811"].envelope()
    return (left + right) / 2, (top + bottom) / 2


def _wall_openings() -> tuple[Opening, ...]:
    jack_z = BOARD_TOP + KINDS["seat jack"].height / 2
    _, usb_y, usb_z = design.DEVKIT_USB
    return (
        *(
            Opening(f"socket {seat}", "back", (place(jack_middle(seat), 0)[0], jack_z), JACK_HOLE)
            for seat in design.SEATS
        ),
        Opening("USB of the controller", "right", (place(0, usb_y)[1], BOARD_TOP + usb_z), USB_HOLE),
        Opening("USB of the charger", "right", (place(0, CHARGER_Y)[1], CHARGER_USB_Z), USB_HOLE),
        disc("switch", "left", (place(0, SWITCH_Y)[1], SWITCH_Z), SWITCH_HOLE),
    )


def _base() -> Shell:
    charger = place(INSIDE_RIGHT - 1 - CHARGER[0] / 2, CHARGER_Y)
    posts = [Post(place(*hole), UNDER_BOARD, depth=UNDER_BOARD) for hole in design.HOLES]
    posts += [Post(place(*at), RIM - WALL) for at in FRONT_POSTS]
    blocks = (
        Block(charger, (CHARGER[0] - 4, CHARGER[1] - 4, CHARGER_BLOCK)),
        *_room(),
    )
    posts += [Post(place(*at), ROOM[2] + WALL + 1, PEG, pilot=0) for at in _pegs()]
    return Shell("console-base", (*_SIZE, RIM), _wall_openings(), tuple(posts), blocks, corner=CORNER)


def _room() -> list[Block]:
    """The walls round the battery; the fourth is the front of the base."""
    (x, y), (wide, deep, high) = ROOM_AT, ROOM
    left, right, far = x - (wide + WALL) / 2, x + (wide + WALL) / 2, y - (deep + WALL) / 2
    before, after = (0.25 * deep - ROOM_SLOT / 2, 0.75 * deep - ROOM_SLOT / 2)
    near = y + deep / 2
    return [
        Block(place(x, far), (wide + 2 * WALL, WALL, high)),
        Block(place(left, y), (WALL, deep + 1, high)),
        Block(place(right, near - deep + before / 2 - 0.5), (WALL, before + 1, high)),
        Block(place(right, near - after / 2 + 0.5), (WALL, after + 1, high)),
    ]


def _pegs() -> list[tuple[float, float]]:
    (x, y), aside = ROOM_AT, ROOM[0] / 2 + PEG_OUT
    return [(x - aside, y), (x + aside, y)]


def _cover() -> Shell:
    """Closes the battery's room; its posts reach up to the lid."""
    wide = ROOM[0] + 2 * (PEG_OUT + PEG / 2 + COVER_EDGE)
    deep = ROOM[1] + WALL - 0.4
    pegs = [
        disc(f"peg {at}", "flat", (x - ROOM_AT[0], COVER_BACK), PEG_HOLE)
        for at, (x, _) in enumerate(_pegs(), 1)
    ]
    high = RIM - COVER_HEIGHT - WALL - COVER_FOAM
    posts = tuple(Post(at, high, pilot=0) for at in COVER_POSTS)
    return Shell("battery-cover", (wide, deep, WALL), tuple(pegs), posts, corner=3)


COVER_BACK = -(WALL - 0.4) / 2  # the pegs stand this much nearer to the player than its middle
COVER_AT = (ROOM_AT[0], ROOM_AT[1] + COVER_BACK)


def _grille() -> tuple[Opening, ...]:
    x, y = piezo_middle()
    steps = [(0, 0), *((dx * GRILLE, dy * GRILLE) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))]
    return tuple(
        disc(f"grille {at}", "flat", place(x + dx, y + dy), 3.0) for at, (dx, dy) in enumerate(steps, 1)
    )


def _lid_screws() -> tuple[Opening, ...]:
    corners = [*design.HOLES, *FRONT_POSTS, *((x, LIGHT_Y) for x in BAR_ENDS)]
    holes = [place(*at) for at in corners]
    holes += [(WINDOW[0] + dx, WINDOW[1] + dy) for dx, dy in BRIDGE_SCREWS]
    return tuple(disc(f"screw {at}", "flat", hole, SCREW) for at, hole in enumerate(holes, 1))


def _lid() -> Shell:
    window = Opening("window", "flat", WINDOW, WINDOW_SIZE, bevel=(4.0, LID - LIP))
    keys = [disc(f"key {key}", "flat", place(key_x(key), KEY_Y), KEY_HOLE) for key in design.KEYS]
    lights = [
        disc(f"light {seat}", "flat", place(design.seat_x(seat), LIGHT_Y), LIGHT_HOLE)
        for seat in design.SEATS
    ]
    legends = [
        *(Legend(seat, place(jack_middle(seat), LETTER_Y), 10) for seat in design.SEATS),
        *(Legend(KEY_SIGNS[key], place(key_x(key), KEY_Y + 15), 7) for key in design.KEYS),
        Legend("ON", place(7, SWITCH_Y + 9), 5),
        Legend("PC", place(151, design.DEVKIT_USB[1]), 5),
        Legend("CHARGE", place(150, CHARGER_Y), 5),
    ]
    openings = (window, *keys, *lights, *_grille(), *_lid_screws())
    return Shell("console-lid", (*_SIZE, LID), openings, legends=tuple(legends), floor=LID, corner=CORNER)


BAR_HEIGHT = 19.0  # it ends 11 mm above the board, over the highest capacitor


def _bar() -> Shell:
    """Six tubes under the lid, so that no light shines through its neighbour's window."""
    middle = (BAR_ENDS[0] + BAR_ENDS[1]) / 2
    holes = [
        disc(f"tube {seat}", "flat", (design.seat_x(seat) - middle, 0), LIGHT_HOLE, sink=LENS_SEAT)
        for seat in design.SEATS
    ]
    screws = [disc(f"screw {at}", "flat", (x - middle, 0), PILOT) for at, x in enumerate(BAR_ENDS, 1)]
    length = BAR_ENDS[1] - BAR_ENDS[0] + 9
    return Shell("light-bar", (length, 15.6, BAR_HEIGHT), (*holes, *screws), floor=BAR_HEIGHT, corner=3)


def _bridge() -> Shell:
    """Presses the display against the lid; foam between them, so any maker's module fits."""
    posts = tuple(Post(at, BRIDGE_HEIGHT, depth=BRIDGE_HEIGHT) for at in BRIDGE_SCREWS)
    return Shell("display-bridge", (91, 36, WALL), (), posts, corner=4)


BRIDGE_HEIGHT = 9.0
LENS_FLANGE = (10.0, 1.0)
LENS_SEAT = (10.6, 1.2)
LENS_STEM = 6.9


def _lens() -> Shell:
    """A plug of white plastic for each light hole."""
    return Shell(
        "lens",
        (LENS_FLANGE[0], LENS_FLANGE[0], LENS_FLANGE[1]),
        (),
        posts=(Post((0, 0), LID, LENS_STEM, pilot=0),),
        floor=LENS_FLANGE[1],
        corner=LENS_FLANGE[0] / 2 - 1e-3,
    )


# ---- the pod of a seat -------------------------------------------------------------------------------------

POD = (58.0, 72.0, 38.0)
POD_POST = (23.6, 30.6)
POD_BUTTON, POD_LIGHT, POD_LETTER = (0.0, -8.0), (13.0, 22.0), (-10.0, 22.0)
BUTTONS = (30, 24)  # mm, the two usual sizes of arcade buttons
BUTTON_PLAY = 0.4
CABLE_HOLE = 6.6


def _pod_corners():
    return [(x, y) for x in (-POD_POST[0], POD_POST[0]) for y in (-POD_POST[1], POD_POST[1])]


def _pod_base() -> Shell:
    posts = [Post(at, POD[2] - WALL) for at in _pod_corners()]
    # The cable is tied to this one, so that a pull never reaches the solder joints.
    posts.append(Post((0, 25.5), 14, 5, pilot=0))
    return Shell("pod-base", POD, (disc("cable", "back", (0, 12), CABLE_HOLE),), tuple(posts))


def _pod_lid(seat: str, button: int) -> Shell:
    openings = (
        disc("button", "flat", POD_BUTTON, button + BUTTON_PLAY),
        disc("light", "flat", POD_LIGHT, LIGHT_HOLE),
        *(disc(f"screw {at}", "flat", corner, SCREW) for at, corner in enumerate(_pod_corners(), 1)),
    )
    legend = Legend(seat, POD_LETTER, 14)
    return Shell(f"pod-lid-{button}-{seat}", (*POD[:2], LID), openings, legends=(legend,), floor=LID)


def shells() -> list[Shell]:
    """Every printed part."""
    lids = [_pod_lid(seat, button) for button in BUTTONS for seat in design.SEATS]
    return [_base(), _lid(), _bar(), _bridge(), _cover(), _lens(), _pod_base(), *lids]
