"""Keys whose contacts bounce: the true moment of contact is known here, and only here."""

from __future__ import annotations

import random

NAMES = ("A", "B", "C", "D", "E", "F", "up", "down", "ok", "back")


class Keys:
    """Contacts to ground by pin number; a seeded generator makes every bounce repeatable."""

    def __init__(self, pins: dict[str, int], bounce_us: int = 4000, seed: int = 1) -> None:
        self.pins = pins
        self.bounce_us = bounce_us
        self.down: set[str] = set()
        self._random = random.Random(seed)

    def press(self, key: str, at: int) -> list[tuple[int, int, int]]:
        """The edges (time in µs, pin, level) of a finger that touches the contact at `at`."""
        self.down.add(key)
        return self._edges(self.pins[key], at, 0)

    def release(self, key: str, at: int) -> list[tuple[int, int, int]]:
        self.down.discard(key)
        return self._edges(self.pins[key], at, 1)

    def _edges(self, pin: int, at: int, level: int) -> list[tuple[int, int, int]]:
        """The first change is the contact; then it rattles, an even number of times, and rests."""
        times = sorted(
            self._random.randrange(at + 1, at + self.bounce_us)
            for _ in range(2 * self._random.randrange(6))
            if self.bounce_us > 1
        )
        levels = [level, *(level ^ 1 if i % 2 == 0 else level for i in range(len(times)))]
        return [(t, pin, lv) for t, lv in zip([at, *times], levels, strict=True)]
