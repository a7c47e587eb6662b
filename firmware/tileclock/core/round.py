"""The round, which may end by time or by the judge, and may span several games."""

from tileclock.core import records as r
from tileclock.core.clock import PAUSED
from tileclock.core.preset_time import MINUTE


class Round:
    def __init__(self, preset, clock, accounts):
        self._clock, self._accounts = clock, accounts
        self.began_at = self.over_at = 0  # the first turn, and all turns, of this game
        self.ms = preset["round_time"] * MINUTE or None  # None: it has no end by time
        self.spans = self.ended = False  # it is one for several games; the judge has ended it

    def left_ms(self, now):
        """What is left of it, or None if it has no end by time. Disputes do not count."""
        if self.ms is None:
            return None
        clock, disputed = self._clock, self._accounts.disputed_ms
        if clock.phase == PAUSED and clock.why == r.DISPUTE:
            disputed += now - clock.changed_at
        return self.ms - (now - self.began_at - disputed)

    def over(self, at):
        return self.ended or (self.ms is not None and self.left_ms(at) <= 0)
