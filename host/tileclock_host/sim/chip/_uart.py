"""The cable's UART: `sys` with a stdin and a stdout whose bytes take their time.

Once the firmware listens to `sys.stdin`, what comes from the PC goes through the UART's ring of the virtual
chip, and what it writes to `sys.stdout.buffer` through the UART's FIFO. Text that is printed takes the
terminal as before and costs no time; so does everything at a prompt.
"""

import sys as _real

from _chip import chip

_BYTE_US = 87  # ten bits at 115,200 baud
_FIFO = 128  # bytes
_TASK_TICK_US = 10_000  # a write that does not fit looks again after so long
_READ_US = 15  # interpreted code that takes one byte
_WRITE_US = 60


class _RawInput:
    def readinto(self, buf):
        """Blocks until `buf` is full, as the board's does."""
        at = 0
        while at < len(buf):
            if chip.ring_count:
                buf[at] = chip.take_byte()
            elif chip.listening and not waits_outside():
                chip.wait(chip.now + 1000)
                continue
            else:
                buf[at] = _real.stdin.buffer.read(1)[0]
            at += 1
            chip.wait(chip.now + _READ_US)
        return at

    def read(self, size):
        data = bytearray(size)
        self.readinto(data)
        return bytes(data)


class _RawOutput:
    def write(self, data):
        if not chip.listening:
            return _real.stdout.buffer.write(data)
        chip.wait(chip.now + _WRITE_US)
        left = len(data)
        while True:
            level = (max(0, chip.line_free - chip.now) + _BYTE_US - 1) // _BYTE_US
            fits = min(left, _FIFO - level)
            if fits > 0:
                chip.line_free = max(chip.line_free, chip.now) + fits * _BYTE_US
                left -= fits
            if not left:
                break
            chip.to(chip.now + _TASK_TICK_US)
        chip.say(data, chip.line_free - chip.now)
        return len(data)


class _Stream:
    """A text stream: the VM's own but for `buffer`."""

    def __init__(self, own, raw):
        self._own = own
        self.buffer = raw

    def __getattr__(self, name):
        return getattr(self._own, name)


class _Sys:
    def __init__(self):
        self.stdin = _Stream(_real.stdin, _RawInput())
        self.stdout = _Stream(_real.stdout, _RawOutput())

    def __getattr__(self, name):
        return getattr(_real, name)


SYS = _Sys()
_outside = None


def waits_outside():
    """Whether the terminal has something that came before the firmware listened."""
    global _outside  # noqa: PLW0603 – only made where there is a terminal
    if chip.to_host is None or not chip.terminal:
        return False
    if _outside is None:
        import uselect

        _outside = uselect.poll()
        _outside.register(_real.stdin, 1)
    for _ in _outside.ipoll(0):
        return True
    return False
