"""The match so far: the ranking, then its games, the latest first."""

from tileclock.ui.menu import Menu
from tileclock.ui.screens import HOME


class SheetsScreen(Menu):
    TITLE = "SHEETS"

    def rows(self):
        table, words = self.table, self.table.words
        rows = table.ranking()
        if rows:
            rows.append((words.END_MATCH, table.end_match, ""))
        for number in range(len(table.sheets), 0, -1):
            seats, points = table.sheets[number - 1]
            best = seats[points.index(max(points))]
            text = "%s  %s" % (words.GAME % number, table.label(best))
            rows.append((text, self._open(number), "%+d" % max(points)))
        for number in range(len(table.older), 0, -1):
            title, older = words.MATCH % number, table.older[number - 1]
            rows.append((title, self._show(title, older), older[0][2]))
        return rows or [(words.NO_GAMES, None, "")]

    def _show(self, title, rows):
        return lambda at: self.table.screens.choice.ask(title, rows, 0, self._again)

    def _open(self, number):
        table = self.table
        seats, points = table.sheets[number - 1]

        def action(at):
            rows: list = [(table.label(seat), None, "%+d" % points[i]) for i, seat in enumerate(seats)]
            if number == table.games and table.result:  # no other game has been dealt since
                rows.append((table.words.CORRECT_SHEET, lambda at: table.lock.guard(self._correct, at), ""))
            table.screens.choice.ask(table.words.GAME % number, rows, 0, self._again)

        return action

    def _correct(self, at):
        self.table.correct()

    def guarded(self, label):
        return label == self.table.words.END_MATCH

    def _again(self, at):
        self.table.show(self)

    def back(self, at):
        self.table.go(HOME)
