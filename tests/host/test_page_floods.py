"""Too much of everything for the page's server: requests, halves of them, visitors, messages, orders."""

import json
import random
import resource
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from pathlib import Path
from socket import SO_RCVBUF, SOL_SOCKET, create_connection, socket

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.host.test_cli import ended, started
from tests.host.test_page_key import Page, printed
from tests.host.test_server import StandIn, ask, page, say, served
from tests.patience import PATIENCE, PATIENCE_MS, eventually
from tileclock_host.sim.live import Live
from tileclock_host.web import connections, server

SHORT_S = 0.25  # the patience of a server that is tried out
HEAD = "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
HALVES = {
    "nothing": "",
    "a letter": "G",
    "a line": "GET / HTTP/1.1\r\n",
    "no end of the headers": HEAD,
    "no empty line": HEAD + "X-A: b\r",
    "a WebSocket": HEAD + "Connection: Upgrade\r\nUpgrade: websocket\r\n",
    "an answer and half a request": HEAD + "\r\n" + HEAD,
}


@pytest.fixture
def live() -> StandIn:
    return StandIn()


@pytest.fixture
def port(live: StandIn) -> Iterator[int]:
    with served(live) as port:
        yield port


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch, live: StandIn) -> Iterator[int]:
    monkeypatch.setattr(connections, "PATIENCE_S", SHORT_S)
    monkeypatch.setattr(server, "PING_S", SHORT_S)
    with served(live) as port:
        yield port


def caller(port: int, said: str = "", **settings: int) -> socket:
    line = socket()
    line.settimeout(PATIENCE)
    for option, value in settings.items():
        line.setsockopt(SOL_SOCKET, {"buffer": SO_RCVBUF}[option], value)
    line.connect(("127.0.0.1", port))
    line.sendall(said.format(port=port).encode())
    return line


def everything(line: socket) -> bytes:
    """What the server said until it hung up."""
    said = b""
    while True:
        try:
            piece = line.recv(1 << 20)
        except ConnectionError:
            return said
        if not piece:
            return said
        said += piece


def hung_up(line: socket) -> None:
    """Waits until the other end is gone, without reading anything."""
    watcher = select.poll()
    watcher.register(line, select.POLLHUP)
    assert watcher.poll(PATIENCE_MS)


# ---- half-sent, and never read ----


@pytest.mark.parametrize("half", HALVES)
def test_half_a_request_is_waited_for_and_then_closed(hurried: int, half: str) -> None:
    begun = time.monotonic()
    with caller(hurried, HALVES[half]) as line:
        assert everything(line).count(b"HTTP/1.1 200") == ("answer" in half)
    assert time.monotonic() - begun >= SHORT_S * 0.9


def test_a_request_that_drips_is_closed(hurried: int) -> None:
    with caller(hurried, HEAD) as line:
        line.settimeout(0.01)
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE:
            try:
                line.sendall(b"X-A: b\r\n")
                if not line.recv(1):
                    return
            except TimeoutError:
                continue
            except ConnectionError:
                return
    raise AssertionError("it drips for ever")


