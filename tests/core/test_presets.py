"""The five sheets, line by line, as the built-in presets state them."""

import pytest

from tests.core.play import ALL, CS, PL, TOURNAMENT, UK, WORD, changed, named, reading
from tests.presets import BUILT_IN, built_in
from tileclock.core.preset import canonical, check, checksum, read
from tileclock.core.preset_box import Refused, tile_set
from tileclock.core.preset_time import limits

# Sheets name preset, version and checksum. Whoever changes a rule changes the checksum.
PUBLISHED = {
    "pl": (2, "f9c47a5b"),
    "tournament": (3, "bf5dc763"),
    "word": (2, "4672be77"),
    "cs": (3, "a2b6e2e6"),
    "uk": (2, "9b6fe6fc"),
}


def across(field):
    """One row of the table of sheets: the field in pl, tournament, word, cs, uk; "-" where it is not."""
    return [preset.get(field, "-") for preset in ALL]


@pytest.mark.parametrize("preset", **named(ALL))
def test_a_published_preset_does_not_change_unless_its_version_does(preset):
    assert (preset["version"], checksum(preset)) == PUBLISHED[preset["id"]], (
        f"a rule of {preset['id']!r} changed: raise its version in its file, put the new checksum here, "
        "and tell the users in firmware/docs/rules.md"
    )


def test_the_menu_order_names_every_built_in_preset():
    assert BUILT_IN == ("pl", "tournament", "word", "cs", "uk")


@pytest.mark.parametrize("preset", **named(ALL))
def test_a_preset_passes_its_own_check_and_survives_its_canonical_text(preset):
    assert check(preset) == preset
    assert read(canonical(preset)) == preset


def test_a_built_in_preset_cannot_be_spoilt_by_who_reads_it():
    built_in("pl")["sets"][0]["tiles"] = 0
    assert built_in("pl") == PL


def test_the_checksum_does_not_depend_on_the_order_of_fields():
    backwards = dict(reversed(PL.items()))
    assert list(backwards) != list(PL)
    assert checksum(backwards) == checksum(PL)


def test_the_checksum_of_a_sheet_is_the_published_one():
    assert (PL["id"], PL["version"], checksum(PL)) == ("pl", 2, PUBLISHED["pl"][1])


def test_tile_sets():
    standard, xp, letters = tile_set(PL, 4), tile_set(PL, 5), tile_set(WORD, 2)
    assert (standard["tiles"], standard["jokers"], standard["stacks"], standard["odd"]) == (106, 2, 14, 8)
    assert (xp["tiles"], xp["jokers"], xp["stacks"], xp["odd"]) == (160, 4, 22, 6)
    assert (letters["tiles"], letters["stacks"], letters["odd"]) == (112, 16, 0)
    assert {box["stack"] for box in (standard, xp, letters)} == {7}


@pytest.mark.parametrize("preset", [PL, UK], ids=["pl", "uk"])
def test_pl_and_uk_play_with_106_tiles_up_to_four_and_160_for_five_and_six(preset):
    assert [tile_set(preset, n)["tiles"] for n in range(2, 7)] == [106, 106, 106, 160, 160]


@reading(1)
@pytest.mark.parametrize("preset", [TOURNAMENT, WORD, CS], ids=["tournament", "word", "cs"])
def test_tournament_word_and_cs_are_for_two_to_four(preset):
    for players in (1, 5):
        with pytest.raises(Refused, match="players: must be 2 to 4"):
            tile_set(preset, players)


@pytest.mark.parametrize("preset", **named(ALL))
def test_every_player_starts_with_14_tiles(preset):
    assert preset["deal"] == 14


def test_turn_limits_of_the_sheets():
    assert across("limit") == [60, 40, 90, 60, 60]
    assert across("timing") == ["limit"] * 5


def test_other_limits_the_sheets_offer():
    """Only those count that the box does not offer anyway."""
    assert across("limits") == [[]] * 5
    assert {30, 40, 0} < set(limits(PL)) and {60, 120, 0} < set(limits(WORD))


