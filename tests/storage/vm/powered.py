"""An evening in which nobody pulls a plug."""

from evening import Evening

from tileclock.core import records as r
from tileclock.core.clock import RUNNING


class Powered(Evening):
    def plug(self):
        """Somebody stops the clock instead."""
        if self.box.game.clock.phase == RUNNING:
            self.happen(r.PAUSE, r.BY_HAND)
