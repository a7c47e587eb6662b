"""The screens of a clock that stands in the middle of a game: in memory as long as one is played."""

from tileclock.ui.pause import PauseScreen
from tileclock.ui.time_is_up import ExpiredScreen
from tileclock.ui.who_is_out import OutScreen


class Screen:
    def __init__(self, table):
        self.pause = PauseScreen(table)
        self.out = OutScreen(table)
        self.expired = ExpiredScreen(table)
