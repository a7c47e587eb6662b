"""Two seats on two breadboards, hole by hole: python -m hardware.breadboard [--check] writes BREADBOARD.md

What lies in which hole stands here once: the page and its picture are made of it, and what the holes join is
compared with the pin map that firmware and board share.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware import design, kept

FILE = Path(__file__).with_name("BREADBOARD.md")

# The upper board U and the lower one L, number 1 to the left. Of each the rail along its outer side is used;
# the controller lies over both, so the rails between them are taken off.
COLUMNS = 30
FIRST = 12  # the column of the controller's first pins, its antenna to the left
GPIO = {str(pin): name for name, pin in design.GPIO.items()}


def controller() -> dict[str, str]:
    """The hole of each of its pins → what is printed beside it."""
    rows = (("U a", design.RIGHT_ROW), ("L j", design.LEFT_ROW))
    return {f"{row}{FIRST + at}": name for row, names in rows for at, name in enumerate(names)}


def strip(hole: str) -> str:
    """What the board itself joins with a hole: five in a column, or a whole rail."""
    board, place = hole.split()
    if place[0] in "+−":
        return f"{board} {place[0]}"
    return f"{board} {'a–e' if place[0] in 'abcde' else 'f–j'}{place[1:]}"


@dataclass(frozen=True)
class Wire:
    """From a hole to another, or to a contact of what lies beside, such as "display VCC"."""

    begin: str
    end: str
    colour: str
    via: tuple[tuple[float, float], ...] = ()  # corners: column, and row as the picture counts them


@dataclass(frozen=True)
class Thing:
    """What is put on the boards or beside them, and the wires it takes."""

    name: str
    which: str
    legs: tuple[str, ...] = ()  # of the diode the one with the ring last
    wires: tuple[Wire, ...] = ()
    mind: str = ""


def _button(name: str, board: str, column: int, signal: Wire) -> Thing:
    """Across the channel. Legs that lie crosswise are never one piece: signal to one, ground to the other."""
    after = column + 2
    legs = tuple(f"{board} {letter}{number}" for letter in "ef" for number in (column, after))
    far = "j" if board == "U" else "a"
    ground = Wire(f"{board} {far}{after}", f"{board} −{after}", "black")
    return Thing(name, "push button, four legs", legs, (signal, ground))


SEATS = design.SEATS[:2]
THINGS = (
    Thing(
        "ground",
        "two wires",
        wires=(Wire("U e12", "U −12", "black"), Wire("L f25", "L −25", "black")),
        mind="the − rails are ground from now on",
    ),
    Thing("3.3 V", "a wire", wires=(Wire("L f12", "L +12", "red"),), mind="the + rail of L is 3.3 V"),
    _button("button A", "L", 1, Wire("L h18", "L h1", "green", ((18, 27.5), (1, 27.5)))),
    _button("button B", "L", 4, Wire("L g19", "L g4", "purple", ((19, 28.5), (4, 28.5)))),
    _button(
        "key ▲",
        "U",
        1,
        Wire("L f23", "U a1", "brown", ((23, 30.5), (9.8, 30.5), (9.8, 23.65), (1, 23.65))),
    ),
    _button("key ▼", "U", 4, Wire("U d24", "U d4", "grey", ((24, 11.5), (4, 11.5)))),
    _button("key OK", "U", 7, Wire("U c19", "U c7", "pink", ((19, 12.5), (7, 12.5)))),
    _button("key ↩", "L", 7, Wire("L i16", "L i7", "turquoise", ((16, 26.5), (7, 26.5)))),
    Thing("10 kΩ", "resistor, for key ↩", ("L g12", "L g16"), mind="its pin has no pull-up of its own"),
    Thing(
        "display",
        "OLED 128×64, four pins (I²C)",
        wires=(
            Wire("U −1", "display GND", "black", ((-1.4, 1.9), (-1.4, -13.3), (3.3, -13.3))),
            Wire("L +1", "display VCC", "red", ((-2.3, 39.1), (-2.3, -14.0), (4.3, -14.0))),
            Wire("U e14", "display SCL", "yellow", ((14, -13.3), (5.3, -13.3))),
            Wire("U e17", "display SDA", "blue", ((17, -14.0), (6.3, -14.0))),
        ),
        mind="go by its print: on some VCC comes before GND",
    ),
    Thing("330 Ω", "resistor, for the buzzer", ("U e13", "U g13")),
    Thing(
        "buzzer",
        "passive piezo, 12 mm",
        ("U g22", "U g24"),
        (
            Wire("U j13", "U j22", "white", ((13, 3.1), (22, 3.1))),
            Wire("U j24", "U −24", "black"),
        ),
        mind="either way round",
    ),
    Thing("1N4007", "diode", ("L f30", "L d30"), mind="its ring at d30"),
    Thing(
        "5 V for the lights",
        "a wire",
        wires=(Wire("L b30", "U +30", "orange", ((32.3, 35), (32.3, 0.9))),),
        mind="the + rail of U is 4.3 V: only the lights may have it",
    ),
    Thing(
        "light A",
        "WS2812B on a small board",
        wires=(
            Wire("U e20", "light A DIN", "green"),
            Wire("U +21", "light A 5V", "orange"),
            Wire("U −22", "light A GND", "black"),
        ),
    ),
    Thing(
        "light B",
        "WS2812B on a small board",
        wires=(
            Wire("light A DOUT", "light B DIN", "white", ((23, -3.2), (27, -3.2))),
            Wire("U +28", "light B 5V", "orange"),
            Wire("U −29", "light B GND", "black"),
        ),
        mind="from DOUT of A to DIN of B, not to DOUT",
    ),
)


# ---- what the holes join -----------------------------------------------------------------------------------


def nets(things: tuple[Thing, ...] = THINGS, *, lengthwise: bool = False) -> list[set[str]]:
    """All that is one piece of metal: strips, controller pins, contacts beside, ends of parts.

    Of a button's legs those are one that lie across the channel, or with `lengthwise` those of one side:
    makers differ, and it must not matter.
    """
    joins = [(strip(hole), f"pin {name} {hole}") for hole, name in controller().items()]
    for it in things:
        joins += [(_node(wire.begin), _node(wire.end)) for wire in it.wires]
        joins += [(strip(hole), f"{it.name}: {hole}") for hole in it.legs]
        if len(it.legs) == 4:
            a, b, c, d = map(strip, it.legs)  # e, e behind it, f, f behind it
            joins += [(a, b), (c, d)] if lengthwise else [(a, c), (b, d)]
    found: list[set[str]] = []
    for pair in joins:
        met = [net for net in found if net & set(pair)]
        found = [net for net in found if net not in met] + [set(pair).union(*met)]
    return found


def _node(end: str) -> str:
    return strip(end) if end[:2] in ("U ", "L ") else end


def wanted() -> dict[str, frozenset[str]]:
    """What each two legs or contact are to be joined with, by the words at the controller's pins."""
    pin = {name: str(number) for name, number in design.GPIO.items()}
    keys = {f"button {seat}": pin[f"SEAT_{seat}"] for seat in SEATS}
    keys |= dict(
        zip(
            ("key ▲", "key ▼", "key OK", "key ↩"), (pin[f"CONSOLE_{key}"] for key in design.KEYS), strict=True
        )
    )
    found = {name: frozenset({number, "GND"}) for name, number in keys.items()}
    found["10 kΩ"] = frozenset({pin["CONSOLE_BACK"], "3V3"})
    found["330 Ω"] = frozenset({pin["BUZZER"], "buzzer"})
    found["buzzer"] = frozenset({"330 Ω", "GND"})
    found["1N4007"] = frozenset({"5V", "light A 5V", "light B 5V"})
    found |= {"display GND": frozenset({"GND"}), "display VCC": frozenset({"3V3"})}
    found |= {"display SCL": frozenset({pin["SCL"]}), "display SDA": frozenset({pin["SDA"]})}
    found |= {f"light {seat} GND": frozenset({"GND"}) for seat in SEATS}
    found |= {"light A DIN": frozenset({pin["LIGHTS"]}), "light B DIN": frozenset({"light A DOUT"})}
    return found | {f"light {seat} 5V": frozenset({"1N4007"}) for seat in SEATS}


