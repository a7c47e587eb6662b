"""The printed parts as figures: the console round the carrier board, and with it the pods.

The console is a roof on a base. Two faces, 60° steep, stand back to back on the base and lean against
the ridge, which has keys and lights on top, where both sides reach and see them. Four screws from below,
through the corners of the board, hold base and ridge together; nothing is seen of them from above.
"""

from __future__ import annotations

from math import cos, pi, radians, sin, tan

from hardware import design, pods
from hardware.kinds import KINDS
from hardware.shells import (
    INSERT,
    LID,
    LIP,
    LIP_AIR,
    LIP_DEEP,
    SCREW,
    WALL,
    Block,
    Legend,
    Opening,
    Post,
    Rib,
    Ridge,
    Shell,
    Tab,
    disc,
)
from hardware.sizes import CHARGER_BOARD, TAPE

# ---- the console: places are the board's: x to the right, y towards the player, 0 in its far left corner

SCREW_POST = 9.0
# Plugs are pressed into the board's tongue: pins hold it up between its sockets.
REST, RESTS = 4.0, ((60.75, 99.0), (82.25, 99.0))
COLUMN = 8.8
UNDER_BOARD = 18.5  # the battery's room is below, and between it and the legs of the parts is air
SIDE, BACK = 0.7, 0.9  # mm of air round the board; the mouths of the sockets look over its edges

INSIDE_LEFT, INSIDE_RIGHT = -SIDE, design.BOARD[0] + SIDE
INSIDE_BACK, INSIDE_FRONT = -BACK, design.BOARD[1] + BACK
BOARD_TOP = WALL + UNDER_BOARD + design.THICKNESS
RIM = BOARD_TOP + 21.0  # where the base ends: over the opening for the controller's plug
CORNER = 2.6

BASE_INSIDE = (INSIDE_RIGHT - INSIDE_LEFT, INSIDE_FRONT - INSIDE_BACK)
_SIZE = (BASE_INSIDE[0] + 2 * WALL, BASE_INSIDE[1] + 2 * WALL)
_MIDDLE = ((INSIDE_LEFT + INSIDE_RIGHT) / 2, (INSIDE_BACK + INSIDE_FRONT) / 2)

# The roof.
STEEP = 60.0  # degrees to the table
SLOPE = 60.0  # mm from the base's rim up to the ridge, on the outside
RISE = SLOPE * sin(radians(STEEP))
TOP = RIM + RISE
RIDGE = _SIZE[1] - 2 * SLOPE * cos(radians(STEEP))  # how deep the ridge is, on top
SET_IN = LID / sin(radians(STEEP))  # how far a face's inner side is behind its outer one, level
LEAN = 0.1  # of air between a face and what it leans against
GABLE = 12.0  # thickness of the ends, which faces and base are screwed to


def place(x: float, y: float) -> tuple[float, float]:
    """A place on the board as one in the console, whose middle is 0, 0, and whose y points away."""
    return x - _MIDDLE[0], _MIDDLE[1] - y


# The lip of a face.
LIP_THICK, LIP_TIP = 2.0, 1.0  # beyond its edge inwards, and of its blunt tip

# On the ridge. Between the keys of both hands sits the sounder, under its holes.
KEY_Y, KEY_HOLE = 63.0, 12.3
KEY_X = dict(zip(design.KEYS, (18.0, 43.5, 116.5, 142.0), strict=True))
SOUND_AT, SOUND_HOLE, SOUND_PITCH, SOUND_HOLES = (80.0, 60.0), 4.0, 7.0, 7
SOUND_FOAM = (25.0, 1.0)  # the ring of foam between sounder and ridge: its inner diameter, squeezed
KEY_SIGNS = dict(zip(design.KEYS, ("▲", "▼", "OK", "↩"), strict=True))
LIGHT_Y = design.LIGHT_Y
ROD, ROD_HOLE, ROD_GAP = 6.0, 6.3, 0.8  # clear rods lead the light up; how far they end over the lamp
ROD_OUT = 8.0  # they stand out of the ridge, so that they are seen over the keys and from all sides
CLOSING_SCREW = 30.0  # an M3 so long goes from the table into the insert
ROD_TUBE = (11.2, 18.0)  # keeps a rod upright: outer diameter, length

