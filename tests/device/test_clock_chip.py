"""The date without a PC: a clock chip knows it, is told it, and its empty battery is said."""

import re
from datetime import UTC, datetime

import pytest

from tests.device.states import CODE, number, title, to_turn
from tests.device.table import S
from tests.host.cable import plugged
from tileclock_host.device.clock import Refused
from tileclock_host.sim.clock_chip import ClockChip

pytestmark = pytest.mark.needs_models

EVENING = datetime(2027, 2, 27, 18, 15, tzinfo=UTC)
DAY = 24 * 3600
LOST = "Battery CR2032 empty?"
SOON = 60  # seconds a test takes at most


@pytest.fixture
def with_chip(lay_table):
    """Lay a table whose box has this chip in its plug, and switch it on; what is said has been said then."""

    def lay(chip, **settings):
        table = lay_table(start=False)
        table.box.plug_clock_chip(chip)
        if settings:
            table.settings(**settings)
        else:
            table.box.start()
        table.wait(s=1)
        return table

    return lay


def good(at=EVENING):
    return ClockChip(at)


def empty():
    return ClockChip(battery=False)


def seconds(date):
    return round(date.replace(tzinfo=UTC).timestamp())


def date_of_box(table):
    """Seconds since 1970, as the box has it; 0: it knows no date."""
    with plugged(table.box) as clock:
        return clock.self_test().figures["date"]


def date_of_sheet(table):
    """Of a game that is dealt now, played, and abandoned."""
    to_turn(table)
    table.back.press()
    table.choose(table.words.ABANDON)
    table.choose(table.words.YES_ABANDON)
    table.ok.press()
    table.wait(s=2)
    sheets = table.box.files("/data/sheets")
    (found,) = re.findall(rb'"date": ?(\w+)', sheets[max(sheets)])
    return None if found == b"null" else int(found)


def dates_agree(one, other):
    return abs(one - other) < SOON


def set_date(table, **steps):
    """From the settings: ▲ so often at year, month, day, hour, minute."""
    table.choose("Date")
    for part in ("year", "month", "day", "hour", "minute"):
        key = table.up if steps.get(part, 0) > 0 else table.down
        for _ in range(abs(steps.get(part, 0))):
            key.press()
        table.ok.press()


# ---- at power-on ----


def test_a_sheet_has_a_date_though_no_pc_was_there(with_chip):
    table = with_chip(good())
    assert title(table) == "tileclock"
    assert dates_agree(date_of_sheet(table), seconds(EVENING))


def test_it_goes_on_while_the_plug_is_pulled(with_chip):
    table = with_chip(good())
    table.box.pull_plug()
    table.box.now += 2 * DAY * S  # nobody is there
    table.box.start()
    table.wait(s=1)
    assert dates_agree(date_of_box(table), seconds(EVENING) + 2 * DAY), "and February has no 29th in 2027"


def test_without_a_chip_nothing_is_said_and_nothing_is_there(with_chip):
    table = with_chip(None)
    assert title(table) == "tileclock" and date_of_box(table) == 0
    table.choose("Settings")
    with pytest.raises(AssertionError, match="no row 'Date'"):
        table.choose("Date")
    table.back.press()
    assert date_of_sheet(table) is None


def test_an_empty_battery_is_said_once(with_chip):
    table = with_chip(empty())
    assert title(table) == LOST and table.screen.chosen == "OK"
    table.ok.press()
    assert title(table) == "tileclock" and date_of_box(table) == 0
    assert date_of_sheet(table) is None
    table.choose("Settings")
    table.back.press()
    assert title(table) == "tileclock", "it was said"
    table.box.reset()
    table.box.await_picture()
    table.wait(s=1)
    assert title(table) == "tileclock", "a reset is none who has not been told"
    table.power_cycle()
    table.wait(s=1)
    assert title(table) == LOST, "the next evening somebody else may be there"


NONSENSE = {
    "no digits": bytes([0x1B, 0x15, 0x18, 1, 0x27, 0x02, 0x27]),
    "all ones": b"\xff" * 7,
    "zeros": bytes(7),
    "a month there is not": bytes([0, 0x15, 0x18, 1, 0x27, 0x13, 0x27]),
    "a day there is not": bytes([0, 0x15, 0x18, 1, 0x29, 0x02, 0x27]),
    "an hour there is not": bytes([0, 0x15, 0x24, 1, 0x27, 0x02, 0x27]),
    "a year before there were clocks": bytes([0, 0x15, 0x18, 1, 0x27, 0x02, 0x20]),
    "another century": bytes([0, 0x15, 0x18, 1, 0x27, 0x82, 0x27]),
    "hours of half a day": bytes([0, 0x15, 0x66, 1, 0x27, 0x02, 0x27]),
}


