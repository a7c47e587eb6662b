"""Cables and the emulator's file are wired as the design and the firmware have it."""

import copy
import csv
import json

import pytest

from hardware import design, wiring, wokwi
from tileclock import pins

DRAWN = {name: make() for name, make in wiring.DRAWINGS.items()}
EMULATED = json.loads(wokwi.FILE.read_text(encoding="utf-8"))


def joined(drawing, end):
    """Contact of an end → the contacts of others it is joined with, by their words."""
    found = {}
    for first, _, other in drawing.joints:
        for here, there in ((first, other), (other, first)):
            ((name, contacts),), ((far, far_contacts),) = here.items(), there.items()
            if name == end:
                for contact, to in zip(contacts, far_contacts, strict=True):
                    found.setdefault(contact, set()).add((far, to))
    return found


def test_the_seat_cable_uses_every_contact_once():
    wires = sorted(wire for meeting in wiring.seat_wires().values() for wire in meeting)
    assert wires == list(range(1, len(design.SEAT_PINS) + 1))


@pytest.mark.parametrize(
    ("lug", "word"),
    [
        (("button", "normally open"), "key"),
        (("button", "common"), "ground"),
        (("light", "+5V"), "+5 V"),
        (("light", "DIN"), "light"),
        (("light", "GND"), "ground"),
    ],
)
def test_each_lug_in_the_pod_gets_what_it_is_for(lug, word):
    assert {design.SEAT_PINS[wire - 1] for wire in wiring.seat_wires()[lug]} == {word}


def test_signals_travel_beside_their_own_ground():
    """The pairs of a network cable are 1–2, 3–6, 4–5 and 7–8."""
    wires = wiring.seat_wires()
    assert {1, 2} <= {*wires["light", "DIN"], *wires["light", "GND"]}
    assert {3, 6} <= {*wires["button", "normally open"], *wires["button", "common"]}


@pytest.mark.parametrize("ref", ["J701", "J811", "J821", "J822", "J901", "J902"])
def test_the_console_drawing_has_every_contact_of_the_board(ref):
    drawing, words = DRAWN["console-wiring"], design.CONNECTORS[ref].pins
    assert drawing.ends[ref]["pinlabels"] == list(words)
    assert set(joined(drawing, ref)) == set(range(1, len(words) + 1))


def test_each_console_key_is_between_its_contact_and_ground():
    found = joined(DRAWN["console-wiring"], "J701")
    for number, word in enumerate(design.CONSOLE_PINS, 1):
        if word == "ground":
            assert {far for far, _ in found[number]} == {f"key {key}" for key in design.CONSOLE_PINS[1:]}
        else:
            assert found[number] == {(f"key {word}", 1)}


def test_what_was_drawn_is_what_was_described(built):
    """The drawing program counts what it drew."""
    for name, drawing in DRAWN.items():
        listed = (built / "wiring" / f"{name}.bom.tsv").read_text(encoding="utf-8").splitlines()
        rows = csv.DictReader(listed, delimiter="\t")
        counted = {word for row in rows for word in row["Designators"].split(", ")}
        assert set(drawing.ends) <= counted


# ---- the emulator ------------------------------------------------------------------------------------------


def emulated(drawing, pin):
    """What hangs directly on a pin of the controller."""
    end = f"esp:{wokwi.pin_name(pin)}"
    return {b if a == end else a for a, b, *_ in drawing["connections"] if end in (a, b)}


def test_the_emulator_takes_the_drawing():
    assert wokwi.faults(EMULATED) == []


def test_the_emulator_has_the_firmwares_pins():
    for seat, pin in zip("ABCDEF", pins.SEATS, strict=True):
        assert emulated(EMULATED, pin) == {f"seat{seat}:1.l"}
    for key, pin in zip(("UP", "DOWN", "OK"), pins.CONSOLE, strict=False):
        assert emulated(EMULATED, pin) == {f"key{key}:1.l"}
    assert emulated(EMULATED, pins.CONSOLE[3]) == {"keyBACK:1.l", "pullBACK:1"}
    assert emulated(EMULATED, pins.SDA) == {"display:SDA", "clock:SDA"}
    assert emulated(EMULATED, pins.SCL) == {"display:SCL", "clock:SCL"}
    assert emulated(EMULATED, pins.BUZZER) == {"buzzer:2"}
    assert emulated(EMULATED, pins.LIGHTS) == {"lightA:DIN"}
    assert emulated(EMULATED, pins.BATTERY) == {"battery:SIG"}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda drawing: drawing["connections"][0].__setitem__(0, "esp:99"), "esp:99 is not a pin"),
        (lambda drawing: drawing["connections"][0].__setitem__(1, "seatG:1.l"), "seatG:1.l is not a pin"),
        (
            lambda drawing: drawing["parts"][-1].update(type="wokwi-ds3231"),
            "there is no part called wokwi-ds3231",
        ),
        (lambda drawing: drawing["parts"].append(drawing["parts"][0]), "two parts have the same id"),
    ],
)
def test_a_wrong_drawing_is_found(change, fault):
    drawing = copy.deepcopy(EMULATED)
    change(drawing)
    assert any(fault in found for found in wokwi.faults(drawing))