# On a face: its window in the middle, over it the lights' letters, beside it the signs of the keys, under
# it the letters of the sockets.
WINDOW_AT = -1.0  # of the window's middle, up the slope from the middle of the face
WINDOW_SIZE = (58.0, 30.5)  # lit: 55.0 × 27.5; the glass, 60.5 × 37, still rests on the rim
LIGHT_LETTER_AT, LIGHT_LETTER = 22.2, 5.5  # right below each light its letter, which no key hides
SIGN_AT, LETTER_AT, BAR_AT = 12.5, -23.8, -28.0
BRIDGE_SCREWS = tuple((dx, dy) for dx in (-40.7, 40.7) for dy in (-11.5, 11.5))
BRIDGE_HEIGHT = 9.0  # glass, module and a little foam
TAB = (3.0, 9.0, 10.0)  # by these a face is screwed to the gables: along x, along the slope, inwards
TAB_PLAY, TAB_SCREW = 0.3, 5.0  # beside the gable; how far its screw is from the face's inner side
TAB_SCREW_LONG = 8.0  # an M3 with a button head: its key is bent, and turns between displays and keys
TABS_AT = (-22.0, 22.0)  # up the slope from the middle of the face

SWITCH_Y, SWITCH_Z, SWITCH_HOLE = 69.0, 33.0, 6.3
USB_HOLE = (14.0, 10.0)  # the plug's grip goes in, not just its tip
JACK_HOLE = (15.6, 13.8)

# The charger lies on a block, so that its USB socket is above the floor.
CHARGER = (36.2, 22.9)
CHARGER_Y, CHARGER_BLOCK = 34.0, 5.0
CHARGER_USB_Z = WALL + CHARGER_BLOCK + TAPE + CHARGER_BOARD + 1.3  # and half its socket
CHARGER_STOP, CHARGER_AIR = 6.0, 0.3  # ribs behind its corners, so wide: a plug does not push it away

# The battery has a room of its own under the board: four walls, and a cover that the board holds down.
ROOM = (67.0, 53.0, 10.9)  # inside; what a swollen pouch needs is compared with it
ROOM_AT = (58.0, 47.0)
ROOM_SLOT = 8.0  # for the wires, towards the charger
PEG, PEG_HOLE, PEG_OUT = 5.0, 5.4, 3.6  # keep the cover in its place; how far outside the room
COVER_HEIGHT = WALL + ROOM[2]  # its lower face
COVER_EDGE = 5.0  # over the pegs
COVER_POSTS = ((-30.0, 0.0), (0.0, -16.0), (0.0, 12.0), (30.0, 8.0))  # where the board has no legs
COVER_FOAM = 1.6  # squeezed between its posts and the board


def key_x(key: str) -> float:
    return KEY_X[key]


def jack_middle(seat: str) -> float:
    left, _, right, _, _ = design.BY_REF[f"J{design.SEATS.index(seat) + 1}01"].envelope()
    return (left + right) / 2


def rod_length() -> float:
    return TOP + ROD_OUT - (BOARD_TOP + KINDS["light"].height + ROD_GAP)


def sound_holes() -> list[tuple[float, float]]:
    """On the board's map: one in the middle, the others round it."""
    x, y = SOUND_AT
    turns = [2 * pi * at / (SOUND_HOLES - 1) for at in range(SOUND_HOLES - 1)]
    return [SOUND_AT, *((x + SOUND_PITCH * cos(a), y + SOUND_PITCH * sin(a)) for a in turns)]


# ---- base and battery --------------------------------------------------------------------------------------


