"""Draws what hangs on cables, from the words at the connectors: python -m hardware.wiring FOLDER

Seat cable, console and the breadboard for two seats; needs wireviz and graphviz. With `--table` it writes
BREADBOARD.md instead, with `--check` it compares that.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from hardware import design, kept

TABLE = Path(__file__).with_name("BREADBOARD.md")
SEAT_CABLE_M = 1.5  # the longest the key's filter was calculated for
INSIDE_M = 0.2
# The colours of a straight network cable (T568B), contact 1 to 8; the stripe comes second.
NETWORK = ("WHOG", "OG", "WHGN", "BU", "WHBU", "GN", "WHBN", "BN")
_BY_WORD = {
    "ground": "BK",
    "ground (middle)": "BK",
    "5 V in": "RD",
    "+5 V": "RD",
    "battery +": "OG",
    "SCL (clock)": "YE",
    "SDA (data)": "BU",
}
_OTHERS = ("WH", "GN", "VT", "GY", "BN", "PK", "TQ")


@dataclass
class Drawing:
    """Connectors, cables and which contact is joined with which."""

    title: str
    ends: dict[str, dict] = field(default_factory=dict)
    cables: dict[str, dict] = field(default_factory=dict)
    joints: list[list] = field(default_factory=list)

    def end(self, name: str, kind: str, labels: list[str], **more) -> None:
        self.ends[name] = {"type": kind, "pinlabels": labels, **more}

    def cable(self, name: str, colours: list[str], length: float, **more) -> None:
        size = {"wirecount": len(colours), "colors": colours, "length": length}
        self.cables[name] = {"category": "bundle", **size, **more}

    def join(self, *way: tuple[str, list]) -> None:
        """From a connector through a cable to a connector, each with its contacts or wires."""
        self.joints.append([{name: contacts} for name, contacts in way])

    def yaml(self) -> str:
        """JSON is YAML, and leaves no doubt what is a word and what is a number."""
        content = {
            "metadata": {"title": self.title},
            "connectors": self.ends,
            "cables": self.cables,
            "connections": self.joints,
        }
        return json.dumps(content, ensure_ascii=False, indent=1)


def _places(words: tuple[str, ...], word: str) -> list[int]:
    return [number for number, found in enumerate(words, 1) if found == word]


def seat_cable() -> Drawing:
    """From the socket of a seat to its button and light, wire by wire."""
    words = design.SEAT_PINS
    drawing = Drawing("Seat cable: one half of a network cable")
    drawing.end("plug", "8P8C (RJ45)", list(words), notes="goes into a seat's socket")
    drawing.end("button", "arcade button, two lugs", ["normally open", "common"], notes="either way round")
    drawing.end("light", "WS2812B on a small board", ["+5V", "DIN", "GND"], notes="not DOUT")
    drawing.cable(
        "cable", list(NETWORK), SEAT_CABLE_M, category=None, gauge="24 AWG", notes="at most this long"
    )
    for (end, contact), wires in seat_wires().items():
        drawing.join(("plug", wires), ("cable", wires), (end, [contact] * len(wires)))
    return drawing


def seat_wires() -> dict[tuple[str, str], list[int]]:
    """Which wires meet at each lug in the pod: light and key each get the ground of their own pair."""
    words = design.SEAT_PINS
    grounds = _places(words, "ground")
    half = len(grounds) // 2
    return {
        ("button", "normally open"): _places(words, "key"),
        ("button", "common"): grounds[half:],
        ("light", "+5V"): _places(words, "+5 V"),
        ("light", "DIN"): _places(words, "light"),
        ("light", "GND"): grounds[:half],
    }


_DISPLAY = dict(zip(design.DISPLAY_PINS, ("as printed there", "as printed there", "SCL", "SDA"), strict=True))
# What is plugged into the board inside the console: the other end, and its contacts by the board's words.
_INSIDE = {
    "J902": ("switch", "changeover switch, seen from its lugs", {}),
    "J901": (
        "charger",
        "PowerBoost 1000C",
        {"ground": "G", "5 V in": "5V", "battery +": "Bat", "enable": "EN"},
    ),
    "J821": ("display", '2.42" OLED', _DISPLAY),
    "J822": ("second display", '2.42" OLED, address 0x3D', _DISPLAY),
}


def console() -> Drawing:
    """Everything that is plugged into the board inside the box."""
    drawing = Drawing("Inside the console")
    for ref, (name, kind, contacts) in _INSIDE.items():
        words = list(design.CONNECTORS[ref].pins)
        numbers = list(range(1, len(words) + 1))
        drawing.end(ref, design.CONNECTORS[ref].value, words)
        drawing.end(name, kind, [contacts.get(word, word) for word in words])
        drawing.cable(f"to the {name}", _colours(words), INSIDE_M)
        drawing.join((ref, numbers), (f"to the {name}", numbers), (name, numbers))
    _keys(drawing)
    return drawing


def _keys(drawing: Drawing) -> None:
    """Four buttons on one plug: each has a wire of its own, the ground runs from button to button."""
    words = list(design.CONSOLE_PINS)
    drawing.end("J701", design.CONNECTORS["J701"].value, words)
    drawing.cable("to the keys", _colours(words), INSIDE_M)
    ground = words.index("ground") + 1
    for number, word in enumerate(words, 1):
        if number != ground:
            name = f"key {word}"
            drawing.end(name, "push button", ["one lug", "other lug"])
            both = [number, ground]
            drawing.join(("J701", both), ("to the keys", both), (name, [1, 2]))


def _colours(words) -> list[str]:
    """The usual colour where there is one, and no colour twice among the others."""
    others = iter(_OTHERS)
    return [_BY_WORD.get(word) or next(others) for word in words]


# ---- two seats without a board -----------------------------------------------------------------------------

TWO = design.SEATS[:2]
_SIGNS = dict(zip(design.KEYS, ("▲", "▼", "OK", "↩"), strict=True))


@dataclass(frozen=True)
class End:
    """One thing on the breadboard: its contacts, each with where it is wired to, and what to mind."""

    name: str
    kind: str
    contacts: dict[str, str]
    mind: str = ""


def _pin(use: str) -> str:
    return f"GPIO {design.GPIO[use]}"


def breadboard() -> list[End]:
    ends = [
        End(f"button {seat}", "push button", {"one lug": _pin(f"SEAT_{seat}"), "other lug": "GND"})
        for seat in TWO
    ]
    for name in design.KEYS:
        bare = design.GPIO[f"CONSOLE_{name}"] >= 34
        hint = f"and 10 kΩ between {_pin(f'CONSOLE_{name}')} and 3V3" if bare else ""
        lugs = {"one lug": _pin(f"CONSOLE_{name}"), "other lug": "GND"}
        ends.append(End(f"key {_SIGNS[name]}", "push button", lugs, hint))
    display = {"GND": "GND", "VCC": "3V3", "SCL": _pin("SCL"), "SDA": _pin("SDA")}
    ends.append(End("display", "OLED, 128×64", display, "read its print: some begin with VCC"))
    piezo = {"one lug": _pin("BUZZER"), "other lug": "GND"}
    ends.append(End("buzzer", "passive piezo", piezo, "330 Ω in the wire to the GPIO"))
    lights = "1N4007 in the wire to 5V, its ring at the light"
    for seat, source in zip(TWO, (_pin("LIGHTS"), f"DOUT of light {TWO[0]}"), strict=True):
        contacts = {"+5V": "5V", "DIN": source, "GND": "GND"}
        if seat == TWO[0]:
            contacts["DOUT"] = f"DIN of light {TWO[1]}"
        ends.append(End(f"light {seat}", "WS2812B on a small board", contacts, lights))
    return ends


def table() -> str:
    rows = []
    for end in breadboard():
        wires = ", ".join(f"{contact} → {to}" for contact, to in end.contacts.items())
        rows.append(f"| {end.name} | {end.kind} | {wires} | {end.mind} |")
    return (
        f"{_BREADBOARD}\n| what | which | wires | mind |\n|---|---|---|---|\n"
        + "\n".join(rows)
        + f"\n\n{_AFTER}"
    )


_BREADBOARD = """# Two seats on a breadboard

