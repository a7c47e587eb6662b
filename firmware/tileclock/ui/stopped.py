"""The screens of a clock that stands in the middle of a game: in memory as long as one is played."""

from tileclock.ui.expired import ExpiredScreen
from tileclock.ui.out import OutScreen
from tileclock.ui.pause import PauseScreen


class Screen:
    def __init__(self, table):
        self.pause = PauseScreen(table)
        self.out = OutScreen(table)
        self.expired = ExpiredScreen(table)
