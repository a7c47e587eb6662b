"""The serial port as a TCP port of this machine that speaks RFC 2217, with the two lines that reset a board.

Any page in a browser can connect to a port of this machine, so whoever connects has to show first that he
speaks the protocol: no browser can begin with telnet's commands.
"""

from __future__ import annotations

import contextlib
import select
import socket
import struct
import time
from collections.abc import Callable
from typing import Protocol

from serial import rfc2217  # type: ignore[import-untyped]

from .console import Console
from .errors import SimError
from .ports import BUFFER, PIECE, Port

# The DevKitC's EN line rises slowly, by a capacitor, so that a tool which sets DTR and RTS one after the
# other can still choose the boot mode while EN rises. Over RFC 2217 each change takes a tool 50 ms and more,
# for it waits for the answer; hence a longer rise than the board's few milliseconds.
EN_RISE = 0.25  # seconds

# Telnet's commands of three bytes that a connection begins with, among them the offer to speak RFC 2217.
_NEGOTIATE = (rfc2217.WILL, rfc2217.WONT, rfc2217.DO, rfc2217.DONT)
_OFFER = rfc2217.IAC + rfc2217.WILL + rfc2217.COM_PORT_OPTION
OPENING = 96  # bytes an opening may have
SILENCE = 3.0  # seconds until it must be there
GUESTS = 16  # connections that have not made theirs; a further one takes the place of the oldest

_BUSY = b"\r\nAnother program has this port open: close it there, then try again.\r\n"
_STRANGER = b"\r\nThis port speaks RFC 2217 only: open it as rfc2217://ADDRESS:PORT.\r\n"


class Lines(Protocol):
    """What EN (reset when low) and IO0 (loader instead of firmware when low) are told."""

    def __call__(self, *, reset: bool, download: bool) -> None: ...


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

    def __init__(self, guest: _Guest, uart: _Uart) -> None:
        self.connection = guest.connection
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._opening: bytes | bytearray = guest.said
        self.unsent = bytearray()  # escaped, with telnet's own commands in between
        self._telnet = rfc2217.PortManager(uart, self)

    def write(self, command: bytes) -> None:
        """PortManager's answers go this way."""
        self.unsent += command

    def receive(self) -> bytes | None:
        """What the program sent to the box; None when it broke off, or stops to speak RFC 2217."""
        try:
            data, self._opening = self._opening or self.connection.recv(PIECE), b""
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


class _Guest:
    """A connection that has not shown yet that it speaks RFC 2217."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self.connection = connection
        self.until = time.monotonic() + SILENCE
        self.said = bytearray()

    def listen(self) -> bool | None:
        """Whether the opening is one; None when that cannot be said yet."""
        try:
            data = self.connection.recv(PIECE)
        except BlockingIOError:
            return None
        except OSError:
            return False
        self.said += data
        return negotiates(self.said) if data else False

    def dismiss(self, sentence: bytes) -> None:
        """Closing with something unread would take the sentence away again."""
        with self.connection as connection, contextlib.suppress(OSError):
            connection.send(sentence)
            connection.shutdown(socket.SHUT_WR)
            connection.recv(PIECE)


def negotiates(opening: bytes | bytearray) -> bool | None:
    """Whether these bytes are telnet's commands up to the offer of RFC 2217; None when more may come."""
    for at in range(0, min(len(opening), OPENING), 3):
        command = bytes(opening[at : at + 3])
        if command == _OFFER:
            return True
        if command[:1] != rfc2217.IAC or (command[1:2] or rfc2217.WILL) not in _NEGOTIATE:
            return False
    return None if len(opening) < OPENING else False


class TcpPort(Port):
    """A TCP port of this machine that speaks RFC 2217, for one program at a time."""

    def __init__(self, console: Console, lines: Lines, port: int) -> None:
        self._server = self._listen(port)
        super().__init__(console)
        self.name = f"rfc2217://127.0.0.1:{self._server.getsockname()[1]}"
        self._uart = _Uart(lines, self._forget_unsent)
        self._visit: _Visit | None = None
        self._guests: list[_Guest] = []
        self._thread.start()

    @staticmethod
    def _listen(port: int) -> socket.socket:
        try:
            server = socket.create_server(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            raise SimError(
                f"TCP port {port} is in use or not allowed: choose another with --tcp, alone for a free one"
            ) from error
        server.setblocking(False)
        return server

    def _forget_unsent(self) -> None:
        with self._lock:
            self._unsent.clear()

    def _run(self) -> None:
        while not self._closing:
            self._serve()
            self._uart.let_rise()
        if self._visit is not None:
            self._visit.connection.close()
        for guest in self._guests:
            guest.connection.close()

    def _serve(self) -> None:
        visit, guests = self._visit, {guest.connection: guest for guest in self._guests}
        inward: list = [self._server, self._wake_read, *guests, *([visit.connection] if visit else [])]
        outward = [visit.connection] if visit and (self._unsent or visit.unsent) else []
        readable, writable, _ = select.select(inward, outward, [], self._patience())
        if self._wake_read in readable:
            self._slept()
        if visit is not None and writable:
            if not visit.unsent:
                self._send(visit.escape)
            visit.transmit()
        if visit is not None and visit.connection in readable:
            self._hear(visit)
        elif self._server in readable:  # only now: the one before may be about to say that it goes
            self._accept()
        for connection in readable:
            if connection in guests:
                self._examine(guests[connection])
        for guest in self._guests:
            if time.monotonic() >= guest.until:
                self._send_away(guest, _STRANGER)

    def _patience(self) -> float | None:
        """Seconds until EN is up, or until somebody has been silent for too long."""
        waits = [max(0.0, guest.until - time.monotonic()) for guest in self._guests]
        rise = self._uart.patience()
        return min([*waits, *([] if rise is None else [rise])], default=None)

    def _accept(self) -> None:
        try:
            connection, _ = self._server.accept()
        except OSError:
            return  # it has gone again
        guest = _Guest(connection)
        if self._visit is not None:
            guest.dismiss(_BUSY)
            return
        if len(self._guests) == GUESTS:
            self._send_away(self._guests[0], _STRANGER)
        self._guests = [*self._guests, guest]

    def _examine(self, guest: _Guest) -> None:
        """Let it in when its opening is whole; nothing of any other reaches the box or its lines."""
        speaks = guest.listen()
        if speaks is False:
            self._send_away(guest, _STRANGER)
        elif speaks and self._visit is not None:
            self._send_away(guest, _BUSY)
        elif speaks:
            self._guests = [other for other in self._guests if other is not guest]
            self._set_connected(True)
            self._visit = _Visit(guest, self._uart)
            self._hear(self._visit)

    def _send_away(self, guest: _Guest, sentence: bytes) -> None:
        guest.dismiss(sentence)
        self._guests = [other for other in self._guests if other is not guest]

    def _hear(self, visit: _Visit) -> None:
        said = visit.receive()
        if said is None:
            self._hang_up(visit)
        else:
            self._console.write(said)

    def _hang_up(self, visit: _Visit) -> None:
        """A program that goes leaves both lines unasserted, at once."""
        visit.connection.close()
        self._visit = None
        self._set_connected(False)
        self._uart.set_lines(False, False)

    def close(self) -> None:
        super().close()
        self._server.close()
