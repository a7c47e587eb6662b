"""What people do when a game is over: they say who is out, enter their racks, and read the sheet."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from tests.device.places import step
from tests.device.table import MS, Table

DEAF_MS = (
    600  # each step of the racks listens only after half a second: nothing meant for another lands there
)
READ_MS = 1_100  # nobody stores a result he has not seen
_TENS_MS, _MORE_MS, _OVER_MS = 600, 350, 120  # held, a button adds ten after this, and again after this
_PRESS_MS, _GAP_MS = 100, 150  # a finger in no hurry
_APART_MS = 5  # no two contacts close within the same bounce
_STORED_MS = 500  # a sheet is written
_MOST_SCREENS = 5  # from a stored result to the next game
_GUARD_MS = 350  # a turn lasts at least so long
_ROW = re.compile(r"([A-F])(?: .+?)?  ([+-]?\d+)  ([+-]?\d+)")


@step
def _to_set_up(table: Table, **settings) -> None:
    table.settings(**settings)
    table.choose(table.words.NEW_GAME)


def _step_of_its_table(play: Callable) -> Callable:
    """What a scorer does, as a step of the table."""

    @step
    def lead(table: Table, *args, **options):
        return play(Scorer.at(table), *args, **options)

    @functools.wraps(play)
    def on_its_table(scorer: Scorer, *args, **options):
        return lead(scorer._table, *args, **options)

    return on_its_table


class Scorer:
    """Plays games to their end on a table, as short as can be, and enters what is left on the racks."""

    def __init__(self, table: Table, preset: str = "pl", **settings) -> None:
        self._table = table
        _to_set_up(table, preset=preset, **settings)

    @classmethod
    def at(cls, table: Table) -> Scorer:
        """Of a table that is set up already."""
        scorer = cls.__new__(cls)
        scorer._table = table
        return scorer

    # ---- a game ----

    @_step_of_its_table
    def begin(self, seats: str = "ABCD", first: str | None = None) -> None:
        """From the set-up to the first turn; without `first` the clock knows who begins."""
        table = self._table
        table.ok.press()
        table.sit(seats)
        table.ok.press()
        table.ok.press()
        if first:
            table.seat(first).press()
        table.ok.press()
        table.wait(ms=300)  # the deal is written down
        table.ok.press()

    def whole(self, racks: dict[str, int], seats: str = "ABC", first: str = "A") -> None:
        """A game from the set-up to its stored sheet: the first is out at once."""
        self.begin(seats, first)
        self.out(first)
        self.confirm(racks)
        self.store()

    def turns(self, until: str) -> None:
        """Short turns until it is that seat's."""
        while (seat := self._table.screen.seat) != until:
            self.play(seat)

    def play(self, seat: str) -> None:
        self._table.wait(ms=_GUARD_MS)
        self._table.seat(seat).press()

    @_step_of_its_table
    def out(self, winner: str) -> None:
        """All have laid tiles once; then he is out, and OK says so twice."""
        first = self._table.screen.seat
        self.play(first)
        self.turns(first)
        self.turns(winner)
        self._table.wait(ms=_GUARD_MS)
        self._table.ok.press()
        self._table.ok.press()
        self._table.wait(ms=DEAF_MS)

    @_step_of_its_table
    def nobody(self) -> None:
        """The judge ends the round: this turn and a last lap are played, and nobody is out."""
        table = self._table
        table.wait(ms=_GUARD_MS)
        table.back.press()
        table.choose(table.words.END_ROUND)
        table.ok.press()
        while not table.screen.says(table.words.OVER):
            self.play(table.screen.seat)
        table.ok.press()
        table.wait(ms=DEAF_MS)

    # ---- racks ----

    def enter(self, racks: dict[str, int]) -> int:
        """Each with his own button, all at once; returns how many milliseconds that took."""
        table = self._table
        begin = table.now
        moves = sorted(move for seat, points in racks.items() for move in _fingers(seat, points, begin))
        for at, seat, move in moves:
            table.wait_until(max(at, table.now + _APART_MS * MS))
            getattr(table.seat(seat), move)()
        table.wait(ms=40)
        for seat, points in racks.items():
            if not points:  # nothing but jokers: one up and one down again
                table.seat(seat).press()
                table.down.press()
        return (table.now - begin) // MS

    @_step_of_its_table
    def confirm(self, racks: dict[str, int], jokers: str = "", marks: str = "") -> None:
        """All steps up to the result; `jokers` and `marks`: the seats that are pressed in those steps."""
        table = self._table
        self.enter(racks)
        self.next_step()
        for seat in jokers:
            table.seat(seat).press()
        self.next_step()
        if table.screen.says(table.words.STEP_MARKS):
            for seat in marks:
                table.seat(seat).press()
            self.next_step()

    def next_step(self) -> None:
        self._table.ok.press()
        self._table.wait(ms=DEAF_MS)

    # ---- what the screen says ----

    @property
    def entered(self) -> list[str]:
        """The columns in which something is entered, from the left, row by row."""
        return [item.text for item in self._table.screen.items if item.font == "mid"]

    def lines(self) -> dict[str, tuple[int, int]]:
        """Points of the game and of the match by seat, read off the result however long it is."""
        table = self._table
        found: dict[str, tuple[int, int]] = {}
        down = 0
        while True:
            rows = _ROW.findall(table.screen.text)
            found |= {seat: (int(game), int(match)) for seat, game, match in rows}
            if len(rows) < 3:  # behind the last player
                break
            table.down.press()
            down += 1
        for _ in range(down):
            table.up.press()
        return found

    def game(self) -> list[int]:
        return [points for points, _ in self.lines().values()]

    def totals(self) -> list[int]:
        return [total for _, total in self.lines().values()]

    def scroll_to(self, text: str) -> None:
        """Down the list until it says so."""
        for _ in range(30):
            if self._table.screen.says(text):
                return
            self._table.down.press()
        raise AssertionError(f"the list does not say {text!r}; it ends with\n{self._table.screen.text}")

    @_step_of_its_table
    def store(self) -> None:
        """Store the result; then past the winner to the next game, or to the final ranking."""
        table = self._table
        table.wait(ms=READ_MS)
        table.ok.press()
        table.wait(ms=_STORED_MS)
        self.past_the_winner()

    def past_the_winner(self) -> None:
        """From his moment to the next game, or to the final ranking; not past a sheet that was refused."""
        table, words = self._table, self._table.words
        over = False
        for _ in range(_MOST_SCREENS):
            over = over or table.screen.says(words.MATCH_OVER)
            if over and table.screen.says("1. "):
                return
            if table.screen.says(words.NEW_GAME) or table.screen.says(words.TRY_AGAIN):
                return
            table.ok.press()
        raise AssertionError(f"the result leads to no next game, but to\n{table.screen.text}")


def to_correction(table: Table, number: int) -> None:
    """From the first screen to the racks of a stored game, at their first step."""
    table.choose("Sheets")
    table.wait(s=1)
    table.choose(f"game {number}")
    table.choose("Correct this sheet")
    table.wait(s=1)


def _fingers(seat: str, points: int, at: int):
    """When this seat's finger goes down and up: tens by holding, ones by pressing."""
    tens, ones = divmod(points, 10)
    held = [_TENS_MS + _MORE_MS * (tens - 1) + _OVER_MS] if tens else []
    for ms in held + [_PRESS_MS] * ones:
        yield at, seat, "down"
        at += ms * MS
        yield at, seat, "up"
        at += _GAP_MS * MS
