"""Keys whose contacts bounce: the true moment of contact is known here, and only here."""

from __future__ import annotations

import math
import random

NAMES = ("A", "B", "C", "D", "E", "F", "up", "down", "ok", "back")

# Each input has 1 kΩ and 100 nF against the rattle and for the cable, and 10 kΩ to 3.3 V.
_CLOSED_US, _OPEN_US = 100, 1100  # time constants towards ground and towards 3.3 V
_LOW, _HIGH = 0.25, 0.75  # of the supply: below it the input reads 0, above 1, between as before
_SHORTEST_US, _LONGEST_US = 20, 700  # between two changes of a rattling contact

Change = tuple[int, int]  # time in µs, level


class Keys:
    """Contacts to ground by pin number; a seeded generator makes every bounce repeatable.

    With `bounce_us` 0 the contacts are ideal and the inputs follow at once.
    """

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
        contact = self._rattle(at, level)
        changes = _filtered(contact) if self.bounce_us else contact
        return [(time, pin, reads) for time, reads in changes]

    def _rattle(self, at: int, level: int) -> list[Change]:
        """The first change is the contact; then it rattles, an even number of times, and rests."""
        changes = [(at, level)]
        time = at
        while True:
            away = time + self._random.randrange(_SHORTEST_US, _LONGEST_US)
            time = away + self._random.randrange(_SHORTEST_US, _LONGEST_US)
            if time >= at + self.bounce_us:
                return changes
            changes += [(away, level ^ 1), (time, level)]


def _filtered(contact: list[Change]) -> list[Change]:
    """What the input reads while its capacitor follows the contact."""
    level = contact[0][1]
    reads, volts = level ^ 1, float(level ^ 1)  # it had been at rest
    edges = []
    ends = [time for time, _ in contact[1:]] + [contact[-1][0] + 100 * _OPEN_US]
    for (time, target), end in zip(contact, ends, strict=True):
        constant = _OPEN_US if target else _CLOSED_US
        crossing = _HIGH if target else _LOW
        gap, left = abs(target - volts), abs(target - crossing)
        if reads != target and gap > left:
            at = time + math.ceil(constant * math.log(gap / left))
            if at <= end:
                edges.append((at, target))
                reads = target
        volts = target + (volts - target) * math.exp((time - end) / constant)
    return edges
