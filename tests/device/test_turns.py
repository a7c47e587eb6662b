"""Turns: a press ends one, the next begins at that instant, and nobody else's finger matters."""

import pytest

from tests.device.table import MS, S

SWITCH, BLIP, HELD = 2600, 300, 1800  # Hz


def test_the_turn_changes_at_once(table):
    table.start_game("ABCD")
    table.wait(s=3)
    pressed = table.seat("A").down()
    table.wait_for_change()
    assert table.now - pressed <= 100 * MS, "from the press to the changed panel it takes too long"
    table.wait(ms=40)
    assert table.screen.seat == "B"


def test_the_next_time_begins_when_the_button_goes_down_not_when_it_is_let_go(table):
    table.start_game("ABCD")
    table.wait(s=3)
    pressed = table.seat("A").hold(ms=2500)
    table.wait_until(pressed + 2900 * MS)
    assert table.screen.time == "38"
    table.wait_until(pressed + 3100 * MS)
    assert table.screen.time == "37"


@pytest.mark.needs_models
@pytest.mark.parametrize(("after_ms", "ends"), [(150, False), (299, False), (300, True)])
def test_a_turn_younger_than_300_ms_cannot_be_ended(table, after_ms, ends):
    table.steady()
    table.start_game("ABCD")
    table.wait(s=2)
    pressed = table.seat("A").press()
    at = table.seat("B").press(at=pressed + after_ms * MS)
    assert table.screen.seat == ("C" if ends else "B")
    assert table.heard_since(at) == [SWITCH if ends else BLIP]


def test_other_seats_only_blip(table):
    table.start_game("ABCD")
    table.wait(s=2)
    for other in "BCDEF":
        at = table.seat(other).press()
        assert table.screen.seat == "A", f"{other} took A's turn"
        assert table.heard_since(at) == [BLIP]
    at = table.seat("C").hold()
    assert (table.screen.seat, table.screen.pool) == ("A", 50), "a hold of another seat must do nothing"
    assert table.heard_since(at) == [BLIP]


@pytest.mark.needs_models
@pytest.mark.parametrize("other", "ABD")
def test_of_two_fingers_in_one_sample_the_one_on_turn_goes_first(table, other):
    table.steady()
    table.start_game("ABCD")
    for seat in "AB":
        table.wait(s=2)
        table.seat(seat).press()
    table.wait(s=2)
    at = table.now + 5 * MS
    table.seat(other).down(at)
    table.seat("C").down(at)
    table.wait(s=2)
    assert table.screen.seat == "D"
    assert table.heard_since(at)[:2] == [SWITCH, BLIP], "the switch must come first, then the blip"
    table.seat(other).up()
    table.seat("C").up()


def test_a_hold_draws_a_tile_and_says_so(table):
    table.start_game("ABCD")
    table.wait(s=2)
    assert table.screen.pool == 50
    table.seat("A").press()
    assert table.screen.pool == 50
    table.wait(s=2)
    at = table.seat("B").hold()
    assert table.screen.pool == 49
    assert table.screen.seat == "C"
    assert table.heard_since(at) == [SWITCH, HELD]


def test_the_hold_counts_while_the_finger_is_still_down(table):
    table.start_game("ABCD")
    table.wait(s=2)
    table.seat("A").down()
    table.wait(ms=680)
    assert table.screen.pool == 49
    table.wait(s=3)
    assert table.screen.pool == 49, "one hold draws one tile, however long it lasts"
    table.seat("A").up()


@pytest.mark.needs_models
@pytest.mark.parametrize(("held_ms", "pool"), [(599, 50), (600, 49)])
def test_600_ms_are_a_hold_and_599_are_none(table, held_ms, pool):
    table.steady()
    table.start_game("ABCD")
    table.wait(s=2)
    table.seat("A").press(ms=held_ms)
    assert table.screen.pool == pool
    assert table.screen.seat == "B"


def test_two_presses_of_300_ms_are_no_hold(table):
    table.start_game("ABCD")
    table.wait(s=2)
    table.seat("A").press(ms=300)
    table.seat("A").press(ms=300)
    assert table.screen.pool == 50


def test_the_press_that_started_the_game_draws_nothing(table):
    table.deal()
    table.seat("A").hold(ms=1500)
    assert (table.screen.seat, table.screen.pool) == ("A", 50)


@pytest.mark.needs_models
def test_a_hold_draws_its_tile_though_somebody_pauses_meanwhile(table):
    """Whether it was a press or a hold is decided later, and only changes the pool."""
    table.start_game("ABCD")
    table.wait(s=2)
    table.seat("A").down()  # ends the turn
    table.wait(ms=350)
    table.back.press()  # another screen, with A's finger still down
    table.wait(s=1)
    table.seat("A").up()
    table.ok.press()
    assert table.screen.pool == 49
    assert table.screen.seat == "B"


def test_a_short_press_stays_one_though_somebody_pauses_meanwhile(table):
    table.start_game("ABCD")
    table.wait(s=2)
    table.seat("A").down()
    table.wait(ms=350)
    table.back.down()
    table.wait(ms=50)
    table.seat("A").up()
    table.wait(s=1)
    table.back.up()
    table.ok.press()
    assert table.screen.pool == 50
    assert table.screen.seat == "B"


def test_a_key_held_through_a_change_of_screen_acts_only_after_it_was_let_go(table):
    table.start_game("ABCD")
    table.wait(s=2)
    table.back.down()  # pauses
    table.wait(s=1)
    table.back.up()
    table.wait(s=1)
    assert table.screen.says(table.words.PAUSE), "letting go must not resume: the press belongs to the turn"
    table.back.press()
    assert table.screen.seat == "A"


@pytest.mark.needs_models
@pytest.mark.parametrize("seed", range(5))
def test_a_bouncing_contact_is_one_press(lay_table, seed):
    table = lay_table(seed=seed)
    table.box.keys.bounce_us = 20 * MS
    table.start_game("AB")
    for seat in "ABAB":
        assert table.screen.seat == seat
        table.wait(s=1)
        at = table.seat(seat).press()
        assert table.heard_since(at) == [SWITCH]


@pytest.mark.needs_models
@pytest.mark.parametrize("wraps_after_s", [12.5, 15.33])
def test_the_ticks_wrap_within_a_turn_or_a_hold(lay_table, wraps_after_s):
    """12.4 days after power-on the chip's ticks start again at 0; nobody at the table may notice."""
    table = lay_table(ticks_left_ms=round(wraps_after_s * 1000))
    on = 350 * MS  # the chip's ticks run from here
    table.start_game("ABCD")
    table.seat("A").press(at=on + 10 * S)
    table.seat("B").hold(at=on + 15 * S)
    assert (table.screen.seat, table.screen.pool) == ("C", 49)
    table.wait_until(on + 16_500 * MS)
    assert table.screen.time == "39"
    table.wait_until(on + 54_950 * MS)
    assert table.screen.time == "0.1"
    table.wait_until(on + 55_040 * MS)
    assert table.screen.time_is_up
