"""Asks for a number: ▲▼ change it, held by tens; OK takes it, ↩ leaves it."""

from micropython import const

from tileclock.device import sound
from tileclock.device.keys import DOWN, UP
from tileclock.device.panel import WIDTH
from tileclock.ui import page, screen
from tileclock.ui.repeat import Repeat, arrow

_REPEAT_MS = const(300)  # while the key stays down
_FAST = const(10)


class Screen(screen.Screen):
    """Used by every screen that needs a number; `ask` says which and shows it."""

    QUESTION = True

    def __init__(self, go):
        screen.Screen.__init__(self, go)
        self._held = Repeat(_REPEAT_MS, self._change_fast)

    def ask(self, text, value, allowed, done):
        """`done(value, at)` gets the answer, and shows what is next."""
        self._text = text
        self._value = value
        self._lowest, self._highest = allowed
        self._done = done
        self.stage.put(self)

    def enter(self, now):
        self._held.stop_all()
        self._draw()

    def on_arrow(self, step, at):
        self._change(-step, at)  # the upper key means more

    def on_hold(self, key, at):
        if key in (UP, DOWN):
            self._held.start(key, at)

    def on_up(self, key, at):
        self._held.stop(key)

    def on_ok(self, at):
        self.stage.lift()
        self._done(self._value, at)

    def tick(self, now):
        return self._held.tick(now)

    def _change_fast(self, key, at):
        self._change(_FAST * arrow(key), at)

    def _change(self, step, at):
        value = min(max(self._value + step, self._lowest), self._highest)
        self.kit.play(sound.STEP if value != self._value else sound.BLIP, at)
        self._value = value
        self._draw()

    def _draw(self):
        kit = self.kit
        kit.panel.fill(0)
        page.title(kit, self._text)
        number = str(self._value)
        font = kit.middle
        font.draw(kit.panel, number, (WIDTH - font.width(number)) // 2, 21)
        page.hint(kit, "▼ %d … %d ▲" % (self._lowest, self._highest))
