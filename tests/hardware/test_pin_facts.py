"""The pin map is one in firmware and design, and whoever moves a pin to a wrong place is told why."""

import re

import pytest

from hardware import design, rules
from tests.qa.house import PACKAGE
from tileclock import pins

BATTERY = PACKAGE / "device" / "battery.py"


def test_the_firmware_reads_the_pins_that_the_board_wires():
    firmware = {
        **{f"SEAT_{seat}": pin for seat, pin in zip(design.SEATS, pins.SEATS, strict=True)},
        **{f"CONSOLE_{key}": pin for key, pin in zip(design.KEYS, pins.CONSOLE, strict=True)},
        **{name: getattr(pins, name) for name in ("SDA", "SCL", "BUZZER", "LIGHTS", "BATTERY")},
    }
    assert firmware == design.GPIO, "change firmware/tileclock/pins.py and hardware/design.py together"


def test_the_firmware_halves_the_battery_as_the_divider_does():
    upper, lower = (float(design.BY_REF[ref].value.replace("k", "e3")) for ref in ("R911", "R912"))
    halved = re.search(r"_HALVED = const\((\d+)\)", BATTERY.read_text(encoding="utf-8"))
    assert int(halved[1]) == 1000 * lower / (upper + lower), "µV at the pin for each mV of the battery"


def test_no_pin_breaks_a_rule():
    assert not rules.broken_pins(design.GPIO)


@pytest.mark.parametrize(
    ("name", "pin", "reason"),
    [
        ("SEAT_A", 0, "how the chip starts"),
        ("SEAT_B", 2, "how the chip starts"),
        ("LIGHTS", 12, "how the chip starts"),
        ("CONSOLE_OK", 15, "how the chip starts"),
        ("BUZZER", 5, "how the chip starts"),
        ("SDA", 6, "program memory"),
        ("SEAT_F", 11, "program memory"),
        ("SCL", 1, "cable to the PC"),
        ("SEAT_C", 3, "cable to the PC"),
        ("SEAT_D", 36, "pulls it low"),
        ("BATTERY", 39, "pulls it low"),
        ("SEAT_E", 20, "does not bring it out"),
        ("BUZZER", 34, "can only be read"),
        ("SDA", 35, "can only be read"),
        ("LIGHTS", 14, "while it starts"),
        ("BATTERY", 26, "beside the radio"),
        ("CONSOLE_UP", 18, "cannot wake"),
        ("SEAT_A", 33, "both on"),
    ],
)
def test_a_wrongly_moved_pin_is_named_with_the_reason(name, pin, reason):
    found = rules.broken_pins(design.GPIO | {name: pin})
    assert any(f"GPIO {pin}" in words and reason in words for words in found), found


def test_every_pin_is_on_the_module_once():
    for row in (design.LEFT_ROW, design.RIGHT_ROW):
        assert len(row) == 19
    numbers = [name for name in design.LEFT_ROW + design.RIGHT_ROW if name.isdigit()]
    assert len(numbers) == len(set(numbers))
    wired = {
        **design.row_nets(design.LEFT_ROW),
        **{"r" + k: v for k, v in design.row_nets(design.RIGHT_ROW).items()},
    }
    assert set(design.GPIO) <= set(wired.values())
