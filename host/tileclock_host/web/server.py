"""Serves the page of the table and connects every open page with the one simulated clock."""

import asyncio
import json
import logging
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from tileclock_host.faults import Faults
from tileclock_host.sim.live import Live
from tileclock_host.web.addresses import seen_by_others
from tileclock_host.web.cable import Cable
from tileclock_host.web.doorkeeper import Doorkeeper
from tileclock_host.web.fingers import KEYS, Fingers
from tileclock_host.web.keys import PAGE, Key, TableDoors
from tileclock_host.web.names import Names
from tileclock_host.web.phones import Phones, of_a_seat
from tileclock_host.web.scores import Scores
from tileclock_host.web.serving import PING_S, answering, listen
from tileclock_host.web.telling import READ_S, Telling

__all__ = ["Table", "listen", "serve"]

PAUSE_S = 0.03  # after an order that the clock does not feel
FRAME_S = 1 / 30  # nobody sees more pictures than this, and a fast clock would drown a phone
TOGETHER_S = 0.012  # after a press the box sounds, some ms later its light goes on: one message tells both
PAGES = 32  # open at one time
PAGES_OF_A_SEAT = 4  # among them: a phone that is back may have an old one that is not noticed to be gone
ORDERS = 64  # of one page that wait their turn: more than ten fingers do before the clock has felt them
IGNORED = "ignored"
log = logging.getLogger(__name__)


class Visitor:
    """One open page: what it has been shown, whether it is ready for more, and what it asked for."""

    def __init__(self, socket: WebSocket, seat: str | None = None) -> None:
        self.socket = socket
        self.seat = seat  # of a phone; None is the whole table
        self.answers: dict[str, int] = {}  # to a phone: which press was felt, which ping was heard
        self.picture = False  # a phone wants to see the display
        self.shown: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.ready = asyncio.Event()
        self.orders: asyncio.Queue[str] = asyncio.Queue(ORDERS)
        self.warned = False
        self.news.set()
        self.ready.set()

    def view(self, state: dict[str, Any]) -> dict[str, Any]:
        """What of the state is for this page."""
        return of_a_seat(state, self.seat, picture=self.picture) | self.answers if self.seat else state

    def answer(self, **answers: int) -> None:
        self.answers |= answers
        self.news.set()


