"""The match is over: who has won, and why it ended."""

from tileclock.ui.menu import Menu
from tileclock.ui.navigator import HOME


class Screen(Menu):
    LIT = True

    def title(self):
        table = self.table
        words = table.more_words
        return words.MATCH_OVER, words.MATCH_ENDS[table.match_over]

    def enter(self, now):
        self.at = 0
        table = self.table
        table.lights.dark()
        for place, seat in table.match.places():
            if place == 1:
                table.lights.set(seat, table.lights.BRIGHT)
        Menu.enter(self, now)

    def rows(self):
        return self.table.ranking()

    def choose(self, at):
        self.table.new_match()
        self.table.go(HOME)

    def back(self, at):
        self.table.go(HOME)
