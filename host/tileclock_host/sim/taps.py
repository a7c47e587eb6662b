"""Fingers of a page on the keys of a box: however quick they are, the box feels them."""

from __future__ import annotations

from collections.abc import Callable

from .board import Board

# Of the box's own time: both ends of a tap may come at once, but a finger stays for longer than the flash
# takes to erase a block, and meanwhile no key is looked at.
SHORTEST_TAP_US = 60_000


class Taps:
    def __init__(self, board: Board, follow: Callable[[int], None]) -> None:
        """`follow` lets so many µs of the box's time pass."""
        self._board = board
        self._follow = follow
        self._down_at: dict[str, int] = {}

    def press(self, key: str) -> None:
        if key not in self._board.keys.down:
            self._down_at[key] = self._board.press(key)

    def release(self, key: str) -> None:
        if key in self._board.keys.down:
            self._follow(self._down_at[key] + SHORTEST_TAP_US - self._board.now)
            self._board.release(key)
