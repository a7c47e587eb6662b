"""Who is not on turn objects with a hold of his button: the judge is called when the turn ends."""

import pytest

from tests.device.states import title
from tests.device.table import S
from tileclock.core import records as r

pytestmark = pytest.mark.needs_models

BLIP = 300  # Hz


def to_game(table):
    table.start_game("ABC")
    table.wait(s=2)


def test_the_turn_goes_on_and_the_judge_comes_when_it_ends(locked):
    it = locked(to_game)
    table = it.table
    table.seat("C").hold()
    assert table.screen.says("C") and table.screen.says("DISPUTE") and table.screen.seat == "A"
    before = table.screen.time
    table.wait(s=2)
    assert table.screen.time != before, "the time of the turn runs on"
    table.seat("A").press()
    assert title(table) == "DISPUTE B  40 s", "the next turn has not begun to run"
    table.wait(s=30)
    assert title(table) == "DISPUTE B  40 s"
    kinds = [record for record in it.records if record[0] in (r.OBJECT, r.END_TURN, r.PAUSE)]
    objection, end, pause = kinds
    assert objection[0] == r.OBJECT and 2 in objection[1:] and pause[0] == r.PAUSE and end[0] == r.END_TURN
    table.ok.press()
    assert table.screen.seat == "B" and not table.screen.says("DISPUTE"), "it counts once"


def test_a_tile_drawn_with_the_press_that_ends_it_counts(locked):
    table = locked(to_game).table
    table.seat("B").hold()
    table.seat("A").hold()
    assert title(table).startswith("DISPUTE B")
    table.ok.press()
    assert table.screen.pool == 63


def test_after_a_time_out_it_is_resolved_first(locked):
    it = locked(lambda table: None, limit=10)
    table = it.table
    began = table.start_game("ABC")
    table.wait(s=2)
    table.seat("B").hold()
    table.wait_until(began + 13 * S)
    assert table.screen.time_is_up
    table.ok.press()
    assert title(table).startswith("DISPUTE B")


def test_a_short_press_and_other_rules_only_blip(locked, lay_table):
    table = locked(to_game).table
    before = table.now
    table.seat("B").press()
    assert BLIP in table.heard_since(before) and not table.screen.says("DISPUTE")
    other = lay_table()
    to_game(other)
    before = other.now
    other.seat("B").hold()
    assert set(other.heard_since(before)) == {BLIP} and not other.screen.says("DISPUTE")
    other.seat("A").press()
    assert other.screen.seat == "B"


def test_a_turn_that_is_undone_is_objected_to_until_it_ends_again(locked):
    table = locked(to_game, locked=False).table
    table.seat("C").hold()
    table.seat("A").press()
    table.choose(table.words.UNDO)
    table.choose(table.words.RESUME)
    assert table.screen.seat == "A" and table.screen.says("DISPUTE")
    table.wait(s=1)
    table.seat("A").press()
    assert title(table).startswith("DISPUTE B")
