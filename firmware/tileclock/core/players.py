"""Who plays: the seats of a game, who began, who has left, and what they called while others played."""

from tileclock.core.seats import SEATS


class Players:
    """Bit sets of seats, but for `seats` itself, which has them in clockwise order."""

    def __init__(self, playing=0, first=0):
        self.seats = [seat for seat in range(SEATS) if playing >> seat & 1]
        self.first = first  # who began
        self.playing, self.gone = playing, 0  # those who have not left, and who can win no more
        self.announced = 0  # those who announced that they will open
        self._fresh = 0  # announcements made in the seat's latest turn
        self.objector = -1  # the seat that objects to a turn, and which turn that is
        self.objected_to = 0

    def plays(self, seat):
        return self.playing >> seat & 1

    def count(self):
        """How many have not left."""
        return bin(self.playing).count("1")

    def after(self, seat):
        """Who comes after that seat; who has left is skipped."""
        playing = self.playing
        while True:
            seat = (seat + 1) % SEATS
            if playing >> seat & 1:
                return seat

    def announce(self, bit):
        """Put down that the seat announces; the second time, that it does not."""
        self.announced ^= bit
        self._fresh = self._fresh & ~bit | self.announced & bit

    def age(self, bit):
        """Drop what was announced in an earlier turn; what was in this one is for the next."""
        if not self._fresh & bit:
            self.announced &= ~bit  # it was for this turn, which is over
        self._fresh &= ~bit
