"""Says before a game that the battery is low; and of a game that stands, that it is nearly empty."""

from tileclock.core.game import PAUSED
from tileclock.device import sound
from tileclock.device.keys import BACK
from tileclock.device.timeline import NEVER
from tileclock.ui import page, screen


class BatteryScreen(screen.Screen):
    """A game that stands waits here for the charger."""

    def __init__(self, go):
        screen.Screen.__init__(self, go)
        self._stands = self.table.game.phase == PAUSED
        words = self.kit.seldom()
        if self._stands:
            self._title, self._lines = words.BATTERY_EMPTY, words.BATTERY_EMPTY_TEXT
            self._hint = words.BATTERY_EMPTY_HINT
            self.kit.play(sound.OVER, self.stage.now)
        else:
            self._title, self._lines = words.BATTERY_LOW, words.BATTERY_LOW_TEXT
            self._hint = words.BATTERY_LOW_HINT

    def enter(self, now):
        kit = self.kit
        kit.panel.fill(0)
        page.title(kit, self._title, lit=True)
        for i, line in enumerate(self._lines):
            page.row(kit, i, line)
        page.hint(kit, self._hint)

    def on_ok(self, at):
        if self._stands:
            self.go.pause(at)
        else:
            self.go.get("setup").deal(at)

    def on_back(self, at):
        if self._stands:
            self.go.pause(at)
        else:
            self.stage.show(self.go.get("setup"))

    def on_hold(self, key, at):
        if key == BACK:
            self.kit.blip(at)

    def tick(self, now):
        if self._stands and not self.kit.battery.empty:
            self.go.pause(now)
        return NEVER
