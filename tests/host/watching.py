"""Somebody who watches the live page: a plain socket that asks for the stream, and what it has been told."""

import json
import selectors
import socket
import time
from contextlib import contextmanager, nullcontext

from tests.patience import PATIENCE
from tileclock_host.live import server
from tileclock_host.live.cables import Cables
from tileclock_host.live.desk_side import DeskSide
from tileclock_host.live.following import Following
from tileclock_host.live.hall import Hall
from tileclock_host.sheets.store import Store
from tileclock_host.web import serving
from tileclock_host.web.keys import Key

HOST = "127.0.0.1"


class Watcher:
    """One stream; `parts` is what the page would show."""

    def __init__(self, port, room=0):
        """`room`: bytes that wait for it unread, where it has less than usual."""
        self.line = socket.socket()
        if room:
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.line.settimeout(PATIENCE)
        self.line.connect((HOST, port))
        self.line.sendall(f"GET /events HTTP/1.1\r\nHost: {HOST}:{port}\r\n\r\n".encode())
        self.line.setblocking(False)
        self.head = b""
        self.parts = {}
        self._text = b""
        self._came = b""

    def fileno(self):
        return self.line.fileno()

    def read(self):
        """What is there; False, once the other end is gone."""
        try:
            data = self.line.recv(1 << 16)
        except BlockingIOError:
            return True
        self._came += data
        if not self.head and b"\r\n\r\n" in self._came:
            self.head, _, self._came = self._came.partition(b"\r\n\r\n")
        if self.head:
            self._take_chunks()
        return bool(data)

    def _take_chunks(self):
        while b"\r\n" in self._came:
            size, _, rest = self._came.partition(b"\r\n")
            length = int(size, 16)
            if len(rest) < length + 2:
                break
            self._text += rest[:length]
            self._came = rest[length + 2 :]
        *whole, self._text = self._text.split(b"\n\n")
        for event in whole:
            if event.startswith(b"data: "):
                self.parts |= json.loads(event[6:])

    def let_in(self):
        """Whether it got a stream."""
        with selectors.DefaultSelector() as selector:
            selector.register(self, selectors.EVENT_READ)
            while not self.head:
                assert selector.select(PATIENCE) and self.read()
        return b" 200 " in self.head

    def wait(self, seen, what=""):
        """Until the parts are so; the seconds that took."""
        return all_see([self], seen, what)

    def close(self):
        self.line.close()


def all_see(watchers, seen, what=""):
    """The seconds until each of them sees it so."""
    began, waiting = time.monotonic(), {each for each in watchers if not seen(each.parts)}
    with selectors.DefaultSelector() as selector:
        for each in waiting:
            selector.register(each, selectors.EVENT_READ)
        while waiting:
            assert time.monotonic() - began < PATIENCE, (
                f"{len(waiting)} never see {what}: {next(iter(waiting)).parts}"
            )
            for key, _ in selector.select(1):
                assert key.fileobj.read(), f"cut off: {key.fileobj.head!r}"
                if seen(key.fileobj.parts):
                    waiting.discard(key.fileobj)
                    selector.unregister(key.fileobj)
    return time.monotonic() - began


@contextmanager
def page(place, ports=(), at=0, joined_at=""):
    """The page of the event in that store, in this process; its port and the key of the desk."""
    key = Key()
    listener = serving.listen(HOST, at)
    port = listener.getsockname()[1]
    with Store(place) as store:
        hall = Hall()
        with Following(store, None, hall, print) as following:
            boxes = Cables(ports, store, following, hall)
            desk = DeskSide(store, following, boxes)
            app = server.application(hall, desk, HOST, port, key, joined_at)
            with (
                serving.answering(app, listener, HOST, server.Visitor),
                boxes if ports else nullcontext(),
            ):
                yield port, key
