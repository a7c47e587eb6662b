"""Phones that have a seat: who joins presses that seat and nothing else; who does not, nothing at all."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from itertools import product
from socket import create_connection
from typing import NamedTuple

import pytest
import segno
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.host.test_server import StandIn, news, say, served
from tests.patience import PATIENCE
from tileclock_host.web.keys import A_SEATS, Key, TableDoors
from tileclock_host.web.server import PAGES_OF_A_SEAT, Table

FOR_THE_TABLE = ["/", "/index.html", "/key.html", "/device", "/join.svg", "/nothing", "/seat/nothing"]


class Phone:
    """A browser that asks, and keeps the cookies it is given."""

    def __init__(self, port: int, key: str = "") -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        if key:
            assert self.ask(f"/seat/?key={key}").status == 200

    def ask(self, path: str, method: str = "GET", **headers: str) -> HTTPResponse:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        connection.request(method, path, headers={"Cookie": self.cookie, **named})
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, text = cookie.partition(";")[0].partition("=")
            self.cookies[name] = text
        return answer

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={text}" for name, text in self.cookies.items())

    def tell(self, path: str) -> int:
        """As the phone's page asks what changes something."""
        return self.ask(path, "POST", X_Tileclock="page").status

    def join(self, path: str = "/seat/device") -> ClientConnection:
        return connect(
            f"ws://127.0.0.1:{self.port}{path}",
            sock=create_connection(("127.0.0.1", self.port)),
            additional_headers={"Cookie": self.cookie},
            origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
            compression=None,
            proxy=None,
            open_timeout=PATIENCE,
        )

    def is_refused(self, path: str = "/seat/device") -> bool:
        try:
            with self.join(path):
                return False
        except InvalidStatus as refusal:
            return refusal.response.status_code == 403


class Served(NamedTuple):
    port: int
    key: Key
    live: StandIn


@pytest.fixture
def page() -> Iterator[Served]:
    live, key = StandIn(), Key()
    with served(live, key=key) as port:
        yield Served(port, key, live)


def seated(page: Served, seat: str) -> Phone:
    phone = Phone(page.port, page.key.joining)
    assert phone.tell(f"/seat/take/{seat}") == 200
    return phone


def at_the_table(page: Served) -> Phone:
    phone = Phone(page.port)
    phone.cookies[f"tileclock-{page.port}"] = page.key.cookie
    return phone


def routes() -> list[str]:
    """The addresses of all that can be asked, with something in the place of what is open in them."""
    app = Table(StandIn(), TableDoors(Key(), 1), "").app("127.0.0.1", 1)  # type: ignore[arg-type]
    found = [route.path for route in app.routes if isinstance(route, Route | WebSocketRoute)]
    assert len(found) >= 12
    return [
        path.replace("{match:int}", "1").replace("{seat}", "A").replace("{name}", "x.pdf") for path in found
    ]


# ---- strangers ----


@pytest.mark.parametrize("path", ["/seat/", "/seat/seats", "/seat/take/A", "/seat/leave", "/seat/seat.js"])
def test_a_stranger_finds_no_seat(page: Served, path: str) -> None:
    """Nor does who guesses, or brings the keys to each other's doors."""
    key = page.key
    for cookie in ("", "a" * 10, key.joining, key.text, key.cookie, key.joining_cookie[1:]):
        stranger = Phone(page.port)
        stranger.cookies = {
            f"tileclock-{page.port}-seat": cookie,
            f"tileclock-{page.port}-joins": cookie,
        }
        for method in ("GET", "POST"):
            assert stranger.ask(path, method, X_Tileclock="page").status == 401
        assert stranger.is_refused() and stranger.is_refused("/device")
    seated(page, "B")
    assert page.live.did == []


