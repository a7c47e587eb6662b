"""A round with an end by time: the turn in progress is finished, then everybody has one more."""

import pytest

pytestmark = pytest.mark.needs_models


def test_a_round_time_set_on_the_box_ends_in_a_last_lap(lay_table):
    table = lay_table(start=False)
    table.settings(round=1)
    table.start_game("AB")
    for seat in "ABAB":
        table.wait(s=14)
        assert table.screen.seat == seat
        table.seat(seat).press()
    table.wait(s=10)  # the minute is over in A's turn, which goes on
    assert table.screen.seat == "A"
    for seat in "ABA":
        table.seat(seat).press()
        table.wait(s=1)
    assert table.screen.says(table.words.REASONS["round"]), "A's turn, then B and A once more each"


def test_without_one_there_is_no_row_to_lengthen_it(table):
    table.start_game("AB")
    table.wait(s=2)
    table.back.press()
    for _ in range(14):
        assert not table.screen.says(table.words.ADD_ROUND)
        table.down.press()


def test_the_judge_may_lengthen_it(lay_table):
    table = lay_table(start=False)
    table.settings(round=1)
    table.start_game("AB")
    table.wait(s=2)
    table.back.press()
    table.choose(table.words.ADD_ROUND)
    table.ok.press()  # five minutes more
    table.wait(s=1)
    table.back.press()
    for seat in "ABABAB":
        table.wait(s=14)
        table.seat(seat).press()
    assert table.screen.seat == "A", "84 s are over, and the round is not"