def faults(things: tuple[Thing, ...] = THINGS) -> list[str]:
    """Where the holes join something else than the pin map says."""
    found = list(_crowded(things))
    for lengthwise in (False, True):
        joined = nets(things, lengthwise=lengthwise)
        for net in joined:
            pins = {node.split()[1] for node in net if node.startswith("pin ")}
            if len(pins) > 1:
                found.append(f"{' and '.join(sorted(pins))} are joined")
        for name, means in wanted().items():
            is_with = _with(name, things, joined)
            if is_with != means:
                found.append(f"{name} is at {_listed(is_with)}, and belongs to {_listed(means)}")
        ring = next(it.legs[-1] for it in things if it.name == "1N4007")
        if f"1N4007: {ring}" not in _net("light A 5V", joined):
            found.append("the ring of the diode is not at the lights")
    return list(dict.fromkeys(found))


def _listed(names: frozenset[str]) -> str:
    return " and ".join(sorted(names)) or "nothing"


def _net(node: str, joined: list[set[str]]) -> set[str]:
    return next((net for net in joined if node in net), set())


def _with(name: str, things: tuple[Thing, ...], joined: list[set[str]]) -> frozenset[str]:
    """What a thing's legs, or a contact beside, are joined with: controller pins, contacts, other parts."""
    legs = next((it.legs for it in things if it.name == name), ())
    starts = [f"{name}: {hole}" for hole in legs] or [name]
    keys = [it.name for it in things if len(it.legs) == 4]
    found = set()
    for net in (_net(start, joined) for start in starts):
        pins = {node.split()[1] for node in net if node.startswith("pin ")}
        parts = {node.partition(":")[0] for node in net if ":" in node} - {name, *keys}
        beside = {node for node in net if node.startswith(("light ", "display "))} - {name}
        if pins:
            found |= pins
        elif legs:
            found |= beside or parts
        else:
            found |= {node for node in beside if node.endswith("DOUT")} or parts
    return frozenset(found)


