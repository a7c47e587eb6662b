"""What a picture of the report is made of: two drawings, words for those who do not see them, and a table."""

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from tileclock_host.export.facts import MatchFacts
from tileclock_host.report.canvas import Canvas

WIDTHS = {"wide": 800, "narrow": 340}


@dataclass(frozen=True)
class Table:
    head: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Picture:
    key: str
    title: str
    text: str
    told: str  # what it shows, for those who do not see it
    drawings: list[Markup]
    table: Table


def picture_of(  # noqa: PLR0913, PLR0917 – all a picture is made of
    key: str, title: str, text: str, told: str, draw: Callable[[int], Canvas], table: Table
) -> Picture:
    label = f"{title}. {told}"
    return Picture(
        key, title, text, told, [draw(width).svg(kind, label) for kind, width in WIDTHS.items()], table
    )


def name_of(match: MatchFacts, seat: int) -> str:
    return match.name(seat)
