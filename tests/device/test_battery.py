"""The battery gets low: a sign, a warning before a game, a clock that stands before the light goes out."""

import pytest

from tests.device.locked import Locked
from tests.device.probe import Probe
from tests.device.states import STATES, cell, seconds_left, title, to_first
from tests.device.table import MS, S
from tileclock.core import records as r
from tileclock_host.sim import wire

pytestmark = pytest.mark.needs_models

SIGN = slice(6 * 128 + 128, 6 * 128 + 128 + 5)  # bytes of the frame where the sign stands, below the rule
ROUND_S = 11  # it is measured every ten seconds


def signed(table):
    """Whether the sign is in front of the name of who is on turn; here nobody has a name."""
    return any(table.screen.frame[SIGN])


def connect(table, millivolts):
    table.box.turn_knob(wire.KNOB_CELL_MV, millivolts)


def sink(table, volts, seconds):
    """That voltage for so long; the average follows within a minute."""
    connect(table, round(volts * 1000))
    table.wait(s=seconds)


def running(table):
    return STATES["Turn"].shown(table)


def long_turn(table, **options):
    table.settings(limit=3600, **options)
    table.start_game()
    table.wait(s=1)


def test_a_box_on_its_cable_has_no_battery_and_no_sign(table):
    long_turn(table)
    table.wait(s=60)
    assert not signed(table)
    table.back.press()
    table.choose("About this game")
    table.up.press()
    table.up.press()
    assert table.screen.chosen == "Battery" and table.screen.says("no")


def test_the_proof_says_how_many_volts(table):
    connect(table, 3870)
    long_turn(table)
    sink(table, 3.87, ROUND_S)
    table.back.press()
    table.choose("About this game")
    table.up.press()
    table.up.press()
    assert table.screen.chosen == "Battery" and table.screen.says("3.87 V")


def test_an_evening_on_a_cell_that_gets_empty(lay_table):
    """The voltage falls by 5 mV each ten seconds; every record and every account of time is looked at."""
    table = lay_table(start=False)
    table.box.put({"/data/settings.json": b'{"limit": 3600, "preset": "tournament"}'})
    connect(table, 3700)
    probe = Probe(table)
    began = table.start_game()
    volts, low_at, frames = 3700, None, 0
    while running(table):
        volts -= 5
        connect(table, volts)
        table.wait(s=10)
        frames += 1
        if signed(table) and not low_at:
            low_at = volts
        assert frames < 120, "it never stood"
    assert 3400 < low_at < 3500, "the average is a little behind"
    assert 3200 < volts < 3300
    stood = table.now
    assert title(table) == "Battery empty"
    table.wait(s=600)
    table.box.pull_plug()
    begin, pause = [event for event in probe.events if event.kind in (r.BEGIN, r.PAUSE)]
    assert stood - 11 * S < pause.at <= stood
    assert pause.accounted == (pause.at - begin.at) // MS, (
        "until then somebody had the time, and nobody after"
    )
    assert abs(begin.at - began) <= 2 * MS


def test_it_is_saved_to_the_second_before_the_light_goes_out(table):
    connect(table, 3800)
    long_turn(table)
    table.wait(s=100)
    connect(table, 3250)
    for _ in range(60):
        table.wait(s=1)
        if not running(table):
            break
    table.wait(ms=300)
    paused_after = 3600 - round((table.now - MS) / S)
    table.power_cycle()
    connect(table, 0)  # on the cable now
    table.choose("Resume")
    table.wait(s=1)
    left = seconds_left(table)
    table.choose("Resume")
    table.wait(s=60)
    assert running(table) and not signed(table)
    assert left > paused_after


def test_when_the_charger_is_plugged_in_it_leads_to_the_pause_and_goes_on(table):
    long_turn(table)
    sink(table, 3.25, ROUND_S)
    assert title(table) == "Battery empty"
    sink(table, 3.34, 120)
    assert title(table) == "Battery empty", "a cell that has less to do recovers a little: that is no charger"
    sink(table, 3.9, 60)
    assert title(table).startswith("PAUSE A") and table.screen.chosen == "Resume"
    table.ok.press()
    table.wait(s=30)
    assert running(table) and not signed(table)


def test_whoever_wants_to_goes_on_with_an_empty_one_and_is_told_once(table):
    long_turn(table)
    sink(table, 3.25, ROUND_S)
    table.ok.press()
    assert title(table).startswith("PAUSE")
    table.ok.press()
    table.wait(s=60)
    assert running(table) and signed(table)
    sink(table, 3.9, 60)
    sink(table, 3.2, 120)
    assert title(table) == "Battery empty", "it had been charged meanwhile"


def test_a_pause_is_no_reason_to_say_it(table):
    long_turn(table)
    table.back.press()
    sink(table, 3.25, 30)
    assert title(table).startswith("PAUSE")
    table.ok.press()
    table.wait(s=ROUND_S)
    assert title(table) == "Battery empty", "but a clock that goes on is"


def test_the_sign_does_not_flicker(table):
    long_turn(table)
    sink(table, 3.49, ROUND_S)
    assert signed(table)
    for volts in (3.53, 3.48, 3.55, 3.49, 3.57):
        sink(table, volts, 30)
        assert signed(table), f"at {volts} V"
    sink(table, 3.7, 60)
    assert not signed(table)


def test_one_bad_reading_stops_nobody(table):
    connect(table, 3800)
    long_turn(table)
    sink(table, 3.8, ROUND_S)
    sink(table, 2.9, 10)
    sink(table, 3.8, 60)
    assert running(table) and not signed(table)


@pytest.mark.parametrize(("volts", "warned"), [(3.4, True), (3.2, True), (3.6, False), (0, False)])
def test_a_game_begins_with_a_warning(table, volts, warned):
    cell(volts)(table)
    to_first(table)
    table.seat("A").press()
    table.ok.press()
    assert (title(table) == "Battery low") == warned
    if warned:
        table.back.press()
        assert title(table).startswith("New game")
        table.back.press()  # to the first screen
        to_first(table)
        table.seat("A").press()
        table.ok.press()
        assert title(table) == "Battery low"
        table.ok.press()
    table.wait(ms=300)
    assert title(table).startswith("Deal")


def test_the_sheet_says_why_the_clock_stood(lay_table):
    it = Locked(lay_table(start=False), locked=False)
    STATES["Turn"].lead(it.table)
    cell(3.2)(it.table)
    assert it.records[-1] == (r.PAUSE, r.LOW_BATTERY, 0, 0)
