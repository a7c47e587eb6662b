"""What the box offers when nobody plays."""

from tileclock.ui.menu import Menu
from tileclock.ui.screens import GUIDE, SELF_TEST, SETTING_UP, SETTINGS, SHEETS


class HomeScreen(Menu):
    TITLE = "TITLE"

    def rows(self):
        words, go = self.table.words, self.table.go
        return [
            (words.NEW_GAME, lambda at: go(SETTING_UP), ""),
            (words.SHEETS, lambda at: go(SHEETS), ""),
            (words.GUIDE, lambda at: go(GUIDE), ""),
            (words.SETTINGS, lambda at: go(SETTINGS), ""),
            (words.SELF_TEST, lambda at: go(SELF_TEST), ""),
        ]

    def enter(self, now):
        self.table.lights.dark()
        Menu.enter(self, now)

    def guarded(self, label):
        return label == self.table.words.SETTINGS

    def back(self, at):
        pass
