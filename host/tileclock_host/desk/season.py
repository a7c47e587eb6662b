"""A season: the standings of many evenings together, and two people against each other. Pure functions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .standings import Played

SUM, AVERAGE, BEST = "sum", "average", "best"
WAYS = (SUM, AVERAGE, BEST)


@dataclass(frozen=True)
class Evening:
    """What somebody took from one event."""

    event: str
    place: int
    big_points: int
    points: int
    games: int


@dataclass(frozen=True)
class Standing:
    """One person in the season; without a place, if they were there too seldom."""

    person: str
    place: int
    evenings: tuple[Evening, ...]  # all of them
    counted: tuple[Evening, ...]
    big_points: float
    points: float


@dataclass(frozen=True)
class Way:
    """What counts of the evenings."""

    kind: str = SUM  # or the average of a game, or the best evenings
    best: int = 0  # how many of them
    least: int = 1  # evenings that somebody needs for a place
    by_big_points: bool = False  # whether they come before points


def season(evenings: Mapping[str, Sequence[Evening]], way: Way) -> list[Standing]:
    """The best first; equals share a place, by their identity one after the other."""
    lines = [_of(person, found, way) for person, found in evenings.items() if found]
    ranked = sorted(lines, key=lambda line: (len(line.evenings) < way.least, *_rank(line, way), line.person))
    placed: list[Standing] = []
    for line in ranked:
        place = 1 + sum(_rank(other, way) < _rank(line, way) for other in placed if other.place)
        seldom = len(line.evenings) < way.least
        placed.append(
            Standing(
                line.person, 0 if seldom else place, line.evenings, line.counted, line.big_points, line.points
            )
        )
    return placed


def _of(person: str, evenings: Sequence[Evening], way: Way) -> Standing:
    counted = list(evenings)
    if way.kind == BEST:
        counted = sorted(evenings, key=lambda each: _worth(each, way), reverse=True)[: way.best]
    big = float(sum(each.big_points for each in counted))
    points = float(sum(each.points for each in counted))
    games = sum(each.games for each in counted)
    if way.kind == AVERAGE:
        big, points = (big / games, points / games) if games else (0.0, 0.0)
    return Standing(person, 0, tuple(evenings), tuple(counted), big, points)


def _worth(evening: Evening, way: Way) -> tuple[float, ...]:
    return (evening.big_points, evening.points) if way.by_big_points else (evening.points,)


def _rank(line: Standing, way: Way) -> tuple[float, ...]:
    """Smaller is better."""
    return (-line.big_points, -line.points) if way.by_big_points else (-line.points,)


@dataclass(frozen=True)
class Against:
    """Two people in the games in which they met."""

    games: int
    ahead: int  # in which the first had more points
    behind: int
    points: tuple[int, int]
    wins: tuple[int, int]


def against(games: Iterable[Played], one: str, other: str) -> Against:
    met = []
    for game in games:
        scores = {score.person: score for score in game.scores}
        if one in scores and other in scores:
            met.append((scores[one], scores[other]))
    return Against(
        len(met),
        sum(mine.points > theirs.points for mine, theirs in met),
        sum(mine.points < theirs.points for mine, theirs in met),
        (sum(mine.points for mine, _ in met), sum(theirs.points for _, theirs in met)),
        (sum(mine.won for mine, _ in met), sum(theirs.won for _, theirs in met)),
    )
