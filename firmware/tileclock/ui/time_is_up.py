"""Time is up: whose turn it was, and what can lie on the table, with what it costs."""

from micropython import const

from tileclock.core import preset_time
from tileclock.core import records as r
from tileclock.core.game import SEATS
from tileclock.device import lights, sound
from tileclock.device.presses import PRESS
from tileclock.ui.menu import Menu

_DEAF_MS = const(1_500)  # a reflex press must not accept what nobody has read


class Screen(Menu):
    LIT = True
    COUNTS = True

    def __init__(self, go):
        """Made when the game is dealt: at the moment the time is up nothing allocates."""
        Menu.__init__(self, go)
        words, rules = self.kit.words, self.table.game.preset
        self._deaf_until = 0
        self._choices = []
        self._usual = preset_time.usual_time_out(rules)
        self._titles = [(words.TIME_UP, self.table.label(seat)) for seat in range(SEATS)]
        for row in rules["timeouts"]:
            take = words.TAKE % row["tiles"] if row["tiles"] else ""
            self._choices.append((words.TIMEOUTS[row["choice"]], None, take))

    def hint(self):
        return self.kit.words.TIME_UP_HINT

    def rows(self):
        return self._choices

    def title(self):
        return self._titles[self.table.game.seat]

    def enter(self, now):
        kit = self.kit
        self.chosen = self._usual
        self._deaf_until = now + _DEAF_MS
        kit.play(sound.TIME_UP, now)
        kit.lights.only(self.table.game.seat, lights.RED)
        Menu.enter(self, now)

    def press(self, what, key, at):
        if what == PRESS and at < self._deaf_until:
            self.blip(key, at)
            self.go.presses.spend(key)  # nor does it mean anything when it is let go
        else:
            Menu.press(self, what, key, at)

    def on_seat(self, seat, at):
        if seat == self.table.game.seat:
            self.on_ok(at)
        else:
            self.blip(seat, at)

    def on_ok(self, at):
        game = self.table.game
        self.kit.play(sound.SWITCH, at)
        self.table.happen(r.RESOLVE, at, self.chosen, game.preset["timeouts"][self.chosen]["tiles"])

    def on_back(self, at):
        self.table.happen(r.PAUSE, at, r.BY_HAND)
