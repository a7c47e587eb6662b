"""XLSX: a sheet per match with totals as formulas, every turn beside them, and a chart of think time."""

import io
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

import xlsxwriter  # type: ignore[import-untyped]
from xlsxwriter.exceptions import XlsxFileError  # type: ignore[import-untyped]
from xlsxwriter.utility import xl_range_abs, xl_rowcol_to_cell  # type: ignore[import-untyped]

from tileclock_host.export.errors import ExportError
from tileclock_host.facts import tables
from tileclock_host.facts.match import LETTERS, MatchFacts
from tileclock_host.facts.score import doubts_of, remarks
from tileclock_host.facts.words import Words, signed

_PLAYERS = 3  # the first column of a player
_TURNS = 13  # the first column of the list of turns
_LONGEST = 31  # letters of a sheet's name
_STYLES: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 16},
    "left": {"align": "left"},
    "quiet": {"font_color": "#666666"},
    "head": {"bold": True, "bottom": 1, "bg_color": "#EFE8DA", "text_wrap": True, "valign": "top"},
    "names": {"bold": True, "bottom": 1, "bg_color": "#EFE8DA", "text_wrap": True, "align": "right"},
    "agrees": {"align": "right", "font_color": "#666666"},
    "signed": {"num_format": "+0;−0;0"},
    "total": {"num_format": "+0;−0;0", "bold": True, "top": 1},
    "label": {"bold": True},
    "seconds": {"num_format": "0.0"},
    "corrected": {"italic": True, "font_color": "#9C2F14"},
    "day": {"num_format": "yyyy-mm-dd hh:mm", "align": "left"},
}


def write(matches: Iterable[MatchFacts], words: Words, out: BinaryIO) -> None:
    with book(out, constant_memory=True) as (made, styles):  # rows go to disk as they are written
        names: set[str] = set()
        for match in matches:
            page = made.add_worksheet(_sheet_name(words.match(match.number), names))
            _Page(made, page, styles, words, match).write()
        if not names:
            made.add_worksheet("tileclock")


@contextmanager
def book(out: BinaryIO, *, constant_memory: bool = False) -> Iterator[tuple[Any, dict[str, Any]]]:
    """A spreadsheet and its styles; foreign texts in it stay texts, and it is written when it is whole."""
    buffer = io.BytesIO()
    with _scratch() as folder:
        options = {
            "tmpdir": folder,
            "constant_memory": constant_memory,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "strings_to_numbers": False,
            "in_memory": False,
        }
        with xlsxwriter.Workbook(buffer, options) as made:
            yield made, {name: made.add_format(style) for name, style in _STYLES.items()}
    out.write(buffer.getvalue())


@contextmanager
def _scratch() -> Iterator[str]:
    """A folder for what is on its way; nothing of it stays, whatever happens."""
    try:
        with TemporaryDirectory(prefix="tileclock-", ignore_cleanup_errors=True) as folder:
            yield folder
    except (OSError, XlsxFileError) as error:
        _let_go(error)
        said = next((each.strerror for each in (error, *error.args) if isinstance(each, OSError)), error)
        raise ExportError(
            f"The temporary folder cannot be written ({said}): make room, or name another one in TMPDIR."
        ) from error


def _let_go(error: BaseException | None) -> None:
    """What the failed calls hold ends now: an archive among it complains when it ends after its file."""
    while error:
        traceback.clear_frames(error.__traceback__)
        error = error.__context__


def _sheet_name(wanted: str, taken: set[str]) -> str:
    name, number = wanted[:_LONGEST], 1
    while name.lower() in taken:
        number += 1
        end = f" ({number})"
        name = wanted[: _LONGEST - len(end)] + end
    taken.add(name.lower())
    return name


