"""The end of a game nobody finishes: last lap, round time, blocked – counted turn by turn."""

import pytest

from tests.core.play import ALL, CS, PL, TOURNAMENT, UK, WORD, named, reading
from tileclock.core.pool import PASSES, Ending

EMPTY = 0
LAP = {"argvalues": [PL, TOURNAMENT], "ids": ["pl", "tournament"]}
BLOCKED = {"argvalues": [CS, UK, WORD], "ids": ["cs", "uk", "word"]}


def table(preset, players=4):
    return Ending(preset, range(players))


def turns_until_over(ending, seat, players=4, left=EMPTY, passed=True, **how):
    """Everybody in turn, beginning with `seat`; the seats that still had a turn."""
    had = []
    while not ending.over:
        ending.turn(seat, passed, left, **how)
        had.append(seat)
        seat = (seat + 1) % players
        assert len(had) < 100, "the game never ends"
    return had


@reading(11)
@pytest.mark.parametrize("preset", **LAP)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_the_turn_in_which_the_last_tile_was_drawn_everybody_has_one_more_that_player_last(
    preset, players
):
    ending = table(preset, players)
    ending.turn(0, False, 1)
    ending.turn(1, False, EMPTY)  # player 1 draws the last tile
    assert ending.turns_left == players
    had = turns_until_over(ending, 2 % players, players)
    assert len(had) == players
    assert had[-1] == 1
    assert ending.over == "lap"


@reading(11)
def test_a_last_lap_does_not_end_earlier_because_everybody_passes_or_plays():
    for passed in (True, False):
        ending = table(PL)
        ending.turn(3, False, EMPTY)
        assert turns_until_over(ending, 0, passed=passed) == [0, 1, 2, 3]


@reading(12)
def test_a_last_tile_taken_as_a_penalty_counts_for_the_turn_it_was_taken_for():
    penalty = table(PL)
    penalty.turn(2, passed=False, left=EMPTY)  # expired: put everything back, take the last tile
    assert turns_until_over(penalty, 3)[-1] == 2


@reading(13)
@pytest.mark.parametrize("preset", **named(ALL))
def test_when_the_round_time_runs_out_the_turn_is_finished_and_its_player_still_moves_once_more_last(preset):
    ending = table(preset)
    ending.turn(0, False, 30)
    ending.turn(1, False, 29, round_over=True)  # time ran out during this turn
    assert not ending.over
    assert turns_until_over(ending, 2, left=20, passed=False, round_over=True) == [2, 3, 0, 1]
    assert ending.over == "round"


@reading(13)
def test_there_is_never_a_second_last_lap():
    ending = table(TOURNAMENT)
    ending.turn(0, False, 1, round_over=True)
    ending.turn(1, False, EMPTY, round_over=True)  # a tile that was left is drawn: the last one
    assert turns_until_over(ending, 2, round_over=True) == [2, 3, 0]
    assert ending.over == "round"


@reading(13)
def test_the_round_time_cannot_prolong_a_last_lap_that_is_already_played():
    ending = table(TOURNAMENT)
    ending.turn(0, False, EMPTY)
    assert turns_until_over(ending, 1, round_over=True) == [1, 2, 3, 0]
    assert ending.over == "lap"


@reading(14)
def test_in_pl_tiles_that_come_back_during_the_last_lap_may_be_drawn_and_do_not_prolong_it():
    ending = table(PL)
    ending.turn(0, False, EMPTY)
    ending.turn(1, False, 2)  # two tiles came back
    ending.turn(2, False, 1)
    assert turns_until_over(ending, 3) == [3, 0]


@pytest.mark.parametrize("preset", **BLOCKED)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_passes_in_a_row_as_players_is_blocked(preset, players):
    ending = table(preset, players)
    ending.turn(0, False, EMPTY)  # the last tile is drawn: no pass
    assert ending.turns_left == 0
    assert len(turns_until_over(ending, 1 % players, players)) == players
    assert ending.over == "blocked"


def test_the_passes_that_are_missing_are_counted_down():
    ending = table(CS, 3)
    ending.turn(0, True, EMPTY)
    assert ending.turns_left == 2
    ending.turn(1, True, EMPTY)
    assert ending.turns_left == 1


@pytest.mark.parametrize("preset", **BLOCKED)
def test_whoever_plays_begins_the_count_of_passes_anew(preset):
    ending = table(preset)
    for seat in (0, 1, 2):
        ending.turn(seat, True, EMPTY)
    ending.turn(3, False, EMPTY)
    assert turns_until_over(ending, 0) == [0, 1, 2, 3]


@reading(14)
@pytest.mark.parametrize("preset", [CS, UK], ids=["cs", "uk"])
def test_tiles_that_come_back_may_be_drawn_and_reset_the_count(preset):
    ending = table(preset)
    for seat in (0, 1, 2):
        ending.turn(seat, True, EMPTY)
    ending.turn(3, False, 1)  # could not move, two tiles came back, one of them drawn
    ending.turn(0, False, EMPTY)
    assert turns_until_over(ending, 1) == [1, 2, 3, 0]


def test_as_long_as_there_are_tiles_nobody_is_blocked():
    ending = table(CS)
    for turn in range(20):
        ending.turn(turn % 4, True, 1)
    assert not ending.over


@reading(15)
def test_after_a_time_out_only_undo_and_nothing_laid_are_passes_by_their_names():
    choices = {row["choice"] for preset in ALL for row in preset["timeouts"]}
    assert set(PASSES) <= choices
    assert choices - set(PASSES) == {"valid", "unfinished", "in_order"}


@reading(29)
def test_a_player_who_leaves_is_not_waited_for():
    lap = table(PL)
    lap.turn(0, False, EMPTY)
    lap.leave(2)
    assert lap.turns_left == 3
    for seat in (1, 3, 0):
        assert not lap.over
        lap.turn(seat, True, EMPTY)
    assert lap.over == "lap"
    blocked = table(CS)
    blocked.leave(1)
    for seat in (2, 3, 0):
        assert not blocked.over
        blocked.turn(seat, True, EMPTY)
    assert blocked.over == "blocked"


def test_the_last_player_everybody_waited_for_leaves_and_the_lap_is_over():
    ending = table(PL, 2)
    ending.turn(0, False, EMPTY)
    ending.turn(1, True, EMPTY)
    ending.leave(0)
    assert ending.over == "lap"


def test_seats_may_have_gaps():
    ending = Ending(PL, (0, 2, 5))
    ending.turn(2, False, EMPTY)
    assert ending.turns_left == 3
    for seat in (5, 0, 2):
        assert not ending.over
        ending.turn(seat, False, EMPTY)
    assert ending.over == "lap"


def fold(preset, turns, error=0):
    """Fold turns (passed, tiles left) of four players; `error`: by how many the pool was counted too high."""
    ending = table(preset)
    for i, (passed, left) in enumerate(turns):
        ending.turn(i % 4, passed, left - error)
    return ending


def test_a_last_lap_started_by_one_forgotten_hold_is_cancelled_by_folding_again():
    turns = [(False, 1), (False, 0), (True, 0)]
    assert fold(PL, turns).lap == "lap"
    assert fold(PL, turns, error=-1).lap == ""


def test_a_last_lap_that_was_missed_is_started_at_its_turn_by_folding_again():
    turns = [(False, 2), (False, 1), (False, 1)]
    assert fold(PL, turns).turns_left == 0
    assert fold(PL, turns, error=1).turns_left == 3
    assert fold(PL, turns, error=2).turns_left == 2, "one tile more was missing: the lap began a turn earlier"
    assert fold(CS, [(True, 1)] * 4, error=2).over == "blocked"
