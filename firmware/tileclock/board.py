"""The hardware by name, and the only place that knows the chip: keys, panel, lights, buzzer, battery."""

import binascii
import struct
import time

import machine
import micropython
from micropython import const

from tileclock import pins
from tileclock.device.battery import Battery
from tileclock.device.keys import PINS, Keys
from tileclock.device.panel import Panel
from tileclock.memory import moment

_SECOND_PANEL = const(0x3D)  # the first is at 0x3C
_PULL_UP_FREE = const(34)  # from this pin on the chip has no pull-ups and takes no request for one
_WATCHDOG_MS = const(8_000)
_MOST_STARTS = const(200)  # MicroPython up to 1.28 loses the chip's time with the 255th start of a timer
_REPAIR_MS = const(3_600_000)  # somebody works at the prompt: long enough for a deploy


class _Buzzer:
    """A passive piezo on a PWM pin."""

    def __init__(self):
        self._pwm = machine.PWM(machine.Pin(pins.BUZZER), freq=1000, duty_u16=0)

    def tone(self, pitch):
        if pitch:
            self._pwm.freq(pitch)
        self._pwm.duty_u16(32768 if pitch else 0)


class _Chain:
    """The WS2812 of the seats, one behind the other."""

    _TIMING = (400, 850, 800, 450)  # ns: high and low of a 0, high and low of a 1

    def __init__(self):
        self._pin = machine.Pin(pins.LIGHTS, machine.Pin.OUT, value=0)

    def write(self, colours):
        machine.bitstream(self._pin, 0, self._TIMING, colours)


class _Memory:
    """The chip's memory that outlives resets: the time of the running turn. Writing allocates nothing."""

    _LAYOUT = "<IIII"  # game, bytes of its journal, milliseconds, their check

    def __init__(self):
        self._rtc = machine.RTC()
        self._buffer = bytearray(16)

    def write(self, game, size, ms):
        check = (game ^ size << 8 ^ ms ^ 0x2B4D6F) & 0x3FFFFFFF
        struct.pack_into(self._LAYOUT, self._buffer, 0, game, size, ms, check)
        self._rtc.memory(self._buffer)

    def read(self):
        """(game, bytes of its journal, milliseconds), or None: the power was gone."""
        found = self._rtc.memory()
        if len(found) != 16:
            return None
        game, size, ms, check = struct.unpack(self._LAYOUT, found)
        return (game, size, ms) if check == (game ^ size << 8 ^ ms ^ 0x2B4D6F) & 0x3FFFFFFF else None


class _Clock:
    """The date, once the clock chip or somebody has said it."""

    def __init__(self):
        self._ahead = None

    def set(self, unix):
        self._ahead = unix - int(time.time())  # whatever year the port counts from

    def unix(self):
        """Seconds since 1970 (UTC), or None: nobody has said it since the power came on."""
        return None if self._ahead is None else int(time.time()) + self._ahead


class _Watchdog:
    """Once it is started only its patience can be changed, as the chip has it."""

    def start(self, timeout):
        self._wdt = machine.WDT(timeout=timeout)

    def feed(self):
        self._wdt.feed()


machine.freq(240_000_000)  # a generic MicroPython starts at 160 MHz

for _pin in PINS:
    if _pin < _PULL_UP_FREE:
        machine.Pin(_pin, machine.Pin.IN, machine.Pin.PULL_UP)
    else:
        machine.Pin(_pin, machine.Pin.IN)

keys = Keys(machine.mem16)
i2c = machine.I2C(0, scl=machine.Pin(pins.SCL), sda=machine.Pin(pins.SDA), freq=400_000)
buzzer = _Buzzer()
chain = _Chain()
memory = _Memory()
clock = _Clock()
watchdog = _Watchdog()
battery = Battery(machine.ADC(machine.Pin(pins.BATTERY), atten=machine.ADC.ATTN_11DB))
_sampling = machine.Timer(0)
_started = [0]  # how often the timer was
_prompt = [True]  # closed


def panel():
    """The display, of two panels if the second answers; raises ValueError when the first does not."""
    with moment():
        from tileclock.device import driver

        driver.start(i2c)
    try:
        i2c.writeto(_SECOND_PANEL, b"")
    except OSError:
        return Panel(i2c.writeto)
    from tileclock.device.both_panels import BothPanels

    both = BothPanels(i2c.writeto)
    return Panel(both.write, both)


def sample():
    """Have the keys looked at every millisecond, from here on or anew. Nobody else may start a timer."""
    _started[0] += 1
    if _started[0] > _MOST_STARTS:
        restart()
    _sampling.init(mode=machine.Timer.PERIODIC, period=1, callback=keys.sample)


def start():
    """Begin to sample the keys; the watchdog wants to be fed from here on."""
    sample()
    watchdog.start(_WATCHDOG_MS)


def stop():
    """Leave the loop: quiet, and the watchdog, which nothing can switch off, waits for an hour."""
    _sampling.deinit()
    buzzer.tone(0)
    watchdog.start(_REPAIR_MS)


def close_prompt(shut):
    """Let a Ctrl-C on the cable be nothing but a byte, or end the program and lead to the prompt."""
    _prompt[0] = shut
    micropython.kbd_intr(-1 if shut else 3)


def closed():
    return _prompt[0]


def restart():
    machine.reset()


def bitten():
    """Whether it was the watchdog that started the chip."""
    return machine.reset_cause() == machine.WDT_RESET


def switched_on():
    """Whether it was the power that started the chip, and no reset."""
    return machine.reset_cause() == machine.PWRON_RESET


def device():
    """The chip's own number."""
    return binascii.hexlify(machine.unique_id()).decode()
