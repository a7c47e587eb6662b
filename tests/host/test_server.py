"""The page's server: who is let in, what the page is told and when, and that no key stays down."""

import json
import logging
import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPResponse
from itertools import pairwise
from pathlib import Path
from socket import SHUT_RDWR, create_connection

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE
from tileclock_host.device.port import SerialPort
from tileclock_host.sim.live import Live, Picture
from tileclock_host.web import server
from tileclock_host.web.keys import Key

DARK = ((0, 0, 0),) * 6


class StandIn:
    """A device that only counts: its picture is its version, so a test sees how old what it got is."""

    device = "240ac40051ac"
    serial_port = "/dev/pts/none"
    tcp_url = "rfc2217://127.0.0.1:9"

    def __init__(self) -> None:
        self.speed = 1.0
        self.version = 0
        self.did: list[str] = []
        self.log = ""
        self.changed = threading.Condition()

    def change(self, did: str = "") -> Future[None]:
        with self.changed:
            self.did += [did] if did else []
            self.version += 1
            self.changed.notify_all()
        felt: Future[None] = Future()
        felt.set_result(None)
        return felt

    def press(self, key: str) -> Future[None]:
        return self.change(f"press {key}")

    def release(self, key: str) -> Future[None]:
        return self.change(f"release {key}")

    def pull_plug(self) -> Future[None]:
        return self.change("pull")

    def plug_in(self) -> Future[None]:
        return self.change("plug in")

    def changes(self, since: int, timeout: float) -> int:
        with self.changed:
            self.changed.wait_for(lambda: self.version != since, timeout)
            return self.version

    def open_cable(self) -> SerialPort:
        return SerialPort(self.serial_port)

    def picture(self) -> Picture:
        tones = ((self.version, 440),)
        return Picture(bytes(1024), 255, True, DARK, 440, True, 0, self.log, "", tones)

    def wait_until_did(self, *orders: str) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: self.did == list(orders), PATIENCE), self.did


@contextmanager
def served(live: StandIn | Live, host: str = "127.0.0.1", key: Key | None = None) -> Iterator[int]:
    listener = server.listen(host, 0)
    with server.serve(live, listener, host, key=key) as address:  # type: ignore[arg-type]
        yield int(address.rpartition(":")[2])


@pytest.fixture
def live() -> StandIn:
    return StandIn()


@pytest.fixture
def port(live: StandIn) -> Iterator[int]:
    with served(live) as port:
        yield port


def ask(port: int, path: str = "/", **headers: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", path, headers=headers)
    return connection.getresponse()


def page(port: int, host: str = "127.0.0.1", origin: str | None = "same") -> ClientConnection:
    return connect(
        f"ws://{host}:{port}/device",
        sock=create_connection(("127.0.0.1", port)),
        origin=f"http://{host}:{port}" if origin == "same" else origin,  # type: ignore[arg-type]
        compression=None,
        proxy=None,
        open_timeout=PATIENCE,
    )


def news(socket: ClientConnection, timeout: float = PATIENCE) -> dict[str, object]:
    return json.loads(socket.recv(timeout=timeout))


def say(socket: ClientConnection, **order: object) -> None:
    socket.send(json.dumps(order))


# ---- who is let in ----


def test_the_page_comes_with_a_strict_policy(port: int) -> None:
    answer = ask(port)
    text = answer.read().decode()
    assert answer.status == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "<script type=" in text and "style=" not in text and "onclick" not in text


@pytest.mark.parametrize("path", ["/page.js", "/style.css", "/icon.svg"])
def test_every_part_of_the_page_is_there(port: int, path: str) -> None:
    assert ask(port, path).status == 200


@pytest.mark.parametrize("path", ["/server.py", "/../server.py", "/%2e%2e/server.py", "/nothing"])
def test_nothing_but_the_page_is_served(port: int, path: str) -> None:
    assert ask(port, path).status == 404


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
def test_this_computer_s_own_names_are_welcome(port: int, name: str) -> None:
    assert ask(port, Host=f"{name}:{port}", Origin=f"http://{name}:{port}").status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.0.0.1.evil.example:{port}",
        "10.0.0.1:{port}",
        "",
    ],
)
def test_a_name_that_was_pointed_here_is_refused(port: int, host: str) -> None:
    answer = ask(port, Host=host.format(port=port))
    assert answer.status == 403
    assert "address it printed" in answer.read().decode()


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://localhost:{port}"]
)
def test_a_foreign_page_is_refused(port: int, origin: str) -> None:
    assert ask(port, Origin=origin.format(port=port)).status == 403
    with pytest.raises(InvalidStatus, match="403"), page(port, origin=origin.format(port=port)):
        pass


