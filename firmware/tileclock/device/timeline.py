"""Ticks of the chip, which wrap after 12.4 days, made into milliseconds that do not."""

from time import ticks_diff

NEVER = 1 << 60  # later than anything that is waited for


class Timeline:
    """Milliseconds since power-on. `reach` must be called at least every 6.2 days, half the wrap."""

    def __init__(self, ticks):
        self._ticks = ticks
        self.now = 0

    def reach(self, ticks):
        """The present is there now."""
        self.now += ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self.now

    def at(self, ticks):
        """When that was; a stamp of the last 6.2 days."""
        return self.now + ticks_diff(ticks, self._ticks)
