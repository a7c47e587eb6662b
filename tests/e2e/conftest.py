"""A page before a fresh clock, in one browser for all tests."""

import os
from collections.abc import Iterator
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
