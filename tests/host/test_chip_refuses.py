"""The virtual chip refuses what a board does not know: modes, pins, speeds, words."""

import pytest

from tests import vms
from tileclock_host.sim.vm import CHIP

REFUSED = {
    "a pin there is not": "Pin(24)",
    "a pin by its name": "Pin('4')",
    "a mode there is not": "Pin(4, 0)",
    "a pull there is not": "Pin(4, Pin.IN, 7)",
    "a pull where there is none": "Pin(34, Pin.IN, Pin.PULL_UP)",
    "a word a pin does not know": "Pin(4, Pin.IN, pul=Pin.PULL_UP)",
    "a speed there is not": "freq(241_000_000)",
    "a bus there is not": "I2C(2, scl=Pin(22), sda=Pin(21))",
    "a bus between numbers": "I2C(0, scl=22, sda=21)",
    "a bus with a word it does not know": "I2C(0, scl=Pin(22), sda=Pin(21), speed=400_000)",
    "a tone that is too high": "PWM(Pin(23)).freq(41_000_000)",
    "a tone that is too long": "PWM(Pin(23)).duty_u16(65_536)",
    "a timer there is not": "Timer(4)",
    "a timer with nothing to call": "Timer(0).init(mode=Timer.PERIODIC, period=1)",
    "a timer with a word it does not know": "Timer(0).init(mode=Timer.PERIODIC, periode=1, callback=print)",
    "lights at a number": "bitstream(18, 0, (400, 850, 800, 450), b'')",
    "a second watchdog": "WDT(1)",
    "more than the memory holds": "RTC().memory(bytes(2049))",
}


@pytest.mark.parametrize("what", REFUSED)
def test_the_chip_refuses_what_the_board_does_not_know(what):
    """Or a build that changes a number would be noticed on a board only."""
    tried = f"try:\n    {REFUSED[what]}\nexcept (ValueError, TypeError) as error:\n    print('no:', error)\n"
    assert vms.vm64("from machine import *\n" + tried, CHIP).startswith("no: "), f"{what} is taken"
