"""What a careful member of the club writes down beside the box, with no word of its program."""

from typing import Any, NamedTuple

SEATS = "ABCDEF"
JOKER = {"pl": 30, "tournament": 50, "cs": 30, "uk": 30, "house": 25}
UNFINISHED = {"pl": "net", "tournament": "difference", "cs": "plain", "uk": "difference", "house": "net"}
UNOPENED = {"pl": 100, "tournament": 100}  # of a player who has laid nothing when another is out
RANKED_BY_GAMES = {"tournament", "uk"}  # that were won; the others by points
DRAWN_ANEW = {"cs", "uk"}  # the first player of each game; elsewhere the next seat begins
LIMIT = {"pl": 60, "tournament": 40, "word": 90, "cs": 60, "uk": 60, "house": 60}  # seconds
FIRST_WORD = (3, 4, 5, 6)  # letters; the last is the sheet's own
MOST = {"pl": 6, "tournament": 4, "word": 4, "cs": 4, "uk": 6, "house": 4}  # players
SETTINGS: dict[str, Any] = {  # of a new box
    "language": "en",
    "sound": True,
    "brightness": 100,
    "lights": 100,
    "flip": False,
    "auto": False,
    "confirm": False,
    "hold": 600,
    "spans": False,
    "restart": 5,
    "limit": 60,
    "preset": "pl",
    "sitting": 0b1111,
    "round": 0,
    "match_games": 0,
    "match_target": 0,
    "table": 0,
    "names": [""] * 6,
    "handicaps": [0] * 6,
    "opening": 0,
}


class Game(NamedTuple):
    number: int  # of the box
    rules: str
    names: tuple[str, ...]  # of the six seats, as they were on that day
    points: dict[str, int]  # by seat
    winner: str
    table: int


class Match:
    """Games of the same people by the same rules."""

    def __init__(self, number: int, games: list[Game] | None = None) -> None:
        self.number, self.games = number, games or []
        self.first = ""  # the seat that began its last game
        self.names: tuple[str, ...] = ()  # of its last game, or as they were spelled since

    def totals(self) -> dict[str, tuple[int, int]]:
        """By seat: points, games won."""
        found: dict[str, tuple[int, int]] = {}
        for game in self.games:
            for seat, points in game.points.items():
                total, won = found.get(seat, (0, 0))
                found[seat] = total + points, won + (seat == game.winner)
        return found

    def ranking(self) -> list[tuple[int, str]]:
        """(place, seat), the best first; equals share a place."""
        keys = {seat: self._key(seat) for seat in self.totals()}
        places = {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}
        return sorted((places[seat], seat) for seat in keys)

    def _key(self, seat: str) -> tuple[int, ...]:
        points, won = self.totals()[seat]
        return (won, points) if self.games[-1].rules in RANKED_BY_GAMES else (points,)

    def best(self) -> int:
        """What a target is compared with."""
        return max(0, *(self._key(seat)[0] for seat in self.totals()))


def score(rules: str, racks: dict[str, int], jokers: str, winner: str) -> dict[str, int]:
    """Points by seat when `winner` is out: the others lose what is on their racks."""
    lost = {seat: racks[seat] + JOKER[rules] * (seat in jokers) for seat in racks}
    return {seat: -points for seat, points in lost.items()} | {winner: sum(lost.values())}


def score_unfinished(rules: str, racks: dict[str, int]) -> dict[str, int]:
    """Points by seat when nobody is out, for racks of which one is the smallest."""
    winner = min(racks, key=racks.__getitem__)
    less = racks[winner] if UNFINISHED[rules] == "difference" else 0
    lost = {seat: value - less for seat, value in racks.items() if seat != winner}
    kept = racks[winner] if UNFINISHED[rules] == "net" else 0
    return {seat: -points for seat, points in lost.items()} | {winner: sum(lost.values()) - kept}


class Book:
    """All that was stored, in order. The last match goes on, unless it is over."""

    def __init__(self) -> None:
        self.settings = dict(SETTINGS)
        self.code, self.locked = "", False
        self.matches: list[Match] = []
        self.over = True  # the last match
        self.number = self.match = 0  # of the last game and the last match the box has given one to
        self.reduced: list[Match] = []  # to their totals, for want of room

    @property
    def games(self) -> list[Game]:
        return [game for match in self.matches for game in match.games]

    @property
    def current(self) -> Match | None:
        """The match that goes on, once a game of it was stored."""
        return None if self.over or not self.matches else self.matches[-1]

    def asks_for_a_match(self, rules: str) -> bool:
        """Other rules make a new match; so does another name at a seat that has played in this one."""
        match = self.current
        if not match:
            return False
        played = "".join(match.totals())
        others = [
            SEATS[i] for i, name in enumerate(match.names) if name and name != self.settings["names"][i]
        ]
        return match.games[-1].rules != rules or any(seat in played for seat in others)

    def first(self, rules: str, seats: str) -> str:
        """The seat that begins; "": it is drawn."""
        before = self.current.first if self.current else ""
        if not before:
            return seats[0] if rules == "tournament" else ""
        return "" if rules in DRAWN_ANEW else next((seat for seat in seats if seat > before), seats[0])

    def deal(self) -> None:
        """A game gets its number, and with the first of a match that gets one."""
        self.number += 1
        if not self.current:
            self.match += 1

    def store(self, game: Game, first: str, *, round_ended: bool = False) -> None:
        """`round_ended`: by the judge, who ends with it a match whose games have one round time."""
        if not self.current:
            self.matches.append(Match(self.match))
            self.over = False
        match = self.matches[-1]
        match.first, match.names = first, game.names
        match.games.append(game)
        self._end()
        self.over |= bool(round_ended and self.settings["spans"] and self.settings["round"])

    def correct(self, number: int, points: dict[str, int]) -> None:
        games = self.matches[-1].games
        games[:] = [game._replace(points=points) if game.number == number else game for game in games]
        if not self.over:
            self._end()

    def _end(self) -> None:
        """A match ends after so many games, or with so many points."""
        games, target = self.settings["match_games"], self.settings["match_target"]
        match = self.matches[-1]
        self.over = bool(games and len(match.games) >= games) or bool(target and match.best() >= target)
