"""Writes diagram.json, the clock for the online chip emulator Wokwi: python -m hardware.wokwi [--check]"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from hardware import design, kept

FILE = Path(__file__).with_name("diagram.json")
BOARD = "board-esp32-devkit-c-v4"
# The emulator's names of two pins; all others are called by their number.
BOARD_NAMES = {36: "VP", 39: "VN", 1: "TX", 3: "RX"}
_DIGITAL = {*map(str, (0, 2, 4, 5, *range(12, 20), 21, 22, 23, 25, 26, 27, *range(32, 36))), "VP", "VN"}
PINS = {
    BOARD: _DIGITAL | {"EN", "TX", "RX", "3V3", "5V", "GND.1", "GND.2", "GND.3"},
    "board-ssd1306": {"GND", "VCC", "SCL", "SDA"},
    "wokwi-ds1307": {"GND", "5V", "SDA", "SCL", "SQW"},
    "wokwi-pushbutton": {"1.l", "1.r", "2.l", "2.r"},
    "wokwi-resistor": {"1", "2"},
    "wokwi-neopixel": {"VDD", "VSS", "DIN", "DOUT"},
    "wokwi-buzzer": {"1", "2"},
    "wokwi-potentiometer": {"GND", "SIG", "VCC"},
}
_COLOURS = {"GND.1": "black", "3V3": "red", "5V": "red"}


def diagram() -> dict:
    """The whole drawing: the board in the middle, seats above, console below."""
    seats = [
        (_button(f"seat{seat}", 110 * at - 240, -210, seat, "red"), design.GPIO[f"SEAT_{seat}"])
        for at, seat in enumerate(design.SEATS)
    ]
    keys = [
        (_button(f"key{key}", 110 * at - 160, 330, key.lower(), "blue"), design.GPIO[f"CONSOLE_{key}"])
        for at, key in enumerate(design.KEYS)
    ]
    parts = [
        _part("esp", BOARD, 0, 0),
        *(button for button, _ in (*seats, *keys)),
        *(
            _part(f"light{seat}", "wokwi-neopixel", 110 * at - 225, -290)
            for at, seat in enumerate(design.SEATS)
        ),
        _part("display", "board-ssd1306", 190, 20, i2cAddress="0x3c"),
        _part("clock", "wokwi-ds1307", 190, 140),
        _part("buzzer", "wokwi-buzzer", -160, 60, volume="0.1"),
        _part("battery", "wokwi-potentiometer", -180, 190, value="650"),
        *(
            _part(f"pull{key}", "wokwi-resistor", 190, 270 + 25 * at, value="10000")
            for at, key in enumerate(bare())
        ),
    ]
    connections = [line for button, pin in (*seats, *keys) for line in _to_ground(button["id"], pin)]
    connections += [*_light_chain(), *_bus("display", "VCC", "3V3"), *_bus("clock", "5V", "5V")]
    connections += [[_esp("BUZZER"), "buzzer:2", "green", []], ["esp:GND.3", "buzzer:1", "black", []]]
    connections += [[_esp("BATTERY"), "battery:SIG", "orange", []], ["esp:3V3", "battery:VCC", "red", []]]
    connections += [["esp:GND.3", "battery:GND", "black", []]]
    for key in bare():
        connections += [
            [_esp(f"CONSOLE_{key}"), f"pull{key}:1", "gray", []],
            ["esp:3V3", f"pull{key}:2", "red", []],
        ]
    return {
        "version": 1,
        "author": "tileclock",
        "editor": "wokwi",
        "parts": parts,
        "connections": connections,
    }


def bare() -> list[str]:
    """Console keys on pins that have no pull-up of their own."""
    return [key for key in design.KEYS if design.GPIO[f"CONSOLE_{key}"] >= 34]


def _part(name: str, kind: str, left: int, top: int, **attributes: str) -> dict:
    return {"id": name, "type": kind, "left": left, "top": top, "attrs": attributes}


def _button(name: str, left: int, top: int, label: str, colour: str) -> dict:
    return _part(name, "wokwi-pushbutton", left, top, label=label, color=colour)


def pin_name(gpio: int) -> str:
    return BOARD_NAMES.get(gpio, str(gpio))


def _esp(use: str) -> str:
    return f"esp:{pin_name(design.GPIO[use])}"


def _to_ground(button: str, pin: int) -> list[list]:
    return [
        [f"esp:{pin_name(pin)}", f"{button}:1.l", "gold", []],
        ["esp:GND.2", f"{button}:2.l", "black", []],
    ]


def _light_chain() -> list[list]:
    names = [f"light{seat}" for seat in design.SEATS]
    sources = [_esp("LIGHTS"), *(f"{name}:DOUT" for name in names[:-1])]
    lines = [[source, f"{name}:DIN", "green", []] for source, name in zip(sources, names, strict=True)]
    for name in names:
        lines += [["esp:5V", f"{name}:VDD", "red", []], ["esp:GND.2", f"{name}:VSS", "black", []]]
    return lines


def _bus(name: str, supply: str, source: str) -> list[list]:
    return [
        [_esp("SDA"), f"{name}:SDA", "blue", []],
        [_esp("SCL"), f"{name}:SCL", "purple", []],
        [f"esp:{source}", f"{name}:{supply}", "red", []],
        ["esp:GND.1", f"{name}:GND", "black", []],
    ]


def faults(drawing: dict) -> list[str]:
    """What the emulator would refuse, or leave unwired without a word."""
    kinds = {part["id"]: part["type"] for part in drawing["parts"]}
    found = [] if len(kinds) == len(drawing["parts"]) else ["two parts have the same id"]
    found += [f"{name}: there is no part called {kind}" for name, kind in kinds.items() if kind not in PINS]
    for line in drawing["connections"]:
        for end in line[:2]:
            name, _, pin = end.partition(":")
            if pin not in PINS.get(kinds.get(name, ""), ()):
                found.append(f"{end} is not a pin")
    return found


def text() -> str:
    drawing = diagram()
    wrong = faults(drawing)
    assert not wrong, wrong
    rows = {
        key: ",\n    ".join(json.dumps(item) for item in drawing[key]) for key in ("parts", "connections")
    }
    head = ",\n".join(f'  "{key}": {json.dumps(drawing[key])}' for key in ("version", "author", "editor"))
    return (
        f"{{\n{head},\n" + ",\n".join(f'  "{key}": [\n    {row}\n  ]' for key, row in rows.items()) + "\n}\n"
    )


if __name__ == "__main__":
    sys.exit(kept.command(__doc__, {FILE: text()}))
