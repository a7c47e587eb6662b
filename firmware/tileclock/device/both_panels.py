"""Two panels at one bus that show the same: what is meant for the first goes to the second as well.

In memory only where a second one answered at power-on. One that no longer answers gets nothing but the
registers, which are set now and then: so it is found again. Then all is sent anew, to both, for it has missed
what came between.
"""

from errno import ENODEV

from micropython import const

_FIRST, _SECOND = const(0x3C), const(0x3D)
_REGISTERS = const(0x00)  # how a transfer of registers begins; one that brings a piece of picture does not


class BothPanels:
    def __init__(self, write):
        self._send = write
        self._lost = 0  # who does not answer, a bit each

    def count(self):
        """How many answer."""
        return 2 - bin(self._lost).count("1")

    def write(self, _address, data):
        """Send it to both; raises OSError when none has taken it, or one is back."""
        if self._lost:
            self._send_to_each(data)
            return
        try:
            self._send(_FIRST, data)
            self._send(_SECOND, data)
        except OSError:
            self._send_to_each(data)

    def _send_to_each(self, data):
        before, lost = self._lost, 0
        for which in range(2):
            try:
                if before >> which & 1 and data[0] != _REGISTERS:
                    raise OSError(ENODEV)
                self._send(_FIRST + which, data)
            except OSError:
                lost |= 1 << which
        self._lost = lost
        if lost == 0b11 or before & ~lost:
            raise OSError(ENODEV)
