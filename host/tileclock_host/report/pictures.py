"""All pictures of the report, in their order."""

from collections.abc import Callable

from tileclock_host.facts.match import MatchFacts
from tileclock_host.facts.words import Words
from tileclock_host.report.games import pace, pool, race
from tileclock_host.report.picture import WIDTHS, Picture
from tileclock_host.report.times import dots, late, ribbon, wait

__all__ = ["WIDTHS", "Picture", "pictures", "race"]


def pictures(match: MatchFacts, words: Words) -> list[Picture]:
    """All there is to show of a match; what it has nothing for is left out."""
    makers: list[Callable[[MatchFacts, Words], Picture | None]] = [race, dots, ribbon, pace, late, pool, wait]
    return [picture for maker in makers if (picture := maker(match, words))]
