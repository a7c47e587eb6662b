"""Serial ports through which other programs reach the box: a pseudo-terminal, a TCP port with reset lines.

Like a USB cable's driver, a port buffers what a program is slow to read and drops what no program reads.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import socket
import struct
import termios
import threading
import time
import tty
from collections.abc import Callable
from typing import Protocol

from serial import rfc2217  # type: ignore[import-untyped]

from .console import Console
from .errors import SimError

BUFFER = 1 << 20  # bytes kept for a slow reader: a minute and a half of a full line at 115,200 baud
PIECE = 4096
LOOK_FOR_OPENER = 0.02  # seconds; nothing announces that a program opens a pseudo-terminal

# The DevKitC's EN line rises slowly, by a capacitor, so that a tool which sets DTR and RTS one after the
# other can still choose the boot mode while EN rises. Over RFC 2217 each change takes a tool 50 ms and more,
# for it waits for the answer; hence a longer rise than the board's few milliseconds.
EN_RISE = 0.25  # seconds

_BUSY = b"\r\nAnother program has this port open: close it there, then try again.\r\n"


class Lines(Protocol):
    """What EN (reset when low) and IO0 (loader instead of firmware when low) are told."""

    def __call__(self, *, reset: bool, download: bool) -> None: ...


class _Port:
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


class PtyPort(_Port):
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


class _Uart:
    """What an RFC 2217 client sees of the UART: settings that change nothing, and two lines that do.

    DTR and RTS go through the board's two transistors: EN is low while RTS alone is asserted, IO0 is low
    while DTR alone is. Both equal leaves both high, so a program that asserts both on opening, one after the
    other, pulls IO0 for a moment, which a running chip does not mind. Setting RTS first would reset it.
    """

    baudrate, bytesize, parity, stopbits = 115_200, 8, "N", 1
    xonxoff = rtscts = break_condition = False
    cts = dsr = cd = True
    ri = False

    def __init__(self, lines: Lines, forget_unsent: Callable[[], None]) -> None:
        self._lines = lines
        self._dtr = self._rts = False
        self._told = (False, False)
        self._rising_until: float | None = None
        self._strapped = False  # IO0 was low while EN rose
        self.reset_input_buffer = forget_unsent

    def reset_output_buffer(self) -> None:
        """Nothing waits in this direction."""

    @property
    def dtr(self) -> bool:
        return self._dtr

    @dtr.setter
    def dtr(self, asserted: bool) -> None:
        self.set_lines(asserted, self._rts)

    @property
    def rts(self) -> bool:
        return self._rts

    @rts.setter
    def rts(self, asserted: bool) -> None:
        self.set_lines(self._dtr, asserted)

    def set_lines(self, dtr: bool, rts: bool) -> None:
        self._dtr, self._rts = dtr, rts
        reset, download = rts and not dtr, dtr and not rts
        if reset:
            self._rising_until = None
            self._tell(reset, download)
        elif self._told[0] or self._rising_until is not None:
            if self._rising_until is None:
                self._rising_until = time.monotonic() + EN_RISE
                self._strapped = False
            self._strapped |= download
        else:
            self._tell(reset, download)

    def patience(self) -> float | None:
        """Seconds until EN is up, when it rises."""
        return None if self._rising_until is None else max(0.0, self._rising_until - time.monotonic())

    def let_rise(self) -> None:
        if self._rising_until is not None and time.monotonic() >= self._rising_until:
            self._rising_until = None
            self._tell(False, self._strapped)
            self._tell(False, self._dtr and not self._rts)

    def _tell(self, reset: bool, download: bool) -> None:
        if (reset, download) != self._told:
            self._told = (reset, download)
            self._lines(reset=reset, download=download)


class _Visit:
    """One program's connection to the TCP port."""

    def __init__(self, connection: socket.socket, uart: _Uart) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connection = connection
        self.unsent = bytearray()  # escaped, with telnet's own commands in between
        self._telnet = rfc2217.PortManager(uart, self)

    def write(self, command: bytes) -> None:
        """PortManager's answers go this way."""
        self.unsent += command

    def receive(self) -> bytes | None:
        """What the program sent to the box; None when it broke off, or does not speak RFC 2217."""
        try:
            data = self.connection.recv(PIECE)
            said = b"".join(self._telnet.filter(data))
        except BlockingIOError:
            return b""
        except (OSError, ValueError, LookupError, TypeError, struct.error):
            return None
        return said if data and len(self.unsent) < BUFFER else None

    def escape(self, piece: bytes) -> int:
        self.unsent += piece.replace(rfc2217.IAC, rfc2217.IAC_DOUBLED)
        return len(piece)

    def transmit(self) -> None:
        with contextlib.suppress(OSError):  # receiving tells when it has gone
            del self.unsent[: self.connection.send(self.unsent)]


class TcpPort(_Port):
    """A TCP port of this machine that speaks RFC 2217, for one program at a time."""

    def __init__(self, console: Console, lines: Lines, port: int) -> None:
        self._server = self._listen(port)
        super().__init__(console)
        self.name = f"rfc2217://127.0.0.1:{self._server.getsockname()[1]}"
        self._uart = _Uart(lines, self._forget_unsent)
        self._visit: _Visit | None = None
        self._thread.start()

    @staticmethod
    def _listen(port: int) -> socket.socket:
        try:
            server = socket.create_server(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            raise SimError(
                f"TCP port {port} is in use or not allowed: choose another with --tcp-port, 0 for a free one"
            ) from error
        server.setblocking(False)
        return server

    def _forget_unsent(self) -> None:
        with self._lock:
            self._unsent.clear()

    def _run(self) -> None:
        while not self._closing:
            if self._visit is None:
                self._serve(None, [], [])
            else:
                busy = self._unsent or self._visit.unsent
                self._serve(self._visit, [self._visit.connection], [self._visit.connection] if busy else [])
            self._uart.let_rise()
        if self._visit is not None:
            self._visit.connection.close()

    def _serve(self, visit: _Visit | None, inward: list, outward: list) -> None:
        ready = [self._server, self._wake_read, *inward]
        readable, writable, _ = select.select(ready, outward, [], self._uart.patience())
        if self._wake_read in readable:
            self._slept()
        if visit is not None and writable:
            if not visit.unsent:
                self._send(visit.escape)
            visit.transmit()
        if visit is not None and visit.connection in readable:
            said = visit.receive()
            if said is None:
                self._hang_up(visit)
            else:
                self._console.write(said)
        elif self._server in readable:  # only now: the one before may be about to say that it goes
            self._accept()

    def _accept(self) -> None:
        try:
            connection, _ = self._server.accept()
        except OSError:
            return  # it has gone again
        if self._visit is None:
            self._set_connected(True)
            self._visit = _Visit(connection, self._uart)
        else:
            with connection, contextlib.suppress(OSError):
                connection.send(_BUSY)

    def _hang_up(self, visit: _Visit) -> None:
        """A program that goes leaves both lines unasserted, at once."""
        visit.connection.close()
        self._visit = None
        self._set_connected(False)
        self._uart.set_lines(False, False)

    def close(self) -> None:
        super().close()
        self._server.close()
