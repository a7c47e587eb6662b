"""Scores of one game of numbers, table by table, and what holds for every table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.play import (
    CS,
    NUMBER_PRESETS,
    PL,
    TOURNAMENT,
    UK,
    WORD,
    changed,
    entries,
    named,
    out,
    reading,
    tables,
    unfinished,
    word_result,
)
from tileclock.core.marks import COULD, NEVER, OPENED
from tileclock.core.match import Match
from tileclock.core.preset_box import Refused, tile_set
from tileclock.core.scoring import (
    Entries,
    check_balance,
    check_racks,
    most_points,
    score_out,
    score_unfinished,
    share,
)

LEAGUE = changed(PL, cap=25, winner_bonus=50, second_bonus=5)
any_preset = st.sampled_from([*NUMBER_PRESETS, changed(CS, ties="first"), LEAGUE])

# ---- somebody went out ----


def test_the_others_lose_their_racks_and_the_winner_gets_what_they_lose():
    result = out(PL, [0, 5, 16, 3])
    assert result.points == [24, -5, -16, -3]
    assert (result.winners, result.rounds, result.reason, result.rule) == ([0], [1, 0, 0, 0], "out", "out")


@pytest.mark.parametrize(("preset", "joker"), [(PL, 30), (TOURNAMENT, 50), (CS, 30), (UK, 30)])
def test_jokers_are_added_to_the_number_tiles(preset, joker):
    assert out(preset, [(0, 0), (7, 1), (3, 2)]).points == [10 + 3 * joker, -7 - joker, -3 - 2 * joker]


@pytest.mark.parametrize("preset", [PL, TOURNAMENT], ids=["pl", "tournament"])
def test_never_opened_costs_100_and_could_have_opened_200(preset):
    result = out(preset, [0, 12, 40, 3], marks=[OPENED, NEVER, COULD, OPENED])
    assert result.points == [303, -100, -200, -3]


@reading(18)
@pytest.mark.parametrize("preset", [PL, TOURNAMENT], ids=["pl", "tournament"])
def test_flat_penalties_stand_instead_of_the_rack_count(preset):
    assert out(preset, [(0, 0), (130, 2), (150, 0)], marks=[OPENED, NEVER, COULD]).points == [300, -100, -200]


@pytest.mark.parametrize("preset", [CS, UK], ids=["cs", "uk"])
def test_cs_and_uk_count_the_rack_of_one_who_never_opened(preset):
    assert out(preset, [0, 40, 50], marks=[OPENED, NEVER, COULD]).points == [90, -40, -50]


def test_a_sheet_that_knows_only_one_flat_penalty_uses_it_for_both():
    one = changed(PL, never_opened=80, could_open=0)
    assert out(one, [0, 40, 50], marks=[OPENED, NEVER, COULD]).points == [160, -80, -80]


def test_the_tournament_winner_gets_one_big_point_and_the_others_none():
    assert out(TOURNAMENT, [5, 0, 3, 4], winner=1).big_points == [0, 1, 0, 0]


def test_a_winner_with_tiles_on_the_rack_is_refused():
    with pytest.raises(Refused, match="tiles: must be 0 for the player who is out") as refused:
        out(PL, [5, 0, 3], winner=0)
    assert refused.value.player == 0


# ---- nobody finished ----


@pytest.mark.parametrize(
    ("preset", "points"),
    [
        (PL, [29, -5, -10, -15]),
        (TOURNAMENT, [27, -4, -9, -14]),
        (UK, [27, -4, -9, -14]),
        (CS, [30, -5, -10, -15]),
    ],
    ids=["net", "difference", "difference-uk", "plain"],
)
def test_racks_1_5_10_15_when_nobody_went_out(preset, points):
    result = unfinished(preset, [1, 5, 10, 15])
    assert result.points == points
    assert (result.winners, result.rule, result.reason) == ([0], preset["unfinished"], "lap")


@pytest.mark.parametrize(
    ("preset", "points"),
    [(PL, [8, 8, -10, -16]), (TOURNAMENT, [8, 8, -5, -11]), (CS, [13, 13, -10, -16])],
    ids=["net", "difference", "plain"],
)
def test_ties_for_the_smallest_rack_share_the_victory(preset, points):
    result = unfinished(preset, [5, 5, 10, 16])
    assert result.points == points
    assert (result.winners, result.rounds) == ([0, 1], [1, 1, 0, 0])


def test_every_tied_winner_gets_a_big_point():
    assert unfinished(TOURNAMENT, [5, 9, 5, 5]).big_points == [1, 0, 1, 1]


@reading(20)
@pytest.mark.parametrize(
    ("preset", "points"),
    [(PL, [8, 7, -10, -15]), (UK, [8, 7, -5, -10]), (CS, [13, 12, -10, -15])],
    ids=["net", "difference", "plain"],
)
def test_what_does_not_divide_is_given_one_by_one_in_turn_order_from_the_first_player(preset, points):
    assert unfinished(preset, [5, 5, 10, 15], first=0).points == points
    swapped = [points[1], points[0], *points[2:]]
    for first in (1,):
        assert unfinished(preset, [5, 5, 10, 15], first=first).points == swapped
    for first in (2, 3):  # A comes before B again
        assert unfinished(preset, [5, 5, 10, 15], first=first).points == points


@reading(33)
@pytest.mark.parametrize(
    ("racks", "points", "rest"),
    [
        ([5, 5, 10, 16], [8, 8, -5, -11], 0),
        ([5, 5, 10, 15], [7, 7, -5, -10], 1),
        ([10, 10, 14, 25], [9, 9, -4, -15], 1),
        ([3, 3, 3, 5], [0, 0, 0, -2], 2),
    ],
)
@pytest.mark.parametrize("first", range(4))
def test_equals_of_the_tournament_stay_equal_and_the_rest_is_nobodys(racks, points, rest, first):
    result = unfinished(TOURNAMENT, racks, first=first)
    result.check()
    assert (result.points, result.rest, result.expected) == (points, rest, -rest)
    assert result.big_points == [int(rack == min(racks)) for rack in racks]
    match = Match(TOURNAMENT)
    match.add(result, range(4))
    assert [place for place, seat in match.places() if seat in result.winners] == [1] * len(result.winners)


def test_only_what_equal_winners_cannot_share_is_a_rest():
    assert unfinished(PL, [10, 10, 14, 25]).rest == 0
    assert out(TOURNAMENT, [0, 5, 6]).rest == 0
    equal = changed(PL, ties="equal")
    assert (unfinished(equal, [5, 5, 10, 15]).points, unfinished(equal, [5, 5, 10, 15]).rest) == (
        [7, 7, -10, -15],
        1,
    )


@reading(22)
def test_a_bonus_of_equals_is_shared_without_its_odd_points():
    league = changed(LEAGUE, ties="equal")
    assert out(league, [0, 10, 10, 20], first=2).points == [90, -10 + 2, -10 + 2, -20]
    assert unfinished(changed(league, winner_bonus=51), [10, 10, 12]).points == [21, 21, -12]


def test_two_players_with_ten_each_both_lose_them_in_net():
    assert unfinished(PL, [10, 10]).points == [-10, -10]
    assert unfinished(CS, [10, 10]).points == [0, 0]


@pytest.mark.parametrize("preset", **named(NUMBER_PRESETS))
def test_flat_penalties_do_not_apply_when_nobody_went_out(preset):
    marks = [COULD, NEVER, COULD]
    assert unfinished(preset, [4, 5, 6], marks=marks).points == unfinished(preset, [4, 5, 6]).points


@pytest.mark.parametrize("reason", ["lap", "round", "blocked"])
def test_the_reason_is_told_and_changes_no_score(reason):
    result = unfinished(UK, [1, 5, 10, 15], reason)
    assert (result.reason, result.points) == (reason, [27, -4, -9, -14])


# ---- rules met elsewhere ----


@reading(21)
def test_a_private_league_caps_the_loss_and_adds_bonuses_for_winner_and_second():
    assert out(LEAGUE, [0, 12, 90, 40]).points == [62 + 50, -12 + 5, -25, -25]
    assert out(LEAGUE, [0, 12, 13], marks=[OPENED, COULD, OPENED]).points == [38 + 50, -25, -13 + 5]


@reading(21)
def test_a_bonus_may_stand_instead_of_what_the_others_lose():
    assert out(changed(LEAGUE, bonus="instead"), [0, 12, 90, 40]).points == [50, -12 + 5, -25, -25]
    assert out(changed(PL, bonus="instead"), [0, 12, 90]).points == [0, -12, -90]


@reading(22)
def test_a_bonus_is_shared_by_those_who_tie_for_it():
    assert out(LEAGUE, [0, 10, 10, 20], first=2).points == [90, -10 + 2, -10 + 3, -20]
    # behind two winners comes a third: nobody is second
    assert unfinished(LEAGUE, [10, 10, 12]).points == [6 + 25 - 10, 6 + 25 - 10, -12]


@reading(21)
def test_the_cap_holds_for_every_loss_also_the_winners_own_rack_in_net():
    assert unfinished(changed(PL, cap=25), [30, 30]).points == [-25, -25]
    assert unfinished(changed(UK, cap=25), [5, 30, 31]).points == [50, -25, -25]


@reading(17)
def test_overtime_costs_points_per_started_minute_and_goes_to_nobody():
    late = changed(PL, overtime=10)
    assert out(late, [0, 5, 6], late=[1, 0, 3]).points == [11 - 10, -5, -6 - 30]


@reading(20)
def test_a_custom_sheet_may_let_the_first_of_the_tied_in_turn_order_win_alone():
    alone = changed(CS, ties="first")
    assert unfinished(alone, [5, 9, 5], first=1).points == [-5, -9, 14]
    assert unfinished(changed(UK, ties="first"), [5, 9, 5], first=0).points == [4, -4, 0]
    assert unfinished(changed(PL, ties="first", second_bonus=3), [1, 7, 7], first=2).points == [13, -7, -4]


def test_entries_begin_with_empty_racks_everybody_opened_nobody_late():
    table = Entries(3)
    assert (table.racks, table.marks) == ([(0, 0)] * 3, [OPENED] * 3)
    assert table.late == [0] * 3


# ---- the check ----


def test_a_game_that_does_not_balance_is_refused_with_its_number_and_the_amount():
    result = out(PL, [0, 5, 16, 3])
    result.points[1] = -4
    with pytest.raises(
        Refused, match=r"^game 7: the points add up to \+1, .* must add up to 0: \+1 is wrong$"
    ):
        result.check(7)
    with pytest.raises(Refused, match=r"game 2: .* \+10 is wrong"):
        check_balance(2, [-6, -1, 22, -5])


@reading(23)
def test_net_balances_to_what_the_winners_keep_on_their_racks():
    assert unfinished(PL, [1, 5, 10, 15]).expected == -1
    assert unfinished(PL, [10, 10]).expected == -20
    unfinished(PL, [1, 5, 10, 15]).check()


# ---- racks that cannot be ----


def test_racks_that_can_be():
    check_racks(PL, [(0, 0), (10, 1), (5, 1)], left=40, winner=0)
    check_racks(PL, [(1, 0), (0, 1), (5, 1)], left=0)
    check_racks(PL, [(0, 0), (100, 4), (5, 0), (1, 0), (1, 0)], left=0, winner=0)  # XP has four jokers


@pytest.mark.parametrize(
    ("racks", "field", "player"),
    [
        ([(0, 0), (10, 3), (5, 0)], "jokers", 1),
        ([(0, 0), (10, -1), (5, 0)], "jokers", 1),
        ([(0, 0), (10, 2), (5, 1)], "jokers", None),
        ([(0, 0), (10, 0), (-5, 0)], "tiles", 2),
        ([(0, 0), (10, 0), (619, 0)], "tiles", 2),
        ([(0, 0), (310, 0), (310, 0)], "tiles", None),
        ([(0, 0), (0, 0), (5, 0)], "tiles", 1),
        ([(1, 0), (5, 0), (5, 0)], "tiles", 0),
    ],
)
def test_a_rack_that_cannot_be_is_refused_at_the_field_and_the_player(racks, field, player):
    with pytest.raises(Refused, match=f"^{field}: must be ") as refused:
        check_racks(PL, racks, left=40, winner=0)
    assert (refused.value.field, refused.value.player) == (field, player)


def test_racks_cannot_be_worth_more_than_the_tiles_that_are_out():
    # 42 of 106 tiles are out; without jokers that is at most 13 to 9 eight times and two eights
    check_racks(PL, [(0, 0), (455, 0), (1, 0)], left=64, winner=0)
    with pytest.raises(Refused, match="tiles: must be 456 at most, all racks together"):
        check_racks(PL, [(0, 0), (455, 0), (2, 0)], left=64, winner=0)


def test_number_tiles_are_worth_13_eight_times_then_12_and_so_on():
    box = tile_set(PL, 4)
    assert [most_points(box, n) for n in (-1, 0, 1, 8, 9, 103, 104, 106)] == [
        0,
        0,
        13,
        104,
        116,
        727,
        728,
        728,
    ]
    check_racks(PL, [(13 * 8 + 12 * 2, 0), (0, 0)], left=96, winner=1)
    with pytest.raises(Refused, match="tiles: must be 0 to 128"):
        check_racks(PL, [(13 * 8 + 12 * 2 + 1, 0), (0, 0)], left=96, winner=1)


# ---- what holds for every table ----


@given(any_preset, tables(), st.data())
def test_the_table_is_zero_sum_when_somebody_goes_out(preset, table, data):
    winner = data.draw(st.integers(0, len(table.racks) - 1))
    table.racks[winner] = (0, 0)
    result = score_out(preset, table, winner)
    result.check()
    extra = preset["winner_bonus"] + preset["second_bonus"]
    assert sum(result.points) == extra, f"{result.lines}"
    assert result.winners == [winner]


@given(any_preset, tables())
def test_the_table_is_zero_sum_when_nobody_does_except_in_net(preset, table):
    result = score_unfinished(preset, table, "lap")
    result.check()
    values = [line[0] for line in result.lines]
    kept = sum([values[i] for i in result.winners])
    if preset is LEAGUE:
        kept = sum([min(25, values[i]) for i in result.winners])
    extra = preset["winner_bonus"] + (preset["second_bonus"] if len(result.winners) == 1 else 0)
    assert sum(result.points) == extra - (kept if preset["unfinished"] == "net" else 0) - result.rest
    assert 0 <= result.rest < len(result.winners) and (not result.rest or preset["ties"] == "equal")


@given(any_preset, tables())
def test_the_smallest_rack_wins_and_every_line_adds_up(preset, table):
    result = score_unfinished(preset, table, "lap")
    values = [line[0] for line in result.lines]
    smallest = [i for i, value in enumerate(values) if value == min(values)]
    assert set(result.winners) == set(smallest) or (preset["ties"] == "first" and len(result.winners) == 1)
    for line, points in zip(result.lines, result.points, strict=True):
        assert sum(line[1:5]) == line[5] == points
    assert sum(result.rounds) == len(result.winners)


def turned(table, by):
    """The same table with everybody `by` seats further."""
    moved = entries(table.racks[-by:] + table.racks[:-by], first=(table.first + by) % len(table.racks))
    for name in ("marks", "late"):
        column = getattr(table, name)
        setattr(moved, name, column[-by:] + column[:-by])
    return moved


@given(any_preset, tables(), st.integers(1, 5))
def test_turning_the_table_turns_the_scores(preset, table, by):
    by %= len(table.racks)
    points = score_unfinished(preset, table, "lap").points
    assert score_unfinished(preset, turned(table, by), "lap").points == points[-by:] + points[:-by]


@given(st.sampled_from(NUMBER_PRESETS), tables(), st.randoms())
def test_who_sits_where_does_not_matter_except_for_the_remainder_of_a_tie(preset, table, random):
    order = list(range(len(table.racks)))
    random.shuffle(order)
    shuffled = entries([table.racks[i] for i in order], first=table.first)
    before = score_unfinished(preset, table, "lap")
    after = score_unfinished(preset, shuffled, "lap")
    for new, old in enumerate(order):
        difference = abs(after.points[new] - before.points[old])
        assert difference <= (1 if old in before.winners and len(before.winners) > 1 else 0)
    assert sorted(before.points) == sorted(after.points)


@given(st.sampled_from(NUMBER_PRESETS), tables(), st.randoms())
def test_when_somebody_goes_out_who_sits_where_does_not_matter_at_all(preset, table, random):
    table.racks[0] = (0, 0)
    order = list(range(len(table.racks)))
    random.shuffle(order)
    columns = {name: [getattr(table, name)[i] for i in order] for name in ("marks", "late")}
    moved = entries([table.racks[i] for i in order], first=table.first, **columns)
    before, after = score_out(preset, table, 0), score_out(preset, moved, order.index(0))
    assert after.points == [before.points[i] for i in order]


@given(st.integers(0, 10**12), st.sets(st.integers(0, 5), min_size=1), st.integers(0, 5))
def test_shares_are_equal_but_for_one_point_and_nothing_is_lost(amount, among, first):
    shares = share(amount, sorted(among), 6, first)
    given_out = [shares[i] for i in among]
    assert sum(shares) == sum(given_out) == amount
    assert max(given_out) - min(given_out) <= 1
    if first in among:
        assert shares[first] == max(given_out)


@given(any_preset, tables(most=10**15), st.integers(2**31, 10**15))
def test_scores_beyond_small_integers_are_exact(preset, table, large):
    table.racks[0] = large, table.racks[0][1]
    score_unfinished(preset, table, "lap").check()


# ---- who has left ----


@reading(31)
@pytest.mark.parametrize(
    ("preset", "points"),
    [(PL, [-2, 22, -10, -15]), (TOURNAMENT, [0, 15, -5, -10]), (CS, [-2, 27, -10, -15])],
    ids=["net", "difference", "plain"],
)
def test_who_has_left_never_wins_and_his_rack_counts_for_the_others(preset, points):
    result = unfinished(preset, [2, 5, 10, 15], able=[1, 2, 3])
    result.check()
    assert (result.points, result.winners) == (points, [1])


@reading(31)
def test_who_has_left_is_not_second_either():
    rules = changed(PL, winner_bonus=50, second_bonus=5)
    result = out(rules, [0, 3, 8], able=[0, 2])
    result.check()
    assert result.points == [61, -3, -3]


@reading(31)
def test_who_has_left_a_game_of_word_never_wins():
    assert word_result(WORD, [40, 52, 31], "out", able=[0, 2]).winners == [0]


@reading(20)
@pytest.mark.parametrize(
    ("preset", "points"),
    [(PL, [21, 21, -10, -16]), (TOURNAMENT, [16, 16, -5, -11]), (CS, [26, 26, -10, -16])],
    ids=["net", "difference", "plain"],
)
def test_where_the_preset_says_so_each_of_tied_winners_gets_the_full_sum(preset, points):
    result = unfinished(changed(preset, ties="full"), [5, 5, 10, 16])
    result.check()
    assert (result.points, result.winners) == (points, [0, 1])
    assert result.points != unfinished(preset, [5, 5, 10, 16]).points, "usually they share"
