"""A serial line that is read in the pieces it comes in, and for so long only.

mpremote asks the system for every single byte: of a block of flash those are thousands, which a busy PC takes
seconds for. And it waits for silence, which the other end may never keep.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from mpremote.transport import TransportError  # type: ignore[import-untyped]

MOST = 1 << 20  # bytes of one answer; the longest, some blocks of flash, has 44,000
SILENCE = 0.1  # seconds without a byte


class EndlessError(TransportError):  # type: ignore[misc]
    """The other end goes on and on."""


class Line:
    """Stands between mpremote and the port it has opened."""

    def __init__(self, port: Any) -> None:
        self.port = port
        self.write = port.write
        self._come = bytearray()
        self.within(float("inf"))

    def within(self, seconds: float) -> None:
        """From now on so long at most, and so many bytes."""
        self._heard_at = time.monotonic()
        self._until = self._heard_at + seconds
        self._left = MOST
        self.fell_silent = False

    def longer(self, seconds: float) -> None:
        """From now on so long at most: there was a sign of life."""
        self._until = time.monotonic() + seconds

    def inWaiting(self) -> int:
        return len(self._come) or self._waiting()

    def read(self, size: int = 1) -> bytes:
        missing = size - len(self._come)
        if missing > 0:
            self._come += self._read(max(missing, self._waiting()))
        return self._take(size)

    def read_until(self, end: bytes, alive: Callable[[], None] = lambda: None) -> bytes:
        """What comes before `end`, which is taken too; `alive` is called for each line."""
        looked = 0
        while (at := self._come.find(end, looked)) < 0:
            looked = max(0, len(self._come) - len(end) + 1)
            piece = self._read(self._waiting() or 1)
            if not piece:
                raise TransportError("the board fell silent")
            self._come += piece
            for _ in range(piece.count(b"\n")):
                alive()
        return self._take(at + len(end))[: -len(end)]

    def _waiting(self) -> int:
        self._note(waiting := int(self.port.in_waiting))
        return waiting

    def _read(self, size: int) -> bytes:
        piece: bytes = self.port.read(size)
        self._note(len(piece))
        self._left -= len(piece)
        return piece

    def _note(self, heard: int) -> None:
        now = time.monotonic()
        if now > self._until or self._left < 0:
            raise EndlessError("the board does not come to an end")
        if heard:
            self._heard_at = now
        elif now - self._heard_at >= SILENCE:
            self.fell_silent = True

    def _take(self, size: int) -> bytes:
        piece = bytes(self._come[:size])
        del self._come[:size]
        return piece
