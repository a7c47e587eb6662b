"""Asks one question with a short list of answers."""

from tileclock.ui.menu import Menu


class ChoiceScreen(Menu):
    """Used by every screen that needs an answer; `ask` says which and shows it."""

    def ask(self, text, rows, at, back):
        self._text = text
        self._rows = rows
        self._back = back
        self.at = at
        self.table.show(self)

    def forget(self):
        """Whoever asked is gone: what is kept here would keep it in memory."""
        self.list = self._rows = ()
        self._back = None

    def title(self):
        return self._text, ""

    def rows(self):
        return self._rows

    def back(self, at):
        self._back(at)
