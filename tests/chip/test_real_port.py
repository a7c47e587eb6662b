"""The firmware on the real port: the stock image of MicroPython, in an emulator of the chip."""

import json

import pytest

from tests.chip.conftest import NUMBER
from tests.chip.far_box import FarBox
from tests.device.box import Box
from tests.device.scorer import Scorer
from tests.device.table import Table
from tests.host.commands import deploy, says
from tileclock_host.device import Clock, board_image
from tileclock_host.sheets import secrets

pytestmark = pytest.mark.chip

EPOCH, SECRET = "5f2c91aa", bytes(range(32))
NAMES = [f"{letter} Їжакевич {number}" for number, letter in enumerate("АБВГҐД", 1)]
FREE = 30_000  # bytes of heap at the fullest moment


@pytest.fixture(scope="module")
def flashed(request, stock, tmp_path_factory):
    """The files of the image that `tileclock flash` makes."""
    out = tmp_path_factory.mktemp("image") / "clock.bin"
    says("flash", "--micropython", request.config.option.micropython, "--image", out)
    return out.read_bytes()[stock.files_at - board_image.START :]


@pytest.fixture(scope="module")
def clock(switched_on, flashed):
    """A board with these files, on which the clock runs: one for all, as its start takes minutes."""
    with switched_on(flashed) as board:
        board.started()
        yield board


def test_a_flashed_board_starts_and_answers(clock):
    with Clock.open(clock.port) as it:
        assert it.identity.device.endswith(NUMBER) and it.identity.secret
        assert it.status()["phase"] == 0
        counters = it.counters()
        assert counters["boot"] == 1 and counters["lost"] == 0
        found = it.self_test()
        assert found.held == ()
        assert all(found.figures[name] for name in ("panel", "flash", "lights", "buzzer")), found
        assert found.figures["heap"] > FREE, found
        assert it.kept_log() == ""


@pytest.fixture
def table(clock, reader):
    """People around it, with fingers on its keys."""
    box = FarBox(clock)
    yield Table(box, reader, None)
    box.clock.close()


def test_a_timer_that_stops_is_started_anew_and_the_keys_work(clock, table):
    said = "their timer is started anew"
    before = clock.log.count(said)
    clock.ask("stop_timer()")
    clock.wait_for(said, before + 1)
    table.choose(table.words.NEW_GAME)
    assert table.screen.says(table.words.PLAYERS)
    table.back.press()


def test_a_game_is_played_by_its_keys_and_the_heap_bears_it(clock, table, capsys):
    """Six with long names in the language that takes most, as in the bench of the model."""
    table.language = "uk"
    table.box.clock.set({"language": "uk", "names": NAMES})
    heap = {}

    def measure(where):
        used, heap[where] = clock.ask("heap()")
        with capsys.disabled():
            print(f"\nheap at {where}: {used} in use, {heap[where]} free", end="")

    with capsys.disabled():
        used, free = clock.ask("bare")
        print(f"\nheap at the prompt: {used} in use, {free} free; of this the test takes {clock.ask('own')}")
    table.wait(s=4)  # what came for that request has gone
    measure("home")
    table.choose(table.words.NEW_GAME)
    scorer = Scorer.at(table)
    scorer.begin("ABCDEF", first="A")
    measure("a game")
    scorer.out("A")
    measure("the racks")
    scorer.confirm(dict.fromkeys("BCDEF", 2))
    measure("the result")
    scorer.store()
    assert min(heap.values()) > FREE, heap
    assert [name for name, _ in table.box.clock.sheets()] == ["00001-01"]


def test_deploy_makes_a_clock_of_a_board_with_nothing_but_micropython(switched_on):
    with switched_on(b"") as board:
        board.wait_for(">>> ")
        said = deploy(board.port)
        assert "the clock has got a secret" in said and NUMBER in said
        with Clock.open(board.port) as it:
            assert it.identity.secret
        assert json.loads(deploy(board.port, "--check", "--json"))["sent"] == []


def test_a_game_of_the_simulator_is_fetched_and_found_true(switched_on, prepared_flash, reader, tmp_path):
    image = tmp_path / "evening.img"
    box = Box(prepared_flash, image)
    box.put({"/data/secret": SECRET.hex().encode(), "/data/epoch": EPOCH.encode()})
    scorer = Scorer(Table(box, reader, None), "pl", names=["Ala", "Bolek", "Żaneta", "", "", ""])
    scorer.whole({"B": 14, "C": 23})
    box.pull_plug()
    box.close()
    secrets.keep(EPOCH + NUMBER, SECRET)
    with switched_on(image.read_bytes()) as board:
        board.started()
        said = says("sync", "--port", board.port, "--date", "2026-09-21")
        assert "1 of 1 new sheet stored" in said
        assert json.loads(says("verify", "--json")) == {"games": 1, "sealed": 1, "unknown": 0, "wrong": []}
        assert "0 of 0 new sheets stored" in says("sync", "--port", board.port)
