"""One light per seat: whose turn it is, and how much of it is left."""

_SEATS = 6
_STEPS = 32  # colours from green to red; each new one is a transfer of 0.2 ms
# Level of a colour's stronger part, of 255: six lights at this level stay under 100 mA.
_LEVEL = 64

RED = (_LEVEL, 0, 0)


def _ramp():
    """Green to amber to red, strongest step first: (red, green, blue)."""
    half = _STEPS // 2
    rising = [(_LEVEL * i // half, _LEVEL * (half * 2 - i) // (half * 2), 0) for i in range(half)]
    falling = [(_LEVEL, _LEVEL * (half - i) // (half * 2), 0) for i in range(half + 1)]
    return rising + falling


RAMP = _ramp()


class Lights:
    """Keeps what is lit and sends it when it changes."""

    OFF = (0, 0, 0)
    DIM = (10, 10, 12)
    BRIGHT = (_LEVEL, _LEVEL, _LEVEL)

    def __init__(self, chain):
        self._chain = chain
        self.level = 100  # percent of full brightness
        self._colours = bytearray(_SEATS * 3)
        self._sent = bytearray(b"\x01" * (_SEATS * 3))

    def set(self, seat, colour):
        # The WS2812 wants green first.
        self._colours[seat * 3] = colour[1] * self.level // 100
        self._colours[seat * 3 + 1] = colour[0] * self.level // 100
        self._colours[seat * 3 + 2] = colour[2] * self.level // 100

    def only(self, seat, colour):
        """This one lit, all others dark."""
        for other in range(_SEATS):
            self.set(other, colour if other == seat else self.OFF)

    def dark(self):
        for seat in range(_SEATS):
            self.set(seat, self.OFF)

    def show(self):
        if self._colours != self._sent:
            self._chain.write(self._colours)
            self._sent[:] = self._colours


def step(left, whole):
    """The step of the ramp for what is left of a whole."""
    if left <= 0:
        return _STEPS
    return _STEPS - min(_STEPS, left * _STEPS // whole)
