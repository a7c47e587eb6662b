"""The quick guide: a few pages that need no manual."""

from tileclock.device import sound
from tileclock.device.keys import BACK, DOWN, OK, UP
from tileclock.device.presses import PRESS, SHORT
from tileclock.device.timeline import NEVER
from tileclock.ui import page
from tileclock.ui.navigator import HOME


class Screen:
    def __init__(self, table):
        self.table = table

    def enter(self, now):
        self._page = 0
        self._draw()

    def press(self, what, key, at):
        pages = self.table.more_words.GUIDE_PAGES
        if what == PRESS and key == UP and self._page:
            self._page -= 1
            self._draw()
        elif what == PRESS and key in (DOWN, OK) and self._page < len(pages) - 1:
            self._page += 1
            self._draw()
        elif (what == PRESS and key == OK) or (what == SHORT and key == BACK):
            self.table.go(HOME)
        elif what == PRESS and key < UP:
            self.table.sound.play(sound.BLIP, at)

    def tick(self, now):
        return NEVER

    def _draw(self):
        table = self.table
        pages = table.more_words.GUIDE_PAGES
        lines = pages[self._page]
        table.panel.fill(0)
        page.title(table, lines[0], "%d/%d" % (self._page + 1, len(pages)))
        for i, line in enumerate(lines[1:]):
            page.row(table, i, line)
