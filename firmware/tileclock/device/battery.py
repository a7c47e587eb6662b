"""The battery: how full it is, and when that must be said."""

from micropython import const

# The battery is a lithium cell. With the box as its load it stays above 3.6 V for most of an evening; at
# 3.5 V about a tenth is left, at 3.3 V some minutes. It recovers a little by itself, hence the distance.
_MEASURE_MS = const(10_000)
_LOW, _EMPTY, _BETTER = const(3_500), const(3_300), const(100)  # mV
_DEAD = const(2_000)  # no cell is below: none is connected, and the cable feeds the box
_HALVED = const(500)  # µV at the converter for each mV of the cell: the divider is of two equal resistors
_LOOKS = const(8)  # for one figure
_WEIGHT = const(4)  # how slowly the average follows


class Battery:
    """Measured seldom, and averaged. Nothing here allocates once it is made."""

    def __init__(self, converter):
        self._converter = converter  # of voltage
        self.due = 0  # ms on the timeline
        self.millivolts = 0  # 0: there is none
        self.low = self.empty = False
        self._told = False  # that it is empty, to those who play

    def measure(self, now):
        """How it is; whether its sign on the screen changes."""
        self.due = now + _MEASURE_MS
        found = 0
        for _ in range(_LOOKS):
            found += self._converter.read_uv()
        found //= _LOOKS * _HALVED
        volts, low = self.millivolts, self.low
        if found < _DEAD:
            volts = 0
        else:
            volts += (found - volts) // _WEIGHT if volts else found
        self.millivolts = volts
        self.low = 0 < volts < (_LOW + _BETTER if low else _LOW)
        self.empty = 0 < volts < (_EMPTY + _BETTER if self.empty else _EMPTY)
        self._told = self._told and self.empty
        return self.low != low

    def tell_empty(self):
        """Whether it has become empty, and nobody was told before."""
        tells = self.empty and not self._told
        self._told = self.empty
        return tells
