"""The serial port through which other programs reach the box, as a pseudo-terminal; and what every port does.

Like a USB cable's driver, a port buffers what a program is slow to read and drops what no program reads.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import termios
import threading
import time
import tty
from collections.abc import Callable

from .console import Console

BUFFER = 1 << 20  # bytes kept for a slow reader: a minute and a half of a full line at 115,200 baud
PIECE = 4096
LOOK_FOR_OPENER = 0.02  # seconds; nothing announces that a program opens a pseudo-terminal


class Port:
    """A thread between the console and one program at a time."""

    name: str

    def __init__(self, console: Console) -> None:
        self._console = console
        self._unsent = bytearray()
        self._connected = False
        self._closing = False
        self._lock = threading.Lock()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._stop_listening = console.listen(self._heard)
        self._thread = threading.Thread(target=self._run, daemon=True, name=type(self).__name__)

    def _heard(self, data: bytes) -> None:
        """Never blocks, for the box waits here."""
        with self._lock:
            if self._connected:
                self._unsent += data[: BUFFER - len(self._unsent)]
        self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):  # full of wakes already
            os.write(self._wake_write, b".")

    def _slept(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._wake_read, PIECE)

    def _set_connected(self, connected: bool) -> None:
        with self._lock:
            self._connected = connected
            self._unsent.clear()

    def _send(self, write: Callable[[bytes], int]) -> None:
        with self._lock:
            piece = bytes(self._unsent[:PIECE])
        with contextlib.suppress(BlockingIOError):
            sent = write(piece)
            with self._lock:
                del self._unsent[:sent]

    def _run(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        self._stop_listening()
        self._closing = True
        self._wake()
        self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)


class PtyPort(Port):
    """A pseudo-terminal that other programs open by its name, one after the other or several at once.

    It has no DTR and RTS: opening it never resets the box.
    """

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._master, slave = pty.openpty()
        self.name = os.ttyname(slave)
        # Ours is closed, so that the master learns when the last program has gone.
        os.close(slave)
        os.set_blocking(self._master, False)
        self._make_raw()
        self._thread.start()

    def _make_raw(self) -> None:
        """For programs that set no mode themselves; the one before may have left any."""
        tty.setraw(self._master, termios.TCSANOW)

    def _run(self) -> None:
        poll = select.poll()
        poll.register(self._wake_read, select.POLLIN)
        while not self._closing:
            poll.register(self._master, select.POLLIN | (select.POLLOUT if self._unsent else 0))
            # Nothing wakes this thread when a program opens the terminal: only the hang-up is gone then.
            events = dict(poll.poll(None if self._connected else 0))
            if self._wake_read in events:
                self._slept()
            event = events.get(self._master, 0)
            if event & select.POLLIN:
                self._opened()
                self._receive()
            elif event & select.POLLHUP:
                self._vacant()
            else:
                self._opened()
                if event & select.POLLOUT:
                    self._send(lambda piece: os.write(self._master, piece))

    def _receive(self) -> None:
        with contextlib.suppress(OSError):  # the program has gone
            self._console.write(os.read(self._master, PIECE))

    def _opened(self) -> None:
        if not self._connected:
            self._set_connected(True)

    def _vacant(self) -> None:
        if self._connected:
            self._set_connected(False)
            termios.tcflush(self._master, termios.TCOFLUSH)
            self._make_raw()
        time.sleep(LOOK_FOR_OPENER)

    def close(self) -> None:
        super().close()
        os.close(self._master)
