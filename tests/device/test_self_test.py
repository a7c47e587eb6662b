"""The self-test, the screen of a full memory, and the shorter first word of beginners."""

import pytest

from tests.device.locked import (
    settings_of,
)
from tests.device.states import title

pytestmark = pytest.mark.needs_models


# ---- the self-test, and a full memory ----


def test_the_self_test_finds_a_box_sound(table):
    table.choose("Self-test")
    for row in ("Lights", "Buzzer", "Display", "Memory", "Time"):
        began = table.now
        table.choose(row)
        table.wait(s=4)
        assert table.screen.chosen.startswith(row) and "✓" in table.screen.text, table.screen.text
        if row == "Buzzer":
            assert len(table.heard_since(began)) >= 8
    table.choose("Keys")
    for seat in "ABCDEF":
        table.seat(seat).press()
        assert table.light(seat) == "white"
    for key in (table.up, table.down, table.ok, table.back):
        key.press()
    assert "✓" in next(i.text for i in table.screen.items if i.y > 14 and "✓" in i.text)
    table.back.press()
    assert title(table) == "tileclock"


def test_the_self_test_names_missing_and_stuck_keys(table):
    table.choose("Self-test")
    table.ok.press()
    table.seat("A").press()
    table.back.press()
    assert table.screen.says("8 missing")
    table.ok.press()
    table.seat("C").down()
    table.wait(s=5)
    assert table.screen.says("C stuck")
    table.seat("C").up()


def test_a_full_memory_has_a_screen_of_its_own_and_ok_restarts(table):
    filling = "self.kept = []\n  while True:\n   self.kept.append(bytearray(99))"
    table.break_screen("turn", filling)
    table.start_game()
    table.wait(s=1)
    assert table.screen.says("Memory is full") and table.screen.says("Nothing is lost")
    table.wait_for_log("MemoryError")
    table.ok.press()
    table.wait_for("New game", within_s=3)


# ---- the record, and the first word ----


def last_figure(table):
    return table.screen.items[-1].text


def test_beginners_choose_a_shorter_first_word_and_the_sheet_says_so(locked):
    it = locked(locked=False, preset="word", limit=90)
    table = it.table
    table.to_players()
    for _ in range(2):
        table.ok.press()
    table.seat("A").press()
    table.ok.press()
    assert table.screen.chosen.startswith("First word") and last_figure(table) == "6"
    table.down.press()
    assert last_figure(table) == "5"
    table.down.press()
    assert last_figure(table) == "4"
    table.ok.press()
    table.wait_for("first word: 4 letters", within_s=10)
    assert it.records[-1] == (31, 4, 0, 0)
    table.seat("A").press()
    table.wait(s=1)
    table.seat("A").press()
    table.wait(ms=400)
    table.seat("A").press()  # one more than the least
    table.seat("A").hold()
    table.wait(ms=200)
    assert it.records[-1][:2] == (29, 0) and it.records[-1][2:] == (5, 5)
    assert settings_of(table)["opening"] == 4


def test_rules_without_a_choice_have_no_such_row(table):
    table.to_players()
    for _ in range(2):
        table.ok.press()
    assert not table.screen.says("First word")
