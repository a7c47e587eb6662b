"""The racks as they were entered at the end of a game, and who has opened as entered, by seat."""

from tileclock.core.seats import SEATS


class Racks:
    def __init__(self):
        self.tiles = [0] * SEATS  # points of the number tiles
        self.jokers = [0] * SEATS
        self.marks = [0] * SEATS
