"""What is printed on the board: its name, what plugs in where in words, and nothing that lies on a pad.

Beside each part stands its number, where there is room, and at pin 1 of each chip a dot.
"""

import itertools

import pcbnew

from hardware import design

SMALL, NORMAL, LARGE = 0.9, 1.2, 2.0  # mm high
NUMBER, DOT, AIR = (
    0.8,
    0.35,
    0.16,
)  # mm: height of parts' numbers, radius of the dot at pin 1, room round both
EDGE = 0.3  # from the board's rim
FARTHEST = 5.0  # mm from a part to its number
_UNNUMBERED = {"screw hole", "fiducial", "test point"}
_CHIPS = {"guard", "buffer", "inverter", "regulator", "clock chip", "light"}

NOTES = (
    (f"{design.NAME}  rev {design.REVISION}", 40.0, 58.4, 1.6),
    ("ESP32-DevKitC V4", 134.0, 55.0, LARGE),
    ("USB  >", 153.0, 57.7, NORMAL),
    ("antenna: no copper here", 100.0, 57.7, NORMAL),
    ("J701 KEYS", 126.0, 91.0, SMALL),
    ("J901 POWER", 15.8, 91.0, SMALL),
    ("J902 SWITCH", 32.5, 91.0, SMALL),
    ("J811 SOUND", 15.3, 62.5, SMALL),
    ("J821 DISPLAY", 29.8, 25.0, SMALL),
    ("J822 DISPLAY 2", 58.8, 25.0, SMALL),
    ("GND", 41.4, 15.9, SMALL),
    ("FIRST", 41.4, 17.3, SMALL),
    ("VCC", 49.8, 15.9, SMALL),
    ("FIRST", 49.8, 17.3, SMALL),
    ("SOLDER BOTH LEFT", 45.5, 23.0, SMALL),
    ("OR BOTH RIGHT", 45.5, 24.4, SMALL),
)
UPRIGHT_NOTES = (("NOT ETHERNET", 151.0, 14.0, NORMAL), ("NOT ETHERNET", 40.7, 98.2, SMALL))


def tidy(footprint, part):
    """Takes from a footprint what is not to be printed: numbers are for the assembly drawing only."""
    footprint.Value().SetVisible(False)
    reference = footprint.Reference()
    reference.SetLayer(pcbnew.F_Fab)
    reference.SetVisible(part.kind != "screw hole")
    far, near = (
        footprint.GetPosition().y + pcbnew.FromMM(edge - part.y) for edge in (EDGE, design.BOARD[1] - EDGE)
    )
    for item in footprint.GraphicalItems():
        # The sockets look over the edge; what is printed of them must not.
        box = item.GetBoundingBox()
        if item.GetLayer() == pcbnew.F_SilkS and (box.GetTop() < far or box.GetBottom() > near):
            for get, put in ((item.GetStart, item.SetStart), (item.GetEnd, item.SetEnd)):
                put(pcbnew.wxPoint(get().x, min(max(get().y, far), near)))
            item.SetLocalCoord()


def _pin_words():
    """Beside each pin of a connector what it is, where a wire comes from inside the box."""
    for part in design.CONNECTORS.values():
        if part.kind == "seat jack":
            continue
        step = 2.5 if part.kind.startswith("xh") else 2.54
        for at, words in enumerate(part.pins):
            x = part.x + step * at
            if part.kind == "socket row":
                yield words, x, part.y + (2.2 if part.ref == "J2" else -2.2), part.ref == "J2"
            else:
                yield words.split(" (")[0], x, part.y - 3.0, False


def draw(board, point):
    """Prints the words."""
    for words, x, y, size in NOTES:
        _print(board, words, point(x, y), size)
    for words, x, y, size in UPRIGHT_NOTES:
        _print(board, words, point(x, y), size, upright=True)
    for words, x, y, downwards in _pin_words():
        side = pcbnew.GR_TEXT_HJUSTIFY_RIGHT if downwards else pcbnew.GR_TEXT_HJUSTIFY_LEFT
        _print(board, words, point(x, y), SMALL, upright=True, side=side)
    for seat in design.SEATS:
        x = design.seat_x(seat)
        far = seat not in design.NEAR_JACKS
        beside = (
            (design.jack_x(seat) - 9.4, 8.5) if far else (design.jack_x(seat) + 9.4, design.BOARD[1] - 7.5)
        )
        _print(board, f"SEAT {seat}", point(*beside), LARGE, upright=True)
        _print(board, seat, point(x - 5.6, design.LIGHT_Y), LARGE)
    for part in (part for part in design.PARTS if part.kind == "test point"):
        _print(board, part.value, point(part.x, part.y - 2.7), NORMAL)
    taken = _Taken(board, point)
    for part in design.PARTS:
        if part.kind in _CHIPS:
            _mark_pin_one(board, board.FindFootprintByReference(part.ref), taken)
    for part in design.PARTS:
        if part.kind not in _UNNUMBERED and not part.kind.startswith("xh"):
            _number(board, part, point, taken)


