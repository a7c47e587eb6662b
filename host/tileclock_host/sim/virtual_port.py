"""The cable of a simulated box in the box's own time: what a transfer takes is exact, and nobody waits."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from tileclock_host.device.errors import LostError

from .board import Board

STEP_US = 2_000
_LOOK_AGAIN = 0.0001  # seconds of real time until the console has handed over what it was given


class VirtualPort:
    """A port as the client of a clock needs it; the box lives on while somebody reads."""

    name = "cable"

    def __init__(self, box: Board, live_on: Callable[[], None] | None = None) -> None:
        """`live_on` lets a little of the box's time pass; without, it does so as fast as it can."""
        self.box = box
        self._live_on = live_on or (lambda: box.advance(STEP_US))
        self.pulled = False
        self._came = bytearray()
        self._stop = box.console.listen(self.hear)

    def hear(self, data: bytes) -> None:
        self._came += data

    def write(self, data: bytes) -> None:
        self._there()
        self.box.console.write(data)
        while self.box.console.waits():
            time.sleep(_LOOK_AGAIN)

    def read(self, seconds: float) -> bytes:
        end = self.box.now + int(seconds * 1e6) + 1
        while not self._came and self.box.now < end:
            self._there()
            self._live_on()
        data = bytes(self._came)
        self._came.clear()
        return data

    def _there(self) -> None:
        if self.pulled:
            raise LostError("The cable is gone.")

    def now(self) -> float:
        return self.box.now / 1e6

    def close(self) -> None:
        with contextlib.suppress(ValueError):  # closed already
            self._stop()
