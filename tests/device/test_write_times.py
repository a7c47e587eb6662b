"""When the flash is written while a clock runs: not where a press is to be expected, and never too late."""

import itertools
import random

import pytest

from tests.device.probe import Probe
from tests.device.states import seconds_left
from tests.device.table import MS, S
from tileclock.core import records as r

pytestmark = pytest.mark.needs_models

TAP = 100 * MS
EXACT = 2 * MS  # what a look at the keys every millisecond allows; 5 if a transfer is in the way
BUS = 5 * MS
LONGEST_S = 2  # no record waits longer
BOTTOM = 6 * 128  # bytes of a frame above the line at the bottom


def tap(table, key, at, us=TAP):
    table.box.press(key, at)
    table.box.release(key, at + us)


def test_who_marks_something_and_ends_his_turn_is_timed_exactly(lay_table):
    """▲ or ▼, let go, and up to 0.3 s later the seat: the record of the mark is not written in between."""
    seed = random.randrange(1 << 16)
    print("seed", seed)
    dice = random.Random(seed)
    table = lay_table(start=False)
    table.steady()
    probe = Probe(table)
    table.deal()
    at = 6 * S
    tap(table, "A", at)
    contacts = [at]
    for turn in range(160):
        let_go = at + dice.randrange(500, 2500) * MS + dice.randrange(1000)
        down = dice.choice([40, 70, 100]) * MS
        tap(table, dice.choice(["up", "down"]), let_go - down, down)
        at = let_go + dice.randrange(5 * MS, 295 * MS)
        tap(table, "ABCD"[turn % 4], at)
        contacts.append(at)
        table.wait_until(at + TAP + 50 * MS)
    table.wait(s=1)
    table.box.pull_plug()
    stamps = [event.at for event in probe.events if event.kind in (r.BEGIN, r.END_TURN)]
    assert len(stamps) == len(contacts), "a press was lost, or counted twice"
    early = [contact - stamp for contact, stamp in zip(contacts, stamps, strict=True)]
    assert min(early) >= 0 and max(early) <= BUS
    assert sum(ms <= EXACT for ms in early) > len(early) * 0.9


def fiddle(table, until):
    """B, C and D press what means nothing, on and on: there is always a finger on a button."""
    for at, seat in zip(range(table.now, until, 200 * MS), itertools.cycle("BCD")):
        table.wait_until(at)
        tap(table, seat, at, 250 * MS)
    table.wait_until(until)


def marks(table):
    """The bottom line, where the signs of who is on turn stand."""
    return table.screen.frame[BOTTOM:]


def assert_mark_outlives_a_cut(table, unmarked):
    marked = marks(table)
    assert marked != unmarked
    table.power_cycle()
    table.take_up()
    table.choose("Resume")
    table.wait(ms=300)
    assert marks(table) == marked


def test_a_record_waits_two_seconds_at_most_however_many_keys_are_pressed(table):
    table.start_game()
    table.wait(s=3)
    unmarked, at = marks(table), table.now
    tap(table, "up", at)
    fiddle(table, at + LONGEST_S * S + 300 * MS)
    assert_mark_outlives_a_cut(table, unmarked)


def test_a_record_is_written_once_the_keys_are_quiet(table):
    table.start_game()
    table.wait(s=3)
    unmarked = marks(table)
    tap(table, "up", table.now)
    table.wait(ms=TAP // MS + 300 + 100)
    assert_mark_outlives_a_cut(table, unmarked)


def test_the_end_of_a_turn_is_written_before_the_next_can_be_ended(table):
    table.start_game()
    table.wait(s=3)
    tap(table, "A", table.now)
    table.wait(ms=290)
    table.power_cycle()
    table.take_up()
    table.choose("Resume")
    table.wait(ms=300)
    assert table.screen.seat == "B"


@pytest.mark.parametrize("fiddled", [False, True])
@pytest.mark.parametrize("s", [9.5, 19])
def test_the_time_of_a_turn_is_never_more_than_ten_seconds_old(table, s, fiddled):
    table.start_game(limit=60)
    until = table.now + round(s * S)
    if fiddled:
        fiddle(table, until)
    table.wait_until(until)
    left = int(table.screen.time)
    table.power_cycle()
    table.take_up()
    assert left <= seconds_left(table) <= left + 10
