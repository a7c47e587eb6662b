"""What is chosen for the next game: rules, players, time, who begins – each as it was last time."""

from tileclock.core import match, preset_time
from tileclock.core.preset_box import Refused, tile_set
from tileclock.core.seats import SEATS
from tileclock.memory import moment

_FOUR = 0b1111  # seats, a bit each


class NextGame:
    def __init__(self, settings, log):
        self._settings, self._log = settings, log
        self.sitting = settings.sitting  # seats that are taken, a bit each
        self.seconds = settings.limit  # for a turn; 0: no limit
        self.first = None  # the seat that begins, or None: it has to be drawn
        self._last_first = None  # the seat that began the last game of the match
        self.round_ends = 0  # ms on the timeline, that of all tables; 0: nobody has started one
        self._left: dict = {}  # by rules that were left for others: the players and the time chosen then
        self._load(settings.preset)

    def _load(self, name):
        with moment():
            from tileclock.storage import rule_files

            self.preset, self.checksum = rule_files.load(name, self._log)

    def keep(self):
        """Have it offered next time, too."""
        change = self._settings.change
        change("preset", self.preset["id"])
        change("limit", self.seconds)
        change("sitting", self.sitting)

    def take(self, changed):
        """Follow the settings the PC has changed."""
        settings = self._settings
        if "limit" in changed:
            self.seconds = settings.limit
        if "sitting" in changed:
            self.sit(settings.sitting)
        if "preset" in changed:
            self._load(settings.preset)
            if "limit" not in changed:
                self.seconds = self.preset["limit"]  # as if they were chosen here
                settings.change("limit", self.seconds)

    def follow(self, last_first):
        """Get ready for the game after the one that this seat began; None: the first of a match.

        What was chosen last may not fit any more: the preset, or who sits.
        """
        self._last_first = last_first
        if not self.players_fit():
            self.sitting = _FOUR
        self._find_first()

    def _find_first(self):
        seats = self.seats()
        self.first = match.first_player(self.preset, seats, self._last_first) if seats else None

    def end_round(self, at):
        """Have the round of all tables end then, whenever its games begin."""
        self.round_ends = at

    # ---- rules ----

    def next_preset(self, step):
        """Choose other rules, with their own time; back at those before, all is as it was chosen."""
        with moment():
            from tileclock.storage import rule_files

            known = rule_files.ids()
        name = self.preset["id"]
        self._left[name] = self.sitting, self.seconds
        place = known.index(name) if name in known else 0
        self._load(known[(place + step) % len(known)])
        self.sitting, self.seconds = self._left.get(self.preset["id"], (self.sitting, self.preset["limit"]))
        self.follow(self._last_first)

    # ---- players ----

    def seats(self):
        """The seats that are taken, in clockwise order."""
        return [seat for seat in range(SEATS) if self.sitting >> seat & 1]

    def players_fit(self):
        try:
            return bool(tile_set(self.preset, len(self.seats())))
        except Refused:
            return False

    def change_players(self, step):
        """Fill or empty a seat, in order; who sits apart uses his own button."""
        count = len(self.seats()) + step
        if 2 <= count <= SEATS:
            self.sit((1 << count) - 1)

    def sit(self, sitting):
        """Have others sit at the table; who begins is found anew, for it must be one of them."""
        self.sitting = sitting
        self._find_first()

    def next_first(self, step):
        seats = self.seats()
        place = seats.index(self.first) + step if self.first in seats else 0
        self.first = seats[place % len(seats)]

    def begin_with(self, seat):
        self.first = seat

    # ---- time ----

    def next_limit(self, step):
        offered = sorted(set(preset_time.limits(self.preset) + [self.seconds]))
        self.seconds = offered[(offered.index(self.seconds) + step) % len(offered)]

    def set_limit(self, seconds):
        self.seconds = seconds

    # ---- a first word for beginners ----

    def openings(self):
        """Letters of a first word to choose from: the sheet's own, then shorter ones for beginners."""
        offered = self.preset["openings"] if self.preset["game"] == "word" else []
        return [self.preset["opening"]] + list(offered)

    def opening(self):
        offered = self.openings()
        return self._settings.opening if self._settings.opening in offered else offered[0]

    def next_opening(self, step):
        offered = sorted(self.openings())
        place = offered.index(self.opening()) + step
        self._settings.change("opening", offered[place % len(offered)])
