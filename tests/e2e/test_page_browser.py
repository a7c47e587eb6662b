"""The page in browsers that differ: storage that is blocked, TLS in front; and what a picture costs it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route

from tests.e2e.table import Table, clock
from tileclock_host.sim.live import Live

pytestmark = pytest.mark.browser

# As Chromium does it for who lets no page keep anything.
BLOCKED = """
for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
    get() { throw new DOMException("Access is denied for this document.", "SecurityError"); },
});
"""
COUNTING = """
globalThis.copies = 0;
for (const kind of [Uint8ClampedArray, Uint8Array, Uint32Array]) {
    const set = kind.prototype.set;
    kind.prototype.set = function (...given) { globalThis.copies += 1; return set.apply(this, given); };
}
"""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[Live, str]]:
    with clock(tmp_path / "flash.img") as found:
        yield found


def test_a_browser_that_keeps_nothing_stops_neither_half_of_the_page(
    chromium: Browser, running: tuple[Live, str]
) -> None:
    live, address = running
    table = Table(chromium, address, live, before=BLOCKED)
    table.page.click("#sound")
    assert table.page.inner_text("#sound") in ("Sound on", "Sound off")
    polish = table.page.locator('#languages [data-lang="pl"]')
    polish.click()
    assert polish.get_attribute("aria-pressed") == "true"
    before = table.display()
    table.press("Enter")
    table.wait(lambda: table.display() != before, "screen after OK")
    assert table.errors == []
    table.close()


def test_behind_tls_the_page_asks_for_a_socket_behind_tls(
    chromium: Browser, running: tuple[Live, str]
) -> None:
    """A proxy that ends TLS hands the page out as it is; a browser opens no plain socket from there."""
    _, address = running
    secure = "https://clock.example"
    context = chromium.new_context()
    page = context.new_page()
    sockets: list[str] = []

    def proxied(route: Route) -> None:
        answer = context.request.get(route.request.url.replace(secure, address))
        route.fulfill(response=answer)

    page.route_web_socket("**/device", lambda socket: sockets.append(socket.url))
    page.route(f"{secure}/**", proxied)
    page.goto(f"{secure}/")
    page.wait_for_function("document.querySelector('.seat .lamp')")
    page.wait_for_load_state("networkidle")
    page.unroute_all(behavior="wait")
    assert sockets == ["wss://clock.example/device"]
    context.close()


def test_a_picture_is_drawn_dot_for_dot_in_one_buffer(chromium: Browser, running: tuple[Live, str]) -> None:
    live, address = running
    table = Table(chromium, address, live, before=COUNTING)
    table.wait(lambda: table.display() == table.device_display(), "the same picture")
    contrast = live.picture().contrast
    lit = 0.3 + 0.7 * contrast / 255
    colours = table.page.evaluate(
        """() => {
            const canvas = document.getElementById("oled");
            const data = canvas.getContext("2d").getImageData(0, 0, 128, 64).data;
            const found = new Set();
            for (let at = 0; at < data.length; at += 4) found.add(data.slice(at, at + 4).join());
            return [...found];
        }"""
    )
    on = ",".join(str(round(part * lit)) for part in (206, 232, 255)) + ",255"
    assert sorted(colours) == sorted(["5,7,11,255", on])
    assert table.page.evaluate("copies") == 0, "no array of its own for a dot"
    table.close()
