"""The plug is pulled, the program hangs: the game comes back as it was, its clock stopped."""

import pytest

from tests.device.box import opened
from tests.device.scorer import Scorer
from tileclock.core import written

pytestmark = pytest.mark.needs_models


def power_cycle(table):
    table.box.pull_plug()
    table.box.start()


def seconds_left(table):
    """What the title of the pause menu says."""
    return int(table.screen.text.splitlines()[0].split()[-2])


def test_a_new_box_offers_no_resume(table):
    assert table.screen.chosen == table.reader.fold("New game")
    power_cycle(table)
    assert not table.screen.says("Resume")


def test_the_plug_is_pulled_in_a_turn(table):
    """The same seat, the pool, and a time that is not more than ten seconds older."""
    table.start_game("ABCD")
    table.wait(s=3)
    table.seat("A").hold()
    table.wait(s=4)
    table.seat("B").press()
    table.wait(s=17)
    assert table.screen.seat == "C"
    pool, time = table.screen.pool, int(table.screen.time)
    power_cycle(table)
    table.choose("Resume")
    assert table.screen.says("PAUSE")
    assert time <= seconds_left(table) <= time + 10
    table.choose("Resume")
    assert (table.screen.seat, table.screen.pool) == ("C", pool)
    table.wait(s=1)
    table.seat("C").press()
    assert table.screen.seat == "D"


def test_a_hung_program_loses_two_seconds_at_most(table):
    table.start_game("ABCD")
    table.wait(s=13)
    time = int(table.screen.time)
    table.box.reset(3)
    table.box.await_picture()
    table.choose("Resume")
    assert time <= seconds_left(table) <= time + 2


def test_in_a_pause(table):
    table.start_game("ABCD")
    table.wait(s=5)
    table.back.press()
    before = seconds_left(table)
    table.wait(s=100)
    power_cycle(table)
    table.choose("Resume")
    assert seconds_left(table) == before


def test_when_the_time_was_up(table):
    table.start_game("AB")
    table.wait(s=42)
    assert table.screen.says("TIME IS UP")
    power_cycle(table)
    table.choose("Resume")
    assert table.screen.says("TIME IS UP")
    table.wait(s=2)
    table.ok.press()
    assert table.screen.seat == "B"


def test_dealt_but_not_begun(table):
    table.deal("ABC")
    power_cycle(table)
    table.choose("Resume")
    assert table.screen.says("A begins")
    table.seat("A").press()
    assert table.screen.seat == "A"


def test_a_game_that_is_not_wanted_any_more(table):
    table.start_game("ABC")
    table.wait(s=2)
    table.seat("A").press()
    power_cycle(table)
    table.choose("New game")
    table.choose("Yes")
    table.wait(s=1)
    assert table.screen.says("Players")
    power_cycle(table)
    assert not table.screen.says("Resume")


def sheets(table):
    files = opened(table.box.flash)
    return {name: files.open("/data/sheets/" + name, "rb").read() for name in files.listdir("/data/sheets")}


def test_a_sheet_is_kept_and_the_match_goes_on_after_a_power_cut(table):
    scorer = Scorer(table)
    scorer.begin("ABC", "A")
    scorer.out("A")
    scorer.confirm({"B": 12, "C": 5})
    table.ok.press()
    table.wait(s=1)
    table.box.pull_plug()
    (name,) = sheets(table)
    lines = sheets(table)[name].splitlines(keepends=True)
    head, result = written.read_head(lines[0]), written.read_result(lines[1])
    assert name == "00001-01" and head["game"] == head["number"] == 1
    assert result["points"] == [17, -12, -5]
    assert lines[3] == b"-\n"
    table.box.start()
    table.choose("New game")
    assert table.screen.says("game 2")
