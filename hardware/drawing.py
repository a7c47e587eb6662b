"""Writes KiCad 6 schematics: symbols from KiCad's libraries or boxes with words, wires, labels, notes."""

import re
import uuid
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from textwrap import fill

SYMBOLS = Path("/usr/share/kicad/symbols")
NO_BREAK = "\u00a0"  # KiCad shows plain spaces in the names of pins as underscores
OWN = "tileclock"  # the library of symbols that are drawn here
POWER = {"GND", "+5V", "+3V3"}  # these nets are drawn as their signs, not as labels
OUTWARD = {0: (-1, 0), 180: (1, 0), 90: (0, 1), 270: (0, -1)}  # a pin's angle -> where its wire goes
_SPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "tileclock.carrier")


def identity(*names):
    """The same UUID for the same thing every time."""
    return str(uuid.uuid5(_SPACE, "/".join(map(str, names))))


@dataclass(frozen=True)
class Pin:
    x: float
    y: float
    angle: int


# ---- symbols -------------------------------------------------------------------------------------


@cache
def _library(name):
    text = (SYMBOLS / f"{name}.kicad_sym").read_text()
    return {match[1]: match[0] for match in re.finditer(r'^  \(symbol "([^"]+)".*?^  \)$', text, re.M | re.S)}


@cache
def library_symbol(full):
    """Name and text of a library symbol; one that inherits is written out and becomes our own."""
    library, name = full.split(":")
    text, original = _library(library)[name], name
    while parent := re.search(r'\(extends "([^"]+)"\)', text):
        original, full = parent[1], f"{OWN}:{name}"
        # Hidden supply pins would be wired by their names, behind the design's back.
        text = _library(library)[original].replace("(length 0) hide", "(length 0)")
    text = text.replace(f'(symbol "{original}"', f'(symbol "{full}"', 1)
    return full, re.sub(rf'\(symbol "{re.escape(original)}_(\d+_\d+)"', rf'(symbol "{name}_\1"', text)


def box_symbol(name, rows, side, width):
    """A box with its pins named in words; `rows` are (number, words), None leaves a gap."""
    outside = 2.54 if side == "right" else -2.54
    near, angle = (width, 180) if side == "right" else (0, 0)
    pins = [
        f"(pin passive line (at {near + outside} {-2.54 * at:.2f} {angle}) (length 2.54)"
        f' (name "{row[1].replace(" ", NO_BREAK)}" (effects (font (size 1.27 1.27))))'
        f' (number "{row[0]}" (effects (font (size 1.27 1.27)))))'
        for at, row in enumerate(rows)
        if row
    ]
    bottom = -2.54 * (len(rows) - 1) - 2.54
    frame = (
        f"(rectangle (start 0 2.54) (end {width} {bottom:.2f})"
        " (stroke (width 0.254) (type default) (color 0 0 0 0)) (fill (type background)))"
    )
    return (
        f'(symbol "{OWN}:{name}" (pin_names (offset 1.016)) (in_bom yes) (on_board yes)'
        f' (property "Reference" "J" (id 0) (at 0 5.08 0) (effects (font (size 1.27 1.27))))'
        f' (property "Value" "{name}" (id 1) (at 0 3.81 0) (effects (font (size 1.27 1.27))))'
        f' (symbol "{name}_0_1" {frame}) (symbol "{name}_1_1" {" ".join(pins)}))'
    )


def symbol_pins(text):
    found = re.findall(r'\(pin \w+ \w+ \(at ([-\d.]+) ([-\d.]+) (\d+)\).*?\(number "([^"]*)"', text, re.S)
    return {number: Pin(float(x), float(y), int(angle)) for x, y, angle, number in found}


# ---- one sheet -----------------------------------------------------------------------------------


