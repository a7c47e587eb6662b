"""One light per seat: whose turn it is, and how much of it is left. A colour is a number, 0xRRGGBB."""

from struct import pack_into

from micropython import const

from tileclock.pins import SEATS

_STEPS = const(32)  # colours from green to red; each new one is a transfer of 0.2 ms
# Level of a colour's stronger part, of 255: six lights at this level stay under 100 mA.
_LEVEL = const(64)

_ALL = "18s"  # the bytes of six lights, set at once: a loop would take a third of a millisecond

RED = _LEVEL << 16


def step(left, whole):
    """The step of the ramp for what is left of a whole."""
    if left <= 0:
        return _STEPS
    # Divided first: a figure above 2**30, of a long budget, would allocate.
    return _STEPS - min(_STEPS, left // (whole // _STEPS or 1))


def ramp(number):
    """The colour of a step: from green over amber to red."""
    red = min(_LEVEL, _LEVEL * 2 * number // _STEPS)
    return red << 16 | _LEVEL * (_STEPS - number) // _STEPS << 8


class Lights:
    """Keeps what is lit and sends it when it changes."""

    OFF = 0
    DIM = 0x0A0A0C
    BRIGHT = _LEVEL << 16 | _LEVEL << 8 | _LEVEL

    def __init__(self, chain):
        self._chain = chain
        self._level = 100  # percent of full brightness
        self._colours = bytearray(3 * len(SEATS))
        self.sent = bytearray(b"\x01" * len(self._colours))

    def dim(self, level):
        """Set percent of full brightness, from the next change on."""
        self._level = level

    def set(self, seat, colour):
        # The WS2812 wants green first.
        self._colours[seat * 3] = (colour >> 8 & 0xFF) * self._level // 100
        self._colours[seat * 3 + 1] = (colour >> 16) * self._level // 100
        self._colours[seat * 3 + 2] = (colour & 0xFF) * self._level // 100

    def only(self, seat, colour):
        """Light this one alone."""
        self.dark()
        self.set(seat, colour)

    def dark(self):
        pack_into(_ALL, self._colours, 0, b"")

    def show(self):
        colours, sent = self._colours, self.sent
        if colours != sent:
            self._chain.write(colours)
            pack_into(_ALL, sent, 0, colours)
