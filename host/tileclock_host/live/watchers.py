"""The stream of news that each open page holds on to: one way, and nothing that is said changes anything."""

import asyncio
from collections import Counter

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from tileclock_host.web import open_files

from .hall import Hall, clock_ms

MOST = 800  # pages
MOST_OF_ONE = 40  # of one address that is not of this computer: a phone has a few, an attacker many
HERE = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
BREATH_S = 10.0  # between two signs of life: who reads them no more is gone
HEAD = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]


def most() -> int:
    """Half of the files that may be open: the desk, its store and its boxes need the other half."""
    return min(MOST, open_files.allowed() // 2)


class Watchers:
    """Answers the request for the stream."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._most = most()
        self._from: Counter[str] = Counter()

    @property
    def count(self) -> int:
        return self._from.total()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = (scope.get("client") or ("",))[0]
        if self.count >= self._most or (address not in HERE and self._from[address] >= MOST_OF_ONE):
            await PlainTextResponse("Too many pages are open: close one.\n", 503)(scope, receive, send)
            return
        self._from[address] += 1
        gone = asyncio.create_task(self._gone(receive))
        try:
            await self._tell(Headers(scope=scope), send, gone)
        finally:
            gone.cancel()
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

    async def _gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    async def _tell(self, headers: Headers, send: Send, gone: asyncio.Task[None]) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEAD})
        await self._say(send, b"retry: 2000\n\n")
        seen = 0
        while not gone.done():
            version, news = self._hall.news(seen)
            # The time stands first: clocks that run are told by it.
            now = b"event: now\ndata: %d\n\n" % clock_ms()
            await self._say(send, now + (news if version != seen else b""))
            seen = version
            await self._hall.changed(seen, BREATH_S, gone)

    async def _say(self, send: Send, text: bytes) -> None:
        await send({"type": "http.response.body", "body": text, "more_body": True})
