"""Serves the page of the table and connects every open page with the one simulated clock."""

import asyncio
import json
import logging
import socket
import threading
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tileclock_host.sim.live import Live, SimError
from tileclock_host.sim.scores import Scores

PAGE = Path(__file__).with_name("page")
KEYS = frozenset(["A", "B", "C", "D", "E", "F", "up", "down", "ok", "back"])
SHORTEST_TAP_S = 0.03
FRAME_S = 1 / 30  # nobody sees more pictures than this, and a fast clock would drown a phone
WILDCARDS = ("0.0.0.0", "::")
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
LONGEST_ORDER = 1024  # bytes; a page never says more than a key or a speed
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
log = logging.getLogger(__name__)


class Doorkeeper:
    """Lets in only who asked for this very address.

    A foreign page can point a name of its own at 127.0.0.1, or open a WebSocket to it; the browser
    then tells the truth in Host and Origin, and that is where it ends.
    """

    def __init__(self, app: ASGIApp, host: str, port: int) -> None:
        self.app = app
        self.port = port
        self.names = {*LOOPBACK, f"[{host}]" if ":" in host else host.lower()}
        self.any_address = host in WILDCARDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self.welcome(Headers(scope=scope)):
            await self.app(scope, receive, hardened(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "foreign origin or host"})
        else:
            answer = PlainTextResponse(
                "This clock answers only at the address it printed when it started.\n", 403
            )
            await answer(scope, receive, hardened(send))

    def welcome(self, headers: Headers) -> bool:
        hosts = [host.lower() for host in headers.getlist("host")]
        if len(hosts) != 1 or not self.ours(hosts[0]):
            return False
        return all(origin.lower() == f"http://{hosts[0]}" for origin in headers.getlist("origin"))

    def ours(self, authority: str) -> bool:
        name, colon, port = authority.rpartition(":")
        if not colon or port.endswith("]"):
            name, port = authority, "80"
        return port == str(self.port) and (name in self.names or (self.any_address and is_address(name)))


