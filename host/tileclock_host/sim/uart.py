"""The serial line between the PC and a program that listens: 115,200 baud in the box's own time."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator

from . import wire

BYTE_NS = 86_806  # ten bits at 115,200 baud
BACKLOG = 1 << 20  # bytes a program on the PC may be ahead of the line


class Incoming:
    """Bytes the PC sent that have not arrived yet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting = bytearray()
        self._free = 0  # µs at which the line has carried the last one

    def send(self, data: bytes) -> None:
        with self._lock:
            self._waiting += data[: BACKLOG - len(self._waiting)]

    def waits(self) -> bool:
        return bool(self._waiting)

    def clear(self) -> None:
        with self._lock:
            self._waiting.clear()
            self._free = 0

    def until(self, begin: int, end: int) -> Iterator[tuple[int, bytes]]:
        """What is complete at the other end by `end`, in pieces with the time of their first byte."""
        with self._lock:
            at = max(begin, self._free) * 1000 + BYTE_NS
            count = min(len(self._waiting), max(0, (end * 1000 - at) // BYTE_NS + 1))
            data = bytes(self._waiting[:count])
            del self._waiting[:count]
            if count:
                self._free = (at + (count - 1) * BYTE_NS) // 1000
        for first in range(0, count, wire.BYTES_IN_NOTE):
            yield (at + first * BYTE_NS) // 1000, data[first : first + wire.BYTES_IN_NOTE]


class Outgoing:
    """What the firmware wrote, until its last bit is out."""

    def __init__(self) -> None:
        self._writes: deque[tuple[int, bytes]] = deque()

    def say(self, out_at: int, data: bytes) -> None:
        self._writes.append((out_at, data))

    def until(self, time: int) -> Iterator[bytes]:
        while self._writes and self._writes[0][0] <= time:
            yield self._writes.popleft()[1]

    def clear(self) -> None:
        self._writes.clear()