@pytest.mark.parametrize("preset", **named(ALL))
def test_every_device_offers_30_40_60_90_120_and_none_whatever_the_preset(preset):
    assert set(limits(preset)) >= {30, 40, 60, 90, 120, 0}
    assert limits(preset)[0] == preset["limit"], "what the sheet says comes first"
    assert len(set(limits(preset))) == len(limits(preset)), "no limit is offered twice"


def test_a_limit_of_a_custom_sheet_is_offered_too():
    assert 45 in limits(changed(PL, limit=75, limits=[45])) and limits(changed(PL, limit=75))[0] == 75


def test_a_sheet_without_turn_limits_begins_with_none_and_one_with_a_total_offers_that():
    assert limits(changed(PL, timing="none", limit=0))[0] == 0
    assert limits(changed(PL, timing="total", limit=0, total=600)) == [600]


def choices(preset):
    return {row["choice"]: row["tiles"] for row in preset["timeouts"]}


def test_after_a_time_out_in_pl_and_word_undo_and_take_1():
    assert choices(PL) == choices(WORD) == {"undo": 1}


@reading(2)
def test_after_a_time_out_in_the_tournament_valid_costs_nothing_undo_costs_1_and_is_the_default():
    assert choices(TOURNAMENT) == {"valid": 0, "undo": 1}
    assert TOURNAMENT["timeout"] == "undo"


@reading(3)
def test_after_a_time_out_in_cs_a_table_in_order_costs_0_nothing_laid_1_and_unfinished_3():
    assert choices(CS) == {"in_order": 0, "nothing": 1, "unfinished": 3}
    assert CS["timeout"] == "nothing"


@reading(4)
def test_after_a_time_out_in_uk_a_table_in_order_costs_1_and_unfinished_3_instead():
    assert choices(UK) == {"in_order": 1, "unfinished": 3}
    assert UK["timeout"] == "in_order"


def test_tiles_nobody_can_place_go_to_the_pool_in_pl_cs_uk_and_to_the_rack_elsewhere():
    assert across("back") == ["pool", "rack", "rack", "pool", "pool"]


def test_a_joker_left_on_the_rack():
    assert across("joker") == [30, 50, "-", 30, 30]


def test_flat_penalties_are_for_pl_and_tournament():
    assert across("never_opened") == [100, 100, "-", 0, 0]
    assert across("could_open") == [200, 200, "-", 0, 0]


def test_what_happens_when_the_pool_is_empty():
    assert across("pool_empty") == ["lap", "lap", "-", "blocked", "blocked"]


@reading(5)
def test_scoring_when_nobody_went_out():
    assert across("unfinished") == ["net", "difference", "-", "plain", "difference"]


@reading(6)
def test_who_wins_the_match():
    points = ["points"]
    assert across("ranking") == [points, ["big_points", "points"], points, points, ["rounds", "points"]]


def test_big_points_are_for_the_tournament():
    assert across("big_points") == [0, 1, 0, 0, 0]


def test_first_player_of_the_first_game_and_of_the_next():
    assert across("first") == ["highest", "seat_a", "nearest_a", "highest_number", "highest"]
    assert across("next_first") == ["left", "left", "left", "drawn", "drawn"]


def test_opening_is_30_points_or_a_word_of_6_letters_3_to_5_for_beginners_later_words_3():
    assert across("opening") == [30, 30, 6, 30, 30]
    assert (WORD["openings"], WORD["shortest"]) == ([5, 4, 3], 3)


def test_redeal_with_three_pairs_or_at_most_three_vowels_or_consonants():
    assert across("redeal") == ["pairs", "pairs", "letters", "none", "none"]
    assert across("redeal_count") == [3, 3, 3, 0, 0]


@reading(7)
def test_cs_and_uk_hide_the_stacks_their_sheets_do_not_know():
    assert across("show_stacks") == [True, True, True, False, False]


def test_customs_of_the_sheets_are_recalled():
    assert across("reminders") == [[], ["draw_first", "ask_count"], ["look_up"], ["first_lay"], ["call_name"]]


@reading(8)
def test_no_sheet_names_a_round_time_so_it_is_a_setting():
    assert across("round_time") == [0] * 5


def test_the_czech_joker_counts_the_30_of_the_rules_not_the_20_of_the_strategy_section():
    assert CS["joker"] == 30