class Sheet:
    """One page: things are put on it in mm from its upper left corner."""

    def __init__(self, name, title, parts, shared):
        self.file, self.title, self.shared = name, title, shared
        self.parts = {part.ref: part for part in parts}
        self.items, self.symbols, self.instances = [], {}, []
        self.pins = {}
        self.uuid = identity("sheet", name)

    def _new(self):
        return f"(uuid {identity(self.file, len(self.items))})"

    # ---- parts ----

    def part(self, ref, x, y, turn=0, mirror="", box=None, fields=((2.54, -1.27), (2.54, 1.27))):
        """Puts a part; its pins can then be asked for with `at`."""
        part = self.parts[ref]
        if box:
            name = re.sub(r"\W+", "_", part.title or part.value) + "_" + ref
            drawn = f"{OWN}:{name}", box_symbol(name, **box)
        else:
            drawn = library_symbol(part.made.symbol)
        self._symbol(ref, part.value, drawn, (x, y), turn, mirror, fields, part.made.footprint)

    def _symbol(self, ref, value, drawn, place, turn, mirror, fields, footprint=""):
        full, text = drawn
        self.symbols[full] = text
        x, y = place
        mark = identity(self.file, "symbol", ref)
        net_sign = ref.startswith("#")
        keys = ("Reference", ref, net_sign), ("Value", value, full == "power:PWR_FLAG")
        properties = []
        for at, ((key, words, hide), (dx, dy)) in enumerate(zip(keys, fields, strict=True)):
            side = "" if net_sign else _justify(-dx if turn == 180 else dx)
            properties.append(
                f'(property "{key}" "{words}" (id {at}) (at {x + dx:.2f} {y + dy:.2f} {turn % 180})'
                f" (effects (font (size 1.27 1.27)){side}{' hide' if hide else ''}))"
            )
        for at, (key, words) in enumerate((("Footprint", footprint), ("Datasheet", "~")), 2):
            properties.append(
                f'(property "{key}" "{words}" (id {at}) (at {x} {y} 0)'
                " (effects (font (size 1.27 1.27)) hide))"
            )
        found = symbol_pins(text)
        pins = " ".join(f'(pin "{number}" (uuid {identity(mark, number)}))' for number in found)
        flip = f" (mirror {mirror})" if mirror else ""
        self.items.append(
            f'(symbol (lib_id "{full}") (at {x} {y} {turn}){flip} (unit 1) (in_bom yes) (on_board yes)'
            f" (uuid {mark}) {' '.join(properties)} {pins})"
        )
        self.instances.append((mark, ref, value, footprint))
        for number, pin in found.items():
            self.pins[ref, number] = _placed(pin, x, y, turn, mirror)

    def at(self, ref, pin):
        pin = self.pins[ref, str(pin)]
        return pin.x, pin.y

    # ---- wires, labels, signs ----

    def wire(self, *points):
        for (x0, y0), (x1, y1) in pairwise(points):
            if (x0, y0) != (x1, y1):
                self.items.append(
                    f"(wire (pts (xy {x0:.2f} {y0:.2f}) (xy {x1:.2f} {y1:.2f}))"
                    f" (stroke (width 0) (type default) (color 0 0 0 0)) {self._new()})"
                )

    def _use(self, end):
        if isinstance(end[0], str):
            return self.at(*end)
        return end

    def dot(self, x, y):
        self.items.append(f"(junction (at {x:.2f} {y:.2f}) (diameter 0) (color 0 0 0 0) {self._new()})")

    def name(self, ref, *pins, length=5.08):
        """Ends wires at pins in what the design says they are wired to: a label, a sign or nothing."""
        for number in pins or [n for r, n in self.pins if r == ref]:
            pin = self.pins[ref, str(number)]
            net = self.parts[ref].nets.get(str(number))
            if net is None:
                self.items.append(f"(no_connect (at {pin.x:.2f} {pin.y:.2f}) {self._new()})")
                continue
            dx, dy = OUTWARD[pin.angle]
            end = pin.x + dx * length, pin.y + dy * length
            self.wire((pin.x, pin.y), end)
            if net in POWER and not dx:
                self.sign(net, *end)
            else:
                self.label(net, *end, dx or 1)

    def label(self, net, x, y, side=1):
        """The name of a net at a wire's end; side -1 if the wire comes from the right."""
        angle, justify = (0, "left") if side > 0 else (180, "right")
        effects = f"(effects (font (size 1.27 1.27)) (justify {justify}"
        if net in self.shared or net in POWER:
            self.items.append(
                f'(global_label "{net}" (shape passive) (at {x:.2f} {y:.2f} {angle}) {effects}))'
                f" {self._new()}"
                f' (property "Intersheet References" "${{INTERSHEET_REFS}}" (id 0) (at {x:.2f} {y:.2f} 0)'
                " (effects (font (size 1.27 1.27)) hide)))"
            )
        else:
            self.items.append(
                f'(label "{net}" (at {x:.2f} {y:.2f} {angle}) {effects} bottom)) {self._new()})'
            )

    def sign(self, net, x, y):
        """The sign of a supply net: ground hangs down, the others stand up."""
        ref = f"#PWR{self.file}{len(self.items)}"
        drop = 3.81 if net == "GND" else -3.81
        self._symbol(ref, net, library_symbol(f"power:{net}"), (x, y), 0, "", ((0, 2 * drop), (0, drop)))

    def flag(self, x, y):
        """Says that a net is fed from outside."""
        ref = f"#FLG{self.file}{len(self.items)}"
        self._symbol(ref, "PWR_FLAG", library_symbol("power:PWR_FLAG"), (x, y), 0, "", ((0, -5), (0, -3)))

    # ---- words ----

    def text(self, words, x, y, size=1.5):
        words = words.replace("\n", "\\n").replace('"', "”")
        self.items.append(
            f'(text "{words}" (at {x:.2f} {y:.2f} 0) (effects (font (size {size} {size})'
            f"{' bold' if size > 2 else ''}) (justify left bottom)) {self._new()})"
        )

    def tree(self, rows, x, y, step):
        """Words below each other, each with a line from what it hangs on; `rows` are (depth, words)."""
        last = {}
        for at, (depth, words) in enumerate(rows):
            left, here = x + depth * step, y + at * step
            self.text(words, left + 1, here + 0.8, 1.6)
            if depth:
                self._stroke(
                    [(left - step + 2, last[depth - 1] + 1.6), (left - step + 2, here), (left, here)]
                )
            last[depth] = here

    def _stroke(self, places):
        for (x0, y0), (x1, y1) in pairwise(places):
            self.items.append(
                f"(polyline (pts (xy {x0:.2f} {y0:.2f}) (xy {x1:.2f} {y1:.2f}))"
                f" (stroke (width 0.15) (type default) (color 120 120 120 1)) {self._new()})"
            )

    def block(self, title, x, y, width, height, note=""):
        """A frame with a title, and a note at its foot."""
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
        for (x0, y0), (x1, y1) in pairwise(corners):
            self.items.append(
                f"(polyline (pts (xy {x0:.2f} {y0:.2f}) (xy {x1:.2f} {y1:.2f}))"
                f" (stroke (width 0.15) (type dash) (color 120 120 120 1)) {self._new()})"
            )
        self.text(title, x + 2.5, y + 5.5, 2.5)
        if note:
            self.text(fill(note, int((width - 5) / 1.25)), x + 2.5, y + height - 2, 1.4)

    # ---- the file ----

    def write(self, path, head, tail):
        libraries = "\n".join(self.symbols[name] for name in sorted(self.symbols))
        body = "\n".join(self.items)
        path.write_text(
            f'(kicad_sch (version 20211123) (generator eeschema)\n(uuid {self.uuid})\n(paper "A3")\n{head}\n'
            f"(lib_symbols\n{libraries}\n)\n{body}\n{tail})\n"
        )


