"""Timing modes of a preset: what a seat has for a turn, and what a turn leaves for later."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.play import CS, PL, TOURNAMENT, UK, WORD, changed, reading, usual_time
from tileclock.core.preset_time import Allowance, late_minutes, usual_mistake, usual_time_out

SECOND = 1000
BANK = changed(PL, timing="bank", bank=120)
CHESS = changed(PL, timing="total", limit=0, total=600, delay=10)


def turns(allowance, *seconds):
    """Play turns of so many seconds; the time there was for each of them, in seconds."""
    given_times = []
    for used in seconds:
        given_times.append(allowance.turn() // SECOND)
        allowance.spend(used * SECOND)
    return given_times


def test_a_plain_limit_is_the_same_every_turn():
    assert turns(usual_time(PL), 10, 60, 5) == [60, 60, 60]


def test_no_limit_counts_up():
    assert usual_time(changed(PL, timing="none", limit=0)).turn() is None
    assert Allowance(PL, 0).turn() is None


@pytest.mark.parametrize("seconds", [1, 75, 3600])
def test_any_other_whole_number_of_seconds_may_be_chosen(seconds):
    assert Allowance(PL, seconds).turn() == seconds * SECOND


def test_a_handicap_is_a_limit_of_the_seat():
    assert turns(Allowance(PL, 90), 80) == [90]


@reading(16)
def test_banked_time_is_what_turns_left_over_up_to_a_maximum_and_comes_after_the_turn_limit():
    assert turns(usual_time(BANK), 20, 70, 90, 60, 60) == [60, 100, 90, 60, 60]
    saver = usual_time(BANK)
    turns(saver, 0, 0, 0)
    assert saver.saved == 120 * SECOND


def test_mind_sports_olympiad_ten_minutes_and_ten_seconds_delay_per_move():
    assert turns(usual_time(CHESS), 10, 4, 25, 0) == [610, 610, 610, 595]


def test_the_delay_remains_when_the_total_is_used_up():
    assert turns(usual_time(CHESS), 1000, 5) == [610, 10]


def test_a_handicap_in_total_time_is_a_total():
    assert turns(Allowance(CHESS, 300), 20) == [310]


@reading(17)
@pytest.mark.parametrize(
    ("late", "minutes"), [(-1, 0), (0, 0), (1, 1), (60_000, 1), (60_001, 2), (119_999, 2), (120_001, 3)]
)
def test_overtime_is_counted_in_started_minutes(late, minutes):
    assert late_minutes(60_000 + late, 60_000) == minutes


def test_nobody_is_late_without_a_limit():
    assert late_minutes(10**9, None) == 0


def test_a_time_out_costs_what_the_choice_says_and_auto_takes_the_default():
    def costs(preset):
        return {row["choice"]: row["tiles"] for row in preset["timeouts"]}

    assert costs(TOURNAMENT) == {"valid": 0, "undo": 1}
    assert TOURNAMENT["timeouts"][usual_time_out(TOURNAMENT)]["choice"] == "undo"
    assert costs(UK)["unfinished"] == 3


@reading(28)
@pytest.mark.parametrize("preset", [PL, WORD], ids=["pl", "word"])
def test_a_table_left_wrong_costs_the_same_as_a_time_out(preset):
    assert preset["timeouts"][usual_time_out(preset)] == {"choice": "undo", "tiles": 1}


@given(st.sampled_from([PL, BANK, CHESS]), st.lists(st.integers(0, 200_000), max_size=20))
def test_putting_the_saved_figure_back_undoes_a_turn(preset, used):
    allowance = usual_time(preset)
    for milliseconds in used:
        before = allowance.saved, allowance.turn()
        allowance.spend(milliseconds)
        after = allowance.saved
        allowance.saved = before[0]
        assert allowance.turn() == before[1]
        allowance.spend(milliseconds)
        assert allowance.saved == after >= 0


@pytest.mark.parametrize(
    ("preset", "proposed"),
    [(PL, "undo"), (TOURNAMENT, "undo"), (WORD, "undo"), (CS, "unfinished"), (UK, "unfinished")],
)
def test_a_table_left_wrong_is_proposed_as_unfinished_where_the_sheet_knows_that(preset, proposed):
    assert preset["timeouts"][usual_mistake(preset)]["choice"] == proposed
