"""A match: running totals of its games, who begins the next one, its end and its ranking."""

from tileclock.core.seats import SEATS

_CRITERIA = ("points", "rounds", "big_points")  # what may decide the ranking


class Match:
    """Totals by seat. Games are added, and taken back when one of them is corrected."""

    def __init__(self, preset: dict, games: int = 0, target: int = 0):
        """`games` and `target` end the match; 0: they do not. The target counts what decides the ranking."""
        self.until(games, target)
        self._rules = ""  # checksum of those its games were played by
        self.ranking = preset["ranking"]
        self.played = [0] * SEATS
        self.points = [0] * SEATS
        self.rounds = [0] * SEATS
        self.big_points = [0] * SEATS
        self.games = 0
        self.missing = 0  # of them, in none of the totals: their sheets were lost
        self.round_left = None  # seconds of a round that spans its games; None: each has its own, or none
        self.last_first = None  # the seat that began its last game
        self.names = ("",) * SEATS  # as the players were called in its last game
        self.ended = ""  # why no further game is played

    def until(self, games, target):
        self._games, self._target = games, target

    def play_by(self, checksum, names, first):
        """Note the rules of its last game, the names, and the seat that began; None: nobody knows."""
        self._rules, self.names, self.last_first = checksum, names, first

    def goes_by(self, checksum):
        """Whether a game by those rules can be one of this match."""
        return self._rules in ("", checksum)

    def is_of(self, names):
        """Whether each player's points would stay beside the name they were won under."""
        return not [0 for i, name in enumerate(self.names) if name and self.played[i] and name != names[i]]

    def rank_by(self, ranking):
        self.ranking = ranking

    def end(self, reason):
        """Have no further game played, for that reason; "": have one."""
        self.ended = reason

    def leave_of_round(self, seconds):
        """Note how much of the round is left for the next game; None: that has a round of its own."""
        self.round_left = seconds

    def restore(self, games, totals):
        """Go on from those totals, as a sheet has them; whether they are such."""
        rows = []
        for name in ("played", "points", "rounds", "big_points"):
            row = totals.get(name) if isinstance(totals, dict) else None
            if not isinstance(row, list) or len(row) != SEATS or not all(type(n) is int for n in row):
                return False
            rows.append(row)
        self.games = games
        self.played, self.points, self.rounds, self.big_points = rows
        missing = totals.get("missing", 0)
        self.missing = missing if type(missing) is int else 0
        left = totals.get("round_left")
        self.round_left = left if type(left) is int else None
        return True

    def count_on(self, games):
        """Note that so many games were played; the totals lack those that are not in them."""
        if self.games < games:
            self.missing += games - self.games
            self.games = games

    def add(self, result, seats, game=None):
        """Book a result; `seats` are those of its players in order. One that does not balance is refused."""
        result.check(self.games + 1 if game is None else game)
        self.book(result, seats, 1)

    def take_back(self, result, seats):
        """Undo an `add`, to put a corrected result in its place."""
        self.book(result, seats, -1)

    def book(self, result, seats, sign):
        """Count a result, balanced or not; -1 takes it back."""
        self.games += sign
        for i, seat in enumerate(seats):
            self.played[seat] += sign
            self.points[seat] += sign * result.points[i]
            self.rounds[seat] += sign * result.rounds[i]
            self.big_points[seat] += sign * result.big_points[i]

    def places(self) -> list:
        """(place, seat) of all who have played, the best first; equals share a place (1, 2, 2, 4)."""
        seats = [seat for seat in range(SEATS) if self.played[seat]]
        return sorted([(1 + sum([self._ahead(o, seat) for o in seats]), seat) for seat in seats])

    def _ahead(self, other, seat) -> int:
        """1 if `other` is ranked before `seat`, else 0."""
        for criterion in self.ranking:
            theirs, own = self._total(criterion, other), self._total(criterion, seat)
            if theirs != own:
                return 1 if theirs > own else 0
        return 0

    def _total(self, criterion, seat) -> int:
        for known in _CRITERIA:
            if known == criterion:
                return getattr(self, known)[seat]
        raise ValueError(criterion)

    def over(self, stopped: bool = False) -> str:
        """Why no further game is played ("stop", "round", "games", "target"), or ""."""
        if stopped:
            return "stop"
        if self.round_left == 0:
            return "round"
        if self._games and self.games >= self._games:
            return "games"
        best = max([self._total(self.ranking[0], seat) for seat in range(SEATS)])
        return "target" if self._target and best >= self._target else ""


def ranking_of(said) -> list:
    """What decides by the rules of a sheet; the points, if it does not say so."""
    fits = isinstance(said, list) and said and not [name for name in said if name not in _CRITERIA]
    return said if fits else ["points"]


def first_player(preset: dict, seats, previous=None):
    """The seat that begins; None if it is drawn. `previous` began the last game, `seats` rise."""
    if previous is None:
        return seats[0] if preset["first"] == "seat_a" else None
    if preset["next_first"] == "drawn":
        return None
    for seat in seats:
        if seat > previous:  # seats are named clockwise: the next one sits to the left
            return seat
    return seats[0]


def notes(preset: dict, drawn: bool) -> list:
    """What the screen says before a game, as (key, number); `drawn`: the first player is drawn."""
    # A sheet that gives seat A the first game says nothing of how the later ones are drawn.
    told = [("first_" + preset["first"], 0)] if drawn and preset["first"] != "seat_a" else []
    told.append(("opening", preset["opening"]))
    if preset["redeal"] == "pairs":
        told += [("redeal", 0), ("redeal_pairs", preset["redeal_count"])]
    elif preset["redeal"] == "letters":
        told += [("redeal_" + ground, preset["redeal_count"]) for ground in ("vowels", "consonants")]
    return told + [(key, 0) for key in preset["reminders"]]
