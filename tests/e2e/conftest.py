"""A page before a fresh clock, and a foreign one, in one browser for all tests."""

import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.table import Table, browser, clock, find_chromium


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


@pytest.fixture
def table(chromium: Browser, tmp_path: Path) -> Iterator[Table]:
    """A page before a fresh clock; at the end it must have had no error and asked nobody else."""
    with clock(tmp_path / "flash.img") as (live, address):
        table = Table(
            chromium, address, live, has_touch=True, permissions=["clipboard-read", "clipboard-write"]
        )
        yield table
        assert table.errors == []
        own = (address, address.replace("http://", "ws://"))
        assert [url for url in table.requests if not url.startswith(own)] == []
        table.close()
