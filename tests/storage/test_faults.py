"""The flash fails, the heap is full, files are spoilt: what was kept is there, or the box says it is not."""

import json
import random

import pytest

from tests.storage import traced
from tests.storage.run import run

TURNS = 12
ALL = 0  # samples
CORE = {
    f"storage/{name}"
    for name in ("flash", "journal_file", "recovery", "retention", "saved_game", "sheet_files")
}


def report(script, samples, seed=None, **where):
    seed = random.randrange(1 << 20) if seed is None else seed
    print("seed", seed)
    return json.loads(run(script, seed, TURNS, samples, **where).splitlines()[-1])


FAULTS = {"error", "gone", "worn", "memory", "full"}


def test_a_write_that_fails_loses_at_most_the_last_event():
    """An error once or for good, a worn block, no room, no heap: it is as before the step or as after it."""
    struck = report("faults.py", 20)
    assert set(struck) == FAULTS and min(struck.values()) >= 3, struck


@pytest.mark.slow
def test_every_write_that_fails():
    struck = report("faults.py", ALL, seed=1)
    assert set(struck) == FAULTS and min(struck.values()) > 400, struck


def test_a_read_that_fails_loses_nothing():
    """Once, or a block while the box is on: what it cannot read it neither replaces nor takes for none.

    The seed is fixed: some reads that fail leave littlefs with a lie that nothing above it can notice, as
    docs/storage.md says.
    """
    struck = report("reads.py", 20, seed=7)
    assert struck["lost"] == 0 and min(struck["once"], struck["block"]) > 20, struck


@pytest.mark.slow
def test_many_reads_that_fail():
    struck = report("reads.py", ALL, seed=1)
    assert struck["lost"] < (struck["once"] + struck["block"]) / 100, struck
    assert min(struck["once"], struck["block"]) > 1000, struck


def test_a_bit_that_flips_is_noticed():
    """Of the running game the last event is missing at most, or it is refused; a lost sheet is named."""
    found = report("flips.py", 300)
    assert {"same", "event before", "refused"} <= set(found) and found["same"] > 100, found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_many_bits_that_flip(seed):
    found = report("flips.py", ALL, seed=seed)
    assert sum(found.values()) > 5000, found


@pytest.fixture(scope="module")
def firmware(tmp_path_factory):
    return traced.firmware(tmp_path_factory.mktemp("firmware"))


def test_a_statement_of_the_storage_that_fails(firmware):
    """With an error of the flash or without heap: the promise, or the program breaks and starts anew."""
    found = report("statements.py", 10, firmware=firmware)
    assert found["tried"] == 10
    assert_every_statement_can_fail(found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_every_statement_of_the_storage_that_fails(firmware, seed):
    found = report("statements.py", ALL, seed=seed, firmware=firmware)
    assert found["tried"] > 1000
    assert_every_statement_can_fail(found)


def assert_every_statement_can_fail(found):
    """Of what a game goes through, the evening comes by nearly all but what is about errors."""
    usual = {place for place, what in traced.statements().items() if what == "usual"}
    usual = {place for place in usual if place.partition(":")[0] in CORE}
    missed = usual - set(found["seen"])
    assert len(missed) < len(usual) / 6, sorted(missed)


def test_whatever_is_in_the_files_the_box_comes_up():
    found = report("fuzz.py", 50)["found"]
    assert set(found) >= {"damaged", "taken"}, found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_is_in_the_files_often(seed):
    assert sum(report("fuzz.py", 5_000, seed=seed)["found"].values()) == 5_000
