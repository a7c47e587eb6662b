"""What a box says on its serial line, for whoever listens, and as a log."""

from __future__ import annotations

import threading
from collections.abc import Callable

LOG = 65536  # characters kept


class Said:
    def __init__(self) -> None:
        self.log = bytearray()
        self._listeners: list[Callable[[bytes], None]] = []
        self._lock = threading.RLock()

    def listen(self, listener: Callable[[bytes], None]) -> Callable[[], None]:
        """Hear everything the box says from now on; returns how to stop. A listener must not block."""
        with self._lock:
            self._listeners.append(listener)

        def stop() -> None:
            with self._lock:
                self._listeners.remove(listener)

        return stop

    def say(self, data: bytes) -> None:
        """Text that comes from the chip's ROM or bootloader rather than from MicroPython."""
        with self._lock:
            self.log += data
            del self.log[:-LOG]
            for listener in self._listeners:
                listener(data)

    def tail(self, size: int) -> str:
        """The end of the log as a person reads it."""
        with self._lock:
            return self.log[-size:].decode("utf-8", "replace").replace("\r\n", "\n")
