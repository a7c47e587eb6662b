"""What was entered at the end of a game, by seat: racks, who has opened; and who has confirmed his line."""

from tileclock.core.seats import SEATS


class Racks:
    def __init__(self):
        self.tiles = [0] * SEATS  # points of the number tiles
        self.jokers = [0] * SEATS
        self.marks = [0] * SEATS
        self.confirmed = -1  # seats, a bit each; below 0: nobody was asked to
