"""Numbers larger than those of a family's game: budgets of hours, pools of hundreds, corrections of both."""

import json

import pytest

from tests import presets
from tests.device.locked import Locked
from tests.device.places import step
from tests.device.scorer import Scorer
from tests.device.test_both_doors import enter_number
from tileclock.core import preset
from tileclock.core import records as r

pytestmark = pytest.mark.needs_models

MOST_TILES = max(line[4] for line in preset.SET if line[0] == "tiles")
BUDGET = {"timing": "total", "limit": 0, "limits": []}
BANK = {"timing": "bank", "limit": 3600, "limits": [], "bank": 3600}


def of_tiles(tiles, stack=1):
    """One set for any number of players, in stacks."""
    whole, odd = divmod(tiles, stack)
    row = {"jokers": 2, "highest": 2, "stacks": whole, "stack": stack, "odd": odd}
    return {"sets": [{"min_players": 2, "max_players": 6, "tiles": tiles, **row}]}


@step
def _to_turn(table, name, rules, **settings):
    table.box.put({f"/data/presets/{name}.json": rules.encode()})
    table.settings(preset=name, **settings)
    table.start_game("ABCD")
    table.wait(ms=400)


def play(lay_table, fields, **settings):
    """A game by rules of one's own, in its first turn."""
    rules = preset.check({**presets.built_in("pl"), "id": "own", "name": "Own", **fields})
    table = lay_table(start=False)
    _to_turn(table, "own", json.dumps(rules), **{"limit": rules["limit"], **settings})
    return table


def correct_time(table):
    table.back.press()
    table.choose(table.words.CORRECT_TIME)


def asked(table):
    """The number that is asked for."""
    return int(table.screen._only("mid", inverse=False))


def go_on(table):
    table.choose(table.words.RESUME)
    table.wait(ms=400)


# ---- the time ----


@pytest.mark.parametrize(
    ("total", "after_s", "shown"),
    [
        (7200, 0, "120"),
        (7200, 60, "119"),
        (36000, 0, "600"),
        (6000, 1, "99"),  # in tall digits again, with nothing left of the others
        (600, 1, "9:59"),
    ],
)
def test_a_budget_is_shown_with_all_its_minutes(lay_table, total, after_s, shown):
    table = play(lay_table, {**BUDGET, "total": total})
    table.wait(s=after_s)
    font = "mid" if len(shown) == 3 else "tall"
    assert shown in [item.text for item in table.screen.items if item.font == font], table.screen.text
    assert table.screen.says(table.words.MINUTES) == (":" not in shown)


def test_a_budget_of_seconds_is_said_as_seconds(lay_table):
    table = play(lay_table, {**BUDGET, "total": 90})
    table.back.press()
    table.choose(table.words.PROOF)
    for _ in range(3):
        table.down.press()
    assert table.screen.says("90 s")


@pytest.mark.parametrize(
    ("fields", "settings", "most"),
    [
        ({**BUDGET, "total": 7200}, {}, 36000),
        ({**BUDGET, "total": 600, "delay": 5}, {}, 36005),
        (BANK, {}, 7200),
        ({}, {"handicaps": [3600, 0, 0, 0, 0, 0]}, 3600),
    ],
    ids=["total", "total and delay", "bank", "limit"],
)
def test_the_time_is_corrected_as_far_as_the_rules_allow_and_more_is_never_less(
    lay_table, fields, settings, most
):
    table = play(lay_table, fields, **settings)
    correct_time(table)
    before = asked(table)
    assert table.screen.says(f"1 … {most}")
    table.up.press()
    assert asked(table) == min(before + 1, most)
    table.up.hold()
    assert asked(table) == min(before + 12, most)
    table.down.press()
    now = asked(table)
    assert now == min(before + 12, most) - 1
    table.ok.press()
    assert table.screen.says(f"{now} s")


def test_who_changes_nothing_corrects_nothing(lay_table):
    """Not even by the part of a second that the screen rounds up, nor in overtime."""
    for rules, limit, after_s in (("pl", 40, 3.3), ("uk", 90, 120)):
        it = Locked(lay_table(start=False), preset=rules, limit=limit, locked=False)
        table = it.table
        table.start_game("AB")
        table.wait(s=after_s)
        before = table.screen.text
        correct_time(table)
        if rules == "uk":
            assert asked(table) == 0 and table.screen.says("▼ 0 …")
            table.down.press()
            assert asked(table) == 0
        table.ok.press()
        assert r.CORRECT_TIME not in it.kinds()
        table.choose(table.words.RESUME)
        table.wait(ms=100)
        if rules == "uk":
            assert table.screen.text == before


