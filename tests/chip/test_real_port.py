"""The firmware on the real port: the stock image of MicroPython, in an emulator of the chip."""

import json
import random

import pytest

from tests.chip.conftest import NUMBER
from tests.chip.far_box import people
from tests.device.box import Box
from tests.device.scorer import Scorer
from tests.device.table import Table
from tests.host.commands import deploy, says
from tileclock.core import records as r
from tileclock_host.device import Clock
from tileclock_host.device.board_image import START
from tileclock_host.sheets import secrets

pytestmark = pytest.mark.chip

EPOCH, SECRET = "5f2c91aa", bytes(range(32))
NAMES = [f"{letter} Їжакевич {number}" for number, letter in enumerate("АБВГҐД", 1)]
FREE = 30_000  # bytes of heap at the fullest moment
SHEET = "/data/sheets/00001-01"
PRESSES, USUAL_MS, LONGEST_MS = 24, 2, 5  # as firmware/docs/keys.md has it


@pytest.fixture(scope="module")
def clock(switched_on, flashed):
    """A board that was flashed, on which the clock runs: one for all, as its start takes long."""
    with switched_on(flashed()) as board:
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
    with people(clock, reader) as table:
        yield table


def test_a_timer_that_stops_is_started_anew_and_the_keys_work(clock, table):
    said = "their timer is started anew"
    before = clock.log.count(said)
    clock.ask("stop_timer()")
    clock.wait_for(said, before + 1)
    table.choose(table.words.NEW_GAME)
    assert table.screen.says(table.words.PLAYERS)
    table.back.press()


@pytest.fixture
def measured(capsys):
    """The heap, said and kept by where it was looked at: `measured(board, "home")`."""
    free = {}

    def measure(board, where, figures=None):
        used, free[where] = figures or board.ask("heap()")
        with capsys.disabled():
            print(f"\nheap at {where}: {used - board.ask('own')} in use, {free[where]} free", end="")

    return measure, free


def test_a_game_is_played_by_its_keys_and_the_heap_bears_it(clock, reader, measured):
    """Six with long names in the language that takes most, as in the model's bench. Its sheet is true."""
    measure, free = measured
    used, left = clock.ask("bare")
    measure(clock, "the prompt", (used + clock.ask("own"), left))
    with people(clock, reader) as table:
        whole_game(clock, table, measure)
    assert min(free.values()) > FREE, free
    assert "1 of 1 new sheet stored" in says("sync", "--port", clock.port)
    assert all_is_well()


def all_is_well():
    """Each game that was fetched is sealed by its clock, and played again it ends as its sheet says."""
    found = json.loads(says("verify", "--json"))
    return found["games"] == found["sealed"] > 0 and not found["wrong"]


def whole_game(clock, table, measure):
    table.language = "uk"
    table.box.clock.set({"language": "uk", "preset": "pl", "names": NAMES})
    table.wait(s=4)  # what came for that request has gone
    measure(clock, "home")
    table.choose(table.words.NEW_GAME)
    scorer = Scorer.at(table)
    scorer.begin("ABCDEF", first="A")
    measure(clock, "a game")
    scorer.out("A")
    measure(clock, "the racks")
    scorer.confirm(dict.fromkeys("BCDEF", 2))
    measure(clock, "the result")
    clock.ask(f"fullest.update({{{SHEET!r}: None}})")
    scorer.store()
    measure(clock, "the sheet", clock.ask(f"fullest[{SHEET!r}]"))


def test_a_game_of_word_is_begun_and_the_heap_bears_it(switched_on, flashed, reader, measured):
    """It takes the most: four with the longest names."""
    measure, free = measured
    with switched_on(flashed()) as board, people(board, reader) as table:
        table.language = "uk"
        table.box.clock.set({"language": "uk", "preset": "word", "names": NAMES})
        table.start_game("ABCD")
        table.wait(s=1)
        table.seat("A").hold()
        table.wait(s=1)
        measure(board, "a game of Word")
        assert table.screen.seat == "B"
    assert min(free.values()) > FREE, free


