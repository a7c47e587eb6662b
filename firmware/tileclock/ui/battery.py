"""Says before a game that the battery is low; and of a game that stands, that it is nearly empty."""

from tileclock import lang
from tileclock.core.game import PAUSED
from tileclock.device import sound
from tileclock.device.keys import BACK, OK
from tileclock.device.presses import HOLD, PRESS, SHORT
from tileclock.device.timeline import NEVER
from tileclock.ui import page


class BatteryScreen:
    """A game that stands waits here for the charger."""

    def __init__(self, table):
        self.table = table
        self._stands = table.game.phase == PAUSED
        words = lang.rare(table.settings.language)
        if self._stands:
            self._title, self._lines = words.BATTERY_EMPTY, words.BATTERY_EMPTY_TEXT
            self._hint = words.BATTERY_EMPTY_HINT
            table.sound.play(sound.OVER, table.now)
        else:
            self._title, self._lines = words.BATTERY_LOW, words.BATTERY_LOW_TEXT
            self._hint = words.BATTERY_LOW_HINT

    def enter(self, now):
        table = self.table
        table.panel.fill(0)
        page.title(table, self._title, lit=True)
        for i, line in enumerate(self._lines):
            page.row(table, i, line)
        page.hint(table, self._hint)

    def press(self, what, key, at):
        table = self.table
        if what == PRESS and key == OK:
            if self._stands:
                table.screens.stopped.pause.show()
            else:
                table.deal_if_room(at)
        elif what == SHORT and key == BACK:
            if self._stands:
                table.screens.stopped.pause.show()
            else:
                table.to_setup(at)
        elif (what == PRESS and key != BACK) or (what == HOLD and key == BACK):
            table.sound.play(sound.BLIP, at)

    def tick(self, now):
        if self._stands and not self.table.board.battery.empty:
            self.table.screens.stopped.pause.show()
        return NEVER
