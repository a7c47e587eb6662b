"""Asks for a number: ▲▼ change it, held by tens; OK takes it, ↩ leaves it."""

from micropython import const

from tileclock.device import sound
from tileclock.device.keys import BACK, DOWN, OK, UP
from tileclock.device.panel import WIDTH
from tileclock.device.presses import HOLD, PRESS, SHORT
from tileclock.device.timeline import NEVER
from tileclock.ui import page

_REPEAT_MS = const(300)  # while the key stays down
_FAST = const(10)


class Screen:
    """Used by every screen that needs a number; `ask` says which and shows it."""

    def __init__(self, table):
        self.table = table

    def ask(self, text, value, allowed, done, back):
        """`done(value, at)` gets the answer; `back(at)` is called when there is none."""
        self._text = text
        self._value = value
        self._lowest, self._highest = allowed
        self._done, self._back = done, back
        self._held = 0
        self.table.show(self)

    def enter(self, now):
        self._draw()

    def press(self, what, key, at):
        if key in (UP, DOWN):
            step = 1 if key == UP else -1
            self._held = 0
            if what == PRESS:
                self._change(step, at)
            elif what == HOLD:
                self._held = step
                self._next = at
        elif what == PRESS and key == OK:
            self._done(self._value, at)
        elif what == SHORT and key == BACK:
            self._back(at)
        elif what == PRESS and key < UP:
            self.table.sound.play(sound.BLIP, at)

    def tick(self, now):
        if not self._held:
            return NEVER
        while self._next <= now:
            self._change(self._held * _FAST, now)
            self._next += _REPEAT_MS
        return self._next

    def _change(self, step, at):
        value = min(max(self._value + step, self._lowest), self._highest)
        self.table.sound.play(sound.STEP if value != self._value else sound.BLIP, at)
        self._value = value
        self._draw()

    def _draw(self):
        table = self.table
        table.panel.fill(0)
        page.title(table, self._text)
        number = str(self._value)
        font = table.middle
        font.draw(table.panel, number, (WIDTH - font.width(number)) // 2, 21)
        page.hint(table, "▼ %d … %d ▲" % (self._lowest, self._highest))
