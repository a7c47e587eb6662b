"""PDF: a score sheet on A4 that can be read across the room, in an embedded typeface."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from tileclock_host.facts.match import MatchFacts
from tileclock_host.facts.score import Place, Row, Score, score_of
from tileclock_host.facts.words import Words

from .paper import BOTTOM, FACE, FELT, INK, IVORY, MARGIN, QUIET, SAND, Paper

_ALARM = (179, 38, 30)
# The seats' colours are the page's on its light ground.
_CSS = Path(__file__).with_name("pages").joinpath("page.css").read_text(encoding="utf-8")
_SEATS = [bytes.fromhex(shade) for shade in re.findall(r"--s\d: light-dark\(#(\w{6})", _CSS)]
_FIRST_ROW, _ENDED = 14.0, 44.0  # widths of the columns before the players'


def write(matches: Iterable[MatchFacts], words: Words, out: BinaryIO) -> None:
    paper = _Paper(words, words.title)
    for match in matches:
        paper.sheet(score_of(match, words), match)
    if not paper.page:
        paper.add_page()
    out.write(bytes(paper.output()))


def _colour(letter: str) -> tuple[int, int, int]:
    red, green, blue = _SEATS["ABCDEF".index(letter)]
    return red, green, blue


class _Paper(Paper):
    def sheet(self, score: Score, match: MatchFacts) -> None:
        if match.date:
            self.set_creation_date(match.date)
        self.add_page()
        self.plate(score.title, score.day, score.headline, score.rules)
        self._podium(score.places)
        self.ln(7)
        self._table(score)
        self._notes(score)

    # ---- pieces ----

    def _podium(self, places: list[Place]) -> None:
        for place in places:
            first = place.place == 1
            size, height = (26.0, 14.0) if first else (18.0, 10.5)
            self.put(f"{place.place}.", 16, height, size, first)
            self._tile(place.letter, height)
            beside = 46 if place.beside else 0
            self.put(place.name, self.epw - 16 - height - 2 - 40 - beside, height, size, first)
            if beside:
                self.put(place.beside, beside, height, 9.5, False, QUIET, "R")
            self.put(place.points, 40, height, size, True, INK, "R")
            self.ln(height)

    def _tile(self, letter: str, height: float) -> None:
        """The seat as a tile of the game."""
        side = height * 0.72
        x, y = self.get_x(), self.get_y() + (height - side) / 2
        self.set_fill_color(*_colour(letter))
        self.rect(x, y, side, side, "F", round_corners=True, corner_radius=side / 5)
        self.set_xy(x, y)
        self.put(letter, side, side, height * 1.45, True, (255, 255, 255), "C")
        self.set_xy(x + height + 2, y - (height - side) / 2)

    def _table(self, score: Score) -> None:
        many = len(score.rows) > 14
        height = 8.5 if many else 10.5
        width = (self.epw - _FIRST_ROW - _ENDED) / max(1, len(score.columns))
        self._table_head(score, width)
        for i, row in enumerate(score.rows):
            if self.get_y() + height > self.h - BOTTOM:
                self.add_page()
                self._table_head(score, width)
            self._row(row, width, height, i % 2 == 1)
        if self.get_y() + 34 + 8 * len(score.extra) > self.h - 16:
            self.add_page()
            self._table_head(score, width)
        self._bottom(score, width)

    def _table_head(self, score: Score, width: float) -> None:
        height = 9.0
        self.put(self.words.game, _FIRST_ROW, height, 10, False, QUIET)
        self.put("", _ENDED, height, 10)
        for letter, name in score.columns:
            x = self.get_x()
            label = name if name == letter else f"{letter} {name}"
            self.put(label, width, height, 11.5, True, _colour(letter), "R")
            self.set_x(x + width)
        self.ln(height)
        self.set_draw_color(*INK)
        self.set_line_width(0.4)
        self.line(MARGIN, self.get_y(), self.w - MARGIN, self.get_y())

    def _row(self, row: Row, width: float, height: float, shaded: bool) -> None:
        if shaded:
            self.set_fill_color(*SAND)
            self.rect(MARGIN, self.get_y(), self.epw, height, "F")
        quiet = QUIET if row.abandoned else INK
        self.put(f"{row.game}{row.mark}", _FIRST_ROW, height, 14, True, quiet)
        self.put(row.ended, _ENDED, height, 10, False, QUIET)
        for points, won in zip(row.points, row.won, strict=True):
            self.put(points or "–", width, height, 16, won, quiet, "R")
        self.ln(height)

    def _bottom(self, score: Score, width: float) -> None:
        height = 14.0
        self.line(MARGIN, self.get_y(), self.w - MARGIN, self.get_y())
        self.put(self.words.total, _FIRST_ROW + _ENDED, height, 15, True)
        for total, best in zip(score.totals, score.best, strict=True):
            x, y = self.get_x(), self.get_y()
            if best:
                self.set_fill_color(*FELT)
                self.rect(x + 2, y + 1.5, width - 1, height - 3, "F", round_corners=True, corner_radius=2)
            self.put(total or "–", width, height, 20, True, IVORY if best else INK, "R")
        self.ln(height)
        for label, cells in score.extra:
            self.put(label, _FIRST_ROW + _ENDED, 8, 11, False, QUIET)
            for cell in cells:
                self.put(cell, width, 8, 13, False, INK, "R")
            self.ln(8)

    def _notes(self, score: Score) -> None:
        self.ln(4)
        for sentences, weight, colour in ((score.doubts, "B", _ALARM), (score.notes, "", QUIET)):
            for sentence in sentences:
                if self.get_y() > self.h - 26:
                    self.add_page()
                self.set_font(FACE, weight, 10)
                self.set_text_color(*colour)
                self.multi_cell(
                    self.epw, 5, self.readable(sentence), align="L", new_x="LMARGIN", new_y="NEXT"
                )
        self.set_xy(MARGIN, self.h - 14)
        self.put(score.foot, self.epw, 5, 9, False, QUIET)
