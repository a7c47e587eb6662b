"""HTML: the score sheet as a page that needs nothing else, for a screen, a printer or a wall."""

from collections.abc import Iterable
from typing import BinaryIO

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from tileclock_host.facts.match import MatchFacts
from tileclock_host.facts.score import score_of
from tileclock_host.facts.words import Words


def templates(*packages: str) -> Environment:
    """What lies in the packages' folders of pages; whatever they are given is escaped."""
    return Environment(
        loader=ChoiceLoader([PackageLoader(package, "pages") for package in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,  # of a template that stands within another
    )


PAGES = templates("tileclock_host.export")


def write(matches: Iterable[MatchFacts], words: Words, out: BinaryIO) -> None:
    scores = (score_of(match, words) for match in matches)
    page = PAGES.get_template("sheet.html")
    for piece in page.stream(scores=scores, words=words):
        out.write(piece.encode())
