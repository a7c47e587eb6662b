"""The standings as a spreadsheet: every game on one sheet, on the other totals and places as formulas."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from xlsxwriter.utility import xl_range_abs, xl_rowcol_to_cell  # type: ignore[import-untyped]

from tileclock_host.export.as_xlsx import book
from tileclock_host.facts.words import Words

from .people import People
from .results import Results
from .standings import BEST, BIG_POINTS, DIRECT, POINTS, WINS, Line

_TOP = 3  # the row of the heads
# Columns of the games.
_ROUND, _TABLE, _GAME, _WHO, _PLAYER, _POINTS, _BIG, _WON = range(8)
# Columns of the standings; those of the rounds follow.
_PLACE, _NAME, _ID, _BIGS, _SUM, _WINS, _BEST_GAME, _DIRECT, _JUDGE, _JUDGE_BIG, _GROUP, _FIRST_ROUND = range(
    12
)
_COLUMN = {BIG_POINTS: _BIGS, POINTS: _SUM, WINS: _WINS, DIRECT: _DIRECT, BEST: _BEST_GAME}


def written(results: Results, people: People, words: Words) -> bytes:
    out = BytesIO()
    with book(out) as (made, styles):
        sheet = made.add_worksheet(words.final[:31].capitalize())
        games = made.add_worksheet(words.games_count)
        last = _Games(games, styles, words).write(results, people)
        _Standings(sheet, styles, words, last).write(results, people)
    return out.getvalue()


class _Games:
    """A row for each person in each game that counts."""

    def __init__(self, page: Any, styles: dict[str, Any], words: Words) -> None:
        self._page, self._styles, self._words = page, styles, words

    def write(self, results: Results, people: People) -> int:
        """All of them; the last row."""
        words, page = self._words, self._page
        heads = (
            words.round.format("").strip(),
            words.table,
            words.game,
            "id",
            words.player,
        )
        for column, head in enumerate((*heads, words.points, words.big_points, words.games_won)):
            page.write_string(0, column, head, self._styles["head"])
        page.set_column(_PLAYER, _PLAYER, 28)
        row = 0
        for number, game in enumerate(results.played(), 1):
            for score in game.scores:
                row += 1
                for column, value in ((_ROUND, game.round), (_TABLE, game.table), (_GAME, number)):
                    page.write_number(row, column, value)
                page.write_string(row, _WHO, score.person)
                page.write_string(row, _PLAYER, people.get(score.person).name)
                page.write_number(row, _POINTS, score.points, self._styles["signed"])
                page.write_number(row, _BIG, score.big_points)
                page.write_number(row, _WON, int(score.won))
        page.set_column(_WHO, _WHO, None, None, {"hidden": True})
        page.freeze_panes(1, 0)
        return max(row, 1)


class _Standings:
    def __init__(self, page: Any, styles: dict[str, Any], words: Words, last: int) -> None:
        self._page, self._styles, self._words, self._last = page, styles, words, last

    def write(self, results: Results, people: People) -> None:
        page, words, event = self._page, self._words, results.event
        lines = results.standings()
        numbers = range(1, len(event.rounds) + 1)
        page.write_string(0, 0, event.name, self._styles["title"])
        page.write_string(
            1, 0, words.provisional if results.provisional else words.final, self._styles["quiet"]
        )
        heads = [words.place, words.player, "id", words.big_points, words.points, words.games_won]
        heads += [words.best_game, words.direct, words.judge, f"{words.judge}: {words.big_points}", "group"]
        for column, head in enumerate([*heads, *[words.round.format(number) for number in numbers]]):
            page.write_string(_TOP, column, head, self._styles["head"])
        page.set_column(_NAME, _NAME, 28)
        for hidden in (_ID, _GROUP):
            page.set_column(hidden, hidden, None, None, {"hidden": True})
        behind = _direct(lines, event.settings.order)
        placed = [line for line in lines if line.place]
        for row, line in enumerate(lines, _TOP + 1):
            self._person(row, line, people.get(line.person).name, list(numbers))
            page.write_number(row, _DIRECT, behind[line.person])
            page.write_number(row, _GROUP, line.group)
            if line.place:
                formula = self._place(row, len(placed), event.settings.order)
                page.write_formula(row, _PLACE, formula, self._styles["label"], line.place)
            else:
                page.write_string(row, _PLACE, words.excluded)
        page.freeze_panes(_TOP + 1, _ID)
        page.set_landscape()
        page.fit_to_pages(1, 0)

    def _person(self, row: int, line: Line, name: str, numbers: Sequence[int]) -> None:
        page, styles, words = self._page, self._styles, self._words
        mark = f" ({getattr(words, line.mark)})" if line.mark and line.place else ""
        page.write_string(row, _NAME, name + mark)
        page.write_string(row, _ID, line.person)
        own = xl_rowcol_to_cell(row, _ID, col_abs=True)
        judge, judge_big = (xl_rowcol_to_cell(row, column) for column in (_JUDGE, _JUDGE_BIG))
        rounds = "+".join(xl_rowcol_to_cell(row, _FIRST_ROUND + at) for at in range(len(numbers))) or "0"
        page.write_formula(row, _BIGS, f"={self._sum(_BIG, own)}+{judge_big}", None, line.big_points)
        page.write_formula(row, _SUM, f"={rounds}+{judge}", styles["signed"], line.points)
        page.write_formula(row, _WINS, f"={self._sum(_WON, own)}", None, line.wins)
        mine, points = f"({self._all(_WHO)}={own})", self._all(_POINTS)
        best = f"=IF(SUMPRODUCT({mine}*1)=0,-1E6,SUMPRODUCT(MAX({mine}*({points}+1E6)))-1E6)"
        page.write_formula(row, _BEST_GAME, best, styles["signed"], -1e6 if line.best is None else line.best)
        page.write_number(row, _JUDGE, line.corrected, styles["corrected"])
        page.write_number(row, _JUDGE_BIG, line.corrected_big, styles["corrected"])
        for at, number in enumerate(numbers):
            head = f",{self._all(_ROUND)},{number}"
            value = line.in_round.get(number, 0)
            page.write_formula(
                row, _FIRST_ROUND + at, f"={self._sum(_POINTS, own, head)}", styles["signed"], value
            )

    def _all(self, column: int) -> str:
        return f"'{self._words.games_count}'!{xl_range_abs(1, column, self._last, column)}"

    def _sum(self, column: int, own: str, more: str = "") -> str:
        return f"SUMIFS({self._all(column)},{self._all(_WHO)},{own}{more})"

    def _place(self, row: int, count: int, order: Sequence[str]) -> str:
        """1 and one more for each who is ahead: by the group, then by what counts, one after the other."""
        ahead, level = [], ""
        for column in (_GROUP, *[_COLUMN[criterion] for criterion in order]):
            everybody = xl_range_abs(_TOP + 1, column, _TOP + count, column)
            own = xl_rowcol_to_cell(row, column)
            ahead.append(f"{level}({everybody}>{own})")
            level += f"({everybody}={own})*"
        return f"=1+SUMPRODUCT({'+'.join(ahead)})"


def _direct(lines: Sequence[Line], order: Sequence[str]) -> dict[str, int]:
    """Behind whom somebody is by the direct meeting no formula knows: how many have a later place."""
    if DIRECT not in order:
        return {line.person: 0 for line in lines}
    return {line.person: sum(other.place > line.place for other in lines) for line in lines}
