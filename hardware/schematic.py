"""The schematic, drawn by hand in code: where each part stands on its page and which wires a person sees.

All lengths here are in units of 2.54 mm, the grid of KiCad's symbols. The wires and labels only show what the
design says: a test reads the finished pages back through KiCad and compares every net.
"""

import sys
from pathlib import Path

from hardware import budget, design, schematic_console
from hardware.drawing import write_library
from hardware.page import BESIDE, Page, box_of, mm

JACK_ROWS = ((7, "+5 V"), (8, "+5 V"), None, (3, "key"), None, (1, "light"), None)
JACK_ROWS += ((2, "ground"), (4, "ground"), (5, "ground"), (6, "ground"))


# ---- page 1 --------------------------------------------------------------------------------------


def _controller(page):
    page.frame(
        "Controller",
        6,
        6,
        62,
        50,
        "ESP32-DevKitC V4, plugged in. Pins without a wire decide how the chip starts (0, 2, 5, 12, 15), "
        "belong to its program memory (6–11) or to the cable (1, 3), or flicker by themselves (36, 39): "
        "they stay free.",
    )
    page.put("J1", 30, 18, box=box_of("J1", "left", 7))
    page.put("J2", 37, 18, box=box_of("J2", "right", 7))
    page.ends("J1", length=3)
    page.ends("J2", length=3)


def _supplies(page):
    page.frame(
        "Test points",
        72,
        6,
        42,
        22,
        "Measure here before the DevKitC is plugged in: 5 V from J901, none at +3V3.",
    )
    for at, (net, ref) in enumerate((("+5V", "TP901"), ("+3V3", "TP902"), ("GND", "TP903"))):
        x, y = 75 + 13 * at, 18
        page.tag(net, x, y)
        page.put(ref, x + 3, y)
        page.line((x, y), (ref, 1), (x + 9, y))
        page.node(x + 3, y)
        page.feed(x + 9, y)
    page.frame("Screw holes, and marks for machines", 116, 6, 43, 22)
    for at in range(len(design.HOLES)):
        page.put(f"H{at + 1}", 122 + 9 * at, 15)
    for at in range(len(design.FIDUCIALS)):
        page.put(f"FID{at + 1}", 122 + 12 * at, 21)


def _power_tree(page):
    """What feeds what, and how much at most."""
    page.frame("Power tree", 112, 60, 47, 38)
    rows = (
        (0, "J901: charger or 5 V supply"),
        (1, "F901 1.1 A, Q901 off switch, D901"),
        (2, f"+5V: all {budget.figures()['everything at once, from USB'][0]:.0f} mA at most"),
        (3, f"F101 ... F601, 0.05 A each: a seat's cable, {budget.lamp():.0f} mA"),
        (3, f"lights on the board, {6 * budget.lamp():.0f} mA"),
        (3, "U801, U811, sounder, R903"),
        (3, f"U821: DISPLAY_3V3, {budget.DISPLAYS * budget.DISPLAY} mA"),
        (4, "J821, J822: displays"),
        (
            3,
            f"controller, {budget.CHIP + budget.MODULE} mA; radio: {budget.CHIP_RADIO - budget.CHIP} more",
        ),
        (4, "+3V3: keys, bus, clock chip"),
        (0, "the controller's USB, behind its own diode: +5V"),
        (0, "J901: battery, halved by R911 and R912, is only measured"),
        (0, "BT831: clock chip while all else is off"),
    )
    page.tree(rows, *mm(114, 66), mm(2.4)[0])


def _battery(page):
    page.frame(
        "Battery voltage",
        72,
        31,
        40,
        25,
        "Halved, so that 4.2 V stay within the converter's range. 21 µA, day and night. "
        "Without a battery the pin reads 0.",
    )
    x, y = 82, 38
    page.put("R911", x, y)
    page.ends("R911", 1)
    page.put("R912", x, y + 6, 180)
    page.line(("R911", 2), ("R912", 2))
    page.node(x, y + 3)
    page.put("C911", x + 8, y + 6, 180)
    page.line((x, y + 3), (x + 8, y + 3), ("C911", 2))
    page.node(x + 8, y + 3)
    page.line((x + 8, y + 3), (x + 13, y + 3))
    page.tag("BATTERY", x + 13, y + 3)
    page.ends("R912", 1)
    page.ends("C911", 1)


