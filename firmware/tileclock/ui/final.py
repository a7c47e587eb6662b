"""The match is over: who has won, and why it ended."""

from tileclock.ui import page
from tileclock.ui.menu import Menu


class Screen(Menu):
    LIT = True

    def title(self):
        words = self.kit.between()
        return words.MATCH_OVER, words.MATCH_ENDS[self.table.match.ended]

    def enter(self, now):
        self.chosen = 0
        lights = self.kit.lights
        lights.dark()
        for place, seat in self.table.match.places():
            if place == 1:
                lights.set(seat, lights.BRIGHT)
        Menu.enter(self, now)

    def rows(self):
        """The ranking; and where a round had an end by time, whether that was for each game or for all."""
        table, between = self.table, self.kit.between()
        spans = table.match.round_left is not None
        rows = page.ranking(self.kit, table.match, table.names)
        if spans or self.settings.round or table.game.preset["round_time"]:
            rows.append((between.SETTING["spans"], None, between.ROUND_FOR[spans]))
        return rows

    def on_ok(self, at):
        self.table.new_match()
        self.go.to("home")

    def on_back(self, at):
        self.go.to("home")