def test_a_socket_under_a_foreign_name_is_refused(port: int) -> None:
    with pytest.raises(InvalidStatus, match="403"), page(port, host="evil.example"):
        pass


def test_a_program_without_an_origin_may_connect(port: int) -> None:
    with page(port, origin=None) as socket:
        assert news(socket)["powered"] is True


def test_opened_to_the_network_it_answers_at_addresses_but_not_at_names(live: StandIn) -> None:
    with served(live, "0.0.0.0") as port:
        assert ask(port, Host=f"192.0.2.7:{port}").status == 200
        assert ask(port, Host=f"evil.example:{port}").status == 403


# ---- what the page is told ----


def test_the_first_message_tells_everything_and_later_ones_only_what_changed(
    port: int, live: StandIn
) -> None:
    with page(port) as socket:
        first = news(socket)
        assert {"frame", "contrast", "awake", "lights", "tones", "powered", "log", "fault", "speed"} <= set(
            first
        )
        assert (first["serial"], first["tcp"]) == (live.serial_port, live.tcp_url)
        say(socket, seen=True)
        live.change()
        assert set(news(socket)) == {"tones"}


def test_a_log_that_grows_without_a_change_to_see_is_told(port: int, live: StandIn) -> None:
    with page(port) as socket:
        news(socket)
        say(socket, seen=True)
        live.log = "hello"
        assert news(socket) == {"log": "hello"}


def test_the_page_goes_on_after_a_fault(port: int, live: StandIn, caplog: pytest.LogCaptureFixture) -> None:
    with page(port) as socket:
        news(socket)
        say(socket, seen=True)
        live.picture, whole = lambda: 1 // 0, live.picture  # type: ignore[method-assign, assignment]
        live.change()
        until = time.monotonic() + PATIENCE
        while {each.threadName for each in caplog.records} != {"watch", "read"}:
            assert time.monotonic() < until, caplog.records
            time.sleep(0.01)
        live.picture = whole  # type: ignore[method-assign]
        assert [[live.version, 440]] == news(socket)["tones"]
    assert len(caplog.records) == 2, "each thread says it once"


def test_nothing_is_said_while_nothing_changes(port: int) -> None:
    with page(port) as socket:
        news(socket)
        say(socket, seen=True)
        with pytest.raises(TimeoutError):
            news(socket, timeout=1.2)


def test_a_slow_page_gets_the_newest_state_and_nothing_in_between(port: int, live: StandIn) -> None:
    with page(port) as socket:
        news(socket)
        for _ in range(200):  # the page is busy: it has not said "seen"
            live.change()
            time.sleep(0.002)
        with pytest.raises(TimeoutError):
            news(socket, timeout=0.1)
        say(socket, seen=True)
        assert news(socket) == {"tones": [[live.version, 440]]}


def test_a_fast_page_gets_at_most_thirty_pictures_a_second(port: int, live: StandIn) -> None:
    over = threading.Event()

    def keep_changing() -> None:
        while not over.wait(0.001):
            live.change()

    changing = threading.Thread(target=keep_changing)
    with page(port) as socket:
        changing.start()
        seen = []
        begun = time.monotonic()
        while time.monotonic() < begun + 1 or len(seen) < 3:
            seen.append(news(socket)["tones"][0][0])
            say(socket, seen=True)
        took = time.monotonic() - begun
        over.set()
        changing.join()
    assert len(seen) <= 30 * took + 2
    assert all(before < after for before, after in pairwise(seen))


def test_a_speed_chosen_on_one_page_is_shown_on_the_other(port: int, live: StandIn) -> None:
    with page(port) as one, page(port) as other:
        news(one), news(other), say(other, seen=True)
        say(one, speed=20)
        assert news(other) == {"speed": 20.0}
    assert live.speed == 20.0


# ---- fingers ----


def test_what_is_done_on_the_page_is_done_on_the_device(port: int, live: StandIn) -> None:
    with page(port) as socket:
        for order in ({"press": "A"}, {"release": "A"}, {"press": "ok"}, {"release": "ok"}, {"plug": False}):
            say(socket, **order)
        say(socket, plug=True)
        live.wait_until_did("press A", "release A", "press ok", "release ok", "pull", "plug in")


