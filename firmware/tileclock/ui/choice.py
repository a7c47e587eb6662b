"""Asks one question with a short list of answers."""

from tileclock.ui.menu import Menu


class ChoiceScreen(Menu):
    QUESTION = True

    def __init__(self, go, text, rows, first, seats):
        Menu.__init__(self, go)
        self._text = text
        self._rows = rows
        self.chosen = first
        self.seats = seats

    def title(self):
        return self._text, ""

    def rows(self):
        return self._rows
