"""The standings as every paper and page lists them: a head, and a row of texts for each person."""

from dataclasses import dataclass

from tileclock_host.facts.words import Words, signed

from .people import People
from .results import Results
from .standings import Line


@dataclass(frozen=True)
class Row:
    """One person."""

    place: str
    name: str
    figures: list[str]  # big points, points, wins
    rounds: list[str]  # points of each, then what the judge has given: together they are its points
    first: bool
    behind: bool  # of those who are excluded, have left or not played


@dataclass(frozen=True)
class Listing:
    """The whole of it; behind so many rows is the line for the final, if that is not 0."""

    title: str
    status: str
    day: str
    figures: list[str]  # their names
    rounds: list[str]
    rows: list[Row]
    cut: int
    foot: str


def _given(line: Line) -> tuple[int, int]:
    return line.corrected, line.corrected_big


def listing(results: Results, people: People, words: Words) -> Listing:
    event, lines = results.event, results.standings()
    numbers = range(1, len(event.rounds) + 1)
    cut = sum(line.cut for line in lines)
    judged = [words.judge] if any(line.corrected for line in lines) else []
    if any(line.corrected_big for line in lines):
        judged = [words.judge, f"{words.judge}: {words.big_points}"]
    named = {"big_points": words.big_points, "points": words.points, "wins": words.games_won}
    named |= {"direct": words.direct, "best": words.best_game}
    return Listing(
        event.name,
        words.provisional if results.provisional else words.final,
        words.day(event.settings.begins),
        [words.big_points, words.points, words.games_won],
        [*[words.round.format(number) for number in numbers], *judged],
        [
            Row(
                str(line.place or "–"),
                people.get(line.person).name + (f" ({getattr(words, line.mark)})" if line.mark else ""),
                [str(line.big_points), signed(line.points), str(line.wins)],
                [
                    *[signed(line.in_round[number]) if number in line.in_round else "" for number in numbers],
                    *[signed(given) if given else "" for given in _given(line)[: len(judged)]],
                ],
                line.place == 1,
                bool(line.mark),
            )
            for line in lines
        ],
        cut if cut < len(lines) else 0,
        " › ".join([named[criterion] for criterion in event.settings.order]),
    )