def test_each_key_opens_its_own_door(page: Served) -> None:
    stranger = Phone(page.port)
    assert stranger.ask(f"/?key={page.key.joining}").status == 401
    assert stranger.ask(f"/seat/?key={page.key.text}").status == 401
    assert stranger.ask(f"/seat/seats?key={page.key.joining}").status == 401
    assert stranger.cookies == {}
    assert b"That is not the key" in stranger.ask("/seat/?key=guess").read()
    typed = f"{page.key.joining[:5]}-{page.key.joining[5:]}".upper()
    assert stranger.ask(f"/seat/?key={typed}").status == 200


# ---- who may take a seat, and who has one ----


@pytest.mark.parametrize("seat", ["", "C"], ids=["invited", "seated"])
def test_a_seat_opens_nothing_of_the_table(page: Served, seat: str) -> None:
    """Every address that the page's server knows, also those that will be added."""
    phone = seated(page, seat) if seat else Phone(page.port, page.key.joining)
    own = {"/seat/seats", "/seat/take/A", "/seat/leave", "/seat/device"}
    for path in {*routes(), *FOR_THE_TABLE} - own:
        for method in ("GET", "POST"):
            assert phone.ask(path, method, X_Tileclock="page").status == 401, path
    for path in ("/seat/", "/seat/seat.js", "/seat/seat.css", "/shared.js", "/texts/uk.json", "/seat/seats"):
        assert phone.ask(path).status == 200, path
    assert phone.is_refused("/device")
    assert phone.is_refused() == (not seat)


def test_a_phone_presses_its_own_seat_whatever_it_says(page: Served) -> None:
    phone = seated(page, "B")
    with phone.join() as socket:
        first = news(socket)
        assert first["mine"] == "B"
        assert not {"log", "serial", "tcp", "lights", "frame", "text", "join", "phones"} & set(first)
        for order in (
            {"press": "A"}, {"press": "ok"}, {"release": "A"}, {"speed": 20}, {"reset": True},
            {"plug": False}, {"press": None}, {"press": 1.5}, {"picture": "B"},
        ):  # fmt: skip
            say(socket, **order)
        say(socket, press=1)
        page.live.wait_until_did("press B")
        assert page.live.speed == 1.0
    page.live.wait_until_did("press B", "release B")  # it has gone


def test_the_phone_is_told_what_the_network_takes(page: Served) -> None:
    with seated(page, "B").join() as socket:
        news(socket)
        say(socket, seen=True)
        say(socket, press=7)
        assert told(socket, "felt") == 7
        page.live.wait_until_did("press B")
        say(socket, ping=8)
        assert told(socket, "heard") == 8


def test_the_display_comes_when_it_is_wanted(page: Served) -> None:
    with seated(page, "B").join() as socket:
        news(socket)
        say(socket, seen=True)
        say(socket, picture=True)
        assert told(socket, "frame")


def told(socket: ClientConnection, name: str) -> object:
    while name not in (found := news(socket)):
        say(socket, seen=True)
    say(socket, seen=True)
    return found[name]


def test_a_seat_has_one_phone_until_that_gets_up(page: Served) -> None:
    one, other = seated(page, "B"), Phone(page.port, page.key.joining)
    answer = other.ask("/seat/take/B", "POST", X_Tileclock="page")
    assert answer.status == 409 and json.loads(answer.read())["key"] == "seat_is_taken"
    free = {seat["seat"]: seat["free"] for seat in json.loads(other.ask("/seat/seats").read())["seats"]}
    assert free == dict.fromkeys("ACDEF", True) | {"B": False}
    with one.join() as socket:
        news(socket)
        assert one.tell("/seat/take/C") == 200  # it moves
        with pytest.raises(ConnectionClosed):
            while True:
                news(socket)
    assert other.tell("/seat/take/B") == 200
    assert one.tell("/seat/leave") == 200
    assert one.is_refused()
    assert one.tell("/seat/take/B") == 409 and one.tell("/seat/take/A") == 200


@pytest.mark.parametrize("seat", ["G", "AB", "", "a", "A/../B"])
def test_there_are_six_seats(page: Served, seat: str) -> None:
    assert Phone(page.port, page.key.joining).tell(f"/seat/take/{seat}") == 401
    assert at_the_table(page).tell(f"/seat/take/{seat}") in (404, 405, 409)


