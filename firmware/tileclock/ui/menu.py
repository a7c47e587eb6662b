"""A list to choose from: what is in it is data."""

from tileclock.device import sound
from tileclock.device.keys import BACK, DOWN, OK, UP
from tileclock.device.presses import HOLD, PRESS, SHORT
from tileclock.device.timeline import NEVER
from tileclock.ui import page


class Menu:
    """Rows of (label, what it does or None, text at the right). ▲▼ move, OK does it, ↩ goes back.

    A screen that is a list inherits, makes its rows in `rows`, and says in `back` what ↩ does.
    """

    TITLE = ""
    HINT = ""  # the bottom line, instead of a row
    LIT = False

    def __init__(self, table):
        self.table = table
        self.at = 0
        self.list = ()

    def rows(self):
        raise NotImplementedError

    def back(self, at):
        raise NotImplementedError

    def title(self):
        return getattr(self.table.words, self.TITLE), ""

    def enter(self, now):
        self.list = self.rows()
        self.at = min(self.at, len(self.list) - 1)
        self.draw()

    def press(self, what, key, at):
        if what == PRESS and key == UP:
            self.move(-1, at)
        elif what == PRESS and key == DOWN:
            self.move(1, at)
        elif what == PRESS and key == OK:
            self.choose(at)
        elif what == SHORT and key == BACK:
            self.back(at)  # when it is let go: held it means something else
        elif what == PRESS and key < UP:
            self.seat(key, at)
        elif what == HOLD and key == BACK:
            self.table.sound.play(sound.BLIP, at)

    def seat(self, seat, at):
        self.table.sound.play(sound.BLIP, at)

    def move(self, step, at):
        """Round the end of the list to its other end."""
        left, first = self.at, self._first()
        self.at = (left + step) % len(self.list)
        self.table.sound.play(sound.STEP, at)
        if self._first() != first:
            self.draw()
            return
        for line in (left, self.at):  # two rows are drawn in half the time of a page
            self._draw_row(line)
        page.scrollbar(self.table, first, len(self.list), self._visible())

    def choose(self, at):
        label, action, _ = self.list[self.at]
        if action and self.guarded(label):
            self.table.lock.guard(action, at)
        elif action:
            action(at)

    def guarded(self, label):
        """Whether that row is the judge's when the box is locked."""
        return False

    def tick(self, now):
        return NEVER

    def draw(self):
        table = self.table
        table.panel.fill(0)
        left, right = self.title()
        page.title(table, left, right, self.LIT)
        first, shown = self._first(), self._visible()
        for line in range(first, min(first + shown, len(self.list))):
            self._draw_row(line)
        page.scrollbar(table, first, len(self.list), shown)
        if self.HINT:
            page.hint(table, getattr(table.words, self.HINT))

    def _visible(self):
        return page.ROWS - 1 if self.HINT else page.ROWS

    def _first(self):
        """The row at the top."""
        return max(0, min(self.at - 1, len(self.list) - self._visible()))

    def _draw_row(self, line):
        label, _, text = self.list[line]
        page.row(self.table, line - self._first(), label, text, line == self.at)
