"""Who plays: a press on a seat's button sits down or gets up."""

from tileclock import sound
from tileclock.keys import OK
from tileclock.presses import PRESS
from tileclock.timeline import NEVER
from tileclock.ui import page

_FEWEST = 2


class PlayersScreen:
    def __init__(self, table):
        self.table = table

    def enter(self, now):
        self._draw()

    def press(self, what, key, at):
        table = self.table
        if what != PRESS:
            return
        if key < len(page.LETTERS):
            table.sitting ^= 1 << key
            table.sound.play(sound.SWITCH, at)
            self._draw()
        elif key == OK:
            if len(table.seats()) < _FEWEST:
                table.sound.play(sound.BLIP, at)
            else:
                table.deal()

    def tick(self, now):
        return NEVER

    def _draw(self):
        table = self.table
        panel = table.panel
        panel.fill(0)
        page.title(table, table.words.PLAYERS, str(len(table.seats())))
        for seat, letter in enumerate(page.LETTERS):
            x = 2 + seat * 21
            if table.sitting >> seat & 1:
                page.seat_block(table, seat, (x, 20, 19, 28), table.middle)
            else:
                panel.rect(x, 20, 19, 28, 1)
                table.text.draw(panel, letter, x + 7, 29)
            table.lights.set(seat, table.WAITING if table.sitting >> seat & 1 else table.DARK)
        page.hint(table, table.words.PLAYERS_HINT)
