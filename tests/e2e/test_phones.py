"""Phones at the table, each in a browser of its own: they join, play a whole game, go and come back."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, nullcontext
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.e2e.accessible import assert_accessible
from tests.e2e.table import Table, begin_game, clock, hurry, short_taps
from tileclock_host.device.clock import Clock
from tileclock_host.panel.reading import Reader
from tileclock_host.panel.screens import Screens
from tileclock_host.sim.live import Live
from tileclock_host.web.keys import Key

pytestmark = pytest.mark.browser

PORTRAIT = {"width": 390, "height": 780}
LANDSCAPE = {"width": 780, "height": 390}
HEADS = {
    "who is out": "Who is out?",
    "points": "Your rack",
    "jokers": "Your jokers",
    "marks": "Your line",
    "result": "Look at the clock",
}
# What a phone feels and hears, and its line, to cut it.
SPY = """
    window.felt = [];
    navigator.vibrate = (ms) => felt.push(ms);
    window.loud = 0;
    const target = AudioParam.prototype.setTargetAtTime;
    AudioParam.prototype.setTargetAtTime = function (value, ...more) {
        if (value) loud += 1;
        return target.call(this, value, ...more);
    };
    window.lines = [];
    const socket = WebSocket;
    window.WebSocket = class extends socket { constructor(...to) { super(...to); lines.push(this); } };
"""
NEXT_FRAME = """() => {
    window.frame = new Promise((answered) => addEventListener("pointerdown", () => requestAnimationFrame(() =>
        answered(document.querySelector("#press").classList.contains("down"))), {capture: true, once: true}));
}"""


class Phone:
    """A browser that was led to a seat by the code, with fingers on it."""

    def __init__(self, chromium: Browser, invitation: str, live: Live, **context: Any) -> None:
        context = {"viewport": PORTRAIT, "has_touch": True, "reduced_motion": "reduce", **context}
        self.context = chromium.new_context(**context)
        self.page = self.context.new_page()
        self.page.add_init_script(SPY)
        self.errors: list[str] = []
        self.context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.live = live
        self.page.goto(invitation)
        self.seats = self.page.locator("#seats button")
        self.seats.first.wait_for()
        self.touch = self.context.new_cdp_session(self.page)

    def sit(self, seat: str) -> None:
        self.seat = seat
        self.seats.nth("ABCDEF".index(seat)).click()
        self.wait(lambda: self.page.inner_text("#letter") == seat, f"seat {seat}")
        self.wait(lambda: self.page.get_attribute("#press", "data-light") is not None, "light")

    def fingers(self, kind: str, count: int) -> None:
        box = self.page.locator("#press").bounding_box()
        assert box
        points = [
            {"x": box["x"] + 40 + 60 * each, "y": box["y"] + box["height"] / 2, "id": each}
            for each in range(count)
        ]
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def tap(self, fingers: int = 1, ms: int = 0) -> None:
        with nullcontext() if ms else short_taps(self.live):
            self.fingers("touchStart", 1)
            self.wait_for_clock(lambda: self.seat in self.live.board.keys.down, f"{self.seat} down")
            for count in range(2, fingers + 1):
                self.fingers("touchStart", count)
            if ms:
                until = self.live.picture().time_ms + ms
                self.wait_for_clock(lambda: self.live.picture().time_ms >= until, "hold")
            for count in range(fingers - 1, 0, -1):
                self.fingers("touchEnd", count)  # one goes, and the key stays down
                assert self.seat in self.live.board.keys.down
            self.fingers("touchEnd", 0)
            self.wait_for_clock(lambda: self.seat not in self.live.board.keys.down, f"{self.seat} up")

    def says(self, text: str, where: str = "#head") -> None:
        self.wait(lambda: text in self.page.inner_text(where), f"{text!r} in {where} of {self.seat}")

    def wait(self, until: Any, what: str) -> None:
        Table.wait(self, until, what)  # type: ignore[arg-type]

    def wait_for_clock(self, until: Any, what: str) -> None:
        Table.wait_for_clock(self, until, what)  # type: ignore[arg-type]

    _wait = Table._wait

    def state(self) -> str:
        return self.page.inner_text("body")

    def display(self) -> str:
        return str(self.live.picture().lights)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[tuple[Live, str, Key]]:
    key = Key()
    with clock(tmp_path / "flash.img", key=key) as (live, address):
        hurry(live, lambda: any(live.picture().frame), "first screen")
        yield live, address, key


def test_a_whole_game_of_four_on_four_phones_with_six_fingers(
    place: tuple[Live, str, Key], chromium: Browser, reader: Reader
) -> None:
    """The keys of the box are pressed on the keyboard of the table's page, each seat on its own phone."""
    live, address, key = place
    table = Table(chromium, key.printed(address), live)
    phones = {seat: Phone(chromium, key.invitation(address), live) for seat in "ABCD"}
    assert_accessible(phones["A"].page)
    for seat, phone in phones.items():
        phone.sit(seat)
    a, b, c, d = phones.values()
    two = {"A": 2, "B": 2, "C": 1, "D": 1}

    def press(name: str) -> None:
        if name in phones:
            phones[name].tap(two[name])
        else:
            table.press({"ok": "Enter", "down": "ArrowDown", "back": "Escape"}[name])
        table.pass_time(100)

    table.start_game(press)
    a.says("Your turn")
    b.says("Seat A plays")
    assert 0 < int(a.page.inner_text("#left")) <= 60
    for phone in (a, b):
        assert_accessible(phone.page)
    before = [phone.page.evaluate("loud") for phone in (a, c)]
    a.page.evaluate(NEXT_FRAME)
    a.tap(2)
    assert a.page.evaluate("frame"), "it answers in the next picture"
    table.wait_for_light("B", "green")
    b.says("Your turn")
    b.wait(lambda: 180 in b.page.evaluate("felt"), "its light is felt")
    a.wait(lambda: a.page.evaluate("loud") > before[0], "it sounds for its own seat")
    assert c.page.evaluate("loud") == before[1], "and for no other one"
    b.tap(2, ms=900)  # draws a tile
    b.wait(lambda: 25 in b.page.evaluate("felt"), "that the clock has felt it, too")
    table.wait_for_light("C", "green")
    table.wait(lambda: "49" in table.panel(reader), "tile less in the pool")
    assert c.page.locator("#oled").is_hidden()
    c.page.click("#show")
    c.wait(lambda: "49" in (c.page.get_attribute("#oled", "aria-label") or ""), "display on the phone")
    c.page.set_viewport_size(LANDSCAPE)  # type: ignore[arg-type]
    assert_accessible(c.page)
    for phone, following in ((c, "D"), (d, "A")):
        phone.tap()
        table.wait_for_light(following, "green")
    late = d.page.inner_text("#network")
    assert "ms to the clock and back. Your last press counted at most" in late
    play_to_the_end(table, reader, phones, press)


