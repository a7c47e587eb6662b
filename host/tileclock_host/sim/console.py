"""The box's serial line as the VM has it: a terminal of its own, whose other end the supervisor holds."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import termios
import threading
from collections.abc import Callable

LOG = 65536  # characters kept
_BANNER = b"raw REPL; CTRL-B to exit\r\n"
_CTRL_C = b"\x03"


class Console:
    """Bytes to and from the chip's UART 0; listeners hear all it says."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        self._interrupt = interrupt
        self._master, self.vm_end = pty.openpty()
        self._make_raw()
        self.log = bytearray()
        self.raw_repl = False
        self._swallow_until: bytes | None = None
        self._swallowed = bytearray()
        self._listeners: list[Callable[[bytes], None]] = []
        self._lock = threading.RLock()
        self._wake_read, self._wake_write = os.pipe()
        self._pump = threading.Thread(target=self._run, daemon=True, name="console")
        self._pump.start()

    def _make_raw(self) -> None:
        """No echo, no line editing, no translation. ISIG stays on while a program runs: it tells a prompt,
        where MicroPython switches it off, from a program, which a Ctrl-C interrupts."""
        mode = termios.tcgetattr(self.vm_end)
        mode[0] = mode[1] = 0
        mode[3] = termios.ISIG
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self.vm_end, termios.TCSANOW, mode)

    def listen(self, listener: Callable[[bytes], None]) -> Callable[[], None]:
        """Hear everything the box says from now on; returns how to stop."""
        with self._lock:
            self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def write(self, data: bytes) -> None:
        """What another program sends to the box."""
        if b"\x02" in data:
            self.raw_repl = False
        while data:
            head, stop, data = data.partition(_CTRL_C)
            if head:
                os.write(self._master, head)
            if stop and self._program_runs():
                self._interrupt()
            elif stop:
                os.write(self._master, stop)

    def _program_runs(self) -> bool:
        return bool(termios.tcgetattr(self.vm_end)[3] & termios.ISIG)

    def say(self, data: bytes) -> None:
        """Text that comes from the chip's ROM or bootloader rather than from MicroPython."""
        with self._lock:
            self.log += data
            del self.log[:-LOG]
            for listener in list(self._listeners):
                listener(data)

    def tail(self, size: int) -> str:
        with self._lock:
            return self.log[-size:].decode("utf-8", "replace")

    def enter_raw_repl(self) -> None:
        """A soft reset in raw mode leads back to raw mode on a board; the VM starts at its friendly prompt."""
        with self._lock:
            self._swallow_until = b">>> "
            self._swallowed.clear()

    def settle(self) -> None:
        """A VM ended: take what it still said, and put the terminal back for the next one."""
        while select.select([self._master], [], [], 0)[0]:
            with self._lock:
                if select.select([self._master], [], [], 0)[0]:
                    self._take(os.read(self._master, 65536))
        termios.tcflush(self._master, termios.TCIOFLUSH)
        self._make_raw()

    def close(self) -> None:
        os.write(self._wake_write, b".")
        self._pump.join()
        for fd in (self._master, self.vm_end, self._wake_read, self._wake_write):
            with contextlib.suppress(OSError):
                os.close(fd)

    def _run(self) -> None:
        while True:
            ready, _, _ = select.select([self._master, self._wake_read], [], [])
            if self._wake_read in ready:
                return
            with self._lock:
                if select.select([self._master], [], [], 0)[0]:
                    self._take(os.read(self._master, 65536))

    def _take(self, data: bytes) -> None:
        if self._swallow_until is not None:
            data = self._swallow(data)
        if not data:
            return
        if _BANNER in data:
            self.raw_repl = True
        self.say(data)

    def _swallow(self, data: bytes) -> bytes:
        """Hide the friendly prompt of a VM that is to come up in raw mode."""
        self._swallowed += data
        if self._swallow_until is None or self._swallow_until not in self._swallowed:
            return b""
        rest = bytes(self._swallowed.partition(self._swallow_until)[2])
        if self._swallow_until == _BANNER:
            self._swallow_until = None
            return _BANNER + rest
        self._swallow_until = _BANNER
        self._swallowed = bytearray(rest)
        os.write(self._master, b"\x01")
        return self._swallow(b"") if rest else b""
