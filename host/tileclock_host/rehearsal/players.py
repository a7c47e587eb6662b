"""The people of a rehearsal at one table: they draw and lay tiles by chance, out of one box of them.

Whether tiles make sets no clock sees, and nobody here looks: what counts is how many are laid, who is out,
and what is left on the racks.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

JOKER = 0
_HIGHEST, _COLOURS, _TWICE, _JOKERS, _DEAL = 13, 4, 2, 2, 14
_OPENING = 30  # points
_OPENS, _LAYS = 0.5, 0.75  # how often, of those who could
_MOST_LAID = 4  # tiles of a turn
_SLOW, _LATE = 0.1, 0.02  # shares of turns that take long, or too long


class Turn(NamedTuple):
    """What somebody does: think, and then lay tiles, draw one, or be out."""

    seconds: float  # more than there are: the time runs out
    lays: bool
    out: bool


class Players:
    """Those of one game."""

    def __init__(self, dice: Random, seats: str) -> None:
        self._dice = dice
        self._pool = [n for n in range(1, _HIGHEST + 1) for _ in range(_COLOURS * _TWICE)] + [JOKER] * _JOKERS
        dice.shuffle(self._pool)
        self.racks = {seat: [self._pool.pop() for _ in range(_DEAL)] for seat in seats}
        self._opened: set[str] = set()

    def turn(self, seat: str, limit: float) -> Turn:
        """What that one does now, who has so many seconds."""
        dice, rack = self._dice, self.racks[seat]
        seconds = dice.uniform(2, limit / 2)
        if dice.random() < _LATE:
            self._draw(rack)
            return Turn(limit + 1, False, False)
        if dice.random() < _SLOW:
            seconds = dice.uniform(limit / 2, limit - 2)
        if seat in self._opened:
            lays = dice.random() < _LAYS
            count = min(len(rack), dice.randint(1, _MOST_LAID))
        else:
            count = self._opening(rack)
            lays = count > 0 and dice.random() < _OPENS
        if not lays:
            self._draw(rack)
            return Turn(seconds, False, False)
        self._opened.add(seat)
        dice.shuffle(rack)
        del rack[:count]
        return Turn(seconds, True, not rack)

    def _opening(self, rack: list[int]) -> int:
        """How many tiles, of three and more, are worth enough; 0: all are not."""
        self._dice.shuffle(rack)
        return next((n for n in range(3, len(rack) + 1) if sum(rack[:n]) >= _OPENING), 0)

    def _draw(self, rack: list[int]) -> None:
        if self._pool:
            rack.append(self._pool.pop())

    def points(self, seat: str) -> int:
        """Of the number tiles on the rack."""
        return sum(self.racks[seat])

    def jokers(self, seat: str) -> int:
        return self.racks[seat].count(JOKER)
