"""What the box offers when nobody plays."""

from tileclock.ui.menu import Menu


class HomeScreen(Menu):
    TITLE = "TITLE"

    def rows(self):
        words, screens = self.table.words, self.table.screens
        return [
            (words.NEW_GAME, lambda at: self.table.show(screens.setup), ""),
            (words.SHEETS, lambda at: self.table.show(screens.sheets), ""),
            (words.GUIDE, lambda at: self.table.show(screens.guide), ""),
            (words.SETTINGS, lambda at: self.table.show(screens.preferences), ""),
        ]

    def enter(self, now):
        self.table.lights.dark()
        Menu.enter(self, now)

    def back(self, at):
        pass