def test_keys_are_let_go_when_the_page_closes(port: int, live: StandIn) -> None:
    with page(port) as socket:
        say(socket, press="B")
        live.wait_until_did("press B")
    live.wait_until_did("press B", "release B")


def test_keys_are_let_go_when_the_connection_just_breaks(port: int, live: StandIn) -> None:
    with page(port) as socket:
        say(socket, press="B")
        live.wait_until_did("press B")
        socket.socket.shutdown(SHUT_RDWR)
        live.wait_until_did("press B", "release B")


def test_a_key_two_pages_hold_is_up_when_the_last_one_lets_go(port: int, live: StandIn) -> None:
    with page(port) as one:
        with page(port) as other:
            say(one, press="C")
            live.wait_until_did("press C")
            say(other, press="C")
            live.wait_until_did("press C", "press C")
            say(other, release="C")
        with page(port) as third:  # nor does a page let go of what it never held
            say(third, release="C")
            say(third, press="D")
            live.wait_until_did("press C", "press C", "press D")
        live.wait_until_did("press C", "press C", "press D", "release D")
        say(one, release="C")
        live.wait_until_did("press C", "press C", "press D", "release D", "release C")


def test_the_clock_runs_no_faster_than_the_finger_on_it(port: int, live: StandIn) -> None:
    with page(port) as socket:
        say(socket, speed=20)
        say(socket, press="A")
        live.wait_until_did("press A")
        assert live.speed == 1.0
        say(socket, release="A")
        say(socket, press="B")
        say(socket, speed=0)
        say(socket, press="C")
        live.wait_until_did("press A", "release A", "press B", "press C")
        assert live.speed == 0.0
        say(socket, speed=5)
        say(socket, release="B")
        say(socket, release="C")
        live.wait_until_did("press A", "release A", "press B", "press C", "release B", "release C")
        say(socket, plug=True)
        live.wait_until_did(*live.did[:6], "plug in")
        assert live.speed == 5.0


NONSENSE = [
    "",
    "{",
    "null",
    "[]",
    '"press"',
    "[" * 1000,
    '{"press": "G"}',
    '{"press": ["A"]}',
    '{"press": null}',
    '{"speed": 61}',
    '{"speed": -1}',
    '{"speed": NaN}',
    '{"speed": "fast"}',
    '{"speed": 1e999}',
    '{"reset": 1}',
    '{"plug": "in"}',
    '{"seen": 0}',
    b"\x00\xff",
    "\x00",
]


@pytest.mark.parametrize("text", NONSENSE, ids=lambda text: repr(text[:20]))
def test_nonsense_is_ignored_with_one_line(
    port: int, live: StandIn, text: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), page(port) as socket:
        socket.send(text)
        say(socket, press="A")
        live.wait_until_did("press A")
    lines = [record.getMessage() for record in caplog.records if record.name == server.__name__]
    assert len(lines) == 1 and len(lines[0]) < 200 and lines[0].isprintable()
    assert live.speed == 1.0


def test_a_flood_in_one_message_ends_that_page_only(port: int, live: StandIn) -> None:
    with page(port) as good, page(port) as bad:
        say(bad, press="A")
        live.wait_until_did("press A")
        bad.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            while True:
                bad.recv(timeout=PATIENCE)
        live.wait_until_did("press A", "release A")
        say(good, press="B")
        live.wait_until_did("press A", "release A", "press B")


def test_it_ends_while_a_page_is_open(live: StandIn) -> None:
    with ExitStack() as later:
        with served(live) as port:
            socket = later.enter_context(page(port))
            say(socket, press="A")
            live.wait_until_did("press A")
        assert "page server" not in [thread.name for thread in threading.enumerate()]
        live.wait_until_did("press A", "release A")


def test_a_key_pressed_on_the_page_changes_the_real_clock_s_display(tmp_path: Path) -> None:
    live = Live(flash=tmp_path / "flash.img")
    live.start()
    try:
        with served(live) as port, page(port) as socket:
            shown = news(socket)
            assert shown["serial"] == live.serial_port
            while not (shown["awake"] and any(b64decode(str(shown["frame"])))):  # it is still starting
                say(socket, seen=True)
                shown |= news(socket)
            say(socket, press="ok")
            say(socket, release="ok")
            say(socket, seen=True)
            while "frame" not in news(socket):
                say(socket, seen=True)
    finally:
        live.stop()
