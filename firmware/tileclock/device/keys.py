"""Samples the ten keys every millisecond and keeps the first change of each with its time."""

import io
from array import array
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from tileclock.pins import CONSOLE, SEATS

PINS = SEATS + CONSOLE
COUNT = len(PINS)
UP, DOWN, OK, BACK = range(len(SEATS), COUNT)

LOCK_OUT_MS = 25  # a contact's bounce lasts a few ms; a finger needs longer than this for another press
_RING = const(64)  # changes; the loop comes by every 10 ms, ten keys can change once in 25 ms

# The input registers of the ESP32 in halves: a whole 32-bit register would be a big int, which allocates.
_IN_LOW, _IN_MIDDLE, _IN_HIGH = 0x3FF4403C, 0x3FF4403E, 0x3FF44040
# The keys in each of them, as numbers: they are needed a thousand times a second. A test knows the pins.
_LOW = const(0x6010)
_MIDDLE = const(0x0E08)
_HIGH = const(0x0007)
# The three halves are laid over each other: the pin map leaves every key a bit of its own.
_BITS = [1 << (pin & 15) for pin in PINS]

_MP_STREAM_POLL = const(3)


class Keys(io.IOBase):
    """A stream for `poll`: ready when a change waits. Nothing here allocates once it is made.

    A change is stamped with the sample before it, the last moment at which the key was surely still as it
    had been. At one sample a millisecond that is at most 2 ms early; after a gap in the sampling it is early
    by up to the gap, so a press is never counted later than it was.
    """

    def __init__(self, registers):
        self._registers = registers
        self._what = bytearray(_RING)  # key, and 0x80 for down
        self._when = array("i", [0] * _RING)  # ticks_ms
        self._put = self._got = 0
        self._free_at = array("i", [0] * COUNT)  # ticks_ms at which a key's lock-out ends
        self._locked = 0  # keys in lock-out, a bit each
        self._quiet = 0  # the state in which a sample has nothing to do; -1: none, as a key is in lock-out
        self._first = 0  # this key goes first when several change in one sample
        self.waiting = False  # whether there is a change to take
        self.lost = 0  # changes that found the ring full
        self.seen = ticks_ms()  # ticks_ms of the last sample
        self.take_levels()

        # What `take` took.
        self.key = 0
        self.pressed = False
        self.ticks = 0

    def take_levels(self):
        """Take the keys as they are now: sampling has not begun, or ended long ago."""
        self._state = self._read()
        self._quiet = -1

    def prefer(self, key):
        """Let this key go first when several change in one sample."""
        self._first = key

    def held(self, key):
        """Whether the key is down, as far as sampling knows."""
        return not self._state & _BITS[key]

    def _read(self):
        registers = self._registers
        return registers[_IN_LOW] & _LOW | registers[_IN_MIDDLE] & _MIDDLE | registers[_IN_HIGH] & _HIGH

    def sample(self, _timer, ticks=ticks_ms):  # at hand: not searched a thousand times a second
        now = ticks()  # before the look: what is seen up was up at `now`
        registers = self._registers
        state = registers[_IN_LOW] & _LOW | registers[_IN_MIDDLE] & _MIDDLE | registers[_IN_HIGH] & _HIGH
        if state != self._quiet:
            self._changes(state, now)
        self.seen = now

    def _changes(self, state, now):
        for i in range(COUNT):
            key = (self._first + i) % COUNT
            one = 1 << key
            if self._locked & one:
                if ticks_diff(now, self._free_at[key]) < 0:
                    continue
                self._locked &= ~one
            if (state ^ self._state) & _BITS[key]:
                self._state ^= _BITS[key]
                self._locked |= one
                self._free_at[key] = ticks_add(now, LOCK_OUT_MS)
                self._keep(key if state & _BITS[key] else key | 0x80)
        self._quiet = -1 if self._locked else self._state

    def _keep(self, what):
        following = (self._put + 1) % _RING
        if following == self._got:
            self.lost += 1  # the newest goes: what was pressed first was meant first
            return
        self._what[self._put] = what
        self._when[self._put] = self.seen  # type: ignore[call-overload]  # ticks are ints
        self._put = following
        self.waiting = True

    def ioctl(self, request, flags):
        return flags & 1 if request == _MP_STREAM_POLL and self.waiting else 0

    def take(self):
        """The oldest change into `key`, `pressed`, `ticks`; False when there is none."""
        if not self.waiting:
            return False
        got = self._got
        what = self._what[got]
        self.key = what & 0x7F
        self.pressed = what > 0x7F
        self.ticks = self._when[got]
        self._got = (got + 1) % _RING
        self.waiting = False  # first: a sample may find a change at any moment
        if self._got != self._put:
            self.waiting = True
        return True
