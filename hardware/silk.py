"""What is printed on the board: its name, what plugs in where in words, and nothing that lies on a pad."""

import pcbnew

from hardware import design

SMALL, NORMAL, LARGE = 0.9, 1.2, 2.0  # mm high

NOTES = (
    (f"{design.NAME}  rev {design.REVISION}", 44.0, 58.0, LARGE),
    ("ESP32-DevKitC V4", 134.0, 55.0, LARGE),
    ("USB  >", 153.0, 57.7, NORMAL),
    ("antenna: no copper here", 100.0, 57.7, NORMAL),
    ("KEYS", 126.0, 91.0, SMALL),
    ("POWER", 15.8, 91.0, SMALL),
    ("SWITCH", 32.5, 91.0, SMALL),
    ("DISPLAY  GND FIRST", 48.8, 89.2, SMALL),
    ("DISPLAY  VCC FIRST", 64.8, 89.2, SMALL),
    ("CLOCK CHIP", 83.4, 89.2, SMALL),
)
UPRIGHT_NOTES = (("NOT ETHERNET", 148.5, 16.0, NORMAL), ("NOT ETHERNET", 12.0, 16.0, NORMAL))


def tidy(footprint, part):
    """Takes from a footprint what is not to be printed: numbers are for the assembly drawing only."""
    footprint.Value().SetVisible(False)
    reference = footprint.Reference()
    reference.SetLayer(pcbnew.F_Fab)
    reference.SetVisible(part.kind != "screw hole")
    edge = footprint.GetPosition().y + pcbnew.FromMM(0.3 - part.y)
    for item in footprint.GraphicalItems():
        # The sockets look over the edge; what is printed of them must not.
        if item.GetLayer() == pcbnew.F_SilkS and item.GetBoundingBox().GetY() < edge:
            for get, put in ((item.GetStart, item.SetStart), (item.GetEnd, item.SetEnd)):
                put(pcbnew.wxPoint(get().x, max(get().y, edge)))
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
        _print(board, f"SEAT {seat}", point(x - 9.4, 8.5), LARGE, upright=True)
        _print(board, seat, point(x - 5.6, 29.5), LARGE)
    for ref in ("TP901", "TP902", "TP903"):
        part = design.BY_REF[ref]
        _print(board, part.value, point(part.x, part.y - 2.7), NORMAL)


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
