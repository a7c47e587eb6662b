"""`select` of the board: the one place where the firmware waits for keys, cable and time."""

import sys

from _chip import ERA, FAR, PASS_US, chip
from _uart import SYS, waits_outside

POLLIN = 1
POLLOUT = 4
POLLERR = 8
POLLHUP = 16

_MP_STREAM_POLL = 3
_LOOK_US = 15  # a look at the serial line alone, byte by byte while it is read


def select(reads, writes, errors, timeout):
    """One look whether a byte waits, by a program that does not listen to the line yet."""
    chip.wait(chip.now + _LOOK_US)
    return (reads if chip.ring_count or waits_outside() else []), [], []


class poll:
    """Knows the serial line (`sys.stdin`) and Python streams with an `ioctl`, as the chip's poll does."""

    def __init__(self):
        self._has_line = False
        self._streams = []
        self._ready = ()

    def register(self, stream, events=POLLIN | POLLOUT):
        if stream is SYS.stdin or stream is sys.stdin:
            self._has_line = True
            chip.listen()
        else:
            self._streams.append(stream)
        # Every answer that can ever be given, made now: waiting must not allocate.
        known = [(s, POLLIN) for s in self._streams] + ([(SYS.stdin, POLLIN)] if self._has_line else [])
        self._answers = [
            tuple(known[i] for i in range(len(known)) if mask >> i & 1) for mask in range(1 << len(known))
        ]
        self._line_bit = 1 << len(self._streams) if self._has_line else 0

    def _look(self):
        """Which sources are ready, as an index into the answers."""
        mask, bit = 0, 1
        for stream in self._streams:
            if stream.ioctl(_MP_STREAM_POLL, POLLIN):
                mask |= bit
            bit <<= 1
        if self._line_bit:
            if chip.heard:  # more may be waiting where it waited before
                chip.heard = waits_outside()
            if chip.ring_count or chip.heard:
                mask |= self._line_bit
        self._mask = mask
        return mask

    def ipoll(self, timeout=-1, flags=0):
        if chip.now >= ERA and not chip.in_callback:
            chip.begin_era()
        chip.wait(chip.now + (PASS_US if self._streams else _LOOK_US))
        chip.wait(FAR if timeout < 0 else chip.now + timeout * 1000, self._look)
        return self._answers[self._look()]

    def poll(self, timeout=-1):
        return list(self.ipoll(timeout))