def test_who_never_reads_is_closed(hurried: int) -> None:
    """Asked for on and on, until neither end's memory takes more."""
    with caller(hurried, buffer=4096) as line:
        line.settimeout(0.1)
        with suppress(TimeoutError, ConnectionError):
            while True:
                line.sendall(b"GET /style.css HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % hurried * 100)
        hung_up(line)


def test_who_reads_slowly_gets_everything(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In more than twice the time that one may be silent, but never so long in one piece."""
    patience = 1
    monkeypatch.setattr(connections, "PATIENCE_S", patience)
    times = 100
    whole = len(ask(port, "/style.css").read())
    asks = "GET /style.css HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n" * (times - 1)
    last = "GET /style.css HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    with caller(port, asks + last, buffer=65536) as line:
        said, pieces = 0, 0
        while piece := line.recv(400_000):
            said += len(piece)
            pieces += 1
            time.sleep(patience / 10)
    assert said > times * whole
    assert pieces * patience / 10 > patience * 2


def test_three_hundred_half_requests_leave_room_for_a_visitor(tmp_path: Path) -> None:
    """Where a program may have 256 files open, as on many a computer."""
    with started(*memory(tmp_path)) as process, ExitStack() as open_lines:
        visited = printed(process)
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (256, 256))
        for number in range(300):
            half = list(HALVES.values())[number % len(HALVES)]
            open_lines.enter_context(caller(visited.port, half))
        assert visited.ask().status == 200
        assert visited.plays()
        assert ended(process, signal.SIGINT) == (0, "")


# ---- huge ----


@pytest.mark.parametrize(
    "head",
    [
        "GET /" + "a" * 1_000_000,
        HEAD + "X: " + "a" * 1_000_000,
        HEAD + "X: a\r\n" * 200_000,
        HEAD + "Cookie: tileclock-1=a;\r\n" * 50_000,
        "A" * 1_000_000,
        "\0" * 1_000_000,
    ],
    ids=["address", "header", "headers", "cookies", "verb", "nothing"],
)
def test_a_huge_head_is_not_even_read(port: int, head: str) -> None:
    with caller(port) as line:
        try:
            line.sendall(head.format(port=port).encode())
            said = everything(line)
        except ConnectionError:  # it hung up while we spoke
            said = b""
    assert not said or said.startswith(b"HTTP/1.1 400")
    assert ask(port).status == 200


@pytest.mark.parametrize(
    "length", ["Content-Length: 1", "Content-Length: 1000000000", "Transfer-Encoding: chunked"]
)
def test_a_body_is_refused_before_it_comes(port: int, length: str) -> None:
    with caller(port, f"POST /scores/fetch HTTP/1.1\r\nHost: 127.0.0.1:{{port}}\r\n{length}\r\n\r\n") as line:
        said = everything(line)
    assert said.startswith(b"HTTP/1.1 413") and b"without one" in said


def frame(payload: bytes, kind: int = 1, *, last: bool = True) -> bytes:
    """A frame of a WebSocket, masked with nothing."""
    assert len(payload) < 126
    return bytes([(0x80 if last else 0) | kind, 0x80 | len(payload), 0, 0, 0, 0]) + payload


UPGRADE = HEAD.replace("/ ", "/device ") + (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
FLOODS = {
    "pieces": frame(b'{"press":', last=False) + frame(b"", 0, last=False) * 10_000,
    "pings whose answers are not read": frame(b"a" * 100, 9) * 1000,
    "long": bytes([0x81, 0xFF, *[0] * 5, 1, *[0] * 6]) + b"a" * 10_000,  # says that 65,536 bytes come
    "letters of no language": frame(b"\xff\xff"),
    "more than is read": frame(b'{"seen": true}') * 1000,
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_socket_that_floods_is_closed_and_others_play_on(port: int, live: StandIn, flood: str) -> None:
    with page(port) as good, caller(port, UPGRADE, buffer=4096) as bad:
        assert bad.recv(1000).startswith(b"HTTP/1.1 101")
        bad.sendall(frame(b'{"press": "A"}'))
        live.wait_until_did("press A")
        with pytest.raises(ConnectionError):
            while True:
                bad.sendall(FLOODS[flood])
        live.wait_until_did("press A", "release A")
        say(good, press="B")
        live.wait_until_did("press A", "release A", "press B")


def test_a_socket_with_half_a_message_is_closed(hurried: int, live: StandIn) -> None:
    with page(hurried) as bad:
        say(bad, press="A")
        live.wait_until_did("press A")
        bad.socket.sendall(frame(b'{"press": "B"}')[:-1])
        live.wait_until_did("press A", "release A")


def test_no_more_pages_than_a_table_needs(port: int, live: StandIn) -> None:
    with ExitStack() as open_pages:
        pages = [open_pages.enter_context(page(port)) for _ in range(server.PAGES)]
        with pytest.raises(InvalidStatus, match="403"), page(port):
            pass
        say(pages[-1], press="A")
        live.wait_until_did("press A")
        pages[0].close()
        eventually(lambda: opens(port), "room for another page")


def opens(port: int) -> bool:
    try:
        with page(port):
            return True
    except InvalidStatus:
        return False


# ---- orders ----


class Felt(Live):
    """The real clock, with a note of every key that it felt."""

    def __init__(self, flash: Path) -> None:
        super().__init__(flash=flash, tcp_port=None)
        self.felt: list[str] = []

    def press(self, key: str) -> Future[None]:
        done = super().press(key)
        done.add_done_callback(lambda _: self.felt.append(key))
        return done

    def wait_until(self, what: Callable[[], object]) -> None:
        eventually(what, lambda: self.felt)


@pytest.fixture(scope="module")
def started_clock(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Felt]:
    clock = Felt(tmp_path_factory.mktemp("clock") / "flash.img")
    clock.start()
    yield clock
    clock.stop()


@pytest.fixture
def clock(started_clock: Felt) -> Felt:
    started_clock.felt.clear()
    return started_clock


def taps(keys: str) -> list[str]:
    return [json.dumps({move: key}) for key in keys for move in ("press", "release")]


def test_what_a_page_still_wants_goes_with_it(clock: Felt) -> None:
    with served(clock) as port, page(port) as other:
        with page(port) as going:
            for order in taps("ABCDE" * 6):
                going.send(order)
            clock.wait_until(lambda: "B" in clock.felt)
        for order in taps("F" * 10):
            other.send(order)
        clock.wait_until(lambda: clock.felt.count("F") == 10)
        first = clock.felt.index("F")
        assert first < 30
        assert clock.felt[first:] == ["F"] * 10


def test_a_page_that_wants_too_much_at_once_is_closed(clock: Felt, caplog: pytest.LogCaptureFixture) -> None:
    """A hundred thousand presses in some seconds were obeyed for half an hour."""
    with served(clock) as port, page(port) as other:
        with page(port) as flooding, pytest.raises(ConnectionClosed, match="too much at once"):
            for order in taps("ABCDE" * 20_000):
                flooding.send(order)
        for order in taps("F" * 3):
            other.send(order)
        clock.wait_until(lambda: clock.felt.count("F") == 3)
        first = clock.felt.index("F")
        assert first < 100
        assert clock.felt[first:] == ["F"] * 3
    assert "Closed a page that wanted more than" in caplog.text


def test_ten_fingers_are_not_too_much(clock: Felt) -> None:
    """All that a page can have said while the network stood still for some seconds."""
    with served(clock) as port, page(port) as socket:
        for order in taps("ABCDEF" * 5):
            socket.send(order)
        clock.wait_until(lambda: "".join(clock.felt) == "ABCDEF" * 5)


def test_resets_without_end_end_with_the_page(clock: Felt) -> None:
    with served(clock) as port:
        with page(port) as going:
            for _ in range(60):
                say(going, reset=True)
        with page(port) as other:
            say(other, press="F")
            clock.wait_until(lambda: "F" in clock.felt)
        clock.wait_until(lambda: not clock.board.keys.down)


@pytest.mark.parametrize("text", ['{"seen": true}', "nonsense", '{"speed": 1}'])
def test_a_page_that_never_stops_keeps_nobody_waiting(port: int, live: StandIn, text: str) -> None:
    over = threading.Event()

    def chatter() -> None:
        while not over.is_set():
            with suppress(ConnectionClosed), page(port) as loud:
                while not over.is_set():
                    loud.send(text)

    chattering = threading.Thread(target=chatter)
    with page(port) as other:
        chattering.start()
        try:
            for _ in range(20):
                begun = len(live.did)
                say(other, press="A")
                say(other, release="A")
                live.wait_until_did(*live.did[:begun], "press A", "release A")
        finally:
            over.set()
            chattering.join()


# ---- the command ----


def memory(folder: Path) -> list[str]:
    files = ["--flash", str(folder / "flash.img"), "--db", str(folder / "sheets.sqlite")]
    return ["--port", "0", "--no-browser", *files]


def test_ctrl_c_with_orders_and_visitors_that_wait_is_a_quiet_end(tmp_path: Path) -> None:
    with started(*memory(tmp_path)) as process, ExitStack() as open_lines:
        visited = printed(process)
        for half in HALVES.values():
            open_lines.enter_context(caller(visited.port, half))
        fetching = caller(
            visited.port, "POST /scores/fetch HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Tileclock: page\r\n\r\n"
        )
        open_lines.enter_context(fetching)
        pages = [open_lines.enter_context(page(visited.port)) for _ in range(3)]
        for each in pages:
            with suppress(ConnectionClosed):
                for order in taps("ABCDE" * 1000):
                    each.send(order)
        status, errors = ended(process, signal.SIGINT)
    assert status == 0
    assert set(errors.splitlines()) == {f"Closed a page that wanted more than {server.ORDERS} things at once"}


def test_random_requests_get_an_answer_or_none_and_leave_no_trace(tmp_path: Path) -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    chance = random.Random(seed)
    with started(*memory(tmp_path)) as process:
        visited = printed(process)
        for _ in range(300):
            with create_connection((visited.host, visited.port), PATIENCE) as line:
                try:
                    line.sendall(hostile(chance, visited))
                    line.shutdown(1)
                    assert everything(line)[:9] in (b"", b"HTTP/1.1 ")
                except OSError:
                    continue
        assert visited.ask().status == 200
        assert ended(process, signal.SIGINT) == (0, "")


def hostile(chance: random.Random, visited: Page) -> bytes:
    """A request with some of its letters lost, doubled or turned into others, and rubbish behind."""
    verb = chance.choice(["GET", "POST", "HEAD", "PUT", "OPTIONS", "CONNECT", "\x16\x03\x01", "SSH-2.0"])
    path = chance.choice(
        ["/", "/scores", "/device", "/scores/fetch", "*", "/%ff/../..", "http://evil.example/"]
    )
    more = [
        "Connection: Upgrade\r\nUpgrade: websocket",
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Transfer-Encoding: chunked",
        "Content-Length: 5",
        "Content-Length: -1",
        "Expect: 100-continue",
        "Connection: close",
        "X-Tileclock: page",
        "Upgrade: h2c\r\nConnection: Upgrade",
        "Cookie: \xff=;;;=",
        "Origin: \xff",
        "Sec-Fetch-Site: \xff",
    ]
    headers = [f"Host: {visited.host}:{visited.port}", *chance.sample(more, chance.randrange(5))]
    text = bytearray("\r\n".join([f"{verb} {path} HTTP/1.1", *headers, "", ""]).encode("latin-1"))
    for _ in range(chance.choice([0, 0, 1, 4])):
        place = chance.randrange(len(text))
        text[place : place + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
    return bytes(text) * chance.choice([1, 1, 3]) + chance.randbytes(chance.choice([0, 0, 30, 3000]))
