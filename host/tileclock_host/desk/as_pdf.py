"""The standings on A4 for the wall: as many rows as a page takes, the head on each, a line for the final."""

from typing import Literal, NamedTuple

from tileclock_host.export.paper import BOTTOM, FELT, INK, MARGIN, QUIET, SAND, Paper
from tileclock_host.facts.words import Words

from .listing import Listing, Row

_PLACE, _FIGURE = 14.0, 21.0  # widths of columns
_NAME = 47.0  # at least
_ROUNDS = (20.0, 13.5)  # of a round: the narrower one where there are many
_ROW, _HEAD, _LINE = 9.5, 9.0, 6.0  # heights; a line is one of several of a row
_SHORT, _LONG = 210.0, 297.0  # sides of the paper


class _Grid(NamedTuple):
    """Where the points of the rounds are: all of them, so that whoever adds them up comes to the sum."""

    orientation: Literal["portrait", "landscape"]
    width: float
    across: int  # in a line
    lines: int


def written(found: Listing, words: Words) -> bytes:
    paper = _Paper(words, found)
    paper.standings()
    return bytes(paper.output())


def _grid(count: int, taken: float) -> _Grid:
    """Upright where there is room, else across; in several lines where there is none."""
    room = 0.0
    for orientation, side in (("portrait", _SHORT), ("landscape", _LONG)):
        room = side - 2 * MARGIN - taken - _NAME
        for width in _ROUNDS:
            if count * width <= room:
                return _Grid(orientation, width, count, 1)  # type: ignore[arg-type]
    across = int(room // _ROUNDS[-1])
    return _Grid("landscape", _ROUNDS[-1], across, -(-count // across))


class _Paper(Paper):
    def __init__(self, words: Words, found: Listing) -> None:
        super().__init__(words, found.title)
        self._found = found
        taken = _PLACE + len(found.figures) * _FIGURE
        self._grid = _grid(len(found.rounds), taken)
        self._more = (self._grid.lines - 1) * _LINE  # height of a row beyond one line
        self.add_page(self._grid.orientation)
        self._name = self.epw - taken - self._grid.across * self._grid.width

    def standings(self) -> None:
        found = self._found
        self.plate(found.title, found.day, found.status, "")
        self._head()
        for at, row in enumerate(found.rows, 1):
            if self.get_y() + _ROW + self._more > self.h - BOTTOM:
                self.add_page()
                self._head()
            self._row(row, at % 2 == 0)
            if at == found.cut:
                self._line(FELT, 1.2)
        self.set_xy(MARGIN, self.h - 14)
        self.put(found.foot, self.epw - 30, 5, 9, False, QUIET)

    def _head(self) -> None:
        self.put("", _PLACE, _HEAD, 10)
        self.put(self.words.player, self._name, _HEAD, 10, False, QUIET)
        for figure in self._found.figures:
            self.put(figure, _FIGURE, _HEAD, 10, False, QUIET, "R")
        heads = [text.replace(": ", "\n") for text in self._found.rounds]
        if self._grid.width < _ROUNDS[0]:
            heads = [text if "\n" in text else "\n".join(text.rsplit(" ", 1)) for text in heads]
        self._cells(heads, _HEAD, _HEAD, 10)
        self._line(INK, 0.4)

    def _line(self, colour: tuple[int, int, int], width: float) -> None:
        self.set_draw_color(*colour)
        self.set_line_width(width)
        self.line(MARGIN, self.get_y(), self.w - MARGIN, self.get_y())

    def _row(self, row: Row, shaded: bool) -> None:
        if shaded:
            self.set_fill_color(*SAND)
            self.rect(MARGIN, self.get_y(), self.epw, _ROW + self._more, "F")
        colour = QUIET if row.behind else INK
        self.put(row.place, _PLACE, _ROW, 15, row.first, colour)
        self.put(row.name, self._name, _ROW, 15, row.first, colour)
        for at, figure in enumerate(row.figures):
            self.put(figure, _FIGURE, _ROW, 15, at == 1, colour, "R")
        self._cells(row.rounds, _ROW, _LINE, 12)

    def _cells(self, texts: list[str], height: float, step: float, size: float) -> None:
        """From here on, and then to the next row; `step`: from one line of it to the next."""
        left, top = self.get_x(), self.get_y()
        for at, text in enumerate(texts):
            down, right = divmod(at, self._grid.across)
            parts = text.split("\n")
            each = height / len(parts)
            for part, words in enumerate(parts):
                self.set_xy(left + right * self._grid.width, top + down * step + part * each)
                self.put(words, self._grid.width, each, size, False, QUIET, "R")
        self.set_xy(MARGIN, top + height + (self._grid.lines - 1) * step)
