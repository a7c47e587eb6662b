"""Asks for a number: ▲▼ change it, held by tens; OK takes it, ↩ leaves it."""

from micropython import const

from tileclock.device import sound
from tileclock.device.panel import WIDTH
from tileclock.ui import page
from tileclock.ui.repeat import Repeating, arrow

_FAST = const(10)


class Screen(Repeating):
    """Used by every screen that needs a number; `ask` says which and shows it."""

    QUESTION = True
    BEAT_MS = 300

    def ask(self, text, value, allowed, done):
        """Ask for a number; `done(value, at)` gets the answer, and shows what is next.

        What it is already may be beyond what is allowed: then it may stay, or come nearer.
        """
        self._text = text
        self._value = value
        self._lowest, self._highest = min(allowed[0], value), max(allowed[1], value)
        self._done = done
        self.stage.put(self)

    def on_arrow(self, step, at):
        self._change(-step, at)  # the upper key means more

    def on_ok(self, at):
        self.stage.lift()
        self._done(self._value, at)

    def act(self, key, at):
        self._change(_FAST * arrow(key), at)

    def _change(self, step, at):
        value = min(max(self._value + step, self._lowest), self._highest)
        self.kit.play(sound.STEP if value != self._value else sound.BLIP, at)
        self._value = value
        self.draw()

    def draw(self):
        kit = self.kit
        number, font = str(self._value), kit.middle
        page.whole(kit, self._text, (), "▼ %d … %d ▲" % (self._lowest, self._highest))
        font.draw(kit.panel, number, (WIDTH - font.width(number)) // 2, 21)
