"""Sitting down: who plays is who pressed his button, with gaps between them or without."""

import pytest

DARK, SITS = "dark", "white"


def test_four_sit_in_a_new_game(table):
    table.to_players()
    assert [table.light(seat) for seat in "ABCDEF"] == [SITS] * 4 + [DARK] * 2


def test_a_press_sits_down_and_another_gets_up(table):
    table.to_players()
    table.seat("E").press()
    assert table.light("E") == SITS
    assert table.screen.says("ABCDE")
    table.seat("E").press()
    assert table.light("E") == DARK


def test_a_long_press_is_one_press(table):
    table.to_players()
    table.seat("E").hold(ms=1500)
    assert table.light("E") == SITS


@pytest.mark.parametrize("seats", ["AB", "BE", "ACE", "ABCD", "ABDEF", "ABCDEF"])
def test_turns_go_clockwise_and_skip_empty_seats(table, seats):
    table.start_game(seats)
    for seat, following in zip(seats, seats[1:] + seats[0], strict=True):
        table.wait(s=1)
        assert table.screen.seat == seat
        assert table.screen.following == following
        assert table.light(seat) == "green"
        table.seat(seat).press()
    assert table.screen.seat == seats[0], "after the last seat it is the first one's turn again"


@pytest.mark.parametrize("seats", ["", "C"])
def test_a_game_needs_two(table, seats):
    table.to_players()
    table.sit(seats)
    before = table.screen.text
    table.ok.press()
    assert table.screen.text == before, "OK must only blip while fewer than two sit"


def test_four_oks_and_a_button_prepare_a_game(table):
    """The button says who drew the highest tile."""
    for _ in range(4):
        table.ok.press()
    table.seat("C").press()
    table.ok.press()
    assert table.screen.says("C begins")


def test_ok_starts_the_clock_as_well_as_the_first_player(table):
    table.deal()
    table.ok.press()
    assert table.screen.seat == "A"


def test_only_the_first_player_or_ok_starts_the_clock(table):
    table.deal()
    table.seat("B").press()
    assert table.screen.says("A begins")


def test_back_from_dealing_to_what_was_chosen(table):
    table.deal("ACE")
    table.back.press()
    table.wait(ms=500)  # what was dealt is cleared away
    assert table.screen.says("ACE")


@pytest.mark.needs_models
def test_who_sat_last_sits_again_after_a_night_without_power(table):
    table.start_game("BDF")
    table.box.pull_plug()
    table.box.start()
    table.choose("New game")
    table.choose("Yes")  # that game is given up
    table.wait(s=1)
    table.ok.press()
    assert [table.light(seat) for seat in "ABCDEF"] == [DARK, SITS] * 3


def test_who_was_to_begin_and_gets_up_does_not_begin(table):
    """Back from the last line, C leaves the table: somebody else must have drawn the highest tile."""
    for _ in range(4):
        table.ok.press()
    table.seat("C").press()
    for _ in range(2):
        table.back.press()
    table.seat("C").press()
    for _ in range(2):
        table.ok.press()
    assert table.screen.says("draw")
    table.ok.press()
    assert table.screen.says("draw"), "OK must only blip while nobody is known to begin"
    table.seat("D").press()
    table.ok.press()
    assert table.screen.says("D begins")


@pytest.mark.parametrize("language", ["en", "pl", "cs", "uk"])
@pytest.mark.parametrize(
    ("preset", "rule"), [("pl", "first_highest"), ("cs", "first_highest_number"), ("word", "first_nearest_a")]
)
def test_while_ok_waits_for_the_first_player_the_title_says_what_finds_him(table, preset, rule, language):
    table.settings(preset=preset, language=language)
    for _ in range(4):
        table.ok.press()
    assert table.screen.says(table.words.NOTES[rule]), table.screen.text
    table.seat("B").press()
    assert table.screen.says(table.words.NEW_GAME), "he is found"
    table.back.press()
    assert table.screen.says(table.words.NEW_GAME)