def _supply(page):
    page.frame(
        "Supply and off switch",
        6,
        60,
        103,
        42,
        "J901 goes to a charger with load sharing (PowerBoost 1000C): it feeds the clock and charges at the "
        "same time. Battery and charger may be left out: then the DevKitC's USB feeds +5V. ON pulls the gate "
        "of Q901 down; OFF pulls the charger's enable pin down, and Q901 blocks. D901 and the diode on the "
        "DevKitC keep the two sources apart, so both may be plugged in.",
    )
    x, y = 10, 72
    rows = ((2, "5 V in"), None, (3, "battery +"), (4, "enable"), None, (1, "ground"))
    page.put("J901", x, y, box=box_of("J901", rows=rows, width=7))
    page.put("F901", x + 15, y, 90)
    page.line(("J901", 2), ("F901", 1))
    page.put("Q901", x + 28, y + 1, 90, "y", fields=((-3.5, -2.6), (1.5, -2.6)))
    page.line(("F901", 2), ("Q901", 2))
    page.put("R901", x + 21, y + 2, 180)
    page.line((x + 21, y), ("R901", 2))
    page.node(x + 21, y)
    page.line(("R901", 1), (x + 21, y + 5), (x + 28, y + 5), ("Q901", 1))
    page.node(x + 21, y + 5)
    page.line((x + 21, y + 5), (x + 19, y + 5))
    page.tag("GATE", x + 19, y + 5, -1)
    page.put("D901", x + 37, y, 180, fields=((0, -1.2), (0, 1.4)))
    page.line(("Q901", 3), ("D901", 2))
    for net, at in (("5V_IN", 9), ("5V_FUSED", 17.3), ("5V_ON", 30.5)):
        page.tag(net, x + at, y)
    page.line(("D901", 1), (x + 87, y))
    page.tag("+5V", x + 43, y)
    page.node(x + 43, y)
    for ref, at, turn in (
        ("D902", 48, 270),
        ("C902", 57, 0),
        ("C901", 65, 0),
        ("C903", 73, 0),
        ("C904", 80, 0),
        ("R903", 87, 0),
    ):
        upright = design.BY_REF[ref].nets["1"] == "+5V"
        fields = ((3.0, -0.5), (3.0, 0.7)) if turn else BESIDE
        page.put(ref, x + at, y + 3, turn if upright else 180, fields=fields)
        rail, ground = (1, 2) if upright else (2, 1)
        page.line((x + at, y), (ref, rail))
        page.ends(ref, ground)
        if at < 87:
            page.node(x + at, y)
    page.ends("J901", 1, 3, 4)
    rows = ((1, "on"), None, (2, "ground (middle)"), None, (3, "off"))
    page.put("J902", x, y + 13, box=box_of("J902", rows=rows, width=7))
    page.ends("J902", 2)
    page.put("R904", x + 14, y + 17, 90)
    page.line(("J902", 3), (x + 9, y + 17), ("R904", 1))
    page.tag("OFF", x + 10, y + 17)
    page.put("C905", x + 20, y + 20, 180)
    page.line(("R904", 2), (x + 23, y + 17))
    page.line((x + 20, y + 17), ("C905", 2))
    page.node(x + 20, y + 17)
    page.tag("ENABLE", x + 23, y + 17)
    page.ends("C905", 1)
    page.put("R902", x + 18, y + 13, 270)
    page.line(("J902", 1), ("R902", 2))
    page.tag("SWITCH", x + 10, y + 13)
    page.ends("R902", 1, length=2)
    page.put("D903", x + 38, y + 16, fields=((2.8, -3.2), (2.8, 3.4)))
    page.ends("D903")
    page.text(
        "D903, R902, R904 and C905 keep static at the lever from gate and charger.\n"
        "D903 has no rail: it would hold ENABLE down while the box is off.\n"
        "R903 empties the rail in four seconds after it was switched off.\n"
        "C903 and C904 stand at the controller's 5 V.",
        *mm(x + 50, y + 18),
    )


# ---- page 2 --------------------------------------------------------------------------------------


def _seat(page, seat, x, y):
    n = f"{design.SEATS.index(seat) + 1}0"
    page.frame(f"Seat {seat}", x, y, 49, 34)
    page.put(f"J{n}1", x + 2, y + 8, box=box_of(f"J{n}1", rows=JACK_ROWS))
    _seat_power(page, n, seat, x + 9, y + 8)
    _seat_key(page, n, seat, x + 9, y + 11)
    _seat_light(page, n, seat, x, y)
    for at, pin in enumerate((2, 4, 5, 6)):
        page.line((f"J{n}1", pin), (x + 10, y + 15 + at))
        if at:
            page.line((x + 10, y + 14 + at), (x + 10, y + 15 + at))
            page.node(x + 10, y + 15 + at)
    page.line((x + 10, y + 18), (x + 10, y + 19))
    page.tag("GND", x + 10, y + 19)
    guard = f"D{n}1"
    page.put(guard, x + 15, y + 25, fields=((2.8, -3.2), (2.8, 3.4)))
    page.ends(guard)


def _seat_power(page, n, seat, x, y):
    fuse = f"F{n}1"
    page.put(fuse, x + 6, y, 270)
    page.line((f"J{n}1", 7), (fuse, 2))
    page.line((f"J{n}1", 8), (x + 1, y + 1), (x + 1, y))
    page.node(x + 1, y)
    page.tag(f"POD_{seat}", x + 1.2, y)
    page.ends(fuse, 1)