def test_no_foreign_page_sits_down_or_gets_up_with_the_phones_cookies(page: Served) -> None:
    phone = seated(page, "B")
    for path in ("/seat/take/C", "/seat/leave"):
        assert phone.ask(path, "POST").status == 403
        assert phone.ask(path, "POST", X_Tileclock="page", Origin="http://evil.example").status == 403
    assert not phone.is_refused()


def test_the_table_frees_a_seat_and_its_phone_is_out_at_once(page: Served) -> None:
    phone, table = seated(page, "B"), at_the_table(page)
    with phone.join() as socket:
        say(socket, press=1)
        page.live.wait_until_did("press B")
        assert phone.ask("/phones/B/free", "POST", X_Tileclock="page").status == 401
        assert table.ask("/phones/B/free", "POST").status == 403
        assert table.tell("/phones/B/free") == 200
        page.live.wait_until_did("press B", "release B")
        with pytest.raises(ConnectionClosed):
            while True:
                say(socket, press=2)
                news(socket)
    assert phone.is_refused()
    assert page.live.did == ["press B", "release B"]


def test_a_phone_that_comes_back_has_its_seat_and_room_for_its_windows(page: Served) -> None:
    phone = seated(page, "B")
    with phone.join() as socket:
        assert news(socket)["mine"] == "B"
    with ExitStack() as open_windows:
        for _ in range(PAGES_OF_A_SEAT):
            assert news(open_windows.enter_context(phone.join()))["mine"] == "B"
        assert phone.is_refused(), "they are not all the room there is"
        with at_the_table(page).join("/device") as table:
            while told(table, "phones") != {"B": True}:
                pass


def test_the_table_may_sit_down_too_and_shows_the_way_in(
    page: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_the_table(page)
    monkeypatch.delattr(segno, "make")  # it is drawn, so nobody waits for that
    code = table.ask("/join.svg")
    assert code.status == 200 and code.headers["Content-Type"].startswith("image/svg")
    assert table.tell("/seat/take/A") == 200
    with table.join() as socket:
        assert news(socket)["mine"] == "A"
    assert table.ask("/").status == 200


@pytest.mark.parametrize("kind", ["never seated", "seat freed", "seated"])
def test_whatever_a_phone_asks_for_the_table_and_the_other_phones_press_on(page: Served, kind: str) -> None:
    """Every address that there is, with every verb."""
    table, other = at_the_table(page), seated(page, "C")
    phone = Phone(page.port, page.key.joining)
    paths = {*routes(), *FOR_THE_TABLE, *A_SEATS, "/phones/C/free", "/phones/D/free"}
    pressed: list[str] = []
    with table.join("/device") as at_table, other.join() as at_seat:
        for path, verb in product(sorted(paths), ("GET", "POST", "socket")):
            before = dict(phone.cookies)
            if kind != "never seated":
                assert phone.tell("/seat/take/D") == 200
            if kind == "seat freed":
                assert table.tell("/phones/D/free") == 200
            if verb == "socket":
                phone.is_refused(path)
            else:
                phone.ask(path, verb, X_Tileclock="page")
            if kind == "never seated":
                phone.cookies = before
            for socket, press, seat in ((at_table, "A", "A"), (at_seat, 1, "C")):
                say(socket, press=press)
                say(socket, release=press)
                pressed += [f"press {seat}", f"release {seat}"]
                page.live.wait_until_did(*pressed)


def test_without_a_network_this_computer_alone_sits_down(live_alone: int) -> None:
    phone = Phone(live_alone)
    assert phone.ask("/join.svg").status == 404
    assert phone.tell("/seat/take/D") == 200
    with phone.join() as socket:
        assert news(socket)["mine"] == "D"


@pytest.fixture
def live_alone() -> Iterator[int]:
    with served(StandIn()) as port:
        yield port
