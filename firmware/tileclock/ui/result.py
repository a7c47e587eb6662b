"""What the game was worth, and how the match stands; OK stores it."""

from micropython import const

from tileclock.core import records as r
from tileclock.core.preset_box import Refused
from tileclock.memory import forget
from tileclock.ui import page
from tileclock.ui.menu import Menu

_DEAF_MS = const(500)


def signed(points):
    return "%+d" % points if points else "0"


class Screen(Menu):
    """Rows: who, points of the game and of the match; then the check, the reason, rounds and big points."""

    def title(self):
        words = self.table.words
        return words.GAME % self.table.head["number"], words.RESULT_COLUMNS

    _deaf_until = 0

    def begin(self, at):
        """What the game was worth, if that can be."""
        from tileclock.core import sheet

        table = self.table
        try:
            table.result = sheet.result(table.game.preset, table.game)
        except Refused as refusal:
            table.screens.scoring("racks").refuse(refusal, at)
            return
        if table.game.of_word:  # from a running turn: what was meant for it must not store the sheet
            self._deaf_until = at + _DEAF_MS
        del sheet
        forget(["tileclock.core.sheet", "tileclock.core.scoring"])
        table.show(self)

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
        if result.expected is not None:
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
        if at >= self._deaf_until:
            self.list = ()  # the heap is fullest while the sheet is written
            self.table.store(at)

    def back(self, at):
        if self.table.game.of_word:
            self.table.lock.guard(lambda at: self.table.happen(r.REOPEN, at), at)
        else:
            self.table.screens.scoring("racks").again()
