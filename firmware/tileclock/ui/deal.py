"""Dealing: who begins, and how many tiles stay in the pool; his button or OK starts the clock."""

from tileclock.core import game as core
from tileclock.keys import BACK, OK
from tileclock.presses import PRESS, SHORT
from tileclock.timeline import NEVER
from tileclock.ui import page


class DealScreen:
    def __init__(self, table):
        self.table = table

    def enter(self, now):
        table = self.table
        game = table.game
        table.panel.fill(0)
        page.title(table, table.words.DEAL, "%d s" % (game.limit_ms // 1000))
        page.seat_block(table, game.seat, (0, 18, 28, 30), table.middle)
        table.text.draw(table.panel, table.words.DEAL_BEGINS % page.LETTERS[game.seat], 34, 27)
        page.hint(table, table.words.DEAL_HINT % game.pool.left)
        table.lights.only(game.seat, table.WAITING)

    def press(self, what, key, at):
        table = self.table
        if what == PRESS and key in (table.game.seat, OK):
            table.happen(core.BEGIN, at)
        elif what == SHORT and key == BACK:
            table.show(table.players)

    def tick(self, now):
        return NEVER
