"""The real port loses its power, hangs, is interrupted, is renewed: what was played is there."""

import hashlib
import random

import pytest

from tests.chip.far_box import people
from tests.chip.test_real_port import all_is_well
from tests.device.scorer import READ_MS, Scorer
from tests.device.states import seconds_left
from tests.host.commands import mpremote, says

pytestmark = pytest.mark.chip


def test_a_clock_that_hangs_is_started_by_the_watchdog_and_loses_two_seconds_at_most(
    switched_on, flashed, reader
):
    with switched_on(flashed()) as board:
        with people(board, reader) as table:
            table.start_game("ABCD")
            table.wait(s=3)
            table.seat("A").press()
            table.wait(s=5)
            time = int(table.screen.time)
        board.ask("stuck.append(True)")
        board.wait_for("the watchdog restarted the clock")
        with people(board, reader) as table:
            assert table.box.clock.counters()["cause"] == 1
            table.take_up()
            assert time <= seconds_left(table) <= time + 2
            table.choose("Resume")
            assert table.screen.seat == "B"


TURNS = 2  # in which the power fails
# So often the flash is written at least: pages that are filled, blocks that are erased.
AT_THE_DEAL, OF_A_TURN, OF_A_SHEET = 30, 6, 30


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 6))])
def test_the_power_fails_at_any_write_and_the_game_goes_on(switched_on, flashed, reader, seed, capsys):
    """At the deal, in turns and while the sheet is stored; then the PC fetches it and plays it again."""
    chance = random.Random(seed)

    def fail(board, key, most):
        write, share = chance.randint(1, most), chance.random()
        with capsys.disabled():
            print(f"\nthe power fails at write {write}, of which {share:.0%} is done", end="")
        assert board.press_and_fail(key, write, share), "the flash was not written so often"
        board.plug_in()
        return people(board, reader)

    with switched_on(flashed()) as board:
        with people(board, reader) as table:
            table.to_players()
            table.sit("ABC")
            table.ok.press()
            table.ok.press()
            table.seat("A").press()
        with fail(board, "ok", AT_THE_DEAL) as table:
            if table.screen.says("Resume"):
                table.take_up()
            else:
                table.deal("ABC")
            table.seat("A").press()
            on_turn, following = table.screen.seat, table.screen.following
        for _ in range(TURNS):
            with fail(board, on_turn, OF_A_TURN) as table:
                table.take_up()
                table.choose("Resume")
                assert table.screen.seat in (on_turn, following)
                on_turn, following = table.screen.seat, table.screen.following
        with people(board, reader) as table:
            scorer = Scorer.at(table)
            scorer.out("A")
            scorer.confirm({"B": 12, "C": 5})
            table.wait(ms=READ_MS)
        with fail(board, "ok", OF_A_SHEET) as table:
            resumed, stored = table.screen.says("Resume"), table.box.clock.sheets()
            assert resumed != bool(stored)
            if resumed:
                table.take_up()
                Scorer.at(table).store()
        assert "1 of 1 new sheet stored" in says("sync", "--port", board.port)
        assert all_is_well()


def test_who_interrupts_a_game_has_the_prompt_to_himself_and_then_the_game_goes_on(
    switched_on, flashed, reader, tmp_path
):
    """Far longer than the watchdog of the game waits; mpremote makes a soft reset on its way."""
    text = tmp_path / "text.txt"
    text.write_text("zażółć дякую\n" * 200, encoding="utf-8")
    with switched_on(flashed()) as board:
        with people(board, reader) as table:
            table.start_game("ABC")
            table.wait(s=2)
            table.seat("A").press()
            table.wait(s=1)
        before = board.log.count("rst:")
        mpremote(board.port, "fs", "cp", text, ":text.txt")
        said = mpremote(board.port, "resume", "exec", "import time; time.sleep(20); print('slept')")
        assert said == "slept\n"
        digest = hashlib.sha256(text.read_bytes()).hexdigest()
        assert digest in mpremote(board.port, "resume", "sha256sum", ":text.txt")
        assert board.log.count("rst:") == before
        mpremote(board.port, "resume", "reset")
        board.wait_for("rst:", before + 1)
        with people(board, reader) as table:
            table.take_up()
            table.choose("Resume")
            assert table.screen.seat == "B"
