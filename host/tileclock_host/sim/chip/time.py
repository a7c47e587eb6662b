"""`time` of the board: 30-bit ticks and sleeps in the virtual chip's time."""

from _chip import MASK, chip
from utime import gmtime as _gmtime

_SHIFT = 946_684_800  # seconds from 1970, where the PC's MicroPython begins, to 2000, where the board's does

_HALF = (MASK >> 1) + 1

ticks_ms = chip.ticks_ms
ticks_us = chip.ticks_us
ticks_cpu = chip.ticks_us


def ticks_add(ticks, delta):
    # Down by the period first: the sum stays a small int on a 32-bit machine.
    return (ticks - MASK - 1 + delta) & MASK


def ticks_diff(later, earlier):
    difference = later - earlier
    if difference >= _HALF:
        return difference - MASK - 1
    if difference < -_HALF:
        return difference + MASK + 1
    return difference


def sleep_us(us):
    chip.wait(chip.now + us)


def sleep_ms(ms):
    chip.wait(chip.now + ms * 1000)


def sleep(seconds):
    chip.wait(chip.now + int(seconds * 1_000_000))


def gmtime(seconds=None):
    return _gmtime((time() if seconds is None else seconds) + _SHIFT)


localtime = gmtime  # the board knows no zones


def mktime(date):
    """Seconds of a date whose day and time may lie beyond their ends, as the port counts them."""
    year, month, day, hour, minute, second = date[:6]
    year, month = year + (month - 1) // 12 - 2000, (month - 1) % 12 + 1
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = year * 365 + (year + 3) // 4 - (year - 1) // 100 + (year - 1) // 400
    days += (367 * month - 362) // 12 - (0 if month < 3 else 2 - leap) + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second


def time():
    # Like a board whose clock nobody set: seconds since power-on, counted from 2000-01-01.
    return (chip.now // 1000 + chip.era_ms) // 1000


def time_ns():
    return (chip.now + chip.era_ms * 1000) * 1000