def _seat_key(page, n, seat, x, y):
    pull, series, smooth = f"R{n}1", f"R{n}2", f"C{n}1"
    page.put(pull, x + 12, y - 2.5)
    page.put(series, x + 16, y, 90)
    page.put(smooth, x + 21, y + 2.5)
    page.line((f"J{n}1", 3), (series, 1))
    page.tag(f"KEY_{seat}", x + 2, y)
    page.line((pull, 2), (x + 12, y))
    page.node(x + 12, y)
    page.ends(pull, 1)
    page.line((series, 2), (x + 25, y))
    page.line((x + 21, y), (smooth, 1))
    page.node(x + 21, y)
    page.ends(smooth, 2)
    page.tag(f"SEAT_{seat}", x + 25, y)


def _seat_light(page, n, seat, x, y):
    series, lamp, reserve = f"R{n}3", f"D{n}2", f"C{n}2"
    page.put(series, x + 16, y + 13, 270)
    page.line((f"J{n}1", 1), (series, 2))
    page.tag(f"LIGHT_{seat}", x + 10, y + 13)
    page.ends(series, 1)
    page.put(lamp, x + 36, y + 24, fields=((1.0, -2.8), (1.0, 3.2)))
    page.ends(lamp)
    page.put(reserve, x + 44, y + 29.5)
    page.ends(reserve)


def _seats(page):
    for at, seat in enumerate(design.SEATS):
        _seat(page, seat, 6 + at % 3 * 51, 6 + at // 3 * 37)
    page.text(
        "Each seat stands for itself: its own fuse (POD), its own guard against static, its own light.\n"
        "Socket pins: 1 light, 3 key, 7 and 8 +5 V, the rest ground. Any straight network cable fits;\n"
        "a crossed one swaps light and key, which breaks nothing. NOT A NETWORK SOCKET.\n"
        "Key: pressed = ground. 10 k pull up, 1 k and 100 nF keep static and bounce from the chip.\n"
        "Light: D..2 is on the board; its chain never leaves the board, so no unplugged seat can break it.\n"
        "The light at the seat hears the same colour through R..3 from the buffer (TAP).",
        *mm(8, 96),
        1.9,
    )


# ---- the files -----------------------------------------------------------------------------------

PAGES = (
    ("carrier", "Controller and supply", (_controller, _supplies, _battery, _supply, _power_tree)),
    ("seats", "Six seats", (_seats,)),
    ("console", "Console, lights, sound, display, clock", schematic_console.BLOCKS),
)


def _page_of(part):
    """Numbers of three digits begin with their block: a seat, the console, what serves all, the supply."""
    digits = part.ref.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    block = digits[0] if len(digits) == 3 else ""
    return {"": "carrier", "7": "console", "8": "console", "9": "carrier"}.get(block, "seats")


def pages():
    """The drawn pages."""
    pages_of = {}
    for part in design.PARTS:
        for net in part.nets.values():
            pages_of.setdefault(net, set()).add(_page_of(part))
    shared = {net for net, where in pages_of.items() if len(where) > 1} | set(design.GPIO)
    drawn = []
    for name, title, blocks in PAGES:
        page = Page(name, title, [part for part in design.PARTS if _page_of(part) == name], shared)
        for draw in blocks:
            draw(page)
        drawn.append(page)
    return drawn


def _title(page):
    return (
        f'(title_block (title "{design.NAME}: {page.title}") (date "{design.DATE}") (rev "{design.REVISION}")'
        ' (company "tileclock, an open game clock") (comment 1 "Generated from hardware/design.py"))'
    )


def write(folder):
    """Writes the root page, which holds the others, and the others."""
    root, *others = pages()
    for page in others:
        page.write(folder / f"{page.file}.kicad_sch", _title(page), "")
    sheets, uses = [], []
    for at, page in enumerate(others):
        x, y = mm(120 + 20 * at, 36)
        width, height = mm(17, 8)
        effects = "(effects (font (size 1.5 1.5)) (justify left bottom))"
        sheets.append(
            f"(sheet (at {x} {y}) (size {width} {height}) (fields_autoplaced)"
            f" (stroke (width 0.15) (type solid) (color 0 0 0 0)) (fill (color 0 0 0 0)) (uuid {page.uuid})"
            f' (property "Sheet name" "{page.title}" (id 0) (at {x} {y - 1} 0) {effects})'
            f' (property "Sheet file" "{page.file}.kicad_sch" (id 1) (at {x} {y + height + 3} 0) {effects}))'
        )
    instances = ['(path "/" (page "1"))']
    for at, page in enumerate(others, 2):
        instances.append(f'(path "/{page.uuid}" (page "{at}"))')
    for page in (root, *others):
        path = "" if page is root else f"/{page.uuid}"
        uses += [
            f'(path "{path}/{mark}" (reference "{ref}") (unit 1) (value "{value}") (footprint "{footprint}"))'
            for mark, ref, value, footprint in page.instances
        ]
    tail = "\n".join((*sheets, "(sheet_instances", *instances, ")", "(symbol_instances", *uses, ")"))
    write_library(folder, {name: text for page in (root, *others) for name, text in page.symbols.items()})
    root.write(folder / f"{root.file}.kicad_sch", _title(root), tail)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
