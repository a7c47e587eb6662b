"""Mistakes written into the description itself are named by checks that do not take its word for it."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from hardware import allowed, datasheets, netlists, trace
from tests.hardware.places import ROOT
from tests.patience import PATIENCE
from tileclock import pins


def said_of(folder, checker, file="", *changes):
    """What a check says of a copy of the description in which these words stand for those."""
    shutil.copytree(ROOT / "hardware", folder / "hardware", ignore=shutil.ignore_patterns("*.md", "pictures"))
    for other in ("firmware", "host"):
        (folder / other).symlink_to(ROOT / other)
    for before, after in changes:
        path = folder / "hardware" / file
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{before} is there {text.count(before)} times"
        path.write_text(text.replace(before, after), encoding="utf-8")
    command = [sys.executable, "-m", f"hardware.{checker}"] + (["."] if checker == "circuits" else [])
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(
        command, cwd=folder, env=environment, text=True, capture_output=True, check=False, timeout=PATIENCE
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stderr


BULK = ('"bulk", "220u"', '"bulk", "10u"')
SWITCH_GUARD = '"", "SWITCH", "OFF")'
NO_GUARD = ('"guard", "USBLC6-2SC6"', '"light", "USBLC6-2SC6"')
MUTATIONS = {
    "thin walls": (
        "shells.py",
        [("WALL = 2.4 ", "WALL = 0.5 ")],
        ["console-base: walls of 0.5 mm", "pod-base: walls of 0.5 mm", "display-bridge: 0.5 mm thick"],
    ),
    "a thin lid": (
        "shells.py",
        [("LID = 3.0 ", "LID = 1.2 ")],
        ["face-near: 1.2 mm thick", "console-ridge: 1.2 mm thick", "pod-lid-30-A: 1.2 mm thick"],
    ),
    "screws too wide for their holes": (
        "shells.py",
        [("SCREW = 3.4 ", "SCREW = 3.0 ")],
        ["hole of a screw: 3 mm, allowed 3.2 to 3.6"],
    ),
    "no air round the board": (
        "boxes.py",
        [("SIDE, BACK = 0.7, 0.9", "SIDE, BACK = 0.1, 0.9")],
        ["air beside the board: 0.1 mm"],
    ),
    "a window wider than the glass": (
        "boxes.py",
        [("WINDOW_SIZE = (58.0, 30.5)", "WINDOW_SIZE = (62.0, 30.5)")],
        ["the window is 62 mm wide, the glass 60.5"],
    ),
    "a window that hides the picture": (
        "boxes.py",
        [("WINDOW_SIZE = (58.0, 30.5)", "WINDOW_SIZE = (58.0, 26.5)")],
        ["the window is 26.5 mm high, and hides"],
    ),
    "a battery too thick to swell": (
        "sizes.py",
        [("BATTERY = (65.0, 51.0, 8.5)", "BATTERY = (65.0, 51.0, 10.5)")],
        ["the battery's room is 10.9 mm high, a swollen one needs 13.05"],
    ),
    "two capacitors exchanged": (
        "design.py",
        [BULK, ('"C902", "capacitor", "10u"', '"C902", "capacitor", "220u"')],
        ["C901 is 10u; what holds the rail", "C902 is 220u; what takes the rail's fast currents"],
    ),
    "a buffer that sees no 3.3 V": (
        "design.py",
        [('"buffer", "74AHCT244"', '"buffer", "74HC244"')],
        ["U801 is 74HC244; what lifts 3.3 V to 5 V may be 74AHCT244"],
    ),
    "two outputs of the buffer exchanged": (
        "design.py",
        [('BUFFER_OUTPUTS = ("18", "16",', 'BUFFER_OUTPUTS = ("16", "18",')],
        ["GPIO 18 (J2.9) does not reach J201.1: light of seat B"],
    ),
    "two later outputs of the buffer exchanged": (
        "design.py",
        [('"14", "12", "9"', '"12", "14", "9"')],
        ["J201.1 lies behind 2 lamps, not 1: light of seat B"],
    ),
    "two pins of the controller exchanged": (
        "design.py",
        [('"25", "26", "27", "14", "12", "GND"', '"26", "25", "27", "14", "12", "GND"')],
        [
            "GPIO 25 (J1.9) does not reach J301.3: key of seat C",
            "GPIO 25 (J1.9) comes out at J401.3: key of seat D",
        ],
    ),
    "a diode the wrong way round": (
        "design.py",
        [('180, _nets("+5V", "5V_ON")', '180, _nets("5V_ON", "+5V")')],
        ["no current goes from J901.2"],
    ),
    "a guard whose two lines are one": (
        "design.py",
        [('"3": other, "4": other}', '"3": line, "4": line}')],
        ["J101.1 has no guard", "J601.1 has no guard", "J701.3 has no guard"],
    ),
    "a bridge that feeds a display the wrong way round": (
        "design.py",
        [('("GND", "DISPLAY_1", "DISPLAY_3V3"), (', '("DISPLAY_3V3", "DISPLAY_1", "GND"), (')],
        [
            "bridges to the left put DISPLAY_3V3 on J821.1, not GND",
            "bridges to the right put GND on J822.1, not DISPLAY_3V3",
        ],
    ),
    "the two contacts of the displays exchanged": (
        "design.py",
        [('_nets("DISPLAY_1", "DISPLAY_2", "SCL", "SDA")', '_nets("DISPLAY_2", "DISPLAY_1", "SCL", "SDA")')],
        ["bridges to the left put DISPLAY_3V3 on J821.1, not GND"],
    ),
    "a regulator that gives all it has into a short": (
        "design.py",
        [('"regulator", "AP2112K-3.3"', '"regulator", "AMS1117-3.3"')],
        ["U821 is AMS1117-3.3; what feeds the displays may be AP2112K-3.3"],
    ),
    "a clock chip without its cell": (
        "design.py",
        [('"6": "COIN", "7"', '"7"')],
        ["the cell's plus (BT831.1) does not reach U831.6"],
    ),
    "bus lines of the clock chip exchanged": (
        "design.py",
        [('"7": "SDA", "8": "SCL"}', '"7": "SCL", "8": "SDA"}')],
        ["GPIO 21 (J2.6) does not reach U831.7: data of displays and clock chip"],
    ),
    "a switch that leads a spark to the gate": (
        "design.py",
        [(SWITCH_GUARD, '"", "ENABLE", "OFF")')],
        ["J902.1 has no guard"],
    ),
    "a switch that leads a spark to the charger": (
        "design.py",
        [(SWITCH_GUARD, '"", "SWITCH")')],
        ["J902.3 has no guard"],
    ),
    "a sounder that gets the same tone at both ends": (
        "design.py",
        [('_nets("SOUND_2", "SOUND_B")', '_nets("SOUND_2", "SOUND_A")')],
        ["2 of the sounder's contacts get the tone as it is"],
    ),
    "a sounder whose second end is never reached": (
        "design.py",
        [('"4": "SOUND_B", "5"', '"5"')],
        ["GPIO 23 (J2.2) does not reach J811.2: sounder"],
    ),
    "a weaker sounder": (
        "sound.py",
        [("LEVEL, AT_M, DRIVEN, PITCH = 92.0,", "LEVEL, AT_M, DRIVEN, PITCH = 80.0,")],
        ["TIME_UP is 59 dB loud at 1 m, at least 60 are needed", "TICK_HIGH is 59 dB"],
    ),
    "a sounder of another pitch": (
        "sound.py",
        [("10.0, 2800", "10.0, 4000")],
        ["TIME_UP is 45 dB loud at 1 m", "TICK_HIGH is 45 dB"],
    ),
    "a sounder behind pinholes": (
        "boxes.py",
        [("(80.0, 60.0), 4.0, 7.0, 7", "(80.0, 60.0), 0.3, 7.0, 7")],
        ["TIME_UP is 54 dB loud at 1 m"],
    ),
    "a sounder behind a closed ridge": (
        "boxes.py",
        [("(80.0, 60.0), 4.0, 7.0, 7", "(80.0, 60.0), 0.0, 7.0, 7")],
        ["TIME_UP is -inf dB loud at 1 m"],
    ),
    "seats' colours for a light ground": (
        "palette.py",
        [("LIGHT, DARK = 0, 1 ", "DARK, LIGHT = 0, 1 ")],
        [
            "the colour of B, #5a2609, is 0.6 times as bright as the box",
            "the colour of F, #1e1b18, is 0.4 times as bright as the box",
        ],
    ),
    "a socket beside the board's tongue": (
        "design.py",
        [('NEAR_JACKS = {"C": 50.0', 'NEAR_JACKS = {"C": 44.0')],
        ["J301 stands out over the board's edge"],
    ),
    "a roof that is too flat for those at the table": (
        "boxes.py",
        [("STEEP = 60.0 ", "STEEP = 10.0 ")],
        ["digits, seated at 3 m: ", "menu text, seated at 1 m: "],
    ),
    "letters too small to be read": (
        "sizes.py",
        [("LIT = (55.1, 27.6)", "LIT = (35.0, 17.5)")],
        ["digits, seated at 3 m: 13.7, at least 16"],
    ),
    "lamps far below their rods": (
        "boxes.py",
        [("ROD, ROD_HOLE, ROD_GAP = 6.0, 6.3, 0.8 ", "ROD, ROD_HOLE, ROD_GAP = 6.0, 6.3, 12.0 ")],
        ["red on the ridge against its unlit rod: ", "blue on the ridge against its unlit rod: "],
    ),
    "lights that hide behind the keys": (
        "boxes.py",
        [("ROD_OUT = 8.0 ", "ROD_OUT = 1.5 ")],
        ["mm of a light over a key, seated at 1 m: "],
    ),
    "letters of the lights too small to be read": (
        "boxes.py",
        [("LIGHT_LETTER_AT, LIGHT_LETTER = 22.2, 5.5 ", "LIGHT_LETTER_AT, LIGHT_LETTER = 22.2, 2.0 ")],
        ["′ of a light's letter, seated at 1 m: 6.4, at least 8"],
    ),
    "letters in the wrong order": (
        "boxes.py",
        [("    side = 1 if turned else -1\n", "    side = -1 if turned else 1\n")],
        ["face-near: no letter A is seen below its light", "face-far: no letter F is seen below its light"],
    ),
    "screws that hardly reach the gables": (
        "boxes.py",
        [("TAB_SCREW_LONG = 8.0 ", "TAB_SCREW_LONG = 6.0 ")],
        ["thread of a tab's screw: 2.7 mm"],
    ),
    "inserts in a hole too wide": (
        "shells.py",
        [("INSERT = (4.0, 10.0)", "INSERT = (5.0, 10.0)")],
        ["hole of an insert: 5 mm", "round an insert: 1.9 mm"],
    ),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_mistake_in_the_description_is_named(tmp_path, name):
    file, changes, wanted = MUTATIONS[name]
    said = said_of(tmp_path, "checks", file, *changes)
    assert not [words for words in wanted if words not in said], said


def test_without_a_mistake_nothing_is_said(tmp_path):
    assert said_of(tmp_path, "checks") == ""


@pytest.mark.skipif(not shutil.which("ngspice"), reason="ngspice is not installed")
@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        (
            [BULK, NO_GUARD],
            [
                "plugging a seat in: sag is",
                "static at a seat: peak is 14",
                "static at a console key: peak is 14",
                "static at the switch: peak is",
                "static at the charger: peak is",
            ],
        ),
        ([(SWITCH_GUARD, '"5V_FUSED", "SWITCH", "OFF")')], ["switching on: enable is 0.5"]),
        ([(BULK[0], '"bulk", "470u"')], ["starting from a PC's port: up is"]),
    ],
    ids=["little bulk and no guard", "a guard that keeps the box off", "much bulk"],
)
def test_the_simulated_circuits_depend_on_the_parts_in_them(tmp_path, changes, wanted):
    said = said_of(tmp_path, "circuits", "design.py", *changes)
    assert not [words for words in wanted if words not in said], said


# ---- the same of what was drawn and etched, not only of what was described ------------------------------


@pytest.fixture(scope="module")
def drawn(built):
    """The wiring as the schematic and as the copper have it, and what the parts are."""
    parts = netlists.parts_of_schematic(built / "carrier.xml")
    pads = json.loads((built / "pads.json").read_text(encoding="utf-8"))
    wirings = {"schematic": netlists.of_schematic(built / "carrier.xml"), "copper": netlists.of_pads(pads)}
    return wirings, parts, pads


def test_drawing_and_copper_do_what_data_sheets_say(drawn):
    wirings, parts, pads = drawn
    values = {ref: value for ref, value, _ in parts}
    assert {where: trace.faults(nets, values) for where, nets in wirings.items()} == {
        "schematic": [],
        "copper": [],
    }
    assert not allowed.faults(parts)
    assert not trace.upside_down(pads)


@pytest.mark.parametrize("where", ["schematic", "copper"])
def test_two_wires_exchanged_in_a_drawing_are_named(drawn, where):
    wirings, parts, _ = drawn
    nets = dict(wirings[where])
    nets["SEAT_C"], nets["SEAT_D"] = (
        nets["SEAT_C"] - {("J1", "9")} | {("J1", "10")},
        nets["SEAT_D"] - {("J1", "10")} | {("J1", "9")},
    )
    found = trace.faults(nets, {ref: value for ref, value, _ in parts})
    assert "GPIO 25 (J1.9) comes out at J401.3: key of seat D" in found


def test_a_controller_turned_round_is_named(drawn):
    *_, pads = drawn
    turned = [
        pad | {"x": -pad["x"], "y": -pad["y"]} if pad["name"][:3] in ("J1.", "J2.") else pad for pad in pads
    ]
    assert any("J2.1 is at" in words for words in trace.upside_down(turned))


def test_the_page_of_data_sheets_and_the_firmware_name_the_same_pins():
    """Two lists that were written apart."""
    at = {contact: gpio for gpio, meant in datasheets.FUNCTIONS.items() for contact, _ in meant}
    assert [at[f"J{n}01.3"] for n in range(1, 7)] == list(pins.SEATS)
    assert [at[f"J701.{n}"] for n in range(2, 6)] == list(pins.CONSOLE)
    assert (at["U831.7"], at["U831.8"]) == (at["J822.4"], at["J822.3"]) == (pins.SDA, pins.SCL)
    others = (at["J821.4"], at["J821.3"], at["J811.1"], at["J101.1"], at["J901.3"])
    assert others == (pins.SDA, pins.SCL, pins.BUZZER, pins.LIGHTS, pins.BATTERY)


def test_every_job_is_done_by_a_part(drawn):
    _, parts, _ = drawn
    refs = [ref for ref, *_ in parts]
    assert not [job for job in allowed.JOBS if not any(re.fullmatch(job.refs, ref) for ref in refs)]