def test_presses_are_stamped_with_their_moments(switched_on, flashed, reader, capsys):
    """Fingers move as planned, whatever the chip does; the journal has when it found them, less a look."""
    chance = random.Random(5)
    with switched_on(flashed()) as board, people(board, reader) as table:
        table.start_game("ABCD")
        contacts = []
        at = 500
        for turn in range(PRESSES):
            contacts.append(at)
            board.plan(at, "ABCD"[turn % 4], True)
            board.plan(at + 100, "ABCD"[turn % 4], False)
            at += chance.randint(400, 1500)
        board.move()
        table.back.press()
        _, _, journal = table.box.clock.events()
    stamps = [at for kind, at in records_of(journal) if kind == r.END_TURN]
    early = [contact - stamp for contact, stamp in zip(contacts, stamps, strict=True)]
    early = [each - min(early) for each in early]
    with capsys.disabled():
        print(f"\nmilliseconds between a press and its stamp, less the least: {sorted(early)}", end="")
    assert max(early) <= LONGEST_MS
    assert sum(each <= USUAL_MS for each in early) >= 0.9 * PRESSES


def records_of(data):
    journal = r.Journal(data)
    while journal.read():
        yield journal.kind, journal.read_at


def test_deploy_makes_a_clock_of_a_board_with_nothing_but_micropython(switched_on, stock):
    with switched_on(stock.data) as board:
        board.wait_for(">>> ")
        said = deploy(board.port)
        assert "the clock has got a secret" in said and NUMBER in said
        with Clock.open(board.port) as it:
            assert it.identity.secret
        assert json.loads(deploy(board.port, "--check", "--json"))["sent"] == []


@pytest.fixture(scope="module")
def evening(stock, prepared_flash, reader, tmp_path_factory):
    """An image of a clock on which a game was played: `evening(files, without)`, with and without these."""
    played = tmp_path_factory.mktemp("evening") / "evening.img"
    box = Box(prepared_flash, played)
    box.put({"/data/secret": SECRET.hex().encode(), "/data/epoch": EPOCH.encode()})
    scorer = Scorer(Table(box, reader, None), "pl", names=["Ala", "Bolek", "Żaneta", "", "", ""])
    scorer.whole({"B": 14, "C": 23})
    box.pull_plug()
    secrets.keep(EPOCH + NUMBER, SECRET)

    def made(files, without):
        box.put(files)
        box.drop(without)
        return stock.data.ljust(stock.files_at - START, b"\xff") + played.read_bytes()

    yield made
    box.close()


def test_a_game_of_the_simulator_is_fetched_and_found_true(switched_on, evening):
    with switched_on(evening({}, [])) as board:
        board.started()
        said = says("sync", "--port", board.port, "--date", "2026-09-21")
        assert "1 of 1 new sheet stored" in said
        assert all_is_well()
        assert "0 of 0 new sheets stored" in says("sync", "--port", board.port)


def test_deploy_renews_an_older_clock_which_keeps_its_sheets(switched_on, evening):
    """Older is: a file was another one, one has gone since, one has come."""
    changed, gone, come = "/tileclock/lang/cs", "/tileclock/u_old.mpy", "/tileclock/u_guide.mpy"
    with switched_on(evening({changed: b"old", gone: b"old"}, [come])) as board:
        board.started()
        said = json.loads(deploy(board.port, "--json"))
        assert sorted(said["sent"]) == [changed, come] and said["removed"] == [gone]
        with Clock.open(board.port) as it:
            assert it.identity.device == EPOCH + NUMBER
            assert [name for name, _ in it.sheets(every=True)] == ["00001-01"]
        assert json.loads(deploy(board.port, "--check", "--json"))["sent"] == []


def test_a_second_panel_is_found_and_gets_what_the_first_gets(switched_on, flashed, reader, measured):
    measure, free = measured
    with switched_on(flashed(), "\nsent[0x3D] = 0\n") as board, people(board, reader) as table:
        begun = board.ask("sent")
        whole_game(board, table, measure)
        first, second = (sent - begun[panel] for panel, sent in board.ask("sent").items())
        assert first == second > 10_000
    assert min(free.values()) > FREE, free
