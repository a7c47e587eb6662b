"""What is on the flash cannot be used: a newer program wrote it, or it is damaged. Says what can be done."""

from tileclock.device.keys import OK
from tileclock.storage import data_check
from tileclock.ui.menu import Menu


class Screen(Menu):
    LIT = True

    def __init__(self, go):
        Menu.__init__(self, go)
        self._newer = go.games.trouble == data_check.NEWER
        self._asks = False  # whether everything shall really be put aside
        self._failed = False

    def title(self):
        words = self.kit.seldom()
        if self._newer:
            return words.DATA_NEWER, ""
        return words.BEGIN_ANEW if self._asks else words.DATA_BROKEN, ""

    def rows(self):
        words, rows = self.kit.seldom(), []
        if self._newer:
            lines = words.DATA_NEWER_TEXT
        elif self._failed:
            lines = words.FORMAT_TEXT
        elif self._asks:
            lines = words.BEGIN_ANEW_TEXT
        else:
            rows = [(words.TRY_AGAIN, self._restart, ""), (words.BEGIN_ANEW, self._ask, "", True)]
            lines = words.IMAGE_TEXT
        return rows + [(line, None, "") for line in lines]

    def on_hold(self, key, at):
        if self._asks and key == OK:
            self._begin_anew()
        else:
            Menu.on_hold(self, key, at)

    def on_back(self, at):
        self._say(False, False)

    def _restart(self, at):
        self.table.board.restart()

    def _ask(self, at):
        self._say(True, False)

    def _begin_anew(self):
        if data_check.put_aside(self.table.storage):
            self.table.board.restart()
        self._say(False, True)

    def _say(self, asks, failed):
        self._asks, self._failed = asks, failed
        self.chosen = 0
        self.stage.show(self)