class _Taken:
    """Boxes of what is there already: pads, and what is printed."""

    def __init__(self, board, point):
        self.boxes = []
        rim = pcbnew.FromMM(EDGE)
        (self.left, self.top), (self.right, self.bottom) = point(0, 0), point(*design.BOARD)
        self.left, self.top = self.left + rim, self.top + rim
        self.right, self.bottom = self.right - rim, self.bottom - rim
        for cut in design.CUT_OUT:
            (left, top), (right, bottom) = point(*cut[:2]), point(*cut[2:])
            self.boxes.append((left - rim, top - rim, right + rim, bottom + rim))
        for footprint in board.GetFootprints():
            for pad in footprint.Pads():
                self.add(pad)
            for item in footprint.GraphicalItems():
                if item.GetLayer() == pcbnew.F_SilkS:
                    self.add(item)
        for item in board.GetDrawings():
            if item.GetLayer() == pcbnew.F_SilkS:
                self.add(item)

    def add(self, item):
        box = item.GetBoundingBox()
        self.boxes.append((box.GetLeft(), box.GetTop(), box.GetRight(), box.GetBottom()))

    def free(self, item):
        box, air = item.GetBoundingBox(), pcbnew.FromMM(AIR)
        left, top = box.GetLeft() - air, box.GetTop() - air
        right, bottom = box.GetRight() + air, box.GetBottom() + air
        if not (self.left < left and right < self.right and self.top < top and bottom < self.bottom):
            return False
        return not any(a < right and left < c and b < bottom and top < d for a, b, c, d in self.boxes)


def _number(board, part, point, taken):
    """Above, below or beside a part, as near as there is room."""
    left, top, right, bottom, _ = part.envelope()
    x, y = (left + right) / 2, (top + bottom) / 2
    steps = [0.6 + 0.2 * at for at in range(int(FARTHEST / 0.2))]
    for away, upright in itertools.product(steps, (False, True)):
        for where in ((x, top - away), (x, bottom + away), (left - away, y), (right + away, y)):
            text = _print(board, part.ref, point(*where), NUMBER, upright=upright)
            if taken.free(text):
                taken.add(text)
                return
            board.Delete(text)
    raise RuntimeError(f"no room for the number of {part.ref}")


def _mark_pin_one(board, footprint, taken):
    pad = next(pad for pad in footprint.Pads() if pad.GetNumber() == "1")
    at, middle, size = pad.GetPosition(), footprint.GetPosition(), pad.GetBoundingBox()
    across = pcbnew.FromMM(DOT + AIR + 0.05)
    aside = size.GetWidth() // 2 + across, size.GetHeight() // 2 + across
    signs = (1 if at.x > middle.x else -1, 1 if at.y > middle.y else -1)
    for dx, dy in ((0, signs[1]), (signs[0], 0), (signs[0], signs[1]), (0, -signs[1])):
        dot = pcbnew.PCB_SHAPE(board)
        dot.SetShape(pcbnew.SHAPE_T_CIRCLE)
        dot.SetFilled(True)
        dot.SetLayer(pcbnew.F_SilkS)
        dot.SetWidth(pcbnew.FromMM(0.1))
        centre = pcbnew.wxPoint(at.x + dx * aside[0], at.y + dy * aside[1])
        dot.SetStart(centre)
        dot.SetEnd(pcbnew.wxPoint(centre.x + pcbnew.FromMM(DOT), centre.y))
        if taken.free(dot):
            board.Add(dot)
            taken.add(dot)
            return
    raise RuntimeError(f"no room for a dot at pin 1 of {footprint.GetReference()}")


def _print(board, words, place, size, *, upright=False, side=pcbnew.GR_TEXT_HJUSTIFY_CENTER):  # noqa: PLR0913
    text = pcbnew.PCB_TEXT(board)
    text.SetText(words)
    text.SetLayer(pcbnew.F_SilkS)
    text.SetPosition(place)
    text.SetTextSize(pcbnew.wxSizeMM(size, size))
    text.SetTextThickness(pcbnew.FromMM(size * 0.15))
    text.SetHorizJustify(side)
    text.SetTextAngle(900 if upright else 0)
    board.Add(text)
    return text