def _wall_openings() -> tuple[Opening, ...]:
    jack_z = BOARD_TOP + KINDS["seat jack"].height / 2
    _, usb_y, usb_z = design.DEVKIT_USB
    return (
        *(
            Opening(f"socket {seat}", _side(seat), (place(jack_middle(seat), 0)[0], jack_z), JACK_HOLE)
            for seat in design.SEATS
        ),
        Opening("USB of the controller", "right", (place(0, usb_y)[1], BOARD_TOP + usb_z), USB_HOLE),
        Opening("USB of the charger", "right", (place(0, CHARGER_Y)[1], CHARGER_USB_Z), USB_HOLE),
        disc("switch", "left", (place(0, SWITCH_Y)[1], SWITCH_Z), SWITCH_HOLE),
        *(disc(f"screw {at}", "flat", place(*hole), SCREW) for at, hole in enumerate(design.HOLES, 1)),
    )


def _side(seat: str) -> str:
    """On which of the two long sides a seat's cable leaves."""
    return "front" if seat in design.NEAR_JACKS else "back"


def _base() -> Shell:
    charger = place(INSIDE_RIGHT - 1 - CHARGER[0] / 2, CHARGER_Y)
    # The screws go right through these, from the table up into the ridge.
    posts = [Post(place(*hole), UNDER_BOARD, SCREW_POST, SCREW, RIM) for hole in design.HOLES]
    posts += [Post(place(*at), ROOM[2] + WALL + 1, PEG, pilot=0) for at in _pegs()]
    posts += [Post(place(*at), UNDER_BOARD, REST, pilot=0) for at in RESTS]
    blocks = (Block(charger, (CHARGER[0] - 4, CHARGER[1] - 4, CHARGER_BLOCK)), *_stops(), *_room())
    return Shell("console-base", (*_SIZE, RIM), _wall_openings(), tuple(posts), blocks, corner=CORNER)


def _stops() -> list[Block]:
    """Behind the charger, up to the upper side of its board; its wires leave between them."""
    x = INSIDE_RIGHT - 1 - CHARGER[0] - CHARGER_AIR - WALL / 2
    high = CHARGER_BLOCK + TAPE + CHARGER_BOARD
    aside = (CHARGER[1] - CHARGER_STOP) / 2
    return [Block(place(x, CHARGER_Y + side * aside), (WALL, CHARGER_STOP, high)) for side in (-1, 1)]


def _room() -> list[Block]:
    """The walls round the battery."""
    (x, y), (wide, deep, high) = ROOM_AT, ROOM
    left, right = x - (wide + WALL) / 2, x + (wide + WALL) / 2
    before, after = (0.25 * deep - ROOM_SLOT / 2, 0.75 * deep - ROOM_SLOT / 2)
    near, far = y + deep / 2, y - deep / 2
    return [
        Block(place(x, far - WALL / 2), (wide + 2 * WALL, WALL, high)),
        Block(place(left, y), (WALL, deep + 1, high)),
        Block(place(right, far + before / 2 - 0.5), (WALL, before + 1, high)),
        Block(place(right, near - after / 2 + 0.5), (WALL, after + 1, high)),
        Block(place(x, near + WALL / 2), (wide + 2 * WALL, WALL, high)),
    ]


def _pegs() -> list[tuple[float, float]]:
    (x, y), aside = ROOM_AT, ROOM[0] / 2 + PEG_OUT
    return [(x - aside, y), (x + aside, y)]


def _cover() -> Shell:
    """Closes the battery's room; its posts reach up to the board."""
    wide = ROOM[0] + 2 * (PEG_OUT + PEG / 2 + COVER_EDGE)
    pegs = [disc(f"peg {at}", "flat", (x - ROOM_AT[0], 0), PEG_HOLE) for at, (x, _) in enumerate(_pegs(), 1)]
    high = BOARD_TOP - design.THICKNESS - COVER_HEIGHT - WALL - COVER_FOAM
    posts = tuple(Post(at, high, pilot=0) for at in COVER_POSTS)
    return Shell("battery-cover", (wide, ROOM[1] + 2 * WALL, WALL), tuple(pegs), posts, corner=3)


# ---- ridge and faces ---------------------------------------------------------------------------------------


