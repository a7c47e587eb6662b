"""The plug is pulled, the flash fails, files are spoilt: at most the last event is missing, none invented."""

import json
import os
import random
from pathlib import Path

import pytest
from littlefs import LittleFS

from tests import vms
from tests.qa.house import FIRMWARE

VM = Path(__file__).parent / "vm"
BLOCK, BLOCKS = 4096, 64


def run(script, *arguments):
    code = f"ARGUMENTS = {arguments!r}\n" + (VM / script).read_text()
    paths = os.pathsep.join([str(VM), str(FIRMWARE)])
    return vms.vm64(code, paths, heap="96m", timeout=3000)


def evening(seed, turns, samples, folder):
    print("seed", seed)
    return json.loads(run("cuts.py", seed, turns, samples, str(folder)).splitlines()[-1])


def test_a_plug_pulled_anywhere_loses_at_most_the_last_event(tmp_path):
    report = evening(random.randrange(1 << 20), 60, 400, tmp_path)
    assert report["cuts"] >= 250 and report["blocks"] > 6 and report["erases"] > 12, report
    assert_readable(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_plug_pulled_everywhere(tmp_path, seed):
    report = evening(seed, 60, 0, tmp_path)
    assert report["cuts"] > 2000, report
    assert_readable(tmp_path)


def assert_readable(folder):
    """An implementation of the file system that is not the box's reads every image."""
    images = list(folder.glob("*.img"))
    assert images
    for image in images:
        files = LittleFS(block_size=BLOCK, block_count=BLOCKS, mount=False)
        files.context.buffer = bytearray(image.read_bytes())
        files.mount()
        for folder_name, _, names in files.walk("/"):
            for name in names:
                with files.open(f"{folder_name.rstrip('/')}/{name}", "rb") as file:
                    file.read()


def test_a_flash_that_fails_loses_at_most_the_last_event():
    """An error once or for good, a worn block, no heap: the state is that before the step or after it."""
    seed = random.randrange(1 << 20)
    print("seed", seed)
    struck = json.loads(run("faults.py", seed, 20, 60).splitlines()[-1])
    assert set(struck) == {"error", "gone", "worn", "memory"} and sum(struck.values()) > 30, struck


def test_whatever_is_in_the_files_the_box_comes_up():
    seed = random.randrange(1 << 20)
    print("seed", seed)
    report = json.loads(run("fuzz.py", seed, 250).splitlines()[-1])
    assert set(report["found"]) >= {"damaged", "taken"}, report
