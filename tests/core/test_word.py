"""Word, from the entries (letters, tiles used): points, refill, racks, pool, and the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.play import WORD, changed, reading, state, word_result
from tileclock.core.preset_box import Refused
from tileclock.core.word import Word
from tileclock_host.sheets.entry import check_entry


def opened(players=2, **fields):
    """A game in which everybody has laid an opening word of six letters."""
    table = Word(changed(WORD, **fields) if fields else WORD, players)
    for player in range(players):
        table.lay(player, 6, 6)
    return table


def near_the_end(racks, pool=0):
    """A game in which everybody has opened, with these racks and so many tiles in the pool."""
    table = opened(len(racks))
    table.racks = list(racks)
    table.pool.left = pool
    return table


def test_szyszka_oczy_kat_laid_in_one_turn_score_7():
    table = opened()
    table.lay(0, 7, 7 + 4 + 3 - 8)  # fourteen letters, eight of them were on the table
    assert table.points == [6 + 7, 6]


def test_an_opening_word_comes_from_the_own_rack_alone_so_its_letters_are_the_tiles_used():
    table = Word(WORD, 2)
    for letters, tiles in ((7, 6), (6, 7), (0, 6)):
        with pytest.raises(Refused, match="letters: must be the tiles used"):
            check_entry(table, 0, letters, tiles)
    check_entry(table, 0, 6, 6)
    assert table.lay(0, 6, 6) == 0


def test_an_opening_word_has_at_least_6_letters_beginners_may_agree_on_3_to_5():
    with pytest.raises(Refused, match=r"letters: .* at least 6 in the first word") as refused:
        check_entry(Word(WORD, 2), 1, 5, 5)
    assert refused.value.player == 1
    check_entry(Word(WORD, 2, opening=3), 0, 3, 3)
    with pytest.raises(Refused, match=r"letters: .* at least 4"):
        check_entry(Word(WORD, 2, opening=4), 0, 3, 3)
    with pytest.raises(Refused, match="opening: is none that the sheet offers"):
        Word(WORD, 2, opening=2)


def test_later_words_have_at_least_3_letters():
    table = opened()
    with pytest.raises(Refused, match="letters: must be 0 or 3 to 13"):
        check_entry(table, 0, 2, 1)
    check_entry(table, 0, 3, 1)


def test_merely_swapping_a_joker_out_scores_0_with_tiles_used():
    table = opened()
    table.lay(0, 0, 1)
    assert (table.points, table.racks[0]) == ([6, 6], 7)


def test_a_word_is_no_longer_than_the_tiles_used_and_those_on_the_table():
    table = opened()
    assert table.on_table() == 12
    with pytest.raises(Refused, match="letters: must be 0 or 3 to 14"):
        check_entry(table, 0, 15, 2)
    check_entry(table, 0, 14, 2)


@pytest.mark.parametrize("tiles", [9, -1])
def test_tiles_used_are_at_least_1_and_at_most_the_rack(tiles):
    with pytest.raises(Refused, match="tiles: must be 1 to 8"):
        check_entry(opened(), 0, 3, tiles)


def test_all_tiles_in_one_turn_count_double_if_there_were_at_least_7():
    table = near_the_end([7, 7, 6], pool=30)
    table.lay(0, 5, 7)
    table.lay(1, 5, 6)
    table.lay(2, 5, 6)
    assert table.points == [6 + 10, 6 + 5, 6 + 5]


def test_double_holds_for_the_opening_word_too():
    table = Word(WORD, 2)
    assert table.lay(0, 14, 14) == 7
    assert (table.points[0], table.racks[0]) == (28, 7)


def test_after_laying_the_player_draws_back_up_to_7():
    table = near_the_end([9, 7, 8], pool=30)
    assert table.lay(0, 3, 1) == 0, "he still holds 8"
    assert table.lay(1, 3, 3) == 3
    assert table.lay(2, 3, 2) == 1
    assert (table.racks, table.pool.left) == ([8, 7, 7], 26)


def test_an_emptied_rack_draws_7():
    table = near_the_end([3, 7], pool=30)
    assert table.lay(0, 3, 3) == 7
    assert not table.ending.over


def test_a_refill_takes_what_the_pool_has_if_it_has_less():
    table = near_the_end([5, 7], pool=2)
    assert table.lay(0, 3, 4) == 2
    assert (table.racks[0], table.pool.left) == (3, 0)


def test_who_lays_nothing_draws_1_whatever_he_holds_without_upper_limit():
    table = Word(WORD, 2)
    for _ in range(20):
        assert table.draw(0) == 1
    assert table.racks == [34, 14]


def test_time_out_or_error_take_the_move_back_draw_1_no_points():
    table = opened()
    (time_out,) = WORD["timeouts"]
    assert table.draw(0, time_out["tiles"]) == 1
    assert (table.points[0], table.racks[0]) == (6, 9)


def test_tiles_nobody_can_place_again_leave_the_table_for_the_rack():
    table = opened()
    table.back(0, 2)
    assert (table.racks[0], table.on_table()) == (10, 10)
    table.back(0, 11)
    assert (table.racks[0], table.on_table()) == (20, 0), "there are no more than ten"


def test_on_a_custom_sheet_they_may_go_to_the_pool():
    table = opened(back="pool")
    table.back(0, 2)
    assert (table.racks[0], table.on_table(), table.pool.left) == (8, 10, 86)


def test_it_ends_when_the_pool_is_empty_and_somebody_empties_his_rack():
    table = near_the_end([7, 3])
    table.lay(0, 3, 1)
    table.lay(1, 3, 3)
    assert table.ending.over == "out", "both had equally many turns"


def test_those_who_had_fewer_turns_may_make_one_more():
    table = near_the_end([3, 7, 7, 7])
    table.lay(0, 3, 3)
    assert (table.ending.over, table.ending.turns_left) == ("", 3)
    table.lay(1, 3, 1)
    table.draw(2)  # optional for them: a pass
    assert table.ending.turns_left == 1
    table.draw(3)
    assert table.ending.over == "out"


def test_only_those_after_him_in_the_round_had_fewer_turns():
    table = near_the_end([7, 7, 2, 7])
    table.lay(0, 3, 1)
    table.lay(1, 3, 1)
    table.lay(2, 3, 2)
    assert table.ending.turns_left == 1
    table.lay(3, 3, 1)
    assert table.ending.over == "out"


def test_a_second_empty_rack_does_not_prolong_the_extra_turns():
    table = near_the_end([3, 3, 7])
    table.lay(0, 3, 3)
    table.lay(1, 3, 3)
    table.draw(2)
    assert table.ending.over == "out"


@reading(26)
def test_when_all_pass_in_a_row_on_an_empty_pool_it_is_over_without_extra_turns():
    table = near_the_end([7, 7, 7])
    table.lay(0, 3, 1)
    for player in (1, 2, 0):
        assert not table.ending.over
        assert table.draw(player) == 0
    assert table.ending.over == "blocked"


def test_a_player_who_is_out_during_the_last_lap_of_a_round_ends_it_after_equal_turns():
    table = near_the_end([7, 3, 7])
    table.draw(0, round_over=True)
    table.lay(1, 3, 3, round_over=True)
    assert table.ending.turns_left == 1
    table.draw(2, round_over=True)
    assert table.ending.over == "out"


def test_a_player_who_left_gets_no_extra_turn():
    table = near_the_end([3, 7, 7])
    table.ending.leave(1)
    table.lay(0, 3, 3)
    table.draw(2)
    assert table.ending.over == "out"


def test_most_points_win_and_ties_share():
    assert word_result(WORD, [40, 52, 31], "out").winners == [1]
    tied = word_result(WORD, [52, 40, 52], "blocked")
    assert (tied.winners, tied.rounds, tied.rule, tied.reason) == ([0, 2], [1, 0, 1], "word", "blocked")
    assert tied.points == [52, 40, 52]
    assert tied.lines[0] == (0, 0, 52, 0, 0, 52), "no rack is counted"


@reading(17)
def test_overtime_is_taken_off_before_the_points_are_compared():
    result = word_result(changed(WORD, overtime=10), [52, 50], "out", late=[1, 0])
    assert (result.points, result.winners) == ([42, 50], [1])


def test_a_custom_sheet_may_let_the_first_of_the_tied_win_alone():
    assert word_result(changed(WORD, ties="first"), [9, 9, 3], "out", first=1).winners == [1]


moves = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 14)), max_size=60)


def play(table, turns):
    """Play turns that are legal, pass for the others."""
    for i, (letters, tiles) in enumerate(turns):
        if table.ending.over:
            break
        before = state(table)
        player = i % len(table.racks)
        try:
            check_entry(table, player, letters, tiles)
        except Refused:
            assert state(table) == before, "a refused entry changes nothing"
            table.draw(player)
        else:
            table.lay(player, letters, tiles)


@given(st.integers(2, 4), moves)
def test_no_tile_is_lost_whatever_is_entered(players, turns):
    table = Word(WORD, players, opening=3)
    play(table, turns)
    assert table.pool.left + sum(table.racks) + table.on_table() == 112
    assert table.on_table() >= 0
    assert all(rack >= 0 for rack in table.racks)
