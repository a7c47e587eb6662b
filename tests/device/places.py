"""What many tests do first is done once: a box stays where that led, and each test goes on with a copy."""

from __future__ import annotations

import functools
import itertools
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.device.box import Box

_STAY = 40  # boxes at a time; each is a process that waits


def step(play: Callable) -> Callable:
    """A step that leads a table from one place to another: from the same place always to the same."""

    @functools.wraps(play)
    def lead(table, *args, **options):
        key = (play, table.language, repr(args), repr(sorted(options.items())))
        return table.go(key, lambda whose: play(whose, *args, **options))

    return lead


class Place:
    """Where a table is after certain steps, and only them."""

    def __init__(self, places: Places, before: Place | None = None, play: Callable | None = None) -> None:
        self._places, self._before, self._play = places, before, play
        self._onward: dict[tuple, Place] = {}
        self._table: Any = None  # whose box stays here
        self.result: Any = None  # of the last step

    def onward(self, key: tuple, play: Callable) -> Place:
        """Where this step leads from here."""
        return self._onward.setdefault(key, Place(self._places, self, play))

    def reach(self) -> Any:
        """The table whose box stays here."""
        if not self._table:
            table = self._places.table(self._before)
            self.result = self._play(table)
            self._table = table
        self._places.stays_at(self)
        return self._table

    def copy(self, *, copied: bool = False) -> Box:
        """A box that goes on from here."""
        return self.reach().seen.copy(self._places.image(), copied=copied)

    def leave(self) -> None:
        self._table.put_away()
        self._table = None


class _Start(Place):
    """A box as it is bought, and off."""

    def __init__(self, places: Places, prepared: Path, options: dict) -> None:
        super().__init__(places)
        self._prepared, self._options = prepared, options

    def reach(self) -> None:
        """No box stays here: a new one is as good."""

    def copy(self, *, copied: bool = False) -> Box:
        return Box(self._prepared, self._places.image(), copied=copied, **self._options)


class Places:
    """All of them. Where nobody came for the longest time no box stays."""

    def __init__(self, prepared: Path, folder: Path, table: Callable) -> None:
        self._prepared, self._folder, self._table = prepared, folder, table
        self._number = itertools.count()
        self._starts: dict[str, Place] = {}
        self._reached: OrderedDict[Place, None] = OrderedDict()

    def start(self, **options) -> Place:
        """Of a box with these options."""
        return self._starts.setdefault(repr(options), _Start(self, self._prepared, options))

    def table(self, place: Place) -> Any:
        """One whose box will stay where it is led from there."""
        return self._table(place)

    def image(self) -> Path:
        return self._folder / f"{next(self._number)}.img"

    def stays_at(self, place: Place) -> None:
        self._reached[place] = None
        self._reached.move_to_end(place)
        if len(self._reached) > _STAY:
            self._reached.popitem(last=False)[0].leave()

    def close(self) -> None:
        while self._reached:
            self._reached.popitem()[0].leave()
