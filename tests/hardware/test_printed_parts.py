"""The printed parts are closed, thick enough, printable and fit; and what is broken on purpose is found."""

import json
import subprocess

import pytest

from hardware import boxes, design, tools
from hardware.shells import WEB, narrow

SHELLS = {it.name: it for it in boxes.shells()}
# What is broken, and a word of the fault that names it.
FOUND = {
    "merged keys": "run into each other",
    "narrow web": "grille 2 leave 1.5 mm",
    "moved key": "console-lid and key UP share",
    "moved USB": "console-base and USB plug share",
    "moved socket": "console-base and plug F share",
    "moved screw": "console-lid and screw 1 share",
    "moved window": "console-lid and picture share",
    "moved pod light": "pod-lid-30-A and lens share",
    "thin wall": "it is 1.60 mm thick",
    "thin floor": "it is 2.00 mm thick",
    "forgotten opening": "ways lead through it",
    "shelf": "hangs in the air",
    "post in the way": "console-base and carrier board share",
    "hairline": "a legend has lines under",
}


def test_every_part_can_be_printed_and_changed(built):
    """That they are sound and fit was measured while they were built."""
    for name in SHELLS:
        assert (built / "enclosure" / f"{name}.stl").stat().st_size > 10_000
        assert (built / "enclosure" / f"{name}.step").read_text(encoding="utf-8").startswith("ISO-10303-21")


@pytest.fixture(scope="module")
def said(built):
    command = [tools.PYTHON, "-m", "tests.hardware.broken_boxes"]
    return json.loads(subprocess.run(command, cwd=tools.ROOT, capture_output=True, check=True).stdout)


@pytest.mark.parametrize("broken", FOUND)
def test_what_is_broken_is_found(said, broken):
    assert any(FOUND[broken] in fault for fault in said[broken]), said[broken]


def test_every_way_of_breaking_is_expected(said):
    assert set(said) == set(FOUND)


@pytest.mark.parametrize("name", SHELLS)
def test_openings_keep_apart(name):
    assert not narrow(SHELLS[name].openings), f"{WEB} mm are needed"


def test_each_thing_has_its_opening():
    openings = {it.name for name in ("console-base", "console-lid") for it in SHELLS[name].openings}
    wanted = {f"socket {seat}" for seat in design.SEATS} | {f"light {seat}" for seat in design.SEATS}
    wanted |= {f"key {key}" for key in design.KEYS} | {"window", "switch", "USB of the controller"}
    assert wanted <= openings


def test_legends_name_seats_and_keys():
    texts = [legend.text for legend in SHELLS["console-lid"].legends]
    assert texts[:10] == [*design.SEATS, "▲", "▼", "OK", "↩"]
    for seat in design.SEATS:
        assert [legend.text for legend in SHELLS[f"pod-lid-30-{seat}"].legends] == [seat]
