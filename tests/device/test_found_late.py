"""A press that a look at the keys finds just after all others were taken: it is in time, and on record so."""

import pytest

from tests.device.table import MS, S

pytestmark = pytest.mark.needs_models

LIMIT_S, HOLD_MS = 40, 600  # of a turn; of a press

# Between the last change that is taken and what follows, the keys are looked at: up to that moment.
LOOKED_AT = f"""
from time import sleep_ms, ticks_diff
from tileclock.core.records import BEGIN, END_TURN
from tileclock.device import keys, timeline
from tileclock.table import table

present = [0, 0]  # on the timeline, and in ticks
moment = [0]  # on the timeline


def happen(self, kind, at, *more, original=table.Table.happen):
    original(self, kind, at, *more)
    if kind == BEGIN:
        moment[0] = at + {LIMIT_S * 1000}
    if kind == END_TURN:
        moment[0] = at + {HOLD_MS}


def reach(self, ticks, original=timeline.Timeline.reach):
    present[:] = original(self, ticks), ticks
    return present[0]


def take(self, original=keys.Keys.take):
    found = original(self)
    left = moment[0] - present[0] - ticks_diff(self.seen, present[1])
    if not found and 0 < left < 20:
        for _ in range(left):
            sleep_ms(1)
    return found


table.Table.happen = happen
timeline.Timeline.reach = reach
keys.Keys.take = take
COUNT = 10
"""


@pytest.fixture
def table(lay_table):
    table = lay_table(start=False)
    table.settings(limit=LIMIT_S)
    table.replace_in("tileclock.device.keys", "COUNT", LOOKED_AT)
    table.steady()
    table.box.start()
    return table


def touch_just_before(table, moment, key):
    """A seat that is not asked wakes the loop; then this key goes down, just before the last look."""
    for name, at in (("D", moment - 12 * MS), (key, moment - 1 * MS)):
        table.box.press(name, at)
        table.box.release(name, at + 100 * MS)


def test_a_press_in_the_last_millisecond_of_a_turn_is_in_time(table):
    began = table.start_game("ABCD")
    touch_just_before(table, began + LIMIT_S * S, "A")
    table.wait_until(began + LIMIT_S * S + 500 * MS)
    assert table.screen.seat == "B", table.screen.text


def test_a_press_just_before_another_becomes_a_hold_is_on_record_before_it(table):
    """After a cut the game goes on: no record lies before the one in front of it."""
    began = table.start_game("ABCD")
    ended = began + 5 * S
    table.box.press("A", ended)
    touch_just_before(table, ended + HOLD_MS * MS, "B")
    table.wait_until(ended + 900 * MS)
    table.seat("A").up()
    table.wait(s=3)
    assert table.screen.seat == "C", table.screen.text
    table.power_cycle()
    table.take_up()
    assert table.screen.says("PAUSE"), table.screen.text
