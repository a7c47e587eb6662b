"""Says that the battery is low, or nearly empty in a game that stands, or that the clock chip's is."""

from tileclock.device import sound
from tileclock.device.keys import BACK
from tileclock.device.timeline import NEVER
from tileclock.ui import page, screen


def warn(go):
    if go.part == "home":
        _say_lost(go)
    else:
        go.stage.put(BatteryScreen(go))


def _say_lost(go):
    """Say that the clock chip has no date."""
    words = go.kit.seldom()

    def ask(at):
        go.to("settings")
        go.get("preferences").ask_date(at)

    rows = [("OK", go.stage.back, ""), (words.DATE, ask, "?", True)]
    go.stage.ask(words.DATE_LOST, rows)


class BatteryScreen(screen.Screen):
    """A game that stands waits here for the charger."""

    def __init__(self, go):
        screen.Screen.__init__(self, go)
        self._stands = self.table.game.stands()
        words = self.kit.seldom()
        if self._stands:
            self._says = words.BATTERY_EMPTY, words.BATTERY_EMPTY_TEXT, words.BATTERY_EMPTY_HINT
            self.kit.play(sound.OVER, self.stage.now)
        else:
            self._says = words.BATTERY_LOW, words.BATTERY_LOW_TEXT, words.BATTERY_LOW_HINT

    def enter(self, now):
        page.whole(self.kit, *self._says, lit=True)

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
