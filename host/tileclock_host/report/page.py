"""The report as one HTML file: pictures of matches, without a script and without anything from elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import BinaryIO

from tileclock_host.export.as_html import templates
from tileclock_host.facts.match import MatchFacts
from tileclock_host.facts.score import Score, score_of
from tileclock_host.facts.words import Words
from tileclock_host.report.pictures import Picture, pictures

PAGES = templates("tileclock_host.report", "tileclock_host.export")

_PIECES = 100  # of a page written together


@dataclass(frozen=True)
class Part:
    number: int
    score: Score
    facts: list[tuple[str, str, str]]
    pictures: list[Picture]


def write(matches: Iterable[MatchFacts], words: Words, out: BinaryIO) -> None:
    parts = (
        Part(number, score_of(match, words), facts(match, words), pictures(match, words))
        for number, match in enumerate(matches, 1)
    )
    pieces = PAGES.get_template("report.html").stream(parts=parts, words=words)
    pieces.enable_buffering(_PIECES)
    for piece in pieces:
        out.write(piece.encode())


def facts(match: MatchFacts, words: Words) -> list[tuple[str, str, str]]:
    """A few figures people ask for first."""
    turns = [(turn, game) for game in match.games for turn in game.turns]
    if not turns:
        return []
    longest, where = max(turns, key=lambda pair: pair[0].think_ms)
    averages = {
        seat: fmean(turn.think_ms for turn in match.turns(seat)) for seat in match.seats if match.turns(seat)
    }
    quickest = min(averages, key=lambda seat: averages[seat])
    played = sum(game.length_ms for game in match.games)
    return [
        (words.turns, str(len(turns)), ""),
        (words.playing, words.duration(played), ""),
        (words.best, words.duration(longest.think_ms), where.name(longest.seat)),
        (
            words.quickest,
            match.name(quickest),
            f"{words.one_turn} {words.duration(averages[quickest])}",
        ),
    ]
