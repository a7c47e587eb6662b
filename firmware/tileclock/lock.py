"""The judge's lock: while it is closed, what changes a result or a setting asks for the code.

A right code opens a session, which ends when the clock goes on, a new game is dealt or the first screen is
shown. ↩ held for two seconds closes and opens the lock itself. The screens for that are in memory only while
one of them is shown.
"""

from micropython import const

from tileclock import sound
from tileclock.core import records as r
from tileclock.settings import Code
from tileclock.ui.screens import PLAYING, SCORING

_TRIES = const(3)  # wrong codes until one has to wait
_WAIT_MS = const(10_000)


class Lock:
    def __init__(self, table):
        self._table = table
        self._session = False
        self._wrong = 0
        self.deaf_until = 0  # ms on the timeline

    def closed(self):
        """Whether the guarded actions ask for the code."""
        return self._table.settings.locked and not self._session

    # ---- ↩ was held ----

    def held(self, at):
        """Close the lock, or ask for the code and open it."""
        table = self._table
        settings = table.settings
        if table.screen is table.screens.turn or table.screens.code:
            return  # somebody has begun to play meanwhile; or it asks already
        if not settings.code:
            self._screen().tell()
        elif not settings.locked:
            self._shut(True, at)
        else:
            self._screen().ask(0, self.try_code, lambda at: self._shut(False, at))

    def _shut(self, shut, at):
        table = self._table
        self._session = False
        table.settings.locked = shut
        self.obey()
        if self._in_game():
            table.happen(r.JUDGE, at, 0 if shut else 1)
        table.settings.save(table.log)
        table.sound.play(sound.LOCK if shut else sound.UNLOCK, at)
        self._screen().tell()

    def obey(self):
        """The prompt on the cable is shut as long as the lock is."""
        self._table.board.close_prompt(self._table.settings.locked)

    def _screen(self):
        return self._table.screens.ask_code()

    def _in_game(self):
        """Whether what the judge does now belongs to a game that is not stored yet."""
        game, part = self._table.game, self._table.screens.part
        return game.began_at and game.reason != "abandoned" and part in (PLAYING, SCORING)

    # ---- guarded actions ----

    def guard(self, action, at):
        """Do it; with the lock closed, once the code was entered."""
        if self.closed():
            self._screen().ask(0, self.try_code, lambda at: self._begin(action, at))
        else:
            action(at)

    def _begin(self, action, at):
        self._session = True
        if self._in_game():
            self._table.happen(r.JUDGE, at, 1)
        action(at)

    def end(self, at):
        """The judge's session is over."""
        if self._session:
            self._session = False
            if self._table.game.phase == self._table.PAUSED:
                self._table.happen(r.JUDGE, at, 0)

    def session(self):
        return self._session

    # ---- the code ----

    def try_code(self, text, at):
        """Whether it is the code; after three wrong ones there is a pause."""
        if text == self._table.settings.code:
            self._wrong = 0
            return True
        self._wrong += 1
        if self._wrong % _TRIES == 0:
            self.deaf_until = at + _WAIT_MS
        return False

    def set_code(self, text):
        """Another code, or none; whether it is a possible one. Who may do that has been asked before."""
        settings = self._table.settings
        if text not in Code():
            return False
        settings.code = text
        settings.locked = settings.locked and bool(text)
        settings.save(self._table.log)
        self.obey()
        return True
