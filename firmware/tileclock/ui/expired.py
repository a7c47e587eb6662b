"""Time is up: whose turn it was, and what follows once the tiles are back."""

from tileclock import lights, sound
from tileclock.core import game as core
from tileclock.keys import OK
from tileclock.presses import PRESS
from tileclock.timeline import NEVER
from tileclock.ui import page

_DEAF_MS = 1_500  # a reflex press must not accept what nobody has read


class ExpiredScreen:
    def __init__(self, table):
        self.table = table

    def enter(self, now):
        table = self.table
        game = table.game
        self._since = now
        table.sound.play(sound.TIME_UP, now)
        table.lights.only(game.seat, lights.RED)
        table.panel.fill(0)
        page.title(table, table.words.TIME_UP, lit=True)
        page.seat_block(table, game.seat, (0, 19, 28, 30), table.middle)
        table.text.draw(table.panel, table.words.TIME_UP_DRAW % table.penalty(), 34, 28)
        page.hint(table, table.words.TIME_UP_HINT)

    def press(self, what, key, at):
        table = self.table
        if what != PRESS:
            return
        if key in (table.game.seat, OK) and at - self._since >= _DEAF_MS:
            table.happen(core.RESOLVE, at)
            table.sound.play(sound.SWITCH, at)
        else:
            table.sound.play(sound.BLIP, at)

    def tick(self, now):
        return NEVER
