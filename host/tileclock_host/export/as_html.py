"""HTML: the score sheet as a page that needs nothing else, for a screen, a printer or a wall."""

from collections.abc import Iterable
from typing import BinaryIO

from jinja2 import Environment, PackageLoader, StrictUndefined

from tileclock_host.export.facts import MatchFacts
from tileclock_host.export.score import score_of
from tileclock_host.export.words import Words

PAGES = Environment(
    loader=PackageLoader("tileclock_host.export", "pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def write(matches: Iterable[MatchFacts], words: Words, out: BinaryIO) -> None:
    scores = (score_of(match, words) for match in matches)
    page = PAGES.get_template("sheet.html")
    for piece in page.stream(scores=scores, words=words):
        out.write(piece.encode())
