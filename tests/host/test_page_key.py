"""The key of a page that was opened to the network: who has it plays, who lacks it is asked for it."""

import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from socket import create_connection
from typing import NamedTuple
from urllib.parse import quote, urlsplit
from urllib.request import url2pathname

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.host.test_cli import ended, started
from tests.host.test_page_scores import Clock
from tests.patience import PATIENCE, eventually
from tileclock_host.web import server
from tileclock_host.web.addresses import reachable
from tileclock_host.web.keys import LETTERS, Key

TABLE = re.compile(r"Table:  (http://([\d.]+):(\d+))(?:/\?key=([a-z2-9]+))?\n")
CLOSED = ["/", "/index.html", "/page.js", "/scores.js", "/scores", "/scores/1/scores.pdf", "/nothing"]
FOREIGN = [
    {"Host": "evil.example:{port}"},
    {"Host": "127.0.0.1:1"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},  # another server of this computer gets the cookie as well
    {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"},
    {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "script"},
    {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"},
]


class Page(NamedTuple):
    """A page that is served, and the key that was printed with it."""

    address: str
    host: str
    port: int
    key: str

    @property
    def cookie(self) -> str:
        """What a browser that has said the key remembers."""
        return self.ask(f"/?key={self.key}").headers["Set-Cookie"].partition(";")[0]

    def ask(self, path: str = "/", method: str = "GET", **headers: str) -> HTTPResponse:
        connection = HTTPConnection(self.host, self.port, timeout=PATIENCE)
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        connection.request(method, path, headers=named)
        return connection.getresponse()

    def plays(self, host: str = "", **headers: str) -> bool:
        """Whether the clock's own socket opens."""
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        plug = create_connection((self.host, self.port))
        address = f"ws://{host or f'{self.host}:{self.port}'}/device"
        try:
            with connect(address, sock=plug, additional_headers=named, proxy=None) as socket:
                return '"powered"' in str(socket.recv(timeout=PATIENCE))
        except InvalidStatus as refusal:
            assert refusal.response.status_code == 403
            return False


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    store, key = str(tmp_path_factory.mktemp("key") / "sheets.sqlite"), Key()
    listener = server.listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    with server.serve(Clock(), listener, "127.0.0.1", store, key) as address:  # type: ignore[arg-type]
        yield Page(address, "127.0.0.1", port, key.text)


@pytest.mark.parametrize("path", CLOSED)
def test_without_the_key_there_is_nothing_to_see_and_nothing_to_do(page: Page, path: str) -> None:
    for cookie in ("", "tileclock=", f"tileclock-{page.port}=", f"tileclock-1={page.key}"):
        for method in ("GET", "HEAD", "POST", "OPTIONS"):
            answer = page.ask(path, method, Cookie=cookie, X_Tileclock="page")
            assert answer.status == 401
            assert "Set-Cookie" not in answer.headers
            assert b"oled" not in answer.read()


def test_without_the_key_no_socket_opens(page: Page) -> None:
    assert not page.plays()
    assert not page.plays(Cookie=f"tileclock-{page.port}=" + "a" * 10)
    assert page.plays(Cookie=page.cookie)


def test_without_the_key_the_page_asks_for_it_and_says_when_it_is_wrong(page: Page) -> None:
    first, wrong = page.ask(), page.ask("/?key=guess")
    assert (first.status, wrong.status) == (401, 401)
    text, told = first.read().decode(), wrong.read().decode()
    assert '<input id="key"' in text and "<script" not in text
    assert "hidden>That is not the key" in text
    assert ">That is not the key" in told and "hidden" not in told
    policy = first.headers["Content-Security-Policy"]
    assert "form-action 'self'" in policy and "unsafe" not in policy
    assert page.ask("/style.css").status == page.ask("/icon.svg").status == 200


def test_the_key_opens_the_page_and_is_remembered_for_this_page_only(page: Page) -> None:
    answer = page.ask(f"/?key={page.key}")
    assert answer.status == 200 and b"oled" in answer.read()
    cookie, *limits = answer.headers["Set-Cookie"].split("; ")
    name, _, kept = cookie.partition("=")
    assert name == f"tileclock-{page.port}", "cookies know no ports"
    assert page.key not in kept and len(kept) > 20, "what a browser shows to other ports is not the key"
    assert page.ask(f"/?key={kept}").status == 401
    assert sorted(limits) == ["HttpOnly", "Path=/", "SameSite=Strict"]
    for path in ("/", "/page.js", "/scores"):
        assert page.ask(path, Cookie=f"other=1; {cookie}; more=2").status == 200
    assert (
        page.ask("/scores/1/today", "POST", Cookie=cookie, X_Tileclock="page").status == 404
    )  # no such match


def test_the_key_may_be_typed_in_capitals_and_groups(page: Page) -> None:
    typed = f" {page.key[:5]}-{page.key[5:]} ".upper()
    assert page.ask("/?key=" + quote(typed)).status == 200


def test_a_key_that_is_nearly_right_opens_nothing(page: Page) -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    chance = random.Random(seed)
    near = ["", "\0", "ı" * 10, "x" * 5000, page.key[1:], page.key[:-1], page.key + "a", page.key + "\0"]
    for _ in range(100):
        place = chance.randrange(len(page.key))
        other = chance.choice([letter for letter in LETTERS if letter != page.key[place]])
        near.append(page.key[:place] + other + page.key[place + 1 :])
    for key in near:
        answer = page.ask("/?key=" + quote(key))
        assert answer.status == 401 and "Set-Cookie" not in answer.headers, key
    assert page.ask("/?key=%ff%fe").status == 401


@pytest.mark.parametrize(
    "path", ["/scores?key={}", "/device?key={}", "/page.js?key={}", "//?key={}", "/?Key={}"]
)
def test_the_key_counts_only_in_the_address_that_is_printed(page: Page, path: str) -> None:
    answer = page.ask(path.format(page.key))
    assert answer.status == 401 and "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_foreign_page_with_the_key_is_as_foreign_as_without(page: Page, headers: dict[str, str]) -> None:
    sent = {name: text.format(port=page.port) for name, text in headers.items()}
    for path in ("/", f"/?key={page.key}", "/scores", "/page.js"):
        for method in ("GET", "POST"):
            answer = page.ask(path, method, Cookie=page.cookie, X_Tileclock="page", **sent)
            assert answer.status == 403 and "Set-Cookie" not in answer.headers
    assert not page.plays(sent.pop("Host", ""), Cookie=page.cookie, **sent)


def test_a_link_on_another_page_may_lead_here(page: Page) -> None:
    link = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
    assert page.ask(f"/?key={page.key}", **link).status == 200
    assert page.ask("/", **link).status == 401  # the browser keeps the cookie to itself, so the page asks
    assert page.ask("/scores", Cookie=page.cookie, **link).status == 403


def test_no_two_starts_have_one_key() -> None:
    keys = {Key().text for _ in range(200)}
    assert len(keys) == 200
    assert all(len(key) == 10 and set(key) <= set(LETTERS) for key in keys)


def printed(process: "subprocess.Popen[str]") -> Page:
    assert process.stdout
    found = TABLE.fullmatch(process.stdout.readline())
    assert found
    address, host, port, key = found.groups()
    return Page(address, host, int(port), key or "")


@pytest.mark.parametrize(("host", "said"), [("0.0.0.0", ["--lan"]), ("::", ["--host", "::"])])
def test_a_page_at_all_addresses_is_printed_with_those_that_others_can_open(
    tmp_path: Path, host: str, said: list[str]
) -> None:
    memory = ["--flash", str(tmp_path / "flash.img"), "--db", str(tmp_path / "sheets.sqlite")]
    with started("--port", "0", "--no-browser", *memory, *said) as process:
        assert process.stdout
        lines = []
        while not (line := process.stdout.readline()).startswith("Serial:"):
            lines.append(line.strip())
        named = [
            urlsplit(line.removeprefix("Table:").strip())
            for line in lines
            if ":" in line and "/seat/" not in line
        ]
        invitation = next(line for line in lines if line.startswith("Phones: ")).removeprefix("Phones: ")
        assert invitation.startswith(f"http://{named[0].netloc}/seat/?key=")
        assert any(set(line) <= set("█▀▄ ") and len(line) > 20 for line in lines), (
            "no code to point a camera at"
        )
        assert [each.hostname for each in named] == (reachable(host) or ["127.0.0.1"])
        assert all(each.hostname != host for each in named), "that is no address to open"
        for each in named:
            assert each.port and each.hostname
            page = Page(each._replace(query="").geturl(), each.hostname, each.port, each.query[len("key=") :])
            assert page.ask("/", Cookie=page.cookie).status == 200


@pytest.mark.parametrize("host", ["", "127.0.0.1"])
def test_what_the_command_prints_and_the_browser_it_starts(tmp_path: Path, host: str) -> None:
    """For this computer alone there is no key. With one, the browser gets a file that only this user reads:
    every user of this computer sees what a program was started with."""
    seen, seen_whole = tmp_path / "seen", tmp_path / "seen-whole"
    program = (
        "import json, os, sys; open(sys.argv[1], 'w').write(json.dumps([sys.argv[3], dict(os.environ)]));"
        "os.rename(sys.argv[1], sys.argv[2])"  # without a colon, which parts browsers
    )
    browser = shlex.join([sys.executable, "-c", program, str(seen), str(seen_whole)])
    memory = ["--flash", str(tmp_path / "flash.img"), "--db", str(tmp_path / "sheets.sqlite")]
    environment = {**os.environ, "BROWSER": f"{browser} %s", "DISPLAY": ":0", "CI": ""}
    with started("--port", "0", *memory, *(["--host", host] if host else []), env=environment) as process:
        page = printed(process)
        eventually(seen_whole.exists, "the browser")
        opened, around = json.loads(seen_whole.read_text())
        if not host:
            assert (page.host, page.key, opened) == ("127.0.0.1", "", page.address)
            assert page.plays()
            return
        way_in = Path(url2pathname(urlsplit(opened).path))
        assert (way_in.stat().st_mode & 0o777, way_in.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        (link,) = set(re.findall(r"http://[^\"]+", way_in.read_text()))
        path = link.removeprefix(page.address)
        ticket = path.removeprefix("/?key=")
        assert link.startswith(page.address) and len(ticket) > 20
        for secret in (page.key, ticket):
            assert secret not in opened and secret not in str(around)
            assert not any(secret in line for line in command_lines())
        first = page.ask(path)
        assert first.status == 200 and first.headers["Set-Cookie"].startswith(page.cookie)
        assert page.ask(path).status == 401, "it is good once"
        assert page.ask("/", Cookie=page.cookie).status == 200
        ended(process, signal.SIGINT)
        assert not way_in.parent.exists()


def command_lines() -> list[str]:
    """Of all programs that run here, as every user sees them."""
    found = []
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended meanwhile
            found.append(line.read_bytes().decode("utf-8", "replace"))
    return found
