"""The printed parts are closed, thick enough, printable and fit; and what is broken on purpose is found."""

import json
import random
import subprocess

import pytest

from hardware import boxes, design, tools
from hardware.shells import WEB, narrow

SHELLS = {it.name: it for it in boxes.shells()}
# What is broken, and words of the faults that name it.
FOUND = {
    "merged keys": ["run into each other"],
    "narrow web": ["grille 2 leave 1.5 mm"],
    "moved in the lid": [f"console-lid and {it} share" for it in ("key UP", "screw 1", "picture")],
    "crowded base": [f"console-base and {it} share" for it in ("USB plug", "plug F", "carrier board")],
    "moved pod light": ["pod-lid-30-A and lens share"],
    "thin wall": ["it is 1.60 mm thick"],
    "thin floor": ["it is 2.00 mm thick"],
    "forgotten opening": ["ways lead through it"],
    "shelf": ["hangs in the air"],
    "hairline": ["a legend has lines under"],
    "open room": ["of the battery's skin lie bare"],
    "crowded battery": ["key UP is", "mm from the battery, 5 are needed"],
}


def test_every_part_can_be_printed_and_changed(built):
    """That they are sound and fit was measured while they were built."""
    for name in SHELLS:
        assert (built / "enclosure" / f"{name}.stl").stat().st_size > 10_000
        assert (built / "enclosure" / f"{name}.step").read_text(encoding="utf-8").startswith("ISO-10303-21")


@pytest.mark.parametrize("ways", [2, pytest.param(len(FOUND), marks=pytest.mark.slow)])
def test_what_is_broken_is_found(built, ways):
    """Boxes that are broken on purpose, each in its way."""
    seed = random.randrange(1 << 20)
    print("seed", seed)
    chosen = random.Random(seed).sample(sorted(FOUND), ways)
    command = [tools.PYTHON, "-m", "tests.hardware.broken_boxes", built / "enclosure", *chosen]
    heard = json.loads(subprocess.run(command, cwd=tools.ROOT, stdout=subprocess.PIPE, check=True).stdout)
    assert set(heard["ways"]) == set(FOUND)
    for way, said in heard["said"].items():
        missed = [words for words in FOUND[way] if not any(words in fault for fault in said)]
        assert not missed, (way, said)


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
