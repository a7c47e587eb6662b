"""The racks as they were entered at the end of a game, and who has opened as entered, by seat."""


class Racks:
    def __init__(self, seats):
        self.tiles = [0] * seats  # points of the number tiles
        self.jokers = [0] * seats
        self.marks = [0] * seats
