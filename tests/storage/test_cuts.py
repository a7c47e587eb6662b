"""The plug is pulled: whatever was being written, at most the last event is missing, and none is invented."""

import json
import random
from base64 import b64decode
from itertools import pairwise

import pytest

from tests.storage import pairs
from tests.storage.plain import Image
from tests.storage.run import run
from tests.storage.told import Told, erased
from tileclock.core import records as r
from tileclock_host.sheets import text, verify

EVERYTHING = {
    "boot",
    "settings",
    "preset",
    "deal",
    "record",
    "mark",
    "sheet",
    "again",
    "match",
    "ack",
    "room",
}
EVERYTHING |= {"asked", "reduce", "resume", "given up", "no mark"}


def evening(seed, turns, samples, folder):
    print("seed", seed)
    report = json.loads(run("cuts.py", seed, turns, samples, str(folder)).splitlines()[-1])
    told = Told(folder)
    assert report["cuts"] == len(told.cuts)
    assert_everything_happened(report, told)
    assert_files_as_expected(told)
    assert_sheets_can_be_verified(folder)
    return told


def test_a_plug_pulled_anywhere_loses_at_most_the_last_event(tmp_path):
    told = evening(random.randrange(1 << 20), 60, 60, tmp_path)
    assert len(told.cuts) > 45


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_plug_pulled_everywhere(tmp_path, seed):
    told = evening(seed, 60, 0, tmp_path)
    cut = [number for name, begin, end, _, _ in told.steps if name != "aside" for number in range(begin, end)]
    assert [number for number, _, _ in told.cuts] == [number for number in cut for _ in range(4)]
    assert len(cut) > 1500


def assert_everything_happened(report, told):
    """Else the test proves less than it says."""
    assert {step[0] for step in told.steps} == EVERYTHING | {"aside"}
    # An earlier program's way to leave; a round over several games; an objection.
    elsewhere = {r.DEAL, r.LEAVE, r.ROUND, r.OBJECT}
    assert set(report["kinds"]) | elsewhere == set(range(1, len(r.FIGURES))), "some event never happened"
    assert told.steps[0][0] == "boot", "the first boot is the first step"
    sealed = {len(state["game"][2]) // 2 // 120 for state in told.states if state["game"]}
    assert max(sealed) >= 3, "the journal was never folded into segments"
    lost = [set(before["sheets"]) - set(after["sheets"]) for before, after in pairwise(told.states)]
    assert any(name.endswith("+") for names in lost for name in names), "no sheet the PC has went"
    assert len(told.states[-1]["totals"]) == 2, "no match was reduced to its totals"
    compacted, moved = littlefs_did(told)
    assert compacted > 20, "littlefs compacted next to nothing"
    assert moved >= 2, "littlefs moved no folder"


def littlefs_did(told):
    """How often a folder was compacted, and how often one was moved to another block."""
    compacted = moved = 0
    before = {(0, 1)}
    for _, operations, _, image in told.steps_done():
        after = set(pairs.folders(image))
        blocks = {block for pair in before & after for block in pair}
        compacted += sum(block in blocks for block in erased(operations))
        gone = [set(pair) for pair in before - after]
        moved += sum(any(set(pair) & old for old in gone) for pair in after - before)
        before = after
    return compacted, moved


def assert_files_as_expected(told):
    """By an implementation of littlefs that is not the box's: after each step, and after each cut."""
    before = None
    for name, _, state, image in told.steps_done():
        read = Image(image)
        assert read.stands() == state, name
        if name == "sheet":
            assert_holds_its_game(read, before, state)
        before = state
    for where, allowed, image in told.images():
        assert Image(image).stands() in allowed, where


def assert_holds_its_game(read, before, state):
    """A sheet has the journal its game had, and one record more: that it was stored."""
    (name,) = set(state["sheets"]) - set(before["sheets"])
    journal = b64decode(read.files[f"/data/sheets/{name}"].splitlines()[2])
    if before["game"] and before["game"][0] == int(name[:5]):
        assert journal.startswith(bytes.fromhex(before["game"][2]))


def assert_sheets_can_be_verified(folder):
    """What was cut and played on: the PC works the games out again, and comes to the same."""
    images = list(folder.glob("*.img"))
    assert len(images) > 4
    for image in images:
        files = Image(image.read_bytes()).files
        sheets = {path: data for path, data in files.items() if path.startswith("/data/sheets/0")}
        assert sheets
        for path, data in sheets.items():
            verdict = verify.verify(text.read(data.decode()))
            assert verdict.good, (path, verdict.findings)
