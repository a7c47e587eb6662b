"""Things that go wrong: keys that are stuck, a panel that is missing or glitched, a program that breaks."""

import pytest

from tests.device.table import MS, S
from tileclock_host.sim import oled, wire

pytestmark = pytest.mark.needs_models


def begin_turn(table):
    table.start_game()
    table.wait(ms=500)


# ---- keys ----


def test_a_key_that_is_down_at_power_on_is_reported_and_ignored_until_it_is_let_go(lay_table):
    table = lay_table(start=False)
    table.seat("E").down()
    table.box.start()
    table.wait_for_log("key 4 is down at power-on")
    table.to_players()
    table.wait(s=2)
    assert table.light("E") == "dark", "a stuck key must not sit anybody down"
    table.seat("F").press()
    assert table.light("F") == "white", "the other keys must work"
    table.seat("E").up()
    table.wait(ms=100)
    assert table.light("E") == "dark"
    table.seat("E").press()
    assert table.light("E") == "white"


# ---- the panel ----


def test_it_waits_for_a_panel_that_is_not_plugged_in(lay_table):
    table = lay_table(start=False)
    table.box.turn_knob(wire.KNOB_PANELS, 0)
    table.box.power_on()
    table.wait(s=3)
    table.wait_for_log("plug the display in")
    table.box.turn_knob(wire.KNOB_PANELS, 1)
    table.wait_for("New game", within_s=1)
    table.to_players()
    assert table.screen.says("ABCD")
    assert table.log.count("plug the display in") == 1, "saying it once is enough"


def test_a_panel_that_is_unplugged_for_a_while_shows_the_game_again(table):
    began = table.start_game("ABCD", limit=300)
    table.wait_until(began + 10 * S)
    table.box.turn_knob(wire.KNOB_PANELS, 0)
    table.wait(s=5)
    table.seat("A").press()
    table.box.oled = oled.Oled()  # without power it forgets everything
    table.box.turn_knob(wire.KNOB_PANELS, 1)
    table.wait(s=30)
    assert (table.screen.seat, table.screen.time) == ("B", "4:30")


def test_a_panel_that_is_unplugged_through_a_long_pause_shows_it_again(table):
    table.start_game()
    table.wait(s=1)
    table.back.press()
    table.box.turn_knob(wire.KNOB_PANELS, 0)
    table.wait(s=400)
    table.box.oled = oled.Oled()
    table.box.turn_knob(wire.KNOB_PANELS, 1)
    table.wait(s=30)
    assert table.screen.says("PAUSE")


def glitch(panel, register):
    """What static on the wire may do to the panel."""
    for at in range(0, len(panel.memory), 7):
        panel.memory[at] ^= 0x5A
    name, value = register
    assert hasattr(panel, name)
    setattr(panel, name, value)


REGISTERS = [
    ("inverted", True),
    ("all_on", True),
    ("awake", False),
    ("start_line", 13),
    ("mirrored_columns", False),
    ("mirrored_rows", False),
    ("mode", oled.HORIZONTAL),
]


@pytest.mark.parametrize("register", REGISTERS, ids=lambda register: register[0])
def test_a_glitched_panel_is_well_again_within_two_minutes(table, register):
    whole = table.screen.frame
    glitch(table.box.oled, register)
    assert table.screen.frame != whole
    table.wait(s=120)
    assert table.screen.frame == whole


def test_a_glitch_in_the_middle_of_a_turn_heals_too(lay_table):
    glitched, sound = lay_table(), lay_table()
    for table in (glitched, sound):
        table.began = table.start_game("ABCD", limit=300)
        table.wait_until(table.began + 10 * S)
    glitch(glitched.box.oled, ("mode", oled.VERTICAL))
    for table in (glitched, sound):
        table.wait_until(table.began + 130_500 * MS)
        assert table.screen.time == "2:50"
    assert glitched.screen.frame == sound.screen.frame


# ---- the program ----


def test_a_crash_is_shown_and_logged_and_the_watchdog_starts_the_clock_anew(table):
    table.break_screen("turn", "raise ValueError('out of ink')")
    begin_turn(table)
    assert table.screen.says("Something broke")
    assert table.screen.says("ValueError: out of ink")
    table.wait_for_log("Traceback")
    table.wait_for_log("ValueError: out of ink")
    assert set(table.lights) == {(0, 0, 0)} and not table.box.buzzer.tone, "it must be dark and silent"
    table.wait_for("New game", within_s=10)
    table.wait_for_log("the watchdog restarted the clock")


def test_a_clock_that_cannot_even_be_set_up_says_so_and_waits_at_its_prompt(table):
    table.may_crash = True
    box = table.box
    table.replace_in(
        "tileclock.storage.rule_files", "load", "def load(name, log):\n  raise ValueError('no rules')\n"
    )
    box.power_on()
    for _ in range(40):
        box.follow(box.now + 50 * MS, 0.1)  # at its prompt nobody answers
    table.wait_for_log(">>> ")
    assert "ValueError: no rules" in table.log
    assert any(box.oled.frame()), "it must not stay dark"
    box.follow(box.now + 60 * S, 0)
    assert table.log.count("rst:") == 2, "there is nothing to be won by starting again and again"


def test_ok_restarts_a_crashed_clock_at_once(table):
    table.break_screen("turn", "raise ValueError('out of ink')")
    begin_turn(table)
    table.wait(s=1)
    table.ok.down()
    table.wait_for("New game", within_s=2)
    table.ok.up()
    assert "watchdog" not in table.log


def test_the_press_that_led_to_a_crash_does_not_restart_the_clock(table):
    table.break_screen("turn", "raise ValueError('out of ink')")
    table.deal()
    table.ok.press(ms=500)
    assert table.screen.says("Something broke")
    table.ok.press()
    table.wait_for("New game", within_s=2)


def test_the_watchdog_restarts_a_program_that_hangs(table):
    table.break_screen("turn", "from time import sleep_ms\n  while True:\n   sleep_ms(10)")
    begin_turn(table)
    table.wait_for("New game", within_s=10)
    table.wait_for_log("the watchdog restarted the clock")


def test_damaged_settings_are_reported_and_the_clock_runs_with_the_usual_ones(table):
    table.box.settings(b'{"limit": ')
    table.wait_for_log("the settings file is damaged")
    table.start_game()
    assert table.screen.time == "60"


def test_impossible_settings_are_reported_one_by_one(table):
    table.settings(limit=-1, hold="long", language="pl")
    table.wait_for_log("setting limit: -1 is not possible, 60 is used")
    table.wait_for_log("setting hold: 'long' is not possible, 600 is used")
    assert table.screen.says("Nowa gra"), "what is right in the file must count"
