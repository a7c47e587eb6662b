"""The model of the clock chip: registers as its data sheet has them, and what keeps it going."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileclock_host.sim.clock_chip import ClockChip, IllegalTransfer

S = 1_000_000
NOON = datetime(2026, 11, 19, 12)
STATUS, CONTROL = 0x0F, 0x0E

dates = st.datetimes(datetime(2000, 1, 1), datetime(2199, 12, 30)).map(lambda d: d.replace(microsecond=0))


def bcd(number):
    return number // 10 << 4 | number % 10


def written(date, weekday=1):
    century = 0x80 if date.year >= 2100 else 0
    figures = (date.second, date.minute, date.hour, weekday, date.day, date.month, date.year % 100)
    registers = bytearray(map(bcd, figures))
    registers[5] |= century
    return bytes(registers)


def powered(chip):
    chip.power(0, True)
    return chip


def say(chip, at, register, data):
    return chip.transfer(at, bytes([register]) + data, 0)


def time(chip, at):
    return chip.transfer(at, b"\0", 7)


@given(dates, st.integers(0, 86_399))
def test_what_is_written_goes_on(date, seconds):
    chip = powered(ClockChip())
    say(chip, 5 * S, 0, written(date))
    later = date + timedelta(seconds=seconds)
    assert chip.date((5 + seconds) * S) == later
    assert time(chip, (5 + seconds) * S) == written(later, 2 if later.date() != date.date() else 1)


def test_a_week_has_seven_days_whatever_they_are_called():
    chip = powered(ClockChip())
    say(chip, 0, 0, written(NOON, weekday=6))
    seen = [time(chip, day * 86_400 * S)[3] for day in range(4)]
    assert seen == [6, 7, 1, 2]


@pytest.mark.parametrize(
    ("hour", "register"), [(0, 0x52), (1, 0x41), (11, 0x51), (12, 0x72), (13, 0x61), (23, 0x71)]
)
def test_hours_may_be_those_of_half_a_day(hour, register):
    chip = powered(ClockChip())
    registers = bytearray(written(NOON))
    registers[2] = register
    say(chip, 0, 0, bytes(registers))
    assert chip.date(0).hour == hour and time(chip, 0)[2] == register


def test_a_part_of_the_time_can_be_written():
    chip = powered(ClockChip(NOON))
    say(chip, 0, 4, b"\x31\x12")
    assert chip.date(0) == datetime(2026, 12, 31, 12)


def test_one_reads_on_where_one_has_stopped():
    chip = powered(ClockChip(NOON))
    chip.transfer(0, b"\x05", 0)
    assert chip.transfer(0, b"", 2) == b"\x11\x26"
    assert chip.transfer(0, b"", 1) == b"\x00", "the first alarm's seconds are next"


REFUSED = {
    "a register there is not": (b"\x13", 1),
    "one behind the last": (b"\x12", 2),
    "all and one more": (b"\x00", 20),
    "a write behind the last": (b"\x12\x00\x00", 0),
    "a write to the thermometer": (b"\x11\x00", 0),
    "a transfer of nothing": (b"", 0),
    "seconds that are no digits": (b"\x00\x1a", 0),
    "sixty seconds": (b"\x00\x60", 0),
    "hour 24": (b"\x02\x24", 0),
    "hour 13 of half a day": (b"\x02\x53", 0),
    "no day of the week": (b"\x03\x00", 0),
    "no day": (b"\x04\x00", 0),
    "a day November has not": (b"\x04\x31", 0),
    "month 13": (b"\x05\x13", 0),
}


@pytest.mark.parametrize(("sent", "count"), REFUSED.values(), ids=REFUSED)
def test_what_the_part_does_not_define_is_refused_and_changes_nothing(sent, count):
    chip = powered(ClockChip(NOON))
    with pytest.raises(IllegalTransfer):
        chip.transfer(0, sent, count)
    assert chip.date(0) == NOON and not chip.stopped


# ---- what keeps it going ----


def test_with_a_battery_it_goes_on_without_the_box():
    chip = powered(ClockChip(NOON))
    chip.power(10 * S, False)
    assert chip.date(100 * S) == NOON + timedelta(seconds=100)
    chip.power(200 * S, True)
    assert not chip.stopped and chip.date(200 * S) == NOON + timedelta(seconds=200)


def test_without_one_it_knows_nothing_afterwards_and_says_so():
    chip = powered(ClockChip(NOON))
    chip.take_battery(5 * S)
    assert chip.date(10 * S) == NOON + timedelta(seconds=10) and not chip.stopped, "the box feeds it"
    chip.power(10 * S, False)
    chip.power(100 * S, True)
    assert chip.stopped and time(chip, 102 * S) == written(datetime(2000, 1, 1, 0, 0, 2))


def test_a_battery_taken_while_the_box_is_off_is_all_it_had():
    chip = ClockChip(NOON)
    chip.take_battery(5 * S)
    chip.power(10 * S, True)
    assert chip.stopped and chip.date(10 * S) == datetime(2000, 1, 1)


def test_a_new_one_has_lost_the_date_it_never_had():
    assert powered(ClockChip()).stopped


def test_that_it_has_stopped_can_be_taken_back_and_not_said():
    chip = powered(ClockChip(battery=False))
    say(chip, 0, STATUS, b"\x80")
    assert chip.stopped
    say(chip, 0, STATUS, b"\x00")
    assert not chip.stopped
    say(chip, 0, STATUS, b"\x80")
    assert not chip.stopped


def test_an_oscillator_that_is_switched_off_stands_on_the_battery_only():
    chip = powered(ClockChip(NOON))
    say(chip, 0, CONTROL, b"\x9c")
    assert chip.date(5 * S) == NOON + timedelta(seconds=5)
    chip.power(5 * S, False)
    chip.power(100 * S, True)
    assert chip.stopped and chip.date(100 * S) == NOON + timedelta(seconds=5)


def test_it_knows_no_zones():
    assert ClockChip(datetime(2026, 11, 19, 12, tzinfo=UTC)).date(0) == NOON


# ---- at the box's bus ----

AT_THE_BUS = """
from machine import I2C, Pin
from time import gmtime, mktime, sleep
bus = I2C(0, scl=Pin(22), sda=Pin(21), freq=400_000)
bus.writeto(0x68, b"\\x04")
found = bytearray(3)
bus.readfrom_into(0x68, found)
print("found", bytes(found).hex())
bus.writeto_mem(0x68, 0x04, b"\\x20")
print("then", bus.readfrom_mem(0x68, 0, 19).hex())
for address in (0x68, 0x69):
    try:
        bus.readfrom_mem(address, 0x20, 1)
    except OSError as error:
        print("refused", error.errno)
print("calendar", mktime((2000, 1, 1, 0, 0, 0, 0, 0)), mktime((2028, 2, 30, 24, 0, 0, 0, 0)), gmtime(0)[0])
print("agree", [day for day in range(0, 36_525, 7) if mktime(gmtime(day * 86_400)) != day * 86_400])
print("done")
while True:
    sleep(1)
"""


def test_the_box_talks_to_it_over_its_bus(lay_table):
    table = lay_table(start=False)
    table.may_fault = True
    table.box.plug_clock_chip(ClockChip(NOON))
    table.box.put({"/main.py": AT_THE_BUS.encode()})
    table.box.power_on()
    table.wait(s=2)
    table.wait_for_log("done")
    said = dict(line.split(" ", 1) for line in table.log.splitlines() if " " in line)
    assert said["found"] == "191126"
    assert said["then"].endswith("1c" + "00" * 4) and said["then"][8:14] == "201126", said["then"]
    assert table.log.count("refused 19") == 2
    assert table.box.faults == ["clock chip: there is no register 0x20"]
    assert said["calendar"] == "0 888883200 2000", "as the board's, which counts from 2000"
    assert said["agree"] == "[]"
