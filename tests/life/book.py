"""What a careful member of the club writes down beside the box, with no word of its program."""

from typing import NamedTuple

SEATS = "ABCDEF"
JOKER = {"pl": 30, "tournament": 50, "cs": 30, "uk": 30, "house": 25}
UNFINISHED = {"pl": "net", "tournament": "difference", "cs": "plain", "uk": "difference", "house": "net"}
RANKED_BY_GAMES = {"tournament", "uk"}  # that were won; the others by points


class Game(NamedTuple):
    number: int  # of the box
    rules: str
    names: tuple[str, ...]  # of the six seats, as they were on that day
    points: dict[str, int]  # by seat
    winner: str


def score(rules, racks, jokers, winner):
    """Points by seat when `winner` is out: the others lose what is on their racks."""
    lost = {seat: racks[seat] + JOKER[rules] * (seat in jokers) for seat in racks}
    return {seat: -points for seat, points in lost.items()} | {winner: sum(lost.values())}


def score_unfinished(rules, racks, jokers):
    """Points by seat when nobody is out, for racks of which one is the smallest."""
    values = {seat: racks[seat] + JOKER[rules] * (seat in jokers) for seat in racks}
    winner = min(values, key=values.__getitem__)
    less = values[winner] if UNFINISHED[rules] == "difference" else 0
    lost = {seat: value - less for seat, value in values.items() if seat != winner}
    kept = values[winner] if UNFINISHED[rules] == "net" else 0
    return {seat: -points for seat, points in lost.items()} | {winner: sum(lost.values()) - kept}


class Book:
    """All that was stored, in order; the last match is the one that goes on, unless it is over."""

    def __init__(self):
        self.names = [""] * len(SEATS)
        self.settings = {}
        self.matches = [[]]
        self.over = True  # the last match

    @property
    def games(self):
        return [game for match in self.matches for game in match]

    def asks_for_a_match(self, rules):
        """Other rules make a new match; so does another name at a seat that has played in this one."""
        if self.over:
            return False
        last, played = self.matches[-1][-1], {seat for game in self.matches[-1] for seat in game.points}
        others = [SEATS[i] for i, name in enumerate(last.names) if name and name != self.names[i]]
        return last.rules != rules or bool(played.intersection(others))

    def begin(self, new):
        """A game is dealt; of a new match, if the last one is over or other people play."""
        if new or self.over:
            self.matches.append([])
        self.over = False

    def store(self, number, rules, points, winner):
        self.matches[-1].append(Game(number, rules, tuple(self.names), points, winner))

    def correct(self, number, points):
        for match in self.matches:
            match[:] = [game._replace(points=points) if game.number == number else game for game in match]

    def totals(self, match):
        """By seat: points, games won."""
        found = {}
        for game in match:
            for seat, points in game.points.items():
                total, won = found.get(seat, (0, 0))
                found[seat] = total + points, won + (seat == game.winner)
        return found

    def ranking(self, match):
        """(place, seat, points), the best first; equals share a place."""
        totals, by_won = self.totals(match), match[-1].rules in RANKED_BY_GAMES
        keys = {seat: (won, points) if by_won else (points,) for seat, (points, won) in totals.items()}
        places = {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}
        return sorted((places[seat], seat, totals[seat][0]) for seat in keys)
