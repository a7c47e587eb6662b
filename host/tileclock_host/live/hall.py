"""What everybody in the hall sees, in parts; each watcher is told of the parts that are new to them."""

import asyncio
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from tileclock_host.web.answers import written

TOGETHER_S = 0.05  # what becomes new within that goes out in one piece


def clock_ms() -> int:
    """The time of this page, by which clocks that run are told."""
    return int(time.monotonic() * 1000)


class Hall:
    """Threads show parts; the loop of the server hands out what is new. A part that is None is gone."""

    def __init__(self) -> None:
        self._parts: dict[str, bytes] = {}  # as JSON
        self._since: dict[str, int] = {}  # the version in which a part became what it is
        self._version = 1
        self._lock = threading.Lock()
        self._told: dict[int, bytes] = {}  # messages of this version, by the version a watcher has
        self._told_version = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: asyncio.Future[None] | None = None

    def show(self, parts: Mapping[str, Any]) -> None:
        told = {name: written(part) for name, part in parts.items()}
        with self._lock:
            new = {name: part for name, part in told.items() if self._parts.get(name) != part}
            if not new:
                return
            self._version += 1
            self._parts |= new
            self._since |= dict.fromkeys(new, self._version)
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(self._wake)

    def news(self, seen: int) -> tuple[int, bytes]:
        """What is new since that version, as one message, and the version it leads to."""
        with self._lock:
            if self._told_version != self._version:
                self._told, self._told_version = {}, self._version
            if seen not in self._told:
                new = [name for name, since in self._since.items() if since > seen]
                # What text has of < and & stays text: it is data of a script, never of the page.
                parts = b",".join(b'"%s":%s' % (name.encode(), self._parts[name]) for name in new)
                self._told[seen] = b"data: {%s}\n\n" % parts
            return self._version, self._told[seen]

    # ---- in the loop of the server ----

    def begin(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting = self._loop.create_future()

    def _wake(self) -> None:
        assert self._loop
        waiting, self._waiting = self._waiting, self._loop.create_future()
        if waiting and not waiting.done():
            waiting.set_result(None)

    async def changed(self, seen: int, patience: float, gone: asyncio.Task[None]) -> None:
        """Wait until there is something newer than that version or the watcher is gone, but not longer."""
        assert self._waiting
        waiting = self._waiting
        if self._version == seen:
            await asyncio.wait([waiting, gone], timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(TOGETHER_S)
