"""The draw pile: dealing, draws, stacks, tiles that come back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.play import ALL, CS, PL, TOURNAMENT, UK, WORD, changed, named, reading
from tileclock.core.pool import Pool
from tileclock.core.preset_box import Refused

TABLES = [(preset, n) for preset in ALL for n in range(2, preset["sets"][-1]["max_players"] + 1)]
some_table = st.sampled_from(TABLES)


def test_pool_after_dealing():
    assert [Pool(PL, n).left for n in range(2, 7)] == [78, 64, 50, 90, 76]
    assert [Pool(WORD, n).left for n in range(2, 5)] == [84, 70, 56]


def stacks(pool):
    """The stacks as they are used up, by drawing one tile after the other."""
    sizes = [pool.stack_left]
    while pool.draw():
        if pool.new_stack_due:
            sizes.append(0)
        elif sizes[-1] == 0:
            sizes[-1] = pool.stack_left + 1  # its first tile has just been drawn
    return sizes


@reading(7)
def test_what_remains_on_the_table_is_whole_stacks_and_the_odd_one_which_is_drawn_first():
    assert stacks(Pool(TOURNAMENT, 4)) == [8] + [7] * 6
    assert stacks(Pool(PL, 6)) == [6] + [7] * 10
    assert stacks(Pool(WORD, 4)) == [7] * 8


def test_the_player_who_next_has_to_draw_picks_a_new_stack_when_the_current_one_is_used_up():
    pool = Pool(TOURNAMENT, 4)
    pool.draw(7)
    assert (pool.stack_left, pool.new_stack_due) == (1, False)
    pool.draw()
    assert (pool.stack_left, pool.new_stack_due) == (0, True)
    pool.draw()
    assert (pool.stack_left, pool.new_stack_due) == (6, False)


def test_a_penalty_may_take_the_rest_of_one_stack_and_the_top_of_the_next():
    pool = Pool(TOURNAMENT, 4)
    pool.draw(7)
    assert pool.draw(3) == 3
    assert pool.stack_left == 5


def test_no_new_stack_is_due_when_the_pool_is_empty():
    pool = Pool(TOURNAMENT, 4)
    pool.draw(50)
    assert (pool.left, pool.stack_left, pool.new_stack_due) == (0, 0, False)


@pytest.mark.parametrize("preset", [CS, UK], ids=["cs", "uk"])
def test_hidden_stacks_are_never_left_over_and_never_due(preset):
    pool = Pool(preset, 4)
    while pool.draw():
        assert (pool.stack_left, pool.new_stack_due) == (0, False)


@reading(9)
@pytest.mark.parametrize("preset", **named(ALL))
def test_a_draw_or_penalty_larger_than_the_pool_takes_what_is_left(preset):
    pool = Pool(preset, 2)
    pool.draw(pool.left - 2)
    assert pool.draw(3) == 2
    assert pool.draw() == 0 == pool.left


@pytest.mark.parametrize("preset", **named(ALL))
def test_while_the_pool_is_empty_who_draws_takes_nothing_which_is_a_pass(preset):
    pool = Pool(preset, 2)
    pool.draw(pool.left)
    assert pool.draw() == 0


@reading(10)
def test_tiles_that_come_back_lie_where_the_last_ones_were_taken_from():
    pool = Pool(PL, 4)
    pool.draw(8 + 3)
    pool.back(2)
    assert (pool.left, pool.stack_left) == (41, 6)
    pool.back(3)  # one fills the stack, two lie on the odd one that was used up before
    assert (pool.left, pool.stack_left) == (44, 2)


def test_no_more_tiles_come_back_than_are_out():
    pool = Pool(PL, 4)
    pool.back(57)
    assert pool.left == pool.tiles


def test_seven_players_have_no_tile_set():
    with pytest.raises(Refused, match="players: must be 2 to 6"):
        Pool(PL, 7)


def test_a_custom_box_without_an_odd_stack_begins_with_a_whole_one():
    box = {**WORD["sets"][0], "jokers": 2, "highest": 10, "max_players": 4}
    pool = Pool(changed(PL, sets=[box]), 4)
    assert (pool.stack_left, pool.new_stack_due) == (7, False)


def seen(pool):
    return pool.left, pool.stack_left, pool.new_stack_due


@given(some_table, st.lists(st.integers(0, 14), max_size=40))
def test_undoing_draws_in_reverse_restores_the_pool_and_redoing_them_repeats_it(table, draws):
    pool = Pool(*table)
    before = []
    for tiles in draws:
        before.append(seen(pool))
        pool.draw(tiles)
    last = seen(pool)
    for old in reversed(before):
        pool.left = old[0]
        assert seen(pool) == old
    for tiles, old in zip(draws, before, strict=True):
        assert seen(pool) == old
        pool.draw(tiles)
    assert seen(pool) == last


@given(st.sampled_from([table for table in TABLES if table[0]["back"] == "pool"]), st.integers(1, 30))
def test_tiles_that_come_back_undo_a_draw(table, tiles):
    pool = Pool(*table)
    pool.draw(5)
    before = seen(pool)
    pool.back(pool.draw(tiles))
    assert seen(pool) == before


def test_a_custom_box_may_be_set_out_in_single_tiles():
    box = {**PL["sets"][0], "stacks": 106, "stack": 1, "odd": 0}
    pool = Pool(changed(PL, sets=[box]), 4)
    pool.draw()
    assert (pool.stack_left, pool.new_stack_due) == (0, True)


@given(some_table, st.lists(st.integers(1, 14), max_size=40))
def test_no_tile_is_lost_and_the_stack_is_a_part_of_the_pool(table, draws):
    pool = Pool(*table)
    start = pool.left
    assert start == sum([pool.draw(tiles) for tiles in draws]) + pool.left
    assert 0 <= pool.stack_left <= pool.left
    assert not (pool.new_stack_due and pool.stack_left)
