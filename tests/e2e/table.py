"""The page as a person has it in front of them: opened in Chromium, read and touched in the table's words."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.patience import PATIENCE, PATIENCE_MS, eventually
from tileclock_host.panel.reading import Reader, lines
from tileclock_host.sim.live import Live
from tileclock_host.web import server
from tileclock_host.web.keys import Key

RESULT = re.compile(r"^([A-D])  ([+-]?\d+)  [+-]?\d+$", re.MULTILINE)  # points of the game, of the match
GUARD_MS = 350  # a turn that has just begun cannot be ended yet
SLOWLY = 0.1  # a tenth of its speed, while a finger is down
HURRY = 5  # times as fast as a clock, while one waits for it
KEYBOARD = {"Enter": "ok", "ArrowDown": "down"}  # and letters
# Chromium heeds one such list only, so these are Playwright's, too: what asks its maker's hosts, what would
# turn http into https, and so on. The last two are unseen pages beside each page, for who types an address:
# they cost as much as the page.
_WITHOUT = (
    *("AimEnabled", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PreconnectToSearch"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "LensOverlay"),
    *("PaintHolding", "ThirdPartyStoragePartitioning", "SpareRendererForSitePerProcess"),
    *("WebUIOmniboxAimPopup", "WebUIOmniboxPopup"),
)
# Without these Chromium looks for its maker's hosts at every start.
QUIETLY = [
    "--no-sandbox",
    "--disable-gpu",
    f"--disable-features={','.join(_WITHOUT)}",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Names and addresses of others that lead here, as an attacker's name server and a home network have them.
    "--host-resolver-rules=MAP evil.example 127.0.0.1, MAP 192.168.7.7 127.0.0.1",
]


def find_chromium() -> str | None:
    named = os.environ.get("CHROMIUM")
    return named or next(
        filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None
    )


@contextmanager
def browser(executable: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=QUIETLY, timeout=PATIENCE_MS)
        new_context = chromium.new_context

        def patient(**options: Any) -> BrowserContext:
            context = new_context(**options)
            context.set_default_timeout(PATIENCE_MS)
            return context

        chromium.new_context = patient  # type: ignore[method-assign]
        expect.set_options(timeout=PATIENCE_MS)
        yield chromium
        chromium.close()


@contextmanager
def clock(
    image: Path, host: str = "127.0.0.1", key: Key | None = None, port: int = 0, **options: Any
) -> Iterator[tuple[Live, str]]:
    """A clock fresh from the box, and the address of its page; the sheets go to a store beside its flash."""
    live = Live(flash=image, fresh=True, **options)
    live.start()
    try:
        with server.serve(
            live, server.listen("127.0.0.1", port), host, str(image.with_name("sheets.sqlite")), key
        ) as address:
            yield live, address
    finally:
        live.stop()


def begin_game(live: Live, press: Callable[[str], object] | None = None) -> None:
    """Lead a clock from power-on to A's running turn; without a way to press by its own keys.

    OK goes on; where it does not, the clock asks who begins. The clock itself is looked at: a page is late.
    """
    hurry(live, lambda: any(live.picture().frame), "first screen")
    for _ in range(12):
        before = live.picture().frame
        (press or live_tap(live))("ok")
        pass_time(live, 300)
        if runs(live):
            return pass_time(live, GUARD_MS)
        if live.picture().frame == before:
            (press or live_tap(live))("A")
            pass_time(live, 300)
    raise AssertionError(f"no game starts: {live.picture()}")


def runs(live: Live) -> bool:
    """Whether somebody's light is green."""
    return any(green > red for red, green, _ in live.picture().lights)


def live_tap(live: Live) -> Callable[[str], None]:
    """A finger on a key of the clock, which no page knows of."""

    def tap(key: str) -> None:
        speed = live.speed
        with short_taps(live):
            live.press(key).result(PATIENCE)
            live.release(key).result(PATIENCE)
        live.speed = speed
        pass_time(live, 100)

    return tap


@contextmanager
def short_taps(live: Live) -> Iterator[None]:
    """From the moment a key is down the clock's time is slow, until a page has it up: else a busy computer,
    which takes its time for each finger, makes a hold of a tap.
    """
    press = live.board.press

    def slowly(key: str, at: int | None = None) -> int:
        live.speed = SLOWLY
        return press(key, at)

    live.board.press = slowly  # type: ignore[method-assign]
    try:
        yield
    finally:
        live.board.press = press  # type: ignore[method-assign]


def pass_time(live: Live, ms: int) -> None:
    """Of the clock, and quickly, for nobody touches it meanwhile."""
    until = live.picture().time_ms + ms
    hurry(live, lambda: live.picture().time_ms >= until, f"{ms} ms to pass")


def hurry(live: Live, until: Callable[[], object], what: str) -> None:
    speed, live.speed = live.speed, max(HURRY, live.speed)
    eventually(until, lambda: f"the picture is {live.picture()}; {what}")
    live.speed = speed


