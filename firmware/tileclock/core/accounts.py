"""Where each millisecond of a game went, and each press: the times are exactly those since it began."""

from tileclock.core.seats import SEATS


class Accounts:
    def __init__(self):
        self.thought_ms = [0] * SEATS
        self.undone_ms = self.paused_ms = self.resolving_ms = 0
        self.disputed_ms = 0  # part of paused_ms
        self.stopped_ms = [0] * SEATS  # part of it too: what players stopped, by the seat on turn
        self.late = [0] * SEATS  # started minutes of overtime
        self.blips = [0] * SEATS  # presses that meant nothing

    def total_ms(self):
        return sum(self.thought_ms) + self.undone_ms + self.paused_ms + self.resolving_ms