# ---- the time that is chosen ----


def test_a_time_of_ones_own_is_stepped_from_where_it_is_and_stays(lay_table):
    """▲ leads to the next longer time, and nobody but the arrows changes it."""
    table = play(lay_table, {"timing": "bank", "bank": 60}, limit=75)
    assert table.screen.seconds in (74, 75)
    table.back.press()
    table.choose(table.words.ABANDON)
    table.choose(table.words.YES_ABANDON)
    table.ok.press()
    table.to_players()
    assert table.screen.says(f"{table.words.LIMIT}  75 s"), "what was chosen last is offered again"
    table.ok.press()
    table.up.press()
    assert table.screen.says(f"{table.words.LIMIT}  90 s")
    table.ok.hold()
    enter_number(table, 90, 75)
    table.down.press()
    assert table.screen.says(f"{table.words.LIMIT}  60 s")


# ---- tiles ----


def numbers_at_the_right(table):
    """The pool, and below it the stack on the table, as they are drawn now, whatever was there before."""
    right = [item for item in table.screen.items if item.x >= 90 and item.y < 48]
    return [item.text for item in right if item.text.isdigit()]


def end_round(table):
    table.back.press()
    table.choose(table.words.END_ROUND)
    table.choose(table.words.RESUME)


@pytest.mark.parametrize("tiles", [MOST_TILES, 312, 106])
def test_the_turns_of_a_last_lap_count_down_whatever_is_in_the_pool(lay_table, tiles):
    table = play(lay_table, of_tiles(tiles))
    end_round(table)
    counted = []
    for seat in "ABCDA":
        table.wait(ms=400)
        assert table.screen.seat == seat
        counted.append(numbers_at_the_right(table)[0])
        table.seat(seat).press()
    assert counted[1:] == ["4", "3", "2", "1"]


def test_a_pool_of_hundreds_is_shown_whole_beside_any_time(lay_table):
    table = play(lay_table, of_tiles(MOST_TILES, stack=7), limit=500)
    pool = MOST_TILES - 4 * 14
    for seat in "ABCD":
        assert numbers_at_the_right(table)[0] == str(pool), table.screen.text
        assert ":" in table.screen.time
        table.seat(seat).hold()
        pool -= 1
        table.wait(ms=400)


def test_a_stack_beyond_255_is_not_that_of_another_number(lay_table):
    """Everything but 50 tiles lies in one odd stack after a count: its number changes with each draw."""
    table = play(lay_table, of_tiles(MOST_TILES, stack=7))
    table.back.press()
    table.choose(table.words.CORRECT_POOL)
    enter_number(table, MOST_TILES - 56, MOST_TILES)
    go_on(table)
    for seat, pool in zip("ABC", range(MOST_TILES, 0, -1), strict=False):
        assert numbers_at_the_right(table)[0] == str(pool)
        table.seat(seat).hold()
        table.wait(ms=400)


def test_no_tiles_are_put_back_where_none_are_missing(lay_table):
    """The row would ask for a number from 1 to 0."""
    table = play(lay_table, {})
    table.back.press()
    table.choose(table.words.CORRECT_POOL)
    enter_number(table, 106 - 56, 106)
    rows = []
    while table.screen.chosen not in rows:
        rows.append(table.screen.chosen)
        table.down.press()
    assert table.words.CORRECT_POOL in rows and table.words.TILES_BACK not in rows


# ---- points ----


def test_points_of_six_digits_stand_apart(lay_table):
    """Those of the game and those of the match: neither is written into the other."""
    table = play(lay_table, {"winner_bonus": 100_000, "never_opened": 10_000, "could_open": 0})
    scorer = Scorer.at(table)
    scorer.out("A")
    scorer.confirm({"B": 12, "C": 5, "D": 7})
    assert scorer.lines() == {
        "A": (100_024, 100_024),
        "B": (-12, -12),
        "C": (-5, -5),
        "D": (-7, -7),
    }
