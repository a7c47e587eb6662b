"""The standings of an event, worked out of its games: the order of what counts is data of the event."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

BIG_POINTS, POINTS, WINS, DIRECT, BEST = "big_points", "points", "wins", "direct", "best"
EXCLUDED, LEFT, NO_GAMES = "excluded", "left", "no_games"
# Those of these marks, if they have played or not, are ranked among each other.
_GROUPS = (([""], [True, False]), ([LEFT], [True]), ([NO_GAMES], [True, False]), ([LEFT], [False]))
CRITERIA = (BIG_POINTS, POINTS, WINS, DIRECT, BEST)


@dataclass(frozen=True)
class Score:
    """What one person took from one game."""

    person: str
    points: int
    big_points: int
    won: bool


@dataclass(frozen=True)
class Played:
    """One game at one table that counts."""

    round: int
    table: int
    scores: tuple[Score, ...]


@dataclass(frozen=True)
class Correction:
    """What the judge has given to somebody, or taken; by hand and with a reason, which is on record."""

    person: str
    points: int
    big_points: int = 0


@dataclass
class Line:
    """One person in the standings."""

    person: str
    place: int = 0  # 0: excluded
    points: int = 0
    big_points: int = 0
    wins: int = 0
    best: int | None = None  # points of the best game
    games: int = 0
    corrected: int = 0  # points of these that the judge has given
    corrected_big: int = 0  # and big points
    in_round: dict[int, int] = field(default_factory=dict)  # points by round
    cut: bool = False  # goes on to the final
    mark: str = ""  # why somebody stands behind the others: EXCLUDED, LEFT or NO_GAMES
    group: int = 0  # of those between whom games decide; 0 is in front, −1 behind it

    @property
    def average(self) -> float | None:
        """Points of a game."""
        return self.points / self.games if self.games else None


def standings(  # noqa: PLR0913 – what they depend on, and nothing else
    persons: Iterable[str],
    games: Sequence[Played],
    order: Sequence[str] = CRITERIA,
    *,
    corrections: Iterable[Correction] = (),
    excluded: Mapping[str, int] | None = None,
    behind: Mapping[str, str] | None = None,
    cut: int = 0,
) -> list[Line]:
    """The best first; equals share a place (1, 2, 2, 4), as they came.

    `behind` marks those who stand behind all the others: they have LEFT, or have NO_GAMES and wait for none.
    `excluded` says who, and from which round on their games are not theirs any more (0: all count). They have
    no place and come last. A player who shares the last place before the cut goes on to the final, too.
    """
    out = excluded or {}
    counting = [without(game, out) for game in games]
    lines = {person: Line(person) for person in persons}
    for game in counting:
        for score in game.scores:
            _add(lines.setdefault(score.person, Line(score.person)), game.round, score)
    for each in corrections:
        line = lines.setdefault(each.person, Line(each.person))
        line.points += each.points
        line.big_points += each.big_points
        line.corrected += each.points
        line.corrected_big += each.big_points
    marks = {**(behind or {}), **dict.fromkeys(out, EXCLUDED)}
    for line in lines.values():
        line.mark = marks.get(line.person, "")
    begun = any(line.games for line in lines.values())
    found: list[Line] = []
    for at, group in enumerate(_GROUPS):
        like = [line for line in lines.values() if line.mark in group[0] and bool(line.games) in group[1]]
        for equal in _ranked(like, order, counting):
            place = len(found) + 1
            for line in equal:
                line.place, line.group = place, -at
                line.cut = begun and place <= cut and not line.mark
                found.append(line)
    voided = [line for line in lines.values() if line.mark == EXCLUDED]
    return found + sorted(voided, key=lambda line: -line.points)


def without(game: Played, excluded: Mapping[str, int]) -> Played:
    """The game as it counts: for the others it stays what it was."""
    gone = {person for person, since in excluded.items() if since and game.round >= since}
    return Played(game.round, game.table, tuple([s for s in game.scores if s.person not in gone]))


def _add(line: Line, number: int, score: Score) -> None:
    line.points += score.points
    line.big_points += score.big_points
    line.wins += score.won
    line.games += 1
    line.best = score.points if line.best is None else max(line.best, score.points)
    line.in_round[number] = line.in_round.get(number, 0) + score.points


def _ranked(lines: Sequence[Line], order: Sequence[str], games: Sequence[Played]) -> list[list[Line]]:
    """Groups of equals, the best first: each is divided by the next criterion."""
    groups = [list(lines)] if lines else []
    for criterion in order:
        groups = [part for group in groups for part in _divided(group, criterion, games)]
    return groups


def _divided(group: list[Line], criterion: str, games: Sequence[Played]) -> list[list[Line]]:
    if len(group) == 1:
        return [group]
    value = _direct(group, games) if criterion == DIRECT else _VALUES[criterion]
    best_first = sorted(group, key=value, reverse=True)
    return [list(part) for _, part in groupby(best_first, key=value)]


_Value = tuple[float, ...]
_VALUES: dict[str, Callable[[Line], _Value]] = {
    BIG_POINTS: lambda line: (line.big_points,),
    POINTS: lambda line: (line.points,),
    WINS: lambda line: (line.wins,),
    BEST: lambda line: (-float("inf") if line.best is None else line.best,),
}


def _direct(group: Sequence[Line], games: Sequence[Played]) -> Callable[[Line], _Value]:
    """Big points, then points, of the games in which they met; it says nothing unless each has met each."""
    equal = {line.person for line in group}
    met: set[tuple[str, str]] = set()
    taken = dict.fromkeys(equal, (0, 0))
    for game in games:
        there = [score for score in game.scores if score.person in equal]
        if len(there) < 2:
            continue
        met |= {(one.person, other.person) for one in there for other in there}
        for score in there:
            big, points = taken[score.person]
            taken[score.person] = big + score.big_points, points + score.points
    if len(met) < len(equal) ** 2:
        return lambda line: (0, 0)
    return lambda line: taken[line.person]
