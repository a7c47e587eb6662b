"""Serves the page of the table and connects every open page with the one simulated clock."""

import asyncio
import json
import logging
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from tileclock_host.sim.live import Live
from tileclock_host.web.cable import Cable
from tileclock_host.web.doorkeeper import Doorkeeper, Key
from tileclock_host.web.fingers import KEYS, Fingers
from tileclock_host.web.names import Names
from tileclock_host.web.scores import Scores
from tileclock_host.web.serving import PING_S, answering, listen
from tileclock_host.web.telling import READ_S, Telling

__all__ = ["Table", "listen", "serve"]

PAGE = Path(__file__).with_name("page")
PAUSE_S = 0.03  # after an order that the clock does not feel
FRAME_S = 1 / 30  # nobody sees more pictures than this, and a fast clock would drown a phone
PAGES = 32  # open at one time
ORDERS = 64  # of one page that wait their turn: more than ten fingers do before the clock has felt them
log = logging.getLogger(__name__)


class Visitor:
    """One open page: what it has been shown, whether it is ready for more, and what it asked for."""

    def __init__(self) -> None:
        self.shown: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.ready = asyncio.Event()
        self.orders: asyncio.Queue[str] = asyncio.Queue(ORDERS)
        self.warned = False
        self.news.set()
        self.ready.set()


class Table:
    """The application: one clock, any number of pages round it."""

    def __init__(self, live: Live, db: str | None = None) -> None:
        self.live = live
        cable = Cable(live)
        self.scores = Scores(cable, db)
        self.names = Names(cable, db)
        self.fingers = Fingers(live)
        self.visitors: set[Visitor] = set()
        self.state: dict[str, Any] = {}
        self.telling = Telling(self.names.roster)

    def app(self, host: str, port: int, key: Key | None) -> Starlette:
        return Starlette(
            routes=[
                WebSocketRoute("/device", self.device),
                *self.scores.routes(),
                *self.names.routes(),
                Mount("/", StaticFiles(directory=PAGE, html=True)),
            ],
            middleware=[Middleware(Doorkeeper, host=host, port=port, key=key)],
            lifespan=self.lifespan,
        )

    @asynccontextmanager
    async def lifespan(self, app: Starlette):  # type: ignore[no-untyped-def]
        self.state = self.look()
        over = threading.Event()
        work = [
            threading.Thread(target=self.watch, args=(asyncio.get_running_loop(), over), daemon=True),
            threading.Thread(target=self.read, args=(over,), daemon=True),
        ]
        for thread in work:
            thread.start()
        yield
        over.set()
        for thread in work:
            await asyncio.to_thread(thread.join)

    def watch(self, loop: asyncio.AbstractEventLoop, over: threading.Event) -> None:
        """Waits for the device in a thread of its own, so that no page ever waits for another."""
        version = -1
        while not over.is_set():
            version = self.live.changes(version, 0.1)  # the log may have grown without a change to see
            loop.call_soon_threadsafe(self.publish, self.look())
            over.wait(FRAME_S)

    def read(self, over: threading.Event) -> None:
        """Reads the panel in a thread of its own: that takes longer than a picture is shown."""
        while not over.wait(READ_S):
            self.telling.read(self.live.picture().frame)

    def look(self) -> dict[str, Any]:
        told = self.telling.look(self.live.picture(), self.fingers.speed)
        return told | {"serial": self.live.serial_port, "tcp": self.live.tcp_url}

    def publish(self, state: dict[str, Any]) -> None:
        if state != self.state:
            self.state = state
            for visitor in self.visitors:
                visitor.news.set()

    async def device(self, socket: WebSocket) -> None:
        if len(self.visitors) >= PAGES:
            await socket.close(1013, "too many pages")
            return
        await socket.accept()
        visitor = Visitor()
        self.visitors.add(visitor)
        work = [asyncio.create_task(self.tell(socket, visitor)), asyncio.create_task(self.serve(visitor))]
        try:
            await self.hear(socket, visitor)
        finally:  # what it still wanted goes with the page
            for task in work:
                task.cancel()
            self.visitors.discard(visitor)
            self.fingers.leave(visitor)

    async def hear(self, socket: WebSocket, visitor: Visitor) -> None:
        """Reads all the time, so that a page that is gone is noticed at once."""
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            text = message.get("text") or ""
            if understood(text) == {"seen": True} and not visitor.ready.is_set():
                visitor.ready.set()
            elif visitor.orders.full():
                log.warning("Closed a page that wanted more than %d things at once", ORDERS)
                await socket.close(1008, "too much at once")
                return
            else:
                visitor.orders.put_nowait(text)
            await asyncio.sleep(0)  # a page that never stops does not keep the others waiting

    async def serve(self, visitor: Visitor) -> None:
        while True:
            await self.obey(visitor, await visitor.orders.get())

    async def tell(self, socket: WebSocket, visitor: Visitor) -> None:
        """Sends what is new since the last message, and nothing more until the page has seen it:
        so a slow page skips pictures, and what it gets is never old."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await visitor.ready.wait()
                await visitor.news.wait()
                visitor.news.clear()
                state = self.state
                news = {
                    name: value for name, value in state.items() if visitor.shown.get(name, self) != value
                }
                if news:
                    visitor.shown = state
                    visitor.ready.clear()
                    await socket.send_text(json.dumps(news))

    async def obey(self, visitor: Visitor, text: str) -> None:
        """Does what a page asks for, and waits until the clock has felt it: who asks faster is a flood."""
        felt: Future[None] | None = None
        match understood(text):
            case {"press": str(key)} if key in KEYS:
                felt = self.fingers.press(visitor, key)
            case {"release": str(key)} if key in KEYS:
                felt = self.fingers.release(visitor, key)
            case {"speed": int() | float() as speed} if 0 <= speed <= 60:
                self.fingers.run_at(float(speed))
                self.publish({**self.state, "speed": self.fingers.speed})
            case {"reset": True}:
                felt = self.live.reset()
            case {"plug": bool(plugged)}:
                felt = self.live.plug_in() if plugged else self.live.pull_plug()
            case _:
                if not visitor.warned:
                    log.warning("Ignored a message that no page of ours sends: %.80r", text)
                visitor.warned = True
        if felt:
            await asyncio.shield(asyncio.wrap_future(felt))  # a release that was begun outlives its page
        else:
            await asyncio.sleep(PAUSE_S)


def understood(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


@contextmanager
def serve(
    live: Live, listener: socket.socket, host: str, db: str | None = None, key: Key | None = None
) -> Iterator[str]:
    """Serves the page in a thread until the block ends; gives the page's address, without the key."""
    app = Table(live, db).app(host, listener.getsockname()[1], key)
    with answering(app, listener, host, ping_s=PING_S) as address:
        yield address