def _ridge() -> Ridge:
    """Printed on its top; so its y is turned round."""
    keys = [disc(f"key {key}", "flat", _on_ridge(key_x(key), KEY_Y), KEY_HOLE) for key in design.KEYS]
    lights = [
        disc(f"light {seat}", "flat", _on_ridge(design.seat_x(seat), LIGHT_Y), ROD_HOLE)
        for seat in design.SEATS
    ]
    sound = [
        disc(f"sound {at}", "flat", _on_ridge(*it), SOUND_HOLE) for at, it in enumerate(sound_holes(), 1)
    ]
    tubes = [Post(it.at, ROD_TUBE[1], ROD_TUBE[0], ROD_HOLE, ROD_TUBE[1] + LID) for it in lights]
    columns = [Post(_on_ridge(*hole), RIM - BOARD_TOP, COLUMN, *INSERT) for hole in design.HOLES]
    return Ridge(
        "console-ridge",
        (_SIZE[0], _SIZE[1] - 2 * SET_IN, RISE - LEAN),
        (*keys, *lights, *sound),
        (RIDGE, STEEP, SET_IN + LEAN, GABLE),
        tuple(tubes),
        tuple(columns),
        _tab_screws(),
        _gable_lips(),
    )


def _gable_lips() -> tuple[Block, ...]:
    """The gables go on into the base, but for what stands on its walls."""
    thick = GABLE - WALL - LIP_AIR
    middle = _SIZE[0] / 2 - GABLE + thick / 2
    size = (thick, _SIZE[1] - 2 * (SET_IN + LEAN), LIP_DEEP)
    return tuple(Block((side * middle, 0), size) for side in (-1, 1))


def _on_ridge(x: float, y: float) -> tuple[float, float]:
    along, away = place(x, y)
    return along, -away


def _tab_screws() -> tuple[tuple[float, float], ...]:
    """Where the screws of the faces go into a gable: y on the ridge, and how far from its top."""
    found = []
    for up in TABS_AT:
        _, y, z = on_face(0, up, LID + TAB_SCREW)
        found += [(y, TOP - z), (-y, TOP - z)]
    return tuple(found)


def tab_thread() -> float:
    """How deep a tab's screw goes into its gable."""
    return TAB_SCREW_LONG - TAB[0] - TAB_PLAY


def tab_heads() -> dict[str, tuple[float, float, float]]:
    """Where the heads of the tabs' screws lie on their tabs, in the console; they look to its middle."""
    x = _SIZE[0] / 2 - GABLE - TAB_PLAY - TAB[0]
    found = {}
    for up, which in zip(TABS_AT, ("lower", "upper"), strict=True):
        _, y, z = on_face(0, up, LID + TAB_SCREW)
        for side, away in (("near", 1), ("far", -1)):
            for hand, right in (("left", -1), ("right", 1)):
                found[f"{which} {hand} tab screw, {side}"] = right * x, away * y, z
    return found


def on_face(x: float, up: float, inwards: float) -> tuple[float, float, float]:
    """A place of the near face, from its middle, in the console: x as somebody sees it who looks at it."""
    along, a = SLOPE / 2 + up, radians(STEEP)
    y = -_SIZE[1] / 2 + along * cos(a) + inwards * sin(a)
    return x, y, RIM + along * sin(a) - inwards * cos(a)


FACE = (_SIZE[0], SLOPE - (LID + LEAN) / sin(radians(STEEP)))  # up to the lower side of the ridge
FACE_SHIFT = LID / tan(radians(STEEP))  # its edges are level, so its inner side is that much higher
FACE_DOWN = (SLOPE - FACE[1]) / 2  # its middle is that much lower than that of the slope


def _into_base(y: float, z: float) -> tuple[float, float]:
    """A place as far behind the outer wall and over the rim, as one in the side view of a face."""
    a = radians(STEEP)
    return y * cos(a) + z * sin(a) - FACE[1] / 2, y * sin(a) - z * cos(a)