class Table:
    """The application: one clock, any number of pages round it."""

    def __init__(self, live: Live, doors: TableDoors, invitation: str, db: str | None = None) -> None:
        """`invitation`: the address that phones join at, "" where none can."""
        self.live = live
        self.doors = doors
        self.invitation = invitation
        cable = Cable(live)
        self.scores = Scores(cable, db)
        self.names = Names(cable)
        self.fingers = Fingers(live)
        self.visitors: set[Visitor] = set()
        self.state: dict[str, Any] = {}
        self.telling = Telling(self.names.roster)
        self.phones = Phones(doors, self.names.roster, lambda: self.state, self.end_pages, invitation)

    def app(self, host: str, port: int) -> Starlette:
        return Starlette(
            routes=[
                WebSocketRoute("/device", self.device),
                WebSocketRoute("/seat/device", self.device_of_a_seat),
                *self.phones.routes(),
                *self.scores.routes(),
                *self.names.routes(),
                Mount("/", StaticFiles(directory=PAGE, html=True)),
            ],
            middleware=[Middleware(Doorkeeper, host=host, port=port, door=self.doors)],
            lifespan=self.lifespan,
        )

    @asynccontextmanager
    async def lifespan(self, app: Starlette):  # type: ignore[no-untyped-def]
        self.state = self.look()
        over = threading.Event()
        work = [
            threading.Thread(
                target=self.watch, args=(asyncio.get_running_loop(), over), daemon=True, name="watch"
            ),
            threading.Thread(target=self.read, args=(over,), daemon=True, name="read"),
        ]
        for thread in work:
            thread.start()
        yield
        over.set()
        for thread in work:
            await asyncio.to_thread(thread.join)

    def watch(self, loop: asyncio.AbstractEventLoop, over: threading.Event) -> None:
        """Waits for the device in a thread of its own, so that no page ever waits for another."""
        version, faults = -1, Faults("watching the box")
        while not over.is_set():
            version = self.live.changes(version, 0.1)  # the log may have grown without a change to see
            over.wait(TOGETHER_S)
            try:
                loop.call_soon_threadsafe(self.publish, self.look())
                faults.none()
            except Exception as error:  # it ends this look, never the thread
                faults.note(error)
                version = -1
            over.wait(FRAME_S - TOGETHER_S)

    def read(self, over: threading.Event) -> None:
        """Reads the panel in a thread of its own: that takes longer than a picture is shown."""
        faults = Faults("reading the display")
        while not over.wait(READ_S):
            try:
                self.telling.read(self.live.picture().frame)
                faults.none()
            except Exception as error:  # as above
                faults.note(error)

    def look(self) -> dict[str, Any]:
        told = self.telling.look(self.live.picture(), self.fingers.speed)
        return told | {
            "serial": self.live.serial_port,
            "tcp": self.live.tcp_url,
            "join": self.invitation,
            "phones": {seat: bool(self.pages_of(seat)) for seat in self.doors.taken()},
        }

    def publish(self, state: dict[str, Any]) -> None:
        if state != self.state:
            self.state = state
            for visitor in self.visitors:
                visitor.news.set()

    # ---- the pages ----

    def pages_of(self, seat: str) -> list[Visitor]:
        return [visitor for visitor in list(self.visitors) if visitor.seat == seat]

    async def end_pages(self, seat: str) -> None:
        """Of a phone that has this seat no more: from now on nothing that they say is done."""
        ended = self.pages_of(seat)
        for visitor in ended:
            self.visitors.discard(visitor)
            self.fingers.leave(visitor)
        for visitor in ended:
            with suppress(RuntimeError):  # it has gone meanwhile
                await visitor.socket.close(1008, "no seat")

    async def device(self, socket: WebSocket) -> None:
        await self.visit(Visitor(socket))

    async def device_of_a_seat(self, socket: WebSocket) -> None:
        seat = socket.scope["right"].seat
        if not seat or len(self.pages_of(seat)) >= PAGES_OF_A_SEAT:
            await socket.close(1008, "no seat" if not seat else "too many pages")
            return
        await self.visit(Visitor(socket, seat))

    async def visit(self, visitor: Visitor) -> None:
        socket = visitor.socket
        if len(self.visitors) >= PAGES:
            await socket.close(1013, "too many pages")
            return
        await socket.accept()
        if visitor.seat and self.doors.right(socket.cookies).seat != visitor.seat:  # it was freed meanwhile
            await socket.close(1008, "no seat")
            return
        self.visitors.add(visitor)
        work = [asyncio.create_task(self.tell(visitor)), asyncio.create_task(self.serve(visitor))]
        try:
            await self.hear(visitor)
        finally:  # what it still wanted goes with the page
            for task in work:
                task.cancel()
            self.visitors.discard(visitor)
            self.fingers.leave(visitor)

    async def hear(self, visitor: Visitor) -> None:
        """Reads all the time, so that a page that is gone is noticed at once."""
        while (message := await visitor.socket.receive())["type"] != "websocket.disconnect":
            text = message.get("text") or ""
            match understood(text):
                case {"seen": True} if not visitor.ready.is_set():
                    visitor.ready.set()
                case {"ping": int(number)} if visitor.seat:
                    visitor.answer(heard=number)
                case _ if visitor.orders.full():
                    log.warning("Closed a page that wanted more than %d things at once", ORDERS)
                    await visitor.socket.close(1008, "too much at once")
                    return
                case _:
                    visitor.orders.put_nowait(text)
            await asyncio.sleep(0)  # a page that never stops does not keep the others waiting

    async def serve(self, visitor: Visitor) -> None:
        while True:
            await self.obey(visitor, await visitor.orders.get())

    async def tell(self, visitor: Visitor) -> None:
        """Sends what is new since the last message, and nothing more until the page has seen it:
        so a slow page skips pictures, and what it gets is never old."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await visitor.ready.wait()
                await visitor.news.wait()
                visitor.news.clear()
                state = visitor.view(self.state)
                news = {
                    name: value for name, value in state.items() if visitor.shown.get(name, self) != value
                }
                if news:
                    visitor.shown = state
                    visitor.ready.clear()
                    await visitor.socket.send_text(json.dumps(news))

    async def obey(self, visitor: Visitor, text: str) -> None:
        """Does what a page asks for, and waits until the clock has felt it: who asks faster is a flood."""
        if visitor not in self.visitors:
            return
        order = understood(text)
        felt = self.press_seat(visitor, visitor.seat, order) if visitor.seat else self.do(visitor, order)
        if felt == IGNORED and not visitor.warned:
            log.warning("Ignored a message that no page of ours sends: %.80r", text)
            visitor.warned = True
        if isinstance(felt, Future):
            await asyncio.shield(asyncio.wrap_future(felt))  # a release that was begun outlives its page
        else:
            await asyncio.sleep(PAUSE_S)
        match order:
            case {"press": int(number)} if visitor.seat:
                visitor.answer(felt=number)

    def press_seat(self, visitor: Visitor, seat: str, order: object) -> Future[None] | str | None:
        """A phone names no key: whatever it says is meant of its own seat."""
        match order:
            case {"press": int()}:
                return self.fingers.press(visitor, seat)
            case {"release": int()}:
                return self.fingers.release(visitor, seat)
            case {"picture": bool(wanted)}:
                visitor.picture = wanted
                visitor.news.set()
                return None
        return IGNORED

    def do(self, visitor: Visitor, order: object) -> Future[None] | str | None:
        match order:
            case {"press": str(key)} if key in KEYS:
                return self.fingers.press(visitor, key)
            case {"release": str(key)} if key in KEYS:
                return self.fingers.release(visitor, key)
            case {"speed": int() | float() as speed} if 0 <= speed <= 60:
                self.fingers.run_at(float(speed))
                self.publish({**self.state, "speed": self.fingers.speed})
                return None
            case {"reset": True}:
                return self.live.reset()
            case {"plug": bool(plugged)}:
                return self.live.plug_in() if plugged else self.live.pull_plug()
        return IGNORED


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
    port = listener.getsockname()[1]
    invitation = key.invitation(seen_by_others(host, port)[0]) if key else ""
    app = Table(live, TableDoors(key, port), invitation, db).app(host, port)
    with answering(app, listener, host, ping_s=PING_S) as address:
        yield address
