"""The clock chip in its plug, a DS3231: it has the date while the box is off. Loaded when it is asked."""

from time import gmtime, mktime

from micropython import const

_ADDRESS = const(0x68)
_CONTROL = const(0x0E)
_RUNS = b"\x1c\x00"  # control and status: it goes on from its battery, and has not stopped since
_STOPPED = const(0x80)  # of the status
_SHIFT = 946_684_800 - mktime((2000, 1, 1, 0, 0, 0, 0, 0))  # to 1970, from the year the port counts from


def date(unix):
    """Year, month, day, hour, minute, second (UTC)."""
    return gmtime(unix - _SHIFT)[:6]


def unix(year, month, day, hour, minute, second=0):
    return mktime((year, month, day, hour, minute, second, 0, 0)) + _SHIFT


def read(i2c):
    """Seconds since 1970 (UTC); 0: the chip has lost the date; None: there is no chip."""
    try:
        found = i2c.readfrom_mem(_ADDRESS, 0, 16)
    except OSError:
        return None
    second, minute, hour, _, day, month, year = [byte // 16 * 10 + byte % 16 for byte in found[:7]]
    then = unix(2000 + year, month, day, hour, minute, second)
    # What is no date becomes another one on its way there and back.
    sound = year > 20 and _registers(then) == found[:3] + b"\x01" + found[4:7]
    return then if sound and found[15] < _STOPPED else 0


def find(board):
    """Take the date from the chip; whether people must be told that it was lost while the power was off."""
    known = read(board.i2c)
    if known:
        board.clock.set(known)
    return known == 0 and board.switched_on()


def keep(board, now):
    """Set that time, on the box and on the chip, if there is one."""
    board.clock.set(now)
    try:
        board.i2c.writeto_mem(_ADDRESS, 0, _registers(now))
        board.i2c.writeto_mem(_ADDRESS, _CONTROL, _RUNS)  # last: half of a date counts for none
    except OSError:
        pass  # without it the date holds until the power goes


def _registers(then):
    year, month, day, hour, minute, second = date(then)
    return bytes([n // 10 * 16 + n % 10 for n in (second, minute, hour, 1, day, month, year % 100)])