No circuit board, one evening: a DevKitC with an ESP32 (38 pins; it is so wide that it needs two breadboards
side by side), a 128×64 OLED with four pins, six push buttons, a passive piezo, two WS2812B on small boards, a
resistor of 10 kΩ and one of 330 Ω, a diode 1N4007 and jumper wires. The USB cable powers everything.

Do all the wiring with the USB cable unplugged. Both lights share the one diode: at 4.3 V they understand the
3.3 V of the controller. Written by `hardware/wiring.py` from the pin map that firmware and board share.
"""
_AFTER = """![The same as a drawing: every wire from the DevKitC](pictures/breadboard.png)

Lights and piezo may be left out; the clock does not mind. What the breadboard lacks: filters
and static protection at the keys, fuses, the off switch. So keep the wires of the buttons under 30 cm.

Then go on with [the firmware and the self-test](README.md#7-the-firmware) in the guide.
"""


def breadboard_drawing() -> Drawing:
    drawing = Drawing("Two seats on a breadboard")
    ends = breadboard()
    pins = dict.fromkeys(to for end in ends for to in end.contacts.values() if "light" not in to)
    drawing.end("DevKitC", "ESP32, 38 pins", list(pins))
    for end in ends:
        drawing.end(end.name, end.kind, list(end.contacts), **({"notes": end.mind} if end.mind else {}))
        wired = {contact: to for contact, to in end.contacts.items() if to in pins}
        name = f"to {end.name}"
        drawing.cable(name, [_wire(to) for to in wired.values()], INSIDE_M, show_name=False)
        numbers = list(range(1, len(wired) + 1))
        drawing.join(("DevKitC", list(wired.values())), (name, numbers), (end.name, list(wired)))
    first, second = (f"light {seat}" for seat in TWO)
    drawing.cable("between lights", ["WH"], INSIDE_M, show_name=False)
    drawing.join((first, ["DOUT"]), ("between lights", [1]), (second, ["DIN"]))
    return drawing


def _wire(source: str) -> str:
    return {"GND": "BK", "3V3": "RD", "5V": "RD", _pin("SDA"): "BU", _pin("SCL"): "YE"}.get(source, "GN")


DRAWINGS = {"seat-cable": seat_cable, "console-wiring": console, "breadboard": breadboard_drawing}


def draw(folder: Path) -> None:
    """Each drawing as YAML, PNG, SVG and a list of what it takes."""
    folder.mkdir(parents=True, exist_ok=True)
    wireviz = Path(sys.executable).with_name("wireviz")
    for name, make in DRAWINGS.items():
        file = folder / f"{name}.yml"
        file.write_text(make().yaml(), encoding="utf-8")
        subprocess.run([wireviz, file], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    if {"--table", "--check"} & set(sys.argv):
        sys.argv = [word for word in sys.argv if word != "--table"]
        sys.exit(kept.command(__doc__, {TABLE: table()}))
    draw(Path(sys.argv[1]))
