"""What time brings to an end: rounds of one game or several, and turns of which nobody was in time."""

import pytest

from tests.core.play import CS, PL, TOURNAMENT, UK, changed, reading
from tests.core.test_play import UNDO_1, A, C, Game
from tileclock.core import records as r
from tileclock.core.clock import RUNNING
from tileclock.core.summary import round_for_next

# ---- late turns on an empty pool ----

UK_CHOICES = {"in_order": (0, 1), "unfinished": (1, 3)}


def late(game, choice, turns=1):
    """The next turns run out of time, and so the table is left."""
    for _ in range(turns):
        game.expire().happen(r.RESOLVE, *choice)
    return game


@reading(15)
def test_in_uk_an_unfinished_table_is_a_pass_because_all_is_taken_back():
    game = late(Game(UK, pool=0), UK_CHOICES["unfinished"], 3)
    assert (game.clock.phase, game.ending.turns_left) == (RUNNING, 1)
    assert late(game, UK_CHOICES["unfinished"]).reason == "blocked"


@reading(15)
def test_in_cs_finished_sets_stay_so_an_unfinished_table_is_none():
    assert late(Game(CS, pool=0), (2, 3), 8).reason == ""
    assert late(Game(CS, pool=0), (1, 1), 4).reason == "blocked"


@reading(32)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_when_the_time_ran_out_all_around_the_table_nobody_may_be_able_to_move(players):
    game = Game(UK, players=players, pool=0)
    for lap in range(2):
        for turn in range(players):
            assert game.play.stuck() == (lap > 0 and not turn)
            late(game, UK_CHOICES["in_order"])
    assert game.play.stuck() and game.clock.phase == RUNNING
    game.pause(0, r.ASKED_BLOCKED)
    for ago in range(players):
        assert not game.reason
        game.happen(r.PASSED, ago)
    assert game.reason == "blocked"


@reading(32)
def test_a_turn_in_time_a_tile_that_is_drawn_or_a_pool_begin_the_count_anew():
    assert not late(
        late(Game(UK, pool=0), UK_CHOICES["in_order"], 3).turns(5), UK_CHOICES["in_order"]
    ).play.stuck()
    assert not late(Game(UK, pool=1), UK_CHOICES["in_order"], 4).play.stuck(), "the first of them drew"
    assert not late(Game(UK), UK_CHOICES["in_order"], 4).play.stuck()
    assert not late(Game(PL, pool=2), UNDO_1, 3).play.stuck(), "a last lap ends by itself"


def left_by(game):
    """Seconds of its round for the next game."""
    return round_for_next(game.play.game)


ROUNDS = [  # minutes of the preset, the record as the game begins, seconds left then
    (0, (), None),
    (10, (), 600),
    (0, (r.ADD_ROUND, 20), 1200),
    (0, (r.ROUND, 90), 90),
    (10, (r.ROUND, 90), 90),
]


@reading(30)
@pytest.mark.parametrize(("minutes", "record", "left"), ROUNDS)
def test_a_game_has_a_round_time_of_its_own_or_what_is_left_of_that_of_all_games(minutes, record, left):
    game = Game(changed(TOURNAMENT, round_time=minutes))
    if record:
        game.happen(*record)
    assert game.round.left_ms(game.now) == (None if left is None else left * 1000)
    game.turns(20).pause(10, r.DISPUTE).resume(300).turns(9.5)
    game.pause(0.5, r.ASKED_OUT).happen(r.OUT, C)
    game.happen(r.RACK, A, 12, at=999)  # counting takes nothing of it
    assert left_by(game) == (left - 40 if record[:1] == (r.ROUND,) else None)


@reading(30)
def test_of_a_round_that_is_over_or_was_ended_nothing_is_left_for_the_next_game():
    late = Game(TOURNAMENT, players=2).happen(r.ROUND, 30).turns(31, 5, 5)
    assert (late.reason, left_by(late)) == ("round", 0)
    ended = (
        Game(TOURNAMENT, players=2).happen(r.ROUND, 900).pause().happen(r.END_ROUND).resume().turns(5, 5, 5)
    )
    assert (ended.reason, left_by(ended)) == ("round", 0)
    longer = Game(TOURNAMENT, players=2).happen(r.ROUND, 30).turns(20).pause().happen(r.ADD_ROUND, 1).resume()
    assert left_by(longer.pause().happen(r.OUT, A)) == 70
