"""A list to choose from: what is in it is data."""

from tileclock.device.keys import BACK
from tileclock.device.panel import HEIGHT
from tileclock.ui import page
from tileclock.ui.screen import Screen


class Menu(Screen):
    """Rows of (label, what it does or None, text at the right). ▲▼ move, OK does it, ↩ goes back.

    A fourth value says whether the row is the judge's while the box is locked. A screen that is a list
    inherits, and makes its rows in `rows`.
    """

    LIT = False
    JUDGES = False  # whether rows that do not say so are the judge's
    TOP = page.TOP  # px where the rows begin

    def __init__(self, go):
        Screen.__init__(self, go)
        self.chosen = 0  # the row that is marked
        self.list = ()
        self.seats = ()  # whose buttons choose the rows, in their order, where these are players

    def rows(self):
        raise NotImplementedError

    def title(self):
        """What stands at the left and at the right of the top line."""
        raise NotImplementedError

    def hint(self):
        """The bottom line, instead of a row; "": none."""
        return ""

    def enter(self, now):
        self.list = self.rows()
        self.chosen = min(self.chosen, len(self.list) - 1)
        self.draw()

    def on_arrow(self, step, at):
        """Move the choice, past the end of the list to its other end."""
        left, first = self.chosen, self._first()
        self.chosen = (left + step) % len(self.list)
        self.kit.step(at)
        if self._first() != first:
            self.draw()
            return
        for line in (left, self.chosen):  # two rows are drawn in half the time of a page
            self._draw_row(line)
        page.scrollbar(self.kit, first, len(self.list), self._visible(), self.TOP)

    def on_seat(self, seat, at):
        """Choose a player by his own button, where the rows are players."""
        if seat in self.seats:
            self.chosen = self.seats.index(seat)
            self.on_ok(at)
        else:
            self.blip(seat, at)

    def on_ok(self, at):
        row = self.list[self.chosen]
        action = row[1]
        if action and (row[3] if len(row) > 3 else self.JUDGES):
            self.stage.guard(action, at)
        elif action:
            action(at)

    def on_hold(self, key, at):
        if key == BACK:
            self.kit.blip(at)

    def draw(self):
        kit = self.kit
        kit.panel.fill(0)
        self.draw_title()
        first, shown = self._first(), self._visible()
        for line in range(first, min(first + shown, len(self.list))):
            self._draw_row(line)
        page.scrollbar(kit, first, len(self.list), shown, self.TOP)
        hint = self.hint()
        if hint:
            page.hint(kit, hint)

    def draw_title(self):
        left, right = self.title()
        page.title(self.kit, left, right, self.LIT)

    def _visible(self):
        return (HEIGHT - self.TOP) // page.LINE - (1 if self.hint() else 0)

    def _first(self):
        """The row at the top."""
        return max(0, min(self.chosen - 1, len(self.list) - self._visible()))

    def _draw_row(self, line):
        row = self.list[line]
        page.row(self.kit, line - self._first(), row[0], row[2], line == self.chosen, self.TOP)
