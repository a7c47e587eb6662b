"""The turns are over though nobody is out: why."""

from tileclock.device.keys import BACK, OK
from tileclock.device.presses import PRESS, SHORT
from tileclock.device.timeline import NEVER
from tileclock.ui import page


class Screen:
    def __init__(self, table):
        self.table = table

    def enter(self, now):
        table = self.table
        words, game = table.words, table.game
        abandoned = game.reason == "abandoned"
        table.panel.fill(0)
        page.title(table, words.OVER, words.GAME % table.head["number"])
        table.text.draw_part(table.panel, words.REASONS[game.reason], 4, 27, 128)
        table.lights.dark()
        page.hint(table, "OK" if abandoned else words.OVER_HINT)

    def press(self, what, key, at):
        table = self.table
        abandoned = table.game.reason == "abandoned"
        if what == PRESS and key == OK:
            if abandoned:
                table.drop(at)
            else:
                table.screens.scoring("racks").begin()
        elif what == SHORT and key == BACK and not abandoned:
            table.leave_racks(at)
        elif what == PRESS and key != BACK:
            table.blip(key, at)

    def tick(self, now):
        return NEVER
