"""The clock stands: whose it is, what is left, and how to go on."""

from tileclock.core import game as core
from tileclock.keys import BACK, OK
from tileclock.presses import PRESS, SHORT
from tileclock.timeline import NEVER
from tileclock.ui import page


class PausedScreen:
    def __init__(self, table):
        self.table = table

    def enter(self, now):
        table = self.table
        game = table.game
        table.panel.fill(0)
        left = (max(0, game.left_ms(now)) + 999) // 1000
        page.title(table, table.words.PAUSE, "%s %d s" % (page.LETTERS[game.seat], left))
        page.row(table, 0, table.words.RESUME, chosen=True)
        table.lights.only(game.seat, table.WAITING)

    def press(self, what, key, at):
        # In menus the back key acts when it is let go: held, it will lock the clock.
        if (what == PRESS and key == OK) or (what == SHORT and key == BACK):
            self.table.happen(core.RESUME, at)

    def tick(self, now):
        return NEVER
