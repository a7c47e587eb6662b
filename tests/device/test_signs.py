"""The signs beside the name: what stands there is true, and what cannot be is not offered."""

import pytest

from tests.device.states import seconds_left, to_pause_row
from tests.host.cable import plugged

pytestmark = pytest.mark.needs_models

BLIP = 300  # Hz


def bottom(table):
    """The line of the signs, pixel by pixel."""
    return table.screen.frame[6 * 128 :]


def test_who_has_laid_tiles_has_opened_and_cannot_announce_it(table):
    table.start_game("AB")
    for seat in "AB":
        table.wait(s=1)
        table.seat(seat).press()
    table.wait(s=1)
    assert table.screen.says("✓")
    before, line = table.now, bottom(table)
    table.up.press()
    assert BLIP in table.heard_since(before) and bottom(table) == line


def test_who_drew_has_not_opened_and_may_announce_it(table):
    table.start_game("AB")
    for seat in "AB":
        table.wait(s=1)
        table.seat(seat).hold()
    table.wait(s=3)  # who drew is named for two seconds
    assert not table.screen.says("✓")
    plain = bottom(table)
    table.up.press()
    announced = bottom(table)
    assert announced != plain
    table.up.press()
    assert bottom(table) == plain
    table.down.press()  # somebody says that he has opened
    opened = bottom(table)
    assert table.screen.says("✓") and opened != announced
    table.down.press()
    table.up.press()
    table.down.press()
    assert bottom(table) == opened, "one sign, not two"


def test_in_the_last_turn_of_all_nobody_is_next(table):
    to_pause_row(table.words.END_ROUND)(table)
    assert seconds_left(table) > 0
    table.ok.press()
    for seat in "CDAB":
        assert table.screen.says("▸")
        table.wait(s=1)
        table.seat(seat).press()
    table.wait(s=1)
    assert table.screen.seat == "C" and not table.screen.says("▸")


def test_a_language_that_the_pc_sets_is_on_the_screen_at_once(table):
    table.wait(s=1)
    with plugged(table.box) as clock:
        clock.set({"language": "uk"})
    table.wait(ms=300)
    table.language = "uk"
    assert table.screen.says(table.words.NEW_GAME)


def test_who_drew_is_named_for_two_seconds(table):
    table.settings(names=["Ola", "", "Jan", "", "", ""])
    table.start_game("ABC")
    table.wait(s=1)
    table.seat("A").hold()
    assert table.screen.says("Ola +1")
    table.wait(s=1)
    assert table.screen.says("Ola +1")
    table.up.press()
    assert not table.screen.says("+1"), "the mark is seen at once"
    table.seat("B").hold()
    assert table.screen.says("B +1")
    table.wait(ms=2_500)
    assert not table.screen.says("+1") and table.screen.says("Jan")
