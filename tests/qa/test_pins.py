"""The pin map keeps the chip's rules, so that no key or cable can disturb its start."""

import re

import pytest

from tileclock import pins
from tileclock_host.build import bundle

STRAPPING = {0, 2, 5, 12, 15}  # their level at power-on chooses how the chip starts
FLASH = set(range(6, 12))
CABLE = {1, 3}
GLITCHING = {36, 39}  # pulled low for a moment whenever the converter or the radio wakes
MISSING = {20, 24, 28, 29, 30, 31, 37, 38}  # not on the module
INPUT_ONLY = set(range(34, 40))  # and without pull-ups
CONVERTER = set(range(32, 40))  # those that go on working beside the radio
WAKING = {0, 2, 4, *range(12, 16), *range(25, 28), *range(32, 40)}  # reach the part that never sleeps

KEYS = (*pins.SEATS, *pins.CONSOLE)
SINGLE = {name: value for name, value in vars(pins).items() if name.isupper() and isinstance(value, int)}
ALL = {
    **{f"seat {letter}": pin for letter, pin in zip("ABCDEF", pins.SEATS, strict=True)},
    **{f"key {key}": pin for key, pin in zip("▲▼", pins.CONSOLE, strict=False)},
    "key OK": pins.CONSOLE[2],
    "key ↩": pins.CONSOLE[3],
    **SINGLE,
}


def test_every_pin_has_one_use():
    assert len(set(ALL.values())) == len(ALL), f"two things on one pin: {ALL}"


@pytest.mark.parametrize(
    ("forbidden", "why"),
    [
        (STRAPPING, "a key held at power-on would keep the chip from starting"),
        (FLASH, "the chip's program memory hangs on it"),
        (CABLE, "the cable to the PC hangs on it"),
        (GLITCHING, "the chip itself makes it flicker"),
        (MISSING, "the module does not bring it out"),
    ],
    ids=["strapping", "flash", "cable", "glitching", "missing"],
)
def test_no_pin_is_one_the_chip_needs(forbidden, why):
    wrong = {name: pin for name, pin in ALL.items() if pin in forbidden}
    assert not wrong, f"{wrong}: choose another pin, {why}"


def test_the_keys_are_looked_for_where_they_are():
    """Each half of the chip's inputs is masked with a number: the keys' bits in it."""
    source = (bundle.FIRMWARE / "tileclock/device/keys.py").read_text(encoding="utf-8")
    masks = re.findall(r"^_(?:LOW|MIDDLE|HIGH) = const\((0x[0-9A-F]{4})\)$", source, re.M)
    halves = [sum(1 << pin % 16 for pin in KEYS if pin // 16 == half) for half in range(3)]
    assert [int(mask, 16) for mask in masks] == halves


def test_what_is_driven_is_on_a_pin_that_can_drive():
    for name in ("SDA", "SCL", "BUZZER", "LIGHTS"):
        assert SINGLE[name] not in INPUT_ONLY, f"{name} is on {SINGLE[name]}, which can only be read"


def test_seats_need_no_resistors():
    """A key on a pin without a pull-up needs one on the circuit board; only ↩ is allowed that."""
    bare = [pin for pin in KEYS if pin in INPUT_ONLY]
    assert bare in ([], [pins.CONSOLE[3]]), f"keys on {bare} need pull-ups of their own: move them"


def test_the_battery_is_measured_where_the_radio_does_not_disturb():
    assert pins.BATTERY in CONVERTER


def test_a_key_can_wake_the_chip():
    assert pins.CONSOLE[0] in WAKING, "the first console key wakes the clock: give it a pin that can"


def test_every_key_has_a_bit_of_its_own_when_the_registers_are_laid_over_each_other():
    """The sampling reads ten keys in three 16-bit halves and combines them into one small number."""
    bits = [pin & 15 for pin in KEYS]
    twins = [pin for pin in KEYS if bits.count(pin & 15) > 1]
    assert not twins, f"pins {twins} share a bit modulo 16: move one of them"
