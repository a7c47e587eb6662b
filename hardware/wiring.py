"""Draws what hangs on cables, from the words at the connectors: python -m hardware.wiring FOLDER

Seat cable and console; needs wireviz and graphviz.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from hardware import design

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
        "cable", list(NETWORK), SEAT_CABLE_M, category=None, gauge="28 AWG", notes="at most this long"
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
    "J811": ("sounder", "piezo with two leads", {"tone": "either", "opposite": "other"}),
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


DRAWINGS = {"seat-cable": seat_cable, "console-wiring": console}


def draw(folder: Path) -> None:
    """Each drawing as YAML, PNG, SVG and a list of what it takes."""
    folder.mkdir(parents=True, exist_ok=True)
    wireviz = Path(sys.executable).with_name("wireviz")
    for name, make in DRAWINGS.items():
        file = folder / f"{name}.yml"
        file.write_text(make().yaml(), encoding="utf-8")
        subprocess.run([wireviz, file], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
