"""Ends connections that are half-sent, unread, huge or too many, so that the next visitor finds room."""

import asyncio
import struct
from contextlib import suppress
from itertools import count
from socket import SO_LINGER, SOL_SOCKET
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

PATIENCE_S = 5.0  # for the rest of a request, and for some of an answer to be read
MOST = 96  # connections at one time; some systems let a program have 256 files open, its own among them
AT_ONCE = 16  # taken in before any of them has to make room
LONGEST_REQUEST = 16 * 1024  # bytes of line and headers; other servers of this computer leave cookies here
LONGEST_ORDER = 1024  # bytes; a page never says more than a key or a speed


class Connection(H11Protocol):
    """One that asks over HTTP: watched from its first byte to its last."""

    numbers = count()
    most = MOST

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.number = next(self.numbers)
        self.answers = 0
        super().connection_made(transport)
        self.seen = self.progress()
        self.look = self.loop.call_later(PATIENCE_S, self.expect_progress)
        make_room(self.connections, self.most)

    def connection_lost(self, exc: Exception | None) -> None:
        self.look.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.look.cancel()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self.answers += 1
        super().on_response_complete()

    def progress(self) -> tuple[int, int]:
        return self.answers, self.transport.get_write_buffer_size()

    def expect_progress(self) -> None:
        seen = self.progress()
        if seen == self.seen and not self.at_work():
            cut(self.transport)
            return
        self.seen = seen
        self.look = self.loop.call_later(PATIENCE_S, self.expect_progress)

    def at_work(self) -> bool:
        """Whether it is our turn: a whole request is being answered, and what was said was read."""
        asked = self.cycle is not None and not self.cycle.response_complete
        whole = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        return asked and whole and not self.transport.get_write_buffer_size()

    def send_400_response(self, msg: str) -> None:
        """Also for nonsense behind a request that is being answered: there the answer is dropped."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        with suppress(h11.LocalProtocolError):
            super().send_400_response(msg)
        self.transport.close()


class PageSocket(WebSocketsSansIOProtocol):
    """The one a page holds on to: it says short whole messages, and reads what it is told."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.close_timeout = 1.0

    def pause_writing(self) -> None:
        cut(self.transport)  # pages say when they are ready, so this one only asks and never reads

    def handle_cont(self, event: Frame) -> None:
        cut(self.transport)  # an order in pieces, which may be without end


def cut(transport: asyncio.Transport) -> None:
    """Hangs up at once: nothing waits in the system's memory for somebody who does not read."""
    transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def make_room(connections: set[Any], most: int) -> None:
    """Where there are too many, the one that is idle or unfinished for longest makes room for the newest."""
    there = [each for each in connections if not each.transport.is_closing()]
    if len(there) > most:
        idle = [each for each in there if isinstance(each, Connection) and not each.at_work()]
        cut(min(idle, key=lambda each: each.number).transport)
