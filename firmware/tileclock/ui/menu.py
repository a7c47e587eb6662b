"""A list to choose from: what is in it is data."""

from tileclock import sound
from tileclock.keys import BACK, DOWN, OK, UP
from tileclock.presses import HOLD, PRESS, SHORT
from tileclock.timeline import NEVER
from tileclock.ui import page


class Menu:
    """Rows of (label, what it does or None, text at the right). ▲▼ move, OK does it, ↩ goes back.

    A screen that is a list inherits, makes its rows in `rows`, and says in `back` what ↩ does.
    """

    TITLE = ""
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
        self.at = (self.at + step) % len(self.list)
        self.table.sound.play(sound.STEP, at)
        self.draw()

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
        first = max(0, min(self.at - 1, len(self.list) - page.ROWS))
        for i in range(min(page.ROWS, len(self.list))):
            line = self.list[first + i]
            page.row(table, i, line[0], line[2], first + i == self.at)
        page.scrollbar(table, first, len(self.list))
