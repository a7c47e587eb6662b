"""The turns are over: why, and for how long it went."""

from tileclock.core import records as r
from tileclock.keys import BACK, OK
from tileclock.presses import PRESS, SHORT
from tileclock.timeline import NEVER
from tileclock.ui import page


class OverScreen:
    def __init__(self, table):
        self.table = table

    def enter(self, now):
        table = self.table
        words, game = table.words, table.game
        table.panel.fill(0)
        page.title(table, words.OVER, words.GAME % (table.games + 1))
        if game.winner >= 0:
            page.seat_block(table, game.winner, (0, 18, 28, 30), table.middle)
            table.text.draw_part(table.panel, words.IS_OUT % table.name(game.winner), 34, 27, 128)
            table.lights.only(game.winner, table.lights.BRIGHT)
        else:
            table.text.draw_part(table.panel, words.REASONS[game.reason], 4, 27, 128)
            table.lights.dark()
        page.hint(table, words.OVER_HINT)

    def press(self, what, key, at):
        table = self.table
        if what == PRESS and key == OK:
            table.finish()
        elif what == SHORT and key == BACK and table.game.reason != "abandoned":
            table.happen(r.REOPEN if table.game.winner >= 0 else r.UNDO, at)

    def tick(self, now):
        return NEVER
