"""The judge's lock: while it is closed, what changes a result or a setting asks for the code.

A right code opens a session, which ends when the clock goes on, a new game is dealt, the sheet is stored or
the first screen is shown. What asks, closes and opens is ui/code.py, in memory only while it is shown.
"""

from tileclock.core import records as r
from tileclock.core.game import PAUSED


class Lock:
    def __init__(self, table):
        self._table = table
        self.session = False  # the code was entered, and holds
        self.wrong = 0  # codes entered since the right one
        self.deaf_until = 0  # ms on the timeline

    def closed(self):
        """Whether the guarded actions ask for the code."""
        return self._table.settings.locked and not self.session

    def obey(self):
        """The prompt on the cable is shut as long as the lock is."""
        self._table.board.close_prompt(self._table.settings.locked)

    def held(self, at):
        """↩ was held long, at any screen: close the lock, or open it with the code."""
        screens = self._table.screens
        # Somebody may have begun to play meanwhile; and the screen of the code is there already.
        if self._table.screen is not screens.turn and not screens.code:
            screens.ask_code().turn_key(at)

    def guard(self, action, at):
        """Do it; with the lock closed, once the code was entered."""
        if self.closed():
            self._table.screens.ask_code().admit(action)
        else:
            action(at)

    def end(self, at):
        """The judge's session is over."""
        if self.session:
            self.session = False
            if self._table.game.phase == PAUSED:
                self._table.happen(r.JUDGE, at, 0)
