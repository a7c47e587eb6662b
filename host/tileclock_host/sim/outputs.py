"""Lights and buzzer as a person at the table would see and hear them."""

from __future__ import annotations

SEATS = 6


class Lights:
    """Six WS2812 in a chain; the wire carries green, red, blue for each."""

    def __init__(self) -> None:
        self.colours: tuple[tuple[int, int, int], ...] = ((0, 0, 0),) * SEATS

    def write(self, data: bytes) -> None:
        colours = [(data[i + 1], data[i], data[i + 2]) for i in range(0, len(data) - 2, 3)]
        self.colours = tuple((colours + [(0, 0, 0)] * SEATS)[:SEATS])


class Buzzer:
    """A piezo on a PWM pin: the tone it makes now, and all it made, with the time each began."""

    def __init__(self) -> None:
        self.tone = 0
        self.history: list[tuple[int, int]] = []

    def write(self, at: int, tone: int) -> None:
        if tone != self.tone:
            self.tone = tone
            self.history.append((at, tone))
