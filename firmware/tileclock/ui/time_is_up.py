"""Time is up: whose turn it was, and what can lie on the table, with what it costs."""

from micropython import const

from tileclock.core import records as r
from tileclock.core.game import SEATS
from tileclock.device import lights, sound
from tileclock.device.keys import OK, UP
from tileclock.device.presses import PRESS
from tileclock.device.timeline import NEVER
from tileclock.ui.menu import Menu

_DEAF_MS = const(1_500)  # a reflex press must not accept what nobody has read


class ExpiredScreen(Menu):
    TITLE = "TIME_UP"
    HINT = "TIME_UP_HINT"
    LIT = True

    def __init__(self, table):
        """Made when the game is dealt: at the moment the time is up nothing allocates."""
        Menu.__init__(self, table)
        words = table.words
        self._deaf_until = 0
        self._choices = []
        self._usual = 0
        self._titles = [(words.TIME_UP, table.label(seat)) for seat in range(SEATS)]
        for i, row in enumerate(table.preset["timeouts"]):
            take = words.TAKE % row["tiles"] if row["tiles"] else ""
            self._choices.append((words.TIMEOUTS[row["choice"]], None, take))
            if row["choice"] == table.preset["timeout"]:
                self._usual = i

    def usual(self):
        """The choice that is highlighted, and its tiles."""
        return self._usual, self.table.preset["timeouts"][self._usual]["tiles"]

    def rows(self):
        return self._choices

    def title(self):
        return self._titles[self.table.game.seat]

    def enter(self, now):
        table = self.table
        self.at = self._usual
        self._deaf_until = now + _DEAF_MS
        table.sound.play(sound.TIME_UP, now)
        table.lights.only(table.game.seat, lights.RED)
        Menu.enter(self, now)

    def press(self, what, key, at):
        table = self.table
        deaf = at < self._deaf_until or (key < UP and key != table.game.seat)
        if what == PRESS and deaf:
            table.blip(key, at)
            if at < self._deaf_until:
                table.presses.spend(key)  # nor does it mean anything when it is let go
        elif what == PRESS and key in (table.game.seat, OK):
            table.sound.play(sound.SWITCH, at)
            table.happen(r.RESOLVE, at, self.at, table.preset["timeouts"][self.at]["tiles"])
        else:
            Menu.press(self, what, key, at)

    def back(self, at):
        self.table.happen(r.PAUSE, at, r.BY_HAND)

    def tick(self, now):
        return NEVER