@pytest.mark.parametrize("registers", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_no_date(with_chip, registers):
    chip = good()
    chip.spoil(registers)
    table = with_chip(chip)
    assert title(table) == LOST
    table.ok.press()
    assert date_of_box(table) == 0


def test_a_chip_that_does_not_answer_is_none(with_chip):
    chip = good()
    chip.silent_after = 0
    table = with_chip(chip)
    assert title(table) == "tileclock" and date_of_box(table) == 0


# ---- it is told ----


def test_the_date_a_pc_tells_is_in_the_chip(with_chip):
    table = with_chip(empty())
    table.ok.press()
    with plugged(table.box) as clock:
        clock.set_clock(seconds(EVENING))
    assert dates_agree(seconds(table.box.clock_chip.date(table.now)), seconds(EVENING))
    assert not table.box.clock_chip.stopped
    table.box.clock_chip.battery = True  # a new one is put in while the box is on
    table.power_cycle()
    table.wait(s=1)
    assert title(table) == "tileclock" and dates_agree(date_of_box(table), seconds(EVENING))


def test_the_date_set_on_the_box_outlives_a_pulled_plug(with_chip):
    table = with_chip(good())
    table.choose("Settings")
    assert title(table) == "Settings"
    set_date(table, year=1, month=1, day=-1, hour=2, minute=5)
    assert title(table) == "Settings" and table.screen.says("2028-03-26"), table.screen.text
    table.power_cycle()
    table.wait(s=1)
    assert dates_agree(date_of_box(table), seconds(datetime(2028, 3, 26, 20, 20)))


def test_a_month_has_the_days_it_has(with_chip):
    """31 January becomes the last day of February; nobody gets beyond it."""
    table = with_chip(good(datetime(2028, 1, 31, 12)))
    table.choose("Settings")
    table.choose("Date")
    table.ok.press()
    table.up.press()
    table.ok.press()
    assert table.screen.says("▼ 1 … 29 ▲") and title(table) == "2028-02-… UTC", table.screen.text
    table.up.press()
    for _ in range(3):
        table.ok.press()
    assert table.screen.says("2028-02-29")


def test_what_is_left_half_way_changes_nothing(with_chip):
    table = with_chip(good())
    table.choose("Settings")
    table.choose("Date")
    table.up.press()
    table.ok.press()
    table.back.press()
    assert title(table) == "Settings" and dates_agree(date_of_box(table), seconds(EVENING))


def test_who_is_told_that_it_is_lost_can_set_it_there(with_chip):
    table = with_chip(empty())
    set_date(table)
    assert title(table) == "Settings" and table.screen.says("2026-01-01")
    table.back.press()
    assert title(table) == "tileclock"
    assert dates_agree(date_of_sheet(table), seconds(datetime(2026, 1, 1, 12)))


def test_a_chip_that_falls_silent_in_the_middle_costs_nothing(with_chip):
    """The date holds until the power goes, as without a chip; half of one is none the next time."""
    chip = empty()
    table = with_chip(chip)
    table.ok.press()
    chip.silent_after = 1  # the time arrives, what says that it is one does not
    with plugged(table.box) as clock:
        clock.set_clock(seconds(EVENING))
    chip.silent_after = None
    assert chip.stopped
    assert dates_agree(date_of_sheet(table), seconds(EVENING))
    table.box.reset()
    table.box.await_picture()
    assert date_of_box(table) == 0


def test_a_chip_that_is_unplugged_in_the_settings_is_gone(with_chip):
    table = with_chip(good())
    table.choose("Settings")
    table.box.plug_clock_chip(None)
    set_date(table)
    assert title(table) == "Settings" and dates_agree(date_of_box(table), seconds(EVENING))


# ---- whose it is, and when it is asked ----


def test_a_locked_clock_keeps_the_date_of_its_chip(with_chip):
    table = with_chip(good(), **CODE)
    with plugged(table.box) as clock:
        clock.set_clock(seconds(EVENING) + 100)
        with pytest.raises(Refused, match="judge"):
            clock.set_clock(seconds(EVENING) + 3600)
    assert dates_agree(date_of_box(table), seconds(EVENING))


def test_a_locked_clock_wants_the_code_before_its_date_is_set(with_chip):
    table = with_chip(empty(), **CODE)
    assert title(table) == LOST
    table.choose("Date")
    assert title(table) == "Judge's code"
    for seat in CODE["code"]:
        table.seat(seat).press()
    table.ok.press()
    assert title(table) == "20… UTC" and number(table) == 2026, table.screen.text


def test_while_a_clock_runs_nobody_asks_it(with_chip):
    table = with_chip(good())
    to_turn(table)
    before = len(table.box.clock_chip.heard)
    assert before, "it was asked at power-on"
    for seat in "ABCD":
        table.seat(seat).press()
        table.wait(s=13)  # a page of the panel is repaired meanwhile
    assert len(table.box.clock_chip.heard) == before


@pytest.mark.parametrize("chip", [good(), empty()], ids=["good", "empty"])
def test_the_first_screen_does_not_wait_for_it(lay_table, chip):
    table, shown = lay_table(start=False), []
    table.box.on_transfer = lambda at, payload, _: shown.extend([at] * len(payload))
    table.box.plug_clock_chip(chip)
    table.box.start()
    table.wait(s=1)
    assert chip.heard[0] > shown[1024], "the picture is whole before"