def play_to_the_end(
    table: Table, reader: Reader, phones: dict[str, Phone], press: Callable[[str], None]
) -> None:
    d, looked, screens = phones["D"], set[str](), Screens(reader)

    def look() -> None:
        kind = screens.look(table.live.picture().frame).kind
        if kind in HEADS and kind not in looked:
            looked.add(kind)
            d.says(HEADS[kind])
            if kind in ("points", "jokers"):
                phones["B"].says("Nothing to enter")  # who is out
            assert_accessible(d.page)

    points = table.play_game(reader, {"A": 3, "C": 5, "D": 2}, press, look)
    assert sum(points.values()) == 0 and points["C"] < points["A"] < points["D"] < 0
    assert looked == set(HEADS)
    for phone in phones.values():
        phone.says("B wins!")
    assert_accessible(d.page)
    for phone in phones.values():
        assert phone.errors == []
        assert phone.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "no scrolling"
    table.close()


def test_six_phones_sit_down_play_a_lap_and_come_back_by_themselves(
    place: tuple[Live, str, Key], chromium: Browser
) -> None:
    live, address, key = place
    with Clock.open(str(live.serial_port)) as box:
        box.set({"names": ["Żaneta", "", "", "", "", ""]})
    with ExitStack() as later:
        phones = {}
        for seat in "ABCDEF":
            phones[seat] = Phone(chromium, key.invitation(address), live, color_scheme="dark")
            later.callback(phones[seat].context.close)
            assert phones[seat].seats.locator(":scope:disabled").count() == len(phones) - 1
            if seat == "A":  # though no page of the table was ever open
                phones["A"].wait(lambda: "Żaneta" in phones["A"].seats.first.inner_text(), "name")
            phones[seat].sit(seat)
        a, f = phones["A"], phones["F"]
        a.says("Żaneta", "#title")
        table = later.enter_context(closing(Table(chromium, key.printed(address), live)))
        for name in ("ok", "ok"):  # to the line of the players
            table.click(name)
            table.pass_time(400)
        for seat in "EF":
            phones[seat].says("Who plays?")
            phones[seat].tap()
            table.pass_time(400)
        begin_game(live, lambda name: phones[name].tap() if name in phones else table.click(name))
        for seat, following in zip("ABCDEF", "BCDEFA", strict=True):
            phones[seat].says("Your turn")
            phones[seat].tap()
            table.wait_for_light(following, "green")
        a.fingers("touchStart", 1)
        table.wait_for_light("B", "green")
        a.page.evaluate("lines.at(-1).close()")  # its network is gone while the finger is down
        table.wait_for_clock(lambda: not live.board.keys.down, "release")
        a.fingers("touchEnd", 0)
        a.says("No connection")
        a.says("Seat B plays")
        table.page.click("#join")
        seats = table.page.locator("#phones-seats li")
        table.wait(lambda: seats.count() == 6, "list of the phones")
        assert_accessible(table.page)
        table.page.get_by_label("Free seat F").click()
        f.seats.first.wait_for()
        assert f.page.locator("#press").is_hidden()
        assert "no seat any more" in f.page.inner_text("#chooser-said")
        f.sit("F")
        f.says("Seat B plays")
        live.speed = 20
        phones["B"].says("Your time is up")
        live.speed = 1
        a.says("Time is up: Seat B")
        assert_accessible(phones["B"].page)
        assert [phone.errors for phone in phones.values()] == [[]] * 6


def test_in_word_a_phone_enters_what_was_laid_while_the_next_ones_clock_runs(
    place: tuple[Live, str, Key], chromium: Browser
) -> None:
    live, address, key = place
    with Clock.open(str(live.serial_port)) as box:
        box.set({"preset": "word", "limit": 90})
    a, b, c = [Phone(chromium, key.invitation(address), live) for _ in range(3)]
    for phone, seat in ((a, "A"), (b, "B"), (c, "C")):
        phone.sit(seat)
    begin_game(live)
    a.says("Your turn")
    a.tap()
    a.says("Your tiles")
    b.says("Your turn")
    b.says("hold = laid none", "#hint")
    c.says("Seat A: how many tiles?")
    first = int(a.page.inner_text("#left"))
    assert first < 20 < int(b.page.inner_text("#left")), "A sees the tiles, B the time"
    a.tap()
    a.says(str(first + 1), "#left")
    for phone in (a, b):
        assert_accessible(phone.page)
    a.tap(ms=900)
    a.says("Seat B plays")
    b.says("Your turn")
    b.tap()
    b.says("Your tiles")
    c.says("Your turn")
    for phone in (a, b, c):
        assert phone.errors == []
        phone.context.close()
