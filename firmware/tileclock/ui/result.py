"""What the game was worth, and how the match stands; OK stores it."""

from tileclock.ui import page
from tileclock.ui.menu import Menu


def signed(points):
    return "%+d" % points if points else "0"


class ResultScreen(Menu):
    """Rows: who, points of the game and of the match; then the check, the reason, rounds and big points."""

    def title(self):
        words = self.table.words
        return words.GAME % (self.table.games + 1), words.RESULT_COLUMNS

    def enter(self, now):
        self.at = 0
        table = self.table
        result = table.result
        for seat in range(len(page.LETTERS)):
            table.lights.set(seat, table.lights.OFF)
        for i in result.winners:
            table.lights.set(table.game.seats[i], table.lights.BRIGHT)
        Menu.enter(self, now)

    def rows(self):
        table, words = self.table, self.table.words
        result, match = table.result, table.match
        rows = []
        for i, seat in enumerate(table.game.seats):
            total = match.points[seat] + result.points[i]
            rows.append((table.label(seat), None, "%s\t%s" % (signed(result.points[i]), signed(total))))
        rows.append((table.out_text() or words.REASONS[result.reason], None, ""))
        if words.RULE[result.rule]:
            rows.append((words.RULES, None, words.RULE[result.rule]))
        check = signed(sum(result.points))
        rows.append((words.CHECK, None, check + " ✓" if sum(result.points) == result.expected else check))
        for i, seat in enumerate(table.game.seats):
            rounds = match.rounds[seat] + result.rounds[i]
            text = words.ROUNDS % rounds
            if table.preset["big_points"]:
                text += "  " + words.BIG % (match.big_points[seat] + result.big_points[i])
            rows.append((table.label(seat), None, text))
        return rows

    def choose(self, at):
        self.table.store(at)

    def back(self, at):
        self.table.screens.racks.again()
