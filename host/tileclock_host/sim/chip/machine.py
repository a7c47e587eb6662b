"""`machine` of the board, as far as the firmware uses it: each call costs the time it costs on the chip."""

from _chip import I2C as _I2C
from _chip import LIGHTS, RTC as _RTC
from _chip import SECOND_CODE_US, TRANSFER_CODE_US, WATCHDOG, chip
from _chip import PWM as _PWM

_CONVERT_US = 80
_PANELS = (0x3C, 0x3D)
_SPEEDS = (20_000_000, 40_000_000, 80_000_000, 160_000_000, 240_000_000)
_NO_PINS = (20, 24, 28, 29, 30, 31)  # the chip has none of these numbers

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5

mem16 = chip.registers


def reset_cause():
    return chip.reset_cause


def reset():
    chip.die(HARD_RESET)


def soft_reset():
    raise SystemExit


def unique_id():
    return chip.device


def freq(hz=None):
    if hz is not None and hz not in _SPEEDS:
        raise ValueError("frequency must be 20MHz, 40MHz, 80Mhz, 160MHz or 240MHz")
    return 240_000_000  # what everything here costs is said for this speed


def bitstream(pin, encoding, timing, data):
    if encoding != 0 or len(timing) != 4 or not isinstance(pin, Pin):
        raise ValueError("only high and low times of two bits are sent, to a pin")
    chip.spend(len(data) * 10 + 60, LIGHTS, pin.number, 0, data)  # 1.25 µs a bit, and the gap that latches


class Pin:
    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        if type(id) is not int or not 0 <= id < 40 or id in _NO_PINS:
            raise ValueError("invalid pin")
        if mode not in (-1, Pin.IN, Pin.OUT, Pin.OPEN_DRAIN) or pull not in (
            -1,
            None,
            Pin.PULL_DOWN,
            Pin.PULL_UP,
        ):
            raise ValueError("the chip knows no such mode, or no such pull")
        if id >= 34 and (mode == Pin.OUT or pull != -1):
            raise ValueError("pin can only be input")
        self.number = id
        self._out = value if mode == Pin.OUT else None

    def value(self, x=None):
        if x is not None:
            self._out = x
        elif self._out is None:
            return mem16[0x3FF4403C + (self.number >> 4) * 2] >> (self.number & 15) & 1
        return self._out


class I2C:
    def __init__(self, id=0, *, scl, sda, freq=400_000, timeout=50_000):
        if (
            id not in (0, 1)
            or not (isinstance(scl, Pin) and isinstance(sda, Pin))
            or not 0 < freq <= 1_000_000
        ):
            raise ValueError("a bus is 0 or 1, between two pins, at 1 MHz at the most")
        self._bit_ns = 1_000_000_000 // freq

    def writeto(self, addr, buf, stop=True):
        if addr not in _PANELS:
            self._ask(addr, buf, 0)
            return len(buf)
        which = _PANELS.index(addr)
        # Address and data bytes of nine clocks each, start and stop, and the driver's own overhead.
        chip.wait(chip.now + (SECOND_CODE_US if which else TRANSFER_CODE_US))
        us = ((len(buf) + 1) * 9 + 2) * self._bit_ns // 1000 + 40
        if not chip.panels >> which & 1:
            chip.spend(100)
            raise OSError(19)  # ENODEV: nobody acknowledged
        chip.spend(us, _I2C, addr, us, buf)
        return len(buf)

    def readfrom_into(self, addr, buf, stop=True):
        buf[:] = self._ask(addr, b"", len(buf))

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        return self._ask(addr, bytes([memaddr]), nbytes)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        self._ask(addr, bytes([memaddr]) + buf, 0)

    def _ask(self, addr, written, count):
        """Any part but the panel: what it says once it has heard that. The address costs bits each way."""
        found = None if addr in _PANELS else chip.ask(addr, written, count)
        if found is None:
            chip.spend(100)
            raise OSError(19)
        chip.spend((len(written) + count + 2) * 9 * self._bit_ns // 1000 + 80)
        return found


class PWM:
    def __init__(self, dest, *, freq=0, duty_u16=0):
        if not isinstance(dest, Pin):
            raise ValueError("invalid pin")
        self._freq = freq
        self._duty = duty_u16

    def freq(self, value=None):
        if value is None:
            return self._freq
        if not 1 <= value <= 40_000_000:
            raise ValueError("frequency must be from 1Hz to 40MHz")
        self._freq = value
        return self._tell()

    def duty_u16(self, value=None):
        if value is None:
            return self._duty
        if not 0 <= value <= 65_535:
            raise ValueError("duty_u16 must be from 0 to 65535")
        self._duty = value
        return self._tell()

    def _tell(self):
        chip.spend(20, _PWM, 1 if self._duty else 0, self._freq)

    def deinit(self):
        self._duty = 0
        self._tell()


class Timer:
    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id):
        if id not in range(-1, 4):
            raise ValueError("invalid Timer number")
        self.due = 0

    def init(self, *, mode=PERIODIC, period=-1, callback=None):
        if mode != Timer.PERIODIC:
            raise ValueError("the simulated timer is periodic only")
        if period < 1 or not callable(callback):
            raise ValueError("a timer needs a period and something to call")
        self.period = period * 1000
        self.callback = callback
        self.due = chip.now + self.period
        chip.start_timer(self)

    def deinit(self):
        chip.remove_timer(self)


class ADC:
    """The converter; what is on its pin is the battery, halved by the two resistors."""

    ATTN_11DB = 3

    def __init__(self, pin, *, atten=0):
        if not 32 <= pin.number <= 39 or atten != ADC.ATTN_11DB:
            raise ValueError("only the first converter, up to 3.1 V, is modelled")

    def read_uv(self):
        chip.spend(_CONVERT_US)
        return chip.cell_mv * 500


class RTC:
    """Its memory outlives every reset, but not the power."""

    def memory(self, data=None):
        if data is None:
            return bytes(chip.rtc)
        if len(data) > 2048:
            raise ValueError("buffer too long")
        if len(chip.rtc) != len(data):
            chip.rtc = bytearray(len(data))
        for i in range(len(data)):  # in place: the chip's own copy takes no heap
            chip.rtc[i] = data[i]
        chip.spend(5, _RTC, 0, 0, data)
        return None


class WDT:
    """Once started it bites until it is fed; a new one only changes how long it waits, as on the chip."""

    def __init__(self, id=0, timeout=5000):
        if id != 0 or timeout < 1:
            raise ValueError("there is one watchdog, and it waits for a while")
        chip.watchdog_us = timeout * 1000
        chip.fed = chip.now
        chip.calm = 0
        chip.send(WATCHDOG, 1, timeout)

    def feed(self):
        chip.fed = chip.now
