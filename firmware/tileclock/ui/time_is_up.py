"""Time is up: whose turn it was, and what can lie on the table, with what it costs.

The large line can be read by all at the table: in turns, that the time is up, and whose it was.
"""

from micropython import const

from tileclock.core import preset_time
from tileclock.core import records as r
from tileclock.device import lights, sound
from tileclock.device.presses import PRESS
from tileclock.ui import page
from tileclock.ui.menu import Menu

_DEAF_MS = const(1_500)  # a reflex press must not accept what nobody has read
_SAID_MS = const(1_500)  # the large line says one thing so long
_MOST = const(2)  # choices that leave room for a hint


class Screen(Menu):
    TOP = page.LARGE + 2
    COUNTS = True

    def __init__(self, go):
        """Made when the game is dealt: at the moment the time is up nothing allocates."""
        Menu.__init__(self, go)
        words, rules = self.kit.words, self.table.game.preset
        self._since = 0
        self._names_seat = 0  # 1: the large line says whose turn it was
        self._choices = []
        self._usual = preset_time.usual_time_out(rules)
        self._tiles = [row["tiles"] for row in rules["timeouts"]]
        for row in rules["timeouts"]:
            self._choices.append([words.TIMEOUTS[row["choice"]], None, ""])
        self._takes = [words.TAKE % n if n else "" for n in range(max(self._tiles) + 1)]

    def hint(self):
        return self.kit.words.TIME_UP_HINT if len(self._choices) <= _MOST else ""

    def rows(self):
        left = self.table.game.pool.left
        for i in range(len(self._choices)):
            self._choices[i][2] = self._takes[min(self._tiles[i], left)]
        return self._choices

    def draw_title(self):
        table, words = self.table, self.kit.words
        page.large(self.kit, table.name(table.game.seat) if self._names_seat else words.TIME_UP, 0, lit=True)

    def enter(self, now):
        kit = self.kit
        self.chosen = self._usual
        self._since, self._names_seat = now, 0
        kit.play(sound.TIME_UP, now)
        kit.lights.only(self.table.game.seat, lights.RED)
        Menu.enter(self, now)

    def tick(self, now):
        said = (now - self._since) // _SAID_MS
        if said & 1 != self._names_seat:
            self._names_seat = said & 1
            self.draw_title()
        return self._since + (said + 1) * _SAID_MS

    def press(self, what, key, at):
        if what == PRESS and at < self._since + _DEAF_MS:
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