class _Page:
    """One match. Cells are collected and written from the top, as constant memory asks for."""

    def __init__(self, book: Any, page: Any, styles: dict[str, Any], words: Words, match: MatchFacts) -> None:
        self.book, self.page, self.styles, self.words, self.match = book, page, styles, words, match
        self.seats = match.seats
        self.names = [match.name(seat) for seat in self.seats]
        self.cells: dict[tuple[int, int], tuple[str, Any, str, Any]] = {}

    def text(self, row: int, column: int, words: str, style: str = "") -> None:
        self.cells[row, column] = ("string", words, style, None)

    def number(self, row: int, column: int, value: float | None, style: str = "") -> None:
        if value is not None:
            self.cells[row, column] = ("number", value, style, None)

    def formula(self, row: int, column: int, formula: str, value: float | str, style: str = "") -> None:
        """`value` is what it comes to, for readers that do not calculate."""
        self.cells[row, column] = ("formula", formula, style, value)

    def write(self) -> None:
        words, match = self.words, self.match
        self.page.set_column(0, 0, 22)
        self.page.set_column(1, 1, 16)
        self.page.set_column(2, 2, 34)
        after = _PLAYERS + len(self.seats)
        self.page.set_column(_PLAYERS, after - 1, 14)
        self.page.set_column(after, after, 8)
        self.page.set_column(after + 1, after + 1, 36)
        self.page.set_column(_TURNS + 1, _TURNS + 1, 18)
        self.text(0, 0, f"{words.match(match.number)} – {words.day(match.date)}", "title")
        rules = match.rules
        told = f"{words.rules(rules)} ({rules['id']} {rules['version']}) · {words.device} {match.device}"
        self.text(1, 0, told, "quiet")
        if doubts := doubts_of(match, words):
            self.text(2, 0, " · ".join(doubts), "corrected")
        end = self._games(3)
        end = self._totals(3, end)
        for note in remarks(match, words):
            end += 1
            self.text(end, 0, note, "quiet")
        self._turn_list(3)
        self._think(end + 2)
        self._flush()
        self.page.freeze_panes(4, 1)
        self.page.set_landscape()
        self.page.print_area(0, 0, end + 26, after + 1)
        self.page.fit_to_pages(1, 0)

    def _games(self, top: int) -> int:
        words = self.words
        after = _PLAYERS + len(self.seats)
        for column, title in enumerate((words.game, words.date, words.ended)):
            self.text(top, column, title, "head")
        for i, name in enumerate(self.names):
            self.text(top, _PLAYERS + i, name, "names")
        self.text(top, after, words.check, "names")
        if any(game.before for game in self.match.games):
            self.text(top, after + 1, words.corrected, "head")
        for row, game in enumerate(self.match.games, top + 1):
            self.number(row, 0, game.number, "left")
            if game.date:
                self.cells[row, 1] = ("datetime", game.date.replace(tzinfo=None), "day", None)
            self.text(row, 2, words.reason(game.result, game.name(game.result.winner)))
            for i, seat in enumerate(self.seats):
                self.number(row, _PLAYERS + i, game.points(seat), "signed")
            if not game.abandoned:
                across = xl_range_abs(row, _PLAYERS, row, after - 1)
                self.formula(row, after, f"=SUM({across})", sum(game.result.points), "signed")
            if game.before:
                was = "  ".join(
                    f"{game.name(seat)} {signed(points)}"
                    for seat, points in zip(game.seats, game.before[-1], strict=True)
                )
                self.text(row, after + 1, words.corrected_before.format(game.number, was), "corrected")
        return top + len(self.match.games)

    def _totals(self, top: int, end: int) -> int:
        """Totals, what the clock has stored, whether they agree, games won, big points and places."""
        words, totals, stored = self.words, self.match.totals, self.match.on_clock
        row = end + 1
        self.text(row, 0, words.total, "label")
        self.text(row + 1, 0, words.stored)
        for i, seat in enumerate(self.seats):
            column = _PLAYERS + i
            down = xl_range_abs(top + 1, column, end, column)
            self.formula(row, column, f"=SUM({down})", totals.points[seat], "total")
            if stored is None:
                continue
            self.number(row + 1, column, stored.points[seat], "signed")
            mine, theirs = xl_rowcol_to_cell(row, column), xl_rowcol_to_cell(row + 1, column)
            agree = words.agrees if totals.points[seat] == stored.points[seat] else words.differs
            self.formula(
                row + 2, column, f'=IF({mine}={theirs},"{words.agrees}","{words.differs}")', agree, "agrees"
            )
        bottom = {"points": row}
        row += 4
        for what, title in (("rounds", words.rounds), ("big_points", words.big_points)):
            if what == "big_points" and "big_points" not in self.match.ranking:
                continue
            first = row
            for game in self.match.games:
                self.text(row, 0, f"{title}, {words.game.lower()} {game.number}")
                for i, seat in enumerate(self.seats):
                    self.number(row, _PLAYERS + i, game.figure(what, seat))
                row += 1
            self.text(row, 0, title, "label")
            for i, seat in enumerate(self.seats):
                down = xl_range_abs(first, _PLAYERS + i, row - 1, _PLAYERS + i)
                self.formula(row, _PLAYERS + i, f"=SUM({down})", getattr(totals, what)[seat], "label")
            bottom[what] = row
            row += 2
        self.text(row, 0, words.place, "label")
        for seat, place in self.match.places.items():
            column = _PLAYERS + self.seats.index(seat)
            self.formula(row, column, self._place(column, bottom), place, "label")
        return row

    def _place(self, column: int, bottom: dict[str, int]) -> str:
        """1 and one more for each player who is ahead: in the first thing that is ranked, or in the next."""
        ahead, level = [], ""
        for what in self.match.ranking:
            everybody = xl_range_abs(bottom[what], _PLAYERS, bottom[what], _PLAYERS + len(self.seats) - 1)
            own = xl_rowcol_to_cell(bottom[what], column)
            ahead.append(f"{level}({everybody}>{own})")
            level += f"({everybody}={own})*"
        return f"=1+SUMPRODUCT({'+'.join(ahead)})"

    def _turn_list(self, top: int) -> None:
        words = self.words
        columns = ("game", "player", "turn", "think_s", "how", "late", "drawn", "pool")
        for i, name in enumerate(columns):
            self.text(top, _TURNS + i, words.columns.get(name, name).replace("_", " "), "head")
        told = [words.turn(turn) for game in self.match.games for turn in game.turns]
        for row, turn in enumerate(tables.turn_rows(self.match), top + 1):
            for i, name in enumerate(columns):
                cell = turn[name]
                if name == "player":  # the name in the head of the table, which formulas compare with
                    cell = self.names[self.seats.index(LETTERS.index(str(turn["seat"])))]
                if name == "how":
                    cell = told[row - top - 1]
                if isinstance(cell, str):
                    self.text(row, _TURNS + i, cell)
                else:
                    self.number(row, _TURNS + i, cell, "seconds" if name == "think_s" else "")
            # Players are told apart by their seat: names may be alike.
            self.text(row, _TURNS + len(columns), str(turn["seat"]))
        self.text(top, _TURNS + len(columns), words.seat, "head")

    def _think(self, top: int) -> None:
        words = self.words
        count = sum(len(game.turns) for game in self.match.games)
        seat_of = xl_range_abs(4, _TURNS + 8, 3 + max(1, count), _TURNS + 8)
        think = xl_range_abs(4, _TURNS + 3, 3 + max(1, count), _TURNS + 3)
        late = xl_range_abs(4, _TURNS + 5, 3 + max(1, count), _TURNS + 5)
        self.text(top, 0, words.think_seconds, "label")
        titles = (words.turns, words.total, words.average, words.longest, words.timeouts)
        for i, name in enumerate(self.names):
            self.text(top, _PLAYERS + i, name, "names")
        for row, title in enumerate(titles, top + 1):
            self.text(row, 0, title)
        for i, seat in enumerate(self.seats):
            used = [round(turn.think_ms / 1000, 3) for turn in self.match.turns(seat)]
            is_his = f'({seat_of}="{LETTERS[seat]}")'
            turns, total = (xl_rowcol_to_cell(top + n, _PLAYERS + i) for n in (1, 2))
            late_turns = sum(turn.timed_out for turn in self.match.turns(seat))
            formulas: tuple[tuple[str, float, str], ...] = (
                (f'=COUNTIF({seat_of},"{LETTERS[seat]}")', len(used), ""),
                (f"=SUMPRODUCT({is_his}*{think})", sum(used), "seconds"),
                (f"=IF({turns}=0,0,{total}/{turns})", sum(used) / len(used) if used else 0, "seconds"),
                (f"=SUMPRODUCT(MAX({is_his}*{think}))", max(used, default=0), "seconds"),
                (f"=SUMPRODUCT({is_his}*{late})", late_turns, ""),
            )
            for row, (formula, value, style) in enumerate(formulas, top + 1):
                self.formula(row, _PLAYERS + i, formula, value, style)
        self._chart(top)

    def _chart(self, top: int) -> None:
        words = self.words
        chart = self.book.add_chart({"type": "column"})
        last = _PLAYERS + len(self.seats) - 1
        sheet = self.page.get_name()
        for row, title, colour in (
            (top + 3, words.average, "#1B62A5"),
            (top + 4, words.longest, "#C9A227"),
        ):
            chart.add_series(
                {
                    "name": title,
                    "categories": [sheet, top, _PLAYERS, top, last],
                    "values": [sheet, row, _PLAYERS, row, last],
                    "fill": {"color": colour},
                    "gap": 80,
                    "data_labels": {"value": True, "num_format": "0"},
                }
            )
        chart.set_title({"name": words.think_seconds, "name_font": {"size": 12}})
        chart.set_legend({"position": "bottom"})
        chart.set_y_axis({"major_gridlines": {"visible": True, "line": {"color": "#DDDDDD"}}})
        self.page.insert_chart(top + 7, 0, chart, {"description": words.think_seconds, "x_scale": 1.3})

    def _flush(self) -> None:
        write: dict[str, Any] = {
            "string": self.page.write_string,
            "number": self.page.write_number,
            "datetime": self.page.write_datetime,
        }
        for (row, column), (kind, what, style, value) in sorted(self.cells.items(), key=lambda item: item[0]):
            look = self.styles.get(style)
            if kind == "formula":
                self.page.write_formula(row, column, what, look, value)
            else:
                write[kind](row, column, what, look)
