"""A match: the tables printed in the sheets, totals, ranking, first players, its end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.play import (
    ALL,
    CS,
    PL,
    TOURNAMENT,
    UK,
    WORD,
    changed,
    named,
    out,
    reading,
    tables,
    unfinished,
    word_result,
)
from tileclock.core.match import Match, first_player, notes
from tileclock.core.preset_box import Refused
from tileclock.core.scoring import score_unfinished
from tileclock.core.summary import totals

ABCD = (0, 1, 2, 3)
A, B, C, D = ABCD

# The printed tables. A game is told by the points of its players; the racks follow.
THREE_GAMES = [[24, -5, -16, -3], [-6, -11, 22, -5], [-32, -13, -2, 47]]
FOUR_ROUNDS = [*THREE_GAMES, [-10, -25, 41, -6]]
MISPRINT = [-6, -1, 22, -5]


def game(preset, points):
    """The result that gives these points: the one above zero was out, the others held what they lose."""
    winner = max(ABCD, key=lambda seat: points[seat])
    return out(preset, [0 if seat == winner else -points[seat] for seat in ABCD], winner)


def match(preset, table, **end):
    series = Match(preset, **end)
    for points in table:
        series.add(game(preset, points), ABCD)
    return series


@pytest.mark.parametrize("preset", [PL, CS], ids=["pl", "cs"])
def test_the_table_of_the_polish_and_the_czech_sheet(preset):
    series = match(preset, THREE_GAMES)
    assert series.points[:4] == [-14, -29, 4, 39]
    assert series.places() == [(1, D), (2, C), (3, A), (4, B)]


def test_the_table_of_the_ukrainian_sheet():
    series = match(UK, FOUR_ROUNDS)
    assert series.points[:4] == [-24, -54, 45, 33]
    assert series.rounds[:4] == [1, 0, 2, 1]
    assert series.places()[0] == (1, C)


@pytest.mark.parametrize("preset", [PL, CS, UK], ids=["pl", "cs", "uk"])
def test_the_misprinted_table_is_refused_with_the_game_and_the_amount(preset):
    series = match(preset, THREE_GAMES[:1])
    slip = game(preset, THREE_GAMES[1])
    slip.points = MISPRINT
    with pytest.raises(Refused) as refused:
        series.add(slip, ABCD)
    assert str(refused.value) == ("game 2: the points add up to +10, they must add up to 0: +10 is wrong")
    assert (series.games, series.points[:4]) == (1, THREE_GAMES[0]), "a refused game leaves the totals alone"


def test_most_rounds_and_most_points_may_be_different_players():
    rounds = [[1, -1, 0, 0], [1, -1, 0, 0], [-50, 100, -25, -25]]
    assert match(UK, rounds).places()[0] == (1, A)
    assert match(PL, rounds).places()[0] == (1, B)


def test_in_uk_points_decide_between_players_with_equally_many_rounds():
    assert match(UK, [[1, -1, 0, 0], [-5, 100, -50, -45]]).places() == [(1, B), (2, A), (3, D), (4, C)]


def test_in_the_tournament_most_big_points_win_then_small_points():
    rounds = [[9, -3, -3, -3], [9, -3, -3, -3], [-40, 100, -30, -30]]
    series = match(TOURNAMENT, rounds)
    assert series.big_points[:4] == [2, 1, 0, 0]
    assert series.points[:4] == [-22, 94, -36, -36]
    assert series.places() == [(1, A), (2, B), (3, C), (3, D)]


@reading(24)
def test_shared_places_are_honest():
    series = match(PL, [[9, -3, -3, -3]])
    assert series.places() == [(1, A), (2, B), (2, C), (2, D)]
    series.add(unfinished(CS, [1, 1, 1, 9]), ABCD)
    assert series.places() == [(1, A), (2, B), (2, C), (4, D)]


def test_a_word_match_is_won_by_most_points():
    series = Match(WORD)
    series.add(word_result(WORD, [40, 52, 31], "out"), (0, 1, 2))
    series.add(word_result(WORD, [40, 20, 30], "blocked"), (0, 1, 2))
    assert series.places() == [(1, A), (2, B), (3, C)]
    assert series.rounds[:3] == [1, 1, 0]


def test_totals_belong_to_seats_so_players_may_come_and_leave_between_games():
    series = Match(PL)
    series.add(out(PL, [0, 5, 7]), (0, 2, 5))
    series.add(out(PL, [3, 0], winner=1), (0, 2))
    series.add(out(PL, [0, 1, 2], winner=0), (0, 2, 3))
    assert series.points == [12, 0, -3, -2, 0, -7]
    assert series.places() == [(1, 0), (2, 3), (3, 2), (4, 5)], "B and E never played"


def test_a_corrected_game_takes_the_place_of_the_wrong_one():
    series = match(PL, THREE_GAMES)
    series.take_back(game(PL, THREE_GAMES[1]), ABCD)
    series.add(game(PL, [-6, -21, 32, -5]), ABCD, game=2)
    assert series.points[:4] == [-14, -39, 14, 39]
    assert series.games == 3


@given(st.lists(tables(), min_size=1, max_size=8))
def test_taking_every_game_back_leaves_an_empty_match(played):
    series = Match(UK)
    results = [(score_unfinished(UK, table, "blocked"), range(len(table.racks))) for table in played]
    for result, seats in results:
        series.add(result, seats)
    for result, seats in results:
        series.take_back(result, seats)
    fresh = Match(UK)
    assert vars(series) == vars(fresh)
    assert series.places() == []


@given(st.sampled_from(ALL), st.lists(st.integers(-3, 3), min_size=2, max_size=6))
def test_a_place_is_one_more_than_the_number_of_players_before(preset, points):
    series = Match(preset)
    result = word_result(preset, points, "out")
    series.add(result, range(len(points)))
    for place, seat in series.places():
        assert place == 1 + sum(other > points[seat] for other in points)


# ---- the end of a match ----


def test_a_match_ends_by_games_by_a_target_by_round_time_or_because_they_stop():
    assert match(PL, THREE_GAMES).over() == ""
    assert match(PL, THREE_GAMES, games=3).over() == "games"
    assert match(PL, THREE_GAMES, games=4).over() == ""
    assert match(PL, THREE_GAMES, target=39).over() == "target"
    assert match(PL, THREE_GAMES, target=40).over() == ""
    assert match(PL, THREE_GAMES, games=3).over(stopped=True) == "stop"


@reading(30)
@pytest.mark.parametrize(("left", "over"), [(None, ""), (1, ""), (0, "round")])
def test_a_round_ends_the_match_only_where_it_is_one_for_all_games_and_used_up(left, over):
    series = match(TOURNAMENT, THREE_GAMES)
    series.leave_of_round(left)
    assert series.over() == over
    again = Match(TOURNAMENT)
    assert again.restore(3, totals(series))
    assert (again.round_left, again.over()) == (left, over), "the sheet has carried it over"


@reading(25)
def test_a_target_counts_what_decides_the_ranking():
    assert match(UK, FOUR_ROUNDS, target=2).over() == "target"
    assert match(UK, FOUR_ROUNDS, target=3).over() == ""
    assert match(TOURNAMENT, THREE_GAMES, target=2).over() == ""


# ---- who begins, and what the screen says before ----


@pytest.mark.parametrize("preset", **named([PL, WORD, CS, UK]))
def test_the_first_player_of_game_1_is_drawn(preset):
    assert first_player(preset, ABCD) is None


def test_in_the_tournament_seat_a_begins_then_b_then_c():
    seat, order = None, []
    for _ in range(5):
        seat = first_player(TOURNAMENT, ABCD, seat)
        order.append(seat)
    assert order == [A, B, C, D, A]


@pytest.mark.parametrize("preset", [PL, WORD], ids=["pl", "word"])
def test_the_next_game_begins_to_the_left_of_the_previous_first_player(preset):
    assert first_player(preset, ABCD, C) == D
    assert first_player(preset, (0, 2, 5), 2) == 5
    assert first_player(preset, (0, 2, 5), 5) == 0
    assert first_player(preset, (0, 5), 2) == 5, "who began last time has left"


@pytest.mark.parametrize("preset", [CS, UK], ids=["cs", "uk"])
def test_in_cs_and_uk_the_first_player_is_drawn_again_for_every_game(preset):
    assert first_player(preset, ABCD, B) is None


def test_the_screen_recalls_opening_redeal_and_customs_before_a_game():
    assert notes(PL, drawn=True) == [
        ("first_highest", 0),
        ("opening", 30),
        ("redeal", 0),
        ("redeal_pairs", 3),
    ]
    assert notes(TOURNAMENT, drawn=False) == [
        ("opening", 30),
        ("redeal", 0),
        ("redeal_pairs", 3),
        ("draw_first", 0),
        ("ask_count", 0),
    ]
    assert ("first_nearest_a", 0) in notes(WORD, drawn=True)
    assert notes(WORD, drawn=True)[2:4] == [("redeal_vowels", 3), ("redeal_consonants", 3)]
    assert notes(CS, drawn=True) == [("first_highest_number", 0), ("opening", 30), ("first_lay", 0)]
    assert ("call_name", 0) in notes(UK, drawn=False)


def test_where_only_the_first_game_is_seat_a_s_a_drawn_one_is_not_said_to_be():
    preset = changed(TOURNAMENT, next_first="drawn")
    assert first_player(preset, ABCD) == A
    assert first_player(preset, ABCD, A) is None
    assert notes(preset, drawn=True) == notes(preset, drawn=False)


def test_a_series_of_ties_is_settled_by_nothing_that_is_not_in_the_preset():
    series = Match(changed(UK, ranking=["rounds"]))
    series.add(out(UK, [0, 9, 1]), (0, 1, 2))
    series.add(out(UK, [1, 0, 1], winner=1), (0, 1, 2))
    assert series.places() == [(1, A), (1, B), (3, C)]
