"""What the box offers when nobody plays."""

from tileclock.ui.menu import Menu
from tileclock.ui.navigator import GUIDE, SELF_TEST, SETTING_UP, SETTINGS, SHEETS


class Screen(Menu):
    TITLE = "TITLE"

    def rows(self):
        words, go = self.table.words, self.table.go
        rows = [(words.RESUME, self.table.resume, "")] if self.table.storage.unfinished else []
        return rows + [
            (words.NEW_GAME, self._new_game, ""),
            (words.SHEETS, lambda at: go(SHEETS), ""),
            (words.GUIDE, lambda at: go(GUIDE), ""),
            (words.SETTINGS, lambda at: go(SETTINGS), ""),
            (words.SELF_TEST, lambda at: go(SELF_TEST), ""),
        ]

    def enter(self, now):
        self.table.lights.dark()
        Menu.enter(self, now)

    def guarded(self, label):
        """A new game is one that waits given up; or anybody would abandon it with the power switch."""
        words = self.table.words
        return label == words.SETTINGS or (label == words.NEW_GAME and self.table.storage.unfinished > 0)

    def _new_game(self, at):
        """One that still waits to be taken up is given up first, if that is meant."""
        table, words = self.table, self.table.words
        if not table.storage.unfinished:
            table.go(SETTING_UP)
            return
        rows = [(words.NO, self._again, ""), (words.YES_ABANDON, table.abandon_unfinished, "")]
        table.screens.choice.ask(words.ABANDON, rows, 0, self._again)

    def _again(self, at):
        self.at = 0
        self.table.show(self)

    def back(self, at):
        pass