def write_library(folder, symbols):
    """KiCad's table and library of the symbols that are drawn here."""
    own = [text.replace(f'"{OWN}:', '"', 1) for name, text in sorted(symbols.items()) if name.startswith(OWN)]
    (folder / f"{OWN}.kicad_sym").write_text(
        "(kicad_symbol_lib (version 20211014) (generator kicad_symbol_editor)\n" + "\n".join(own) + "\n)\n"
    )
    (folder / "sym-lib-table").write_text(
        f'(sym_lib_table (lib (name "{OWN}")(type "KiCad")(uri "${{KIPRJMOD}}/{OWN}.kicad_sym")'
        '(options "")(descr "")))\n'
    )


def _justify(dx):
    return " (justify left)" if dx > 0 else " (justify right)" if dx < 0 else ""


def _placed(pin, x, y, turn, mirror):
    """Where a pin of a turned symbol comes to lie; libraries count y upwards, sheets downwards."""
    px, py, angle = pin.x, pin.y, pin.angle
    for _ in range(turn // 90):
        px, py, angle = -py, px, (angle + 90) % 360
    if mirror == "y":
        px, angle = -px, (180 - angle) % 360
    elif mirror == "x":
        py, angle = -py, -angle % 360
    return Pin(round(x + px, 2), round(y - py, 2), angle)
