"""The standings on A4 for the wall: as many rows as a page takes, the head on each, a line for the final."""

from tileclock_host.export.paper import BOTTOM, FELT, INK, MARGIN, QUIET, SAND, Paper
from tileclock_host.facts.words import Words

from .listing import Listing, Row

_PLACE, _FIGURE, _ROUND = 14.0, 24.0, 20.0  # widths of columns
_NAME = 50.0  # at least; rounds that leave less are left out
_ROW, _HEAD = 9.5, 9.0  # heights


def written(found: Listing, words: Words) -> bytes:
    paper = _Paper(words, found.title)
    paper.standings(found)
    return bytes(paper.output())


class _Paper(Paper):
    def standings(self, found: Listing) -> None:
        self.add_page()
        self.plate(found.title, found.day, found.status, "")
        taken = _PLACE + len(found.figures) * _FIGURE
        shown = min(len(found.rounds), int((self.epw - taken - _NAME) // _ROUND))
        name = self.epw - taken - shown * _ROUND
        self._head(found, name, shown)
        for at, row in enumerate(found.rows, 1):
            if self.get_y() + _ROW > self.h - BOTTOM:
                self.add_page()
                self._head(found, name, shown)
            self._row(row, name, shown, at % 2 == 0)
            if at == found.cut:
                self._line(FELT, 1.2)
        self.set_xy(MARGIN, self.h - 14)
        self.put(found.foot, self.epw - 30, 5, 9, False, QUIET)

    def _head(self, found: Listing, name: float, shown: int) -> None:
        self.put("", _PLACE, _HEAD, 10)
        self.put(self.words.player, name, _HEAD, 10, False, QUIET)
        for figure in found.figures:
            self.put(figure, _FIGURE, _HEAD, 10, False, QUIET, "R")
        for number in found.rounds[len(found.rounds) - shown :]:
            self.put(number, _ROUND, _HEAD, 10, False, QUIET, "R")
        self.ln(_HEAD)
        self._line(INK, 0.4)

    def _line(self, colour: tuple[int, int, int], width: float) -> None:
        self.set_draw_color(*colour)
        self.set_line_width(width)
        self.line(MARGIN, self.get_y(), self.w - MARGIN, self.get_y())

    def _row(self, row: Row, name: float, shown: int, shaded: bool) -> None:
        if shaded:
            self.set_fill_color(*SAND)
            self.rect(MARGIN, self.get_y(), self.epw, _ROW, "F")
        colour = QUIET if row.excluded else INK
        self.put(row.place, _PLACE, _ROW, 15, row.first, colour)
        self.put(row.name, name, _ROW, 15, row.first, colour)
        for at, figure in enumerate(row.figures):
            self.put(figure, _FIGURE, _ROW, 15, at == 1, colour, "R")
        for points in row.rounds[len(row.rounds) - shown :]:
            self.put(points, _ROUND, _ROW, 12, False, QUIET, "R")
        self.ln(_ROW)
