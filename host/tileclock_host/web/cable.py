"""The page's own way to the clock: its serial port, like any other program's, for one wish at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from tileclock_host.device.clock import Clock
from tileclock_host.device.port import Port
from tileclock_host.panel.texts import say
from tileclock_host.sim.picture import Picture

_PATIENCE_S = 60.0  # for the wishes that came before


class Trouble(Exception):
    """What the page says in its own language: the name of a text, and what it is about."""

    def __init__(self, key: str, **facts: str | int) -> None:
        super().__init__(say(key, **facts))
        self.key = key
        self.facts = facts


def told(error: Exception) -> dict[str, Any]:
    """What went wrong, for the page to say."""
    key = getattr(error, "key", "")
    return {"error": str(error), **({"key": key, "facts": getattr(error, "facts", {})} if key else {})}


class Box(Protocol):
    """The clock at the other end, as far as its cable goes."""

    device: str
    speed: float

    def picture(self) -> Picture: ...

    def open_cable(self) -> Port: ...


class Cable:
    """One wish is with the clock, the others wait for their turn."""

    def __init__(self, live: Box) -> None:
        self.live = live
        self._taken = threading.Lock()

    @contextmanager
    def clock(self) -> Iterator[Clock]:
        """The clock behind it, which has said who it is."""
        self._check()  # at once, whoever else may be waiting for an answer
        if not self._taken.acquire(timeout=_PATIENCE_S):
            raise Trouble("busy")
        try:
            self._check()
            with Clock(self.live.open_cable()) as clock:
                clock.hello()
                yield clock
        finally:
            self._taken.release()

    def _check(self) -> None:
        if not self.live.picture().powered:
            raise Trouble("plug_in_first")
        if self.live.speed == 0:
            raise Trouble("speed_first")
