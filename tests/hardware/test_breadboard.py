"""What the holes of the two breadboards join is what the firmware reads; a leg in a wrong hole is named."""

import dataclasses
import re

import pytest
from PIL import Image, ImageStat

from hardware import breadboard, breadboard_picture
from tileclock import pins

BY_NAME = {it.name: it for it in breadboard.THINGS}


def changed(name, **change):
    """All things, one of them otherwise."""
    return tuple(dataclasses.replace(it, **change) if it.name == name else it for it in breadboard.THINGS)


def moved(name, at, **change):
    """All things, one wire of one of them otherwise."""
    wires = list(BY_NAME[name].wires)
    wires[at] = dataclasses.replace(wires[at], **change)
    return changed(name, wires=tuple(wires))


def test_the_holes_join_what_belongs_together():
    assert breadboard.faults() == []


def test_what_belongs_together_is_what_the_firmware_reads():
    wanted = breadboard.wanted()
    expected = dict(zip(("button A", "button B"), pins.SEATS, strict=False))
    expected |= dict(zip(("key ▲", "key ▼", "key OK", "key ↩"), pins.CONSOLE, strict=True))
    assert all(wanted[name] == {str(pin), "GND"} for name, pin in expected.items())
    assert wanted["display SDA"] == {str(pins.SDA)} and wanted["display SCL"] == {str(pins.SCL)}
    assert wanted["330 Ω"] == {str(pins.BUZZER), "buzzer"} and wanted["light A DIN"] == {str(pins.LIGHTS)}


def test_only_keys_without_a_pull_up_get_a_resistor():
    assert breadboard.wanted()["10 kΩ"] == {str(pins.CONSOLE[3]), "3V3"}
    assert [pin for pin in (*pins.SEATS[:2], *pins.CONSOLE) if pin >= 34] == [pins.CONSOLE[3]]


@pytest.mark.parametrize(
    ("things", "words"),
    [
        (moved("button A", 0, begin="L h19"), "button A is at 33 and GND, and belongs to 32 and GND"),
        (moved("button B", 1, begin="L a5"), "button B is at 33, and belongs to 33 and GND"),
        (moved("key ▼", 0, end="U j6"), "4 and GND are joined"),
        (moved("key OK", 1, begin="U j7"), "19 and GND are joined"),
        (changed("10 kΩ", legs=("L g13", "L g16")), "10 kΩ is at 34 and EN"),
        (changed("1N4007", legs=("L d30", "L f30")), "the ring of the diode is not at the lights"),
        (changed("1N4007", legs=("L f29", "L d29")), "1N4007 is at 11"),
        (changed("330 Ω", legs=("U e13", "U g14")), "330 Ω is at 23"),
        (moved("display", 1, begin="U +1"), "display VCC is at"),
        (moved("display", 2, begin="U e17"), "display SCL is at 21"),
        (moved("light A", 0, begin="U e19"), "light A DIN is at 19"),
        (moved("light B", 0, begin="light B DOUT"), "light B DIN is at"),
        (moved("light B", 2, begin="U +29"), "light B GND is at"),
        (moved("3.3 V", 0, end="L −12"), "3V3 and GND are joined"),
        (moved("ground", 0, begin="U a12"), "U a12 is to take 2 legs"),
    ],
)
def test_a_wrong_hole_is_named(things, words):
    found = breadboard.faults(things)
    assert any(words in fault for fault in found), found


def test_side_by_side_wires_at_a_button_hold_it_down_on_some():
    """Which of its legs are one piece differs."""
    found = breadboard.faults(moved("key ▲", 1, begin="U b3"))
    assert "14 and GND are joined" in found


def test_the_page_names_every_hole_of_the_picture():
    page = breadboard.text()
    for it in breadboard.THINGS:
        for end in (*it.legs, *(end for wire in it.wires for end in (wire.begin, wire.end))):
            assert re.search(rf"(?<!\w){re.escape(end)}(?!\d)", page), end
        for wire in it.wires:
            assert f"({wire.colour})" in page and wire.colour in breadboard_picture.COLOURS


def test_every_hole_and_contact_is_on_the_picture_and_nothing_lies_on_its_name():
    wide, high = breadboard_picture.WIDE, breadboard_picture.HIGH
    ends = [end for it in breadboard.THINGS for wire in it.wires for end in (wire.begin, wire.end)]
    places = {end: breadboard_picture.place(end) for end in (*ends, *breadboard.controller())}
    for x, y in places.values():
        assert 0 < x + breadboard_picture.LEFT < wide and 0 < y + breadboard_picture.TOP < high
    for one, (x, y) in places.items():
        for other, (far, down) in places.items():
            assert one == other or abs(x - far) >= 0.9 or abs(y - down) >= 0.7, f"{one} lies on {other}"


def test_a_wire_has_its_colour_where_it_is_said_to_go():
    image = breadboard_picture.picture().convert("RGB")
    pitch, left, top = breadboard_picture.PITCH, breadboard_picture.LEFT, breadboard_picture.TOP
    for name, at in (("button A", 0), ("key ▲", 0), ("display", 1), ("5 V for the lights", 0)):
        wire = BY_NAME[name].wires[at]
        (x0, y0), (x1, y1) = wire.via[0], wire.via[1]
        x, y = ((x0 + x1) / 2 + left) * pitch, ((y0 + y1) / 2 + top) * pitch
        spot = image.crop((round(x) - 1, round(y) - 1, round(x) + 1, round(y) + 1))
        expected = Image.new("RGB", (1, 1), breadboard_picture.COLOURS[wire.colour]).getpixel((0, 0))
        assert all(abs(a - b) < 40 for a, b in zip(ImageStat.Stat(spot).mean, expected, strict=True)), name