def _face_lip() -> Rib:
    """From the face's lower edge into the base: outside it hangs over by 45° while it is printed."""
    low, high = _into_base(WALL + LIP_AIR, 0)
    # On this slope it gets deeper by this much a millimetre.
    run = LIP_DEEP / (sin(radians(STEEP)) + cos(radians(STEEP)))
    tip, top, end = low - run, high + run, LIP_THICK - FACE[1] / 2
    side = ((low, high), (tip, top), (tip, top + LIP_TIP), (end, top + LIP_TIP), (end, LID / 2))
    return Rib(side, _SIZE[0] - 2 * (GABLE + TAB_PLAY))


def _face(name: str, signs: list[Legend], *, window: bool = True) -> Shell:
    """Printed with its outer side on the bed; so x counts from right to left."""
    middle = WINDOW_AT + FACE_DOWN
    openings, posts = [], []
    if window:
        openings.append(Opening("window", "flat", (0, middle), WINDOW_SIZE, bevel=(3.5, LID - LIP)))
        posts = [Post((dx, middle + dy), BRIDGE_HEIGHT, depth=BRIDGE_HEIGHT) for dx, dy in BRIDGE_SCREWS]
    aside = _SIZE[0] / 2 - GABLE - TAB_PLAY - TAB[0] / 2
    tabs = [Tab((x, up + FACE_DOWN), TAB, SCREW, TAB_SCREW) for x in (-aside, aside) for up in TABS_AT]
    return Shell(
        name,
        (*FACE, LID),
        tuple(openings),
        tuple(posts),
        legends=tuple(signs),
        tabs=tuple(tabs),
        ribs=(_face_lip(),),
        floor=LID,
        corner=0,
        shift=FACE_SHIFT,
        down=True,
    )


def _signs(turned: bool) -> list[Legend]:
    """The keys' signs, for the side from which the keys are seen in this order."""
    side = -1 if turned else 1
    return [
        Legend(KEY_SIGNS[key], (-side * place(key_x(key), 0)[0], SIGN_AT + FACE_DOWN), 5.0)
        for key in design.KEYS
    ]


def _lights(turned: bool) -> list[Legend]:
    """Below each light its seat's letter, in its colour."""
    side = 1 if turned else -1
    return [
        Legend(
            seat,
            (side * place(design.seat_x(seat), 0)[0], LIGHT_LETTER_AT + FACE_DOWN),
            LIGHT_LETTER,
            seat=seat,
        )
        for seat in design.SEATS
    ]


def _sockets(side: str) -> list[Legend]:
    """Over each socket of a side its letter and a bar, in its seat's colour."""
    found = []
    for seat in (seat for seat in design.SEATS if _side(seat) == side):
        x = place(jack_middle(seat), 0)[0] * (1 if side == "back" else -1)
        found.append(Legend(seat, (x, LETTER_AT + FACE_DOWN), 5.5, seat=seat))
        found.append(Legend("▬", (x, BAR_AT + FACE_DOWN), 1.4, seat=seat))
    return found


def _faces() -> list[Shell]:
    marks = [
        Legend("ON", (-place(12, 0)[0], LETTER_AT + FACE_DOWN), 4.5),
        Legend("PC", (-place(148, 0)[0], LETTER_AT + FACE_DOWN), 4.5),
    ]
    far = [*_signs(turned=True), *_lights(turned=True), *_sockets("back")]
    return [
        _face("face-near", [*_signs(turned=False), *_lights(turned=False), *marks, *_sockets("front")]),
        _face("face-far", far),
        _face("face-far-plain", far, window=False),
    ]


def _bridge() -> Shell:
    """Presses a display against its face; foam between them, so any maker's module fits."""
    screws = tuple(disc(f"screw {at}", "flat", it, SCREW) for at, it in enumerate(BRIDGE_SCREWS, 1))
    return Shell("display-bridge", (89.8, 32, WALL), screws, corner=4.8)


def shells() -> list[Shell | Ridge]:
    """Every printed part."""
    return [_base(), _ridge(), *_faces(), _bridge(), _cover(), *pods.shells()]