def is_address(name: str) -> bool:
    """Only a name can be pointed elsewhere: an address in Host is what the browser really connected to."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def hardened(send: Send) -> Send:
    async def send_hardened(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("Content-Security-Policy", POLICY)  # a document has one of its own
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Referrer-Policy"] = "no-referrer"
            headers["Cross-Origin-Resource-Policy"] = "same-origin"
            headers["Cache-Control"] = (
                "no-cache"  # ask again each time: after an upgrade nobody sees the old page
            )
        await send(message)

    return send_hardened


class Visitor:
    """One open page: what it has been shown, and whether it is ready for more."""

    def __init__(self) -> None:
        self.shown: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.ready = asyncio.Event()
        self.news.set()
        self.ready.set()


class Fingers:
    """Who holds which key: a key is up again only when the last page has let it go.

    While a key is down the clock runs no faster than the finger: at twenty times the speed every
    tap would be a hold.
    """

    def __init__(self, live: Live) -> None:
        self.live = live
        self.speed = live.speed
        self.on: dict[str, set[Visitor]] = {key: set() for key in KEYS}
        self.since = dict.fromkeys(KEYS, 0.0)
        self.turn = threading.Lock()  # two pages may press and let go of one key in the same instant

    def run_at(self, speed: float) -> None:
        with self.turn:
            self.speed = speed
            self.pace()

    def pace(self) -> None:
        self.live.speed = min(self.speed, 1.0) if any(self.on.values()) else self.speed

    def press(self, visitor: Visitor, key: str) -> None:
        with self.turn:
            self.on[key].add(visitor)
            self.since[key] = time.monotonic()
            self.pace()
            self.live.press(key)

    def release(self, visitor: Visitor, key: str) -> None:
        with self.turn:
            if visitor in self.on[key]:
                self.on[key].discard(visitor)
                if not self.on[key]:
                    self.live.release(key)
                    self.pace()

    def rest(self, key: str) -> float:
        """How long a tap must still last: both its ends may arrive in one piece, which no contact feels."""
        return max(0.0, self.since[key] + SHORTEST_TAP_S - time.monotonic())

    def leave(self, visitor: Visitor) -> None:
        for key in KEYS:
            self.release(visitor, key)


class Table:
    """The application: one clock, any number of pages round it."""

    def __init__(self, live: Live, db: str | None = None) -> None:
        self.live = live
        self.scores = Scores(live, db)
        self.fingers = Fingers(live)
        self.visitors: set[Visitor] = set()
        self.state: dict[str, Any] = {}

    def app(self, host: str, port: int) -> Starlette:
        return Starlette(
            routes=[
                WebSocketRoute("/device", self.device),
                *self.scores.routes(),
                Mount("/", StaticFiles(directory=PAGE, html=True)),
            ],
            middleware=[Middleware(Doorkeeper, host=host, port=port)],
            lifespan=self.lifespan,
        )

    @asynccontextmanager
    async def lifespan(self, app: Starlette):  # type: ignore[no-untyped-def]
        self.state = self.look()
        over = threading.Event()
        watcher = threading.Thread(target=self.watch, args=(asyncio.get_running_loop(), over), daemon=True)
        watcher.start()
        yield
        over.set()
        await asyncio.to_thread(watcher.join)

    def watch(self, loop: asyncio.AbstractEventLoop, over: threading.Event) -> None:
        """Waits for the device in a thread of its own, so that no page ever waits for another."""
        version = -1
        while not over.is_set():
            version = self.live.changes(version, 0.1)  # the log may have grown without a change to see
            loop.call_soon_threadsafe(self.publish, self.look())
            over.wait(FRAME_S)

    def look(self) -> dict[str, Any]:
        picture = self.live.picture()
        return {
            "frame": b64encode(picture.frame).decode(),
            "contrast": picture.contrast,
            "awake": picture.awake,
            "lights": [list(light) for light in picture.lights],
            "tone": picture.tone,
            "powered": picture.powered,
            "log": picture.log_tail,
            "fault": picture.fault,
            "speed": self.fingers.speed,
            "serial": self.live.serial_port,
            "tcp": self.live.tcp_url,
        }

    def publish(self, state: dict[str, Any]) -> None:
        if state != self.state:
            self.state = state
            for visitor in self.visitors:
                visitor.news.set()

    async def device(self, socket: WebSocket) -> None:
        await socket.accept()
        visitor = Visitor()
        self.visitors.add(visitor)
        teller = asyncio.create_task(self.tell(socket, visitor))
        try:
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                await self.obey(visitor, message.get("text") or "")
        finally:
            teller.cancel()
            self.visitors.discard(visitor)
            self.fingers.leave(visitor)

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
        try:
            order = json.loads(text)
        except (ValueError, RecursionError):
            order = None
        live = self.live
        try:
            match order:
                case {"press": str(key)} if key in KEYS:
                    await asyncio.to_thread(self.fingers.press, visitor, key)
                case {"release": str(key)} if key in KEYS:
                    await asyncio.sleep(self.fingers.rest(key))
                    await asyncio.to_thread(self.fingers.release, visitor, key)
                case {"seen": True}:
                    visitor.ready.set()
                case {"speed": int() | float() as speed} if 0 <= speed <= 60:
                    self.fingers.run_at(float(speed))
                    self.publish({**self.state, "speed": self.fingers.speed})
                case {"reset": True}:
                    await asyncio.to_thread(live.reset)
                case {"plug": bool(plugged)}:
                    await asyncio.to_thread(live.plug_in if plugged else live.pull_plug)
                case _:
                    log.warning("Ignored a message that no page of ours sends: %.80r", text)
        except SimError as error:
            log.warning("%s", error)


def listen(host: str, port: int) -> socket.socket:
    """Takes the port before anything else is started; OSError if it cannot be had."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows would otherwise share the port with anybody
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


@contextmanager
def serve(live: Live, listener: socket.socket, host: str, db: str | None = None) -> Iterator[str]:
    """Serves the page in a thread until the block ends; gives the page's address."""
    port = listener.getsockname()[1]
    server = uvicorn.Server(
        uvicorn.Config(
            Table(live, db).app(host, port),
            ws="websockets-sansio",
            ws_max_size=LONGEST_ORDER,
            ws_per_message_deflate=False,
            ws_ping_interval=5.0,  # a phone that fell off the network must not keep a key down for long
            ws_ping_timeout=5.0,
            lifespan="on",
            log_config=None,
            log_level="warning",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="page server")
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.005)
    shown = "127.0.0.1" if host in WILDCARDS else f"[{host}]" if ":" in host else host
    try:
        yield f"http://{shown}:{port}"
    finally:
        server.should_exit = True
        thread.join()