def _crowded(things: tuple[Thing, ...]) -> Iterator[str]:
    """A hole takes one leg."""
    taken = list(controller())
    for it in things:
        taken += [*it.legs, *(end for wire in it.wires for end in (wire.begin, wire.end) if end[1] == " ")]
    for hole in sorted(set(taken)):
        if taken.count(hole) > 1:
            yield f"{hole} is to take {taken.count(hole)} legs"


# ---- the page ----------------------------------------------------------------------------------------------


def text() -> str:
    rows = []
    for it in THINGS:
        wires = ", ".join(f"{wire.begin} → {wire.end} ({wire.colour})" for wire in it.wires)
        cells = (it.name, it.which, ", ".join(it.legs) or "–", wires or "–", it.mind or "–")
        rows.append("| " + " | ".join(cells) + " |")
    return f"{_HEAD}\n{_COLUMNS}\n" + "\n".join(rows) + f"\n\n{_TAIL}"


_HEAD = """# Two seats on a breadboard

No circuit board, no solder but at the lights, one evening, some 40 €. The USB cable powers everything.

![The two breadboards with all parts and wires, every end with the name of its hole](pictures/breadboard.png)

## What you need

* a DevKitC with an ESP32, 38 pins, rows 25.4 mm apart ([A1](BOM.md) of the parts list), a USB cable for data
* two breadboards of 400 holes (30 columns). The controller is so wide that it lies over both: take off the
  rails on the sides that face each other, plug it in, and let the boards stand as far apart as it wants them
* an OLED of 128×64 with four pins (I²C; an SSD1306 or SSD1309 of any size)
* six push buttons of 6 × 6 mm with four legs, a passive piezo of 12 mm with legs 5 mm apart
* two WS2812B on small boards; wires have to be soldered to them, or leave them out
* a resistor of 10 kΩ (brown, black, orange), one of 330 Ω (orange, orange, brown), a diode 1N4007
* some 30 jumper wires; for display and lights such with a socket at one end

## Hole by hole

`U c7` is the upper board, column 7, row c; `L −25` the lower board's − rail, of which any hole will do. A
board joins the five holes of a column on each side of its channel, and all of a rail. Number 1 is to the
left, the antenna too. **All with the USB cable unplugged.** Colours are only those of the picture. Written by
`hardware/breadboard.py`, which compares what the holes join with the pin map of firmware and board.
"""
_COLUMNS = "| what | which | its legs | wires | mind |\n|---|---|---|---|---|"
_TAIL = """\
Legs that lie crosswise under a button are never one piece, whichever way it is turned: that is why one wire
is at its left leg on one side of the channel, and ground at its right leg on the other.

Both lights share the one diode: at 4.3 V they understand the 3.3 V of the controller. Lights and piezo may be
left out; the clock does not mind. What the breadboard lacks: filters and static protection at the keys,
fuses, the off switch. If you move the buttons off the boards, keep their wires under 30 cm.

## Before you plug it in

1. Nothing but the diode is at 5 V (`L f30`), and its ring is at `L d30`.
2. The display's VCC comes from the + rail of L, not from that of U.
3. If you have a multimeter: more than 500 Ω between + and − of L, and between + and − of U.

Then go on with [the firmware and the self-test](README.md#7-the-firmware) in the guide.
"""


if __name__ == "__main__":
    sys.exit(kept.command(__doc__, {FILE: text()}))
