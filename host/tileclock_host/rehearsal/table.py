"""Fingers on a simulated box in virtual time: they do what its screen asks for, whatever it shows.

So a game goes on from wherever it is: dealt just now, cut by a pulled plug, or left in the middle by a
rehearsal that was killed.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from random import Random
from typing import Any

from tileclock_host import box_words
from tileclock_host.panel.reading import Item, Reader, lines
from tileclock_host.sim.board import Board
from tileclock_host.sim.errors import SimError

from .players import Players

MS = 1_000  # µs
_TAP_MS, _HOLD_MS, _SEEN_MS, _LOADED_MS = 100, 700, 60, 250  # a press, a hold, and until they are seen
_GUARD_MS = 350  # a turn that has just begun cannot be ended yet
_READ_MS = 1_100  # nobody stores a result he has not seen
_DEAF_MS = 600  # a step of the racks, and time that is up, listen only then
_UP_MS = 1_600
_TENS_MS, _MORE_MS, _OVER_MS = 600, 350, 120  # held, a button adds ten after this, and again after this
_APART_MS = 500  # of two numbers on one button: sooner, the hold would take the first back
_MOST_STEPS = 2_000  # of one round at one table
_STEP = re.compile(r"(?m)^([1-3])/[1-3] ")
_POINTS, _JOKERS = "1", "2"  # steps of the racks
_DIGITS = ("huge", "tall")  # fonts of a time that runs
_START_MS = 2_000
SEATS = "ABCDEF"


class Fingers:
    """Presses of keys, which bounce as keys do."""

    def __init__(self, box: Board) -> None:
        self.box = box

    def wait(self, ms: float) -> None:
        self.box.advance(round(ms * MS))

    def press(self, key: str, ms: float = _TAP_MS) -> None:
        self.box.press(key)
        self.wait(ms)
        self.box.release(key)
        self.wait(_SEEN_MS if key.isupper() else _LOADED_MS)

    def number(self, key: str, value: int) -> None:
        """Enter it on a seat's button: tens by holding, ones by pressing; 0 is one up and one down again."""
        tens, ones = divmod(value, 10)
        if tens:
            self.press(key, _TENS_MS + _MORE_MS * (tens - 1) + _OVER_MS)
            self.wait(_APART_MS)
        for _ in range(ones or not tens):
            self.press(key)
        if not value:
            self.press("down")


class Table:
    """A box with people around it."""

    def __init__(self, box: Board, reader: Reader, seats: str, limit: float) -> None:
        self._fingers, self._box, self._reader = Fingers(box), box, reader
        self._seats, self._limit = seats, limit
        self._words: dict[str, Any] = box_words.names("en")
        self._players: Players | None = None  # of the game that is on
        self._entered: set[str] = set()  # steps of its racks
        self.turns = 0  # that were begun

    def switch_on(self) -> None:
        """And wait for its first screen."""
        self._box.power_on()
        self._fingers.wait(_START_MS)

    def text(self) -> str:
        return "\n".join(lines(self._items()))

    def play(self, dice: Callable[[], Random], done: Callable[[], bool], at_turn: Callable[[], None]) -> None:
        """Do what the box asks for until nobody plays and it is done; `dice` are those of the next game.

        `at_turn` is called as each turn begins, and may pull the plug.
        """
        for _ in range(_MOST_STEPS):
            if not self._box.powered:
                self.switch_on()
            items = self._items()
            said = "\n".join(lines(items))
            if self._says(said, "TITLE") and not self._says(said, "RESUME") and done():
                return
            if seat := _on_turn(items):
                self._go_on_with(dice)
                self.turns += 1
                at_turn()
                if self._box.powered:
                    self._take_turn(seat)
            elif _time_is_up(items):
                self._fingers.wait(_UP_MS)
                self._fingers.press(self._red())
            elif step := _STEP.search(said):
                self._enter(step[1])
                self._go_on()
            elif missing := self._missing.search(said):
                self._fingers.press(missing[1])
                self._go_on()
            elif any(hint in said for hint in self._hints):
                self._fingers.wait(_DEAF_MS)
            else:
                self._fingers.wait(_READ_MS)
                self._go_on()
        raise SimError(f"the box at this table comes to no end; its screen says {self.text()!r}")

    # ---- what is seen ----

    def _items(self) -> tuple[Item, ...]:
        found: tuple[Item, ...] = self._reader.read(self._box.oled.frame())
        return found

    def _says(self, said: str, name: str) -> bool:
        return self._reader.fold(self._words[name]) in self._reader.fold(said)

    def _red(self) -> str:
        """The seat whose light is red."""
        for seat, (red, green, blue) in zip(SEATS, self._box.lights.colours, strict=True):
            if red and not green + blue:
                return seat
        raise SimError(f"no light is red though the time is up; the screen says {self.text()!r}")

    @functools.cached_property
    def _missing(self) -> re.Pattern[str]:
        """The box asks for somebody's points."""
        return re.compile(re.escape(self._words["MISSING"]).replace("%s", f"([{SEATS}])"))

    @functools.cached_property
    def _hints(self) -> list[str]:
        """That stand in the place of a step's title now and then."""
        return [hint for name in ("TILES_HINTS", "JOKERS_HINTS", "MARKS_HINTS") for hint in self._words[name]]

    # ---- what is done ----

    def _go_on(self) -> None:
        self._fingers.press("ok")
        self._fingers.wait(_DEAF_MS)

    def _go_on_with(self, dice: Callable[[], Random]) -> None:
        """The people of this game; they are others once the racks of the last one were counted."""
        if self._players is None or self._entered:
            self._players = Players(dice(), self._seats)
            self._entered.clear()

    def _take_turn(self, seat: str) -> None:
        assert self._players
        turn = self._players.turn(seat, self._limit)
        self._fingers.wait(turn.seconds * 1000)
        if turn.seconds > self._limit:
            return
        if turn.out:
            self._go_on()
        else:
            self._fingers.press(seat, _TAP_MS if turn.lays else _HOLD_MS)
            self._fingers.wait(_GUARD_MS)

    def _enter(self, step: str) -> None:
        """Enter what is left on the racks, each on their own button; who is out is not asked."""
        if self._players is None or step in self._entered:
            return
        self._entered.add(step)
        for seat in self._seats:
            if not self._players.racks[seat]:
                continue
            if step == _POINTS:
                self._fingers.number(seat, self._players.points(seat))
            elif step == _JOKERS:
                for _ in range(self._players.jokers(seat)):
                    self._fingers.press(seat)


def _on_turn(items: tuple[Item, ...]) -> str:
    """The letter of the one whose clock runs, beside its huge digits."""
    runs = any(item.font in _DIGITS and not item.inverse for item in items)
    found = [item.text for item in items if item.font == "seat" and item.inverse]
    return found[0] if runs and found else ""


def _time_is_up(items: tuple[Item, ...]) -> bool:
    return any(item.font == "large" and item.y == 0 and item.inverse for item in items)
