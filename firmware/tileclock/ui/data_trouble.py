"""What is on the flash cannot be used: a newer program wrote it, or it is damaged. Says what can be done."""

from tileclock import lang
from tileclock.device.keys import BACK, OK
from tileclock.device.presses import HOLD, SHORT
from tileclock.storage import data_check
from tileclock.ui.menu import Menu


class Screen(Menu):
    LIT = True

    def __init__(self, table):
        Menu.__init__(self, table)
        self._words = lang.rare(table.settings.language)
        self._asks = False  # whether everything shall really be put aside
        self._failed = False

    def title(self):
        words = self._words
        if self.table.trouble == data_check.NEWER:
            return words.DATA_NEWER, ""
        return words.BEGIN_ANEW if self._asks else words.DATA_BROKEN, ""

    def rows(self):
        words, rows = self._words, []
        if self.table.trouble == data_check.NEWER:
            lines = words.DATA_NEWER_TEXT
        elif self._failed:
            lines = words.FORMAT_TEXT
        elif self._asks:
            lines = words.BEGIN_ANEW_TEXT
        else:
            rows = [(words.TRY_AGAIN, self._restart, ""), (words.BEGIN_ANEW, self._ask, "")]
            lines = words.IMAGE_TEXT
        return rows + [(line, None, "") for line in lines]

    def guarded(self, label):
        return label == self._words.BEGIN_ANEW

    def press(self, what, key, at):
        if self._asks and what == HOLD and key == OK:
            self._begin_anew()
        elif self._asks and what == SHORT and key == BACK:
            self.back(at)
        else:
            Menu.press(self, what, key, at)

    def back(self, at):
        self._asks = self._failed = False
        self.at = 0
        self.table.show(self)

    def _restart(self, at):
        self.table.board.restart()

    def _ask(self, at):
        self._asks = True
        self.at = 0
        self.table.show(self)

    def _begin_anew(self):
        if data_check.put_aside(self.table.log):
            self.table.board.restart()
        self._failed, self._asks = True, False
        self.at = 0
        self.table.show(self)
