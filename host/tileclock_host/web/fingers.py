"""Fingers on the keys of the one clock, from however many pages."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

KEYS = frozenset(["A", "B", "C", "D", "E", "F", "up", "down", "ok", "back"])


class Pressed(Protocol):
    """The clock, as far as fingers know it: each future is done when it has felt that."""

    speed: float

    def press(self, key: str) -> Future[None]: ...

    def release(self, key: str) -> Future[None]: ...


class Fingers:
    """Who holds which key: a key is up again only when the last page has let it go.

    While a key is down the clock runs no faster than the finger: at twenty times the speed every
    tap would be a hold.
    """

    def __init__(self, live: Pressed) -> None:
        self.live = live
        self.speed = live.speed
        self.on: dict[str, set[object]] = {key: set() for key in KEYS}

    def run_at(self, speed: float) -> None:
        self.speed = speed
        self.pace()

    def pace(self) -> None:
        self.live.speed = min(self.speed, 1.0) if any(self.on.values()) else self.speed

    def press(self, visitor: object, key: str) -> Future[None]:
        self.on[key].add(visitor)
        self.pace()
        return self.live.press(key)

    def release(self, visitor: object, key: str) -> Future[None] | None:
        if visitor not in self.on[key]:
            return None
        self.on[key].discard(visitor)
        if self.on[key]:
            return None
        felt = self.live.release(key)
        self.pace()
        return felt

    def leave(self, visitor: object) -> None:
        for key in KEYS:
            self.release(visitor, key)
