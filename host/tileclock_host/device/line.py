"""A serial line that is read in the pieces it comes in: mpremote asks the system for every single byte.

Of a block of flash those are thousands, which a busy PC takes seconds for.
"""

from __future__ import annotations

from typing import Any

from mpremote.transport import TransportError  # type: ignore[import-untyped]


class Line:
    """Stands between mpremote and the port it has opened, while code is run at the prompt."""

    def __init__(self, port: Any) -> None:
        self.port = port
        self.write = port.write
        self._come = bytearray()

    def inWaiting(self) -> int:
        return len(self._come) or self.port.in_waiting

    def read(self, size: int = 1) -> bytes:
        missing = size - len(self._come)
        if missing > 0:
            self._come += self.port.read(max(missing, self.port.in_waiting))
        return self._take(size)

    def read_until(self, end: bytes) -> bytes:
        """What comes before `end`, one byte, which is taken too."""
        looked = 0
        while (at := self._come.find(end, looked)) < 0:
            looked = len(self._come)
            piece = self.port.read(self.port.in_waiting or 1)
            if not piece:
                raise TransportError("the board fell silent")
            self._come += piece
        return self._take(at + 1)[:-1]

    def _take(self, size: int) -> bytes:
        piece = bytes(self._come[:size])
        del self._come[:size]
        return piece