class Table:
    """One open page. It also keeps what a page must not have: errors, and requests to anywhere else."""

    def __init__(self, chromium: Browser, address: str, live: Live, before: str = "", **context: Any) -> None:
        """`before`: what is run in the browser before the page's own code."""
        context = {"viewport": {"width": 1280, "height": 800}, **context}
        self.live = live
        self.context = chromium.new_context(**context)
        self.page: Page = self.context.new_page()
        self.page.add_init_script(before)
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.context.on("console", lambda said: said.type == "error" and self.errors.append(said.text))
        self.context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))
        hurry(live, lambda: any(live.picture().frame) or not live.picture().powered, "first screen")
        self.page.goto(address)
        self.page.evaluate("document.querySelector('#technical').open = true")
        self.wait(lambda: "█" in self.display(), "the first screen")

    def close(self) -> None:
        self.context.close()

    def wait(self, until: Callable[[], object], what: str) -> None:
        self._wait(until, what, lambda: self.page.wait_for_timeout(20))

    def wait_for_clock(self, until: Callable[[], object], what: str) -> None:
        """For what is seen without the page: the browser is not asked meanwhile, which costs much."""
        self._wait(until, what, lambda: time.sleep(0.01))

    def _wait(self, until: Callable[[], object], what: str, pause: Callable[[], object]) -> None:
        eventually(until, lambda: f"{self.state()!r}:\n{self.display()}\n{what}", pause)

    def pass_time(self, ms: int) -> None:
        pass_time(self.live, ms)

    # ---- what is seen ----

    def display(self) -> str:
        """The canvas as 64 lines of 128 characters, lit where it is brighter than the glass."""
        return self.page.evaluate(
            """() => {
                const small = new OffscreenCanvas(128, 64).getContext("2d");
                small.imageSmoothingEnabled = false;  // the middle of each dot
                small.drawImage(document.getElementById("oled"), 0, 0, 128, 64);
                const data = small.getImageData(0, 0, 128, 64).data;
                const dots = Array.from({length: 8192}, (_, dot) => data[dot * 4] > 40 ? "█" : " ").join("");
                return dots.match(/.{128}/g).join("\\n");
            }"""
        )

    def device_display(self) -> str:
        frame = self.live.picture().frame
        rows = [[frame[(y >> 3) * 128 + x] >> (y & 7) & 1 for x in range(128)] for y in range(64)]
        return "\n".join("".join(" █"[dot] for dot in row) for row in rows)

    def state(self) -> str:
        return self.page.inner_text("#state")

    def lights(self) -> dict[str, str]:
        seats = self.page.locator(".seat")
        return seats.evaluate_all(
            "seats => Object.fromEntries(seats.map(s => [s.dataset.key, s.dataset.light]))"
        )

    def wait_for_light(self, seat: str, colour: str) -> None:
        self.wait(lambda: self.lights()[seat] == colour, f"{colour} light at seat {seat}")
        if colour == "green":
            self.pass_time(GUARD_MS)

    def down(self) -> set[str]:
        """The keys that are really down on the device."""
        return set(self.live.board.keys.down)

    def panel(self, reader: Reader) -> str:
        """What the display says, as text."""
        return "\n".join(lines(reader.read(self.live.picture().frame)))

    def scores_say(self) -> str:
        return self.page.inner_text("#scores-said")

    # ---- what is touched ----

    def key(self, name: str) -> Any:
        return self.page.locator(f'[data-key="{name}"]')

    def click(self, name: str) -> None:
        """With the mouse, for as long as the clock needs to see it."""
        self.key(name).hover()
        self._touch(name, self.page.mouse.down, self.page.mouse.up)

    def press(self, key: str) -> None:
        """The same on the keyboard, and until the clock has done something about it."""
        keyboard = self.page.keyboard
        self._touch(KEYBOARD.get(key, key.upper()), lambda: keyboard.down(key), lambda: keyboard.up(key))
        self.pass_time(100)

    def _touch(self, name: str, down: Callable[[], object], up: Callable[[], object]) -> None:
        with short_taps(self.live):
            down()
            self.wait_for_clock(lambda: name in self.down(), f"{name} down")
            up()
            self.wait_for_clock(lambda: name not in self.down(), f"{name} up")

    def start_game(self, press: Callable[[str], object] | None = None) -> None:
        """From power-on to A's running turn, which the page shows, too."""
        begin_game(self.live, press or self.click)
        self.wait(lambda: self.lights()["A"] == "green", "green light at seat A")

    def play_game(
        self,
        reader: Reader,
        racks: dict[str, int],
        press: Callable[[str], object] | None = None,
        look: Callable[[], object] = lambda: None,
    ) -> dict[str, int]:
        """From A's running clock to the stored result, on the keyboard, or as `press` presses a key of the
        clock. B is out, the others keep so much on their racks. Gives the points as the panel shows them.
        `look` is called on each screen."""
        press = press or (lambda key: self.press({"ok": "Enter", "down": "ArrowDown"}.get(key, key.lower())))
        press("A")
        self.wait_for_light("B", "green")
        press("ok")  # out!
        self.wait_for_clock(lambda: "Who is out" in self.panel(reader), "question who is out")
        look()
        press("ok")
        self.wait_for_clock(lambda: "Points" in self.panel(reader), "racks")
        self.pass_time(800)  # they listen only after half a second
        for seat, tiles in racks.items():
            for _ in range(tiles):
                press(seat)
        for _ in range(8):
            look()
            found = RESULT.findall(self.panel(reader))
            if found:
                break
            press("ok")
            self.pass_time(300)
        assert found, f"no result:\n{self.display()}"
        for _ in range(3):  # the fourth player is below
            press("down")
            found = {**dict(found), **dict(RESULT.findall(self.panel(reader)))}.items()
        self.pass_time(1_200)  # nobody stores what he has not seen
        press("ok")
        self.wait_for_clock(lambda: not RESULT.search(self.panel(reader)), "end of the result")
        return {seat: int(points) for seat, points in found}
