"""`time` of the board: 30-bit ticks and sleeps in the virtual chip's time."""

from _chip import MASK, chip
from utime import gmtime, localtime, mktime  # noqa: F401 – calendar arithmetic is the same everywhere

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


def time():
    # Like a board whose clock nobody set: seconds since power-on, counted from 2000-01-01.
    return chip.now // 1_000_000


def time_ns():
    return chip.now * 1000
