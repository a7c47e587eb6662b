"""A page before a fresh clock, and a foreign one, in one browser for all tests."""

import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.table import Table, begin_game, browser, clock, find_chromium


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    executable = find_chromium()
    if executable is None:
        missing = "no Chromium found: install it (Debian: apt-get install chromium) or name it in CHROMIUM"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with browser(executable) as chromium:
        yield chromium


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>a foreign page</title><body></body>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def foreign() -> Iterator[str]:
    """The address of a page that has nothing to do with the simulator."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


PERMISSIONS = {"permissions": ["clipboard-read", "clipboard-write"]}


def assert_well_behaved(table: Table, address: str) -> None:
    """The page has had no error and asked nobody but its clock."""
    assert table.errors == []
    own = (address, address.replace("http://", "ws://"))
    assert [url for url in table.requests if not url.startswith(own)] == []


@pytest.fixture
def table(chromium: Browser, tmp_path: Path) -> Iterator[Table]:
    """A page before a fresh clock; at the end it must have had no error and asked nobody else."""
    with clock(tmp_path / "flash.img") as (live, address):
        table = Table(chromium, address, live)
        yield table
        assert_well_behaved(table, address)
        table.close()


@pytest.fixture
def game(chromium: Browser, tmp_path: Path) -> Iterator[Table]:
    """The same before a clock on which A's turn runs."""
    with clock(tmp_path / "flash.img") as (live, address):
        begin_game(live)
        live.speed = 0  # opening a page may take longer than a turn
        table = Table(chromium, address, live)
        live.speed = 1
        yield table
        assert_well_behaved(table, address)
        table.close()


@pytest.fixture(scope="module")
def first_screen(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, str]]:
    with clock(tmp_path_factory.mktemp("clock") / "flash.img") as (live, address):
        table = Table(chromium, address, live, has_touch=True, **PERMISSIONS)
        table.wait(lambda: FIRST in table.page.inner_text("#hint"), "first screen")
        yield table, address
        table.close()


FIRST = "begins what is marked"  # what OK does on the first screen


@pytest.fixture
def open_table(first_screen: tuple[Table, str]) -> Iterator[Table]:
    """One page and its clock, on the first screen, for all tests that leave its settings as they were."""
    table, address = first_screen
    table.page.evaluate("scrollTo(0, 0)")
    if FIRST not in table.page.inner_text("#hint"):
        table.live.reset()
        table.wait(lambda: FIRST in table.page.inner_text("#hint"), "first screen")
    yield table
    for key in table.down():
        table.live.release(key)
    assert_well_behaved(table, address)
