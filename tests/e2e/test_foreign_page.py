"""A foreign page attacks the page's server by every means a browser has, also with its key, in vain."""

from __future__ import annotations

import random
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Frame, Page

from tests.e2e.accessible import assert_accessible
from tests.e2e.table import clock
from tests.patience import PATIENCE_MS
from tileclock_host.sim.live import Live
from tileclock_host.web.doorkeeper import Doorkeeper
from tileclock_host.web.keys import Key
from tileclock_host.web.opening import in_browser

pytestmark = pytest.mark.browser

HOME = "192.168.7.7"  # this computer in a network: browsers trust such an address with nothing
# What could be shown within the foreign page, and whom a form there could write to.
SHOWN = (
    "",
    "page.js",
    "scores",
    "scores/1/scores.csv",
    "scores/1/bgstats.svg",
    "device",
    "seat/",
    "seat/seats",
)
ORDERED = ("scores/fetch", "scores/1/today", "device", "", "seat/take/B", "seat/leave", "seat/device")
FORMS = [f"{method} {kind}" for method in ("post", "get") for kind in ("text/plain", "multipart/form-data")]
FRAMES = dict.fromkeys(("iframe", "embed", "object"), SHOWN) | dict.fromkeys(FORMS, ORDERED)
# What it could read, see or run is named in the answer; what it could do is seen at the clock.
ATTACK = """async ([at, key, shown, ordered, frames]) => {
    const got = [];
    const asks = key ? `?key=${key}` : "";
    const orders = [{press: "A"}, {reset: true}, {plug: false}, {speed: 60}];
    const tried = [];
    const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
    const within = (seconds, what) => Promise.race([pause(seconds), what.catch(() => {})]);
    const attempt = (what) => tried.push(within(3, Promise.resolve().then(what)));
    const ends = (target, good, bad, name) => new Promise((done) => {
        target["on" + bad] = done;
        target["on" + good] = () => { if (name) got.push(name); done(); };
    });
    const submit = (frame, action, method, enctype) => {
        const form = document.createElement("form");
        Object.assign(form, {action, method, enctype, target: frame.name});
        const field = (name, value) =>
            form.append(Object.assign(document.createElement("textarea"), {name, value}));
        field("key", key);
        field("press", "A");
        document.body.append(form);
        form.submit();
    };

    for (const path of shown) {
        const url = at + path + asks;
        for (const credentials of ["include", "omit"])
            for (const mode of ["cors", "no-cors", "same-origin", "navigate"])
                attempt(async () => {
                    const answer = await fetch(url, {credentials, mode});
                    if (await answer.text()) got.push(`${mode} ${path}`);
                });
        for (const tag of ["img", "script", "video", "audio"])
            attempt(() => {
                const element = Object.assign(document.createElement(tag), {src: url});
                if (tag === "script") element.type = path.endsWith(".js") ? "module" : "";
                document.body.append(element);
                const good = ["video", "audio"].includes(tag) ? "loadeddata" : "load";
                return ends(element, good, "error", `${tag} ${path}`);
            });
        attempt(() => {
            const link = Object.assign(document.createElement("link"), {rel: "stylesheet", href: url});
            document.head.append(link);
            return ends(link, "load", "error", `stylesheet ${path}`);
        });
        attempt(() => {
            const events = new EventSource(url, {withCredentials: true});
            return ends(events, "open", "error", `events ${path}`).then(() => events.close());
        });
    }
    for (const path of ordered) {
        const url = at + path + asks;
        for (const headers of [{}, {"X-Tileclock": "page"}, {"Content-Type": "application/json"}])
            for (const mode of ["cors", "no-cors"])
                for (const body of [undefined, JSON.stringify(orders[0])])
                    attempt(async () => {
                        const asked = {method: "POST", mode, headers, body, credentials: "include"};
                        const answer = await fetch(url, asked);
                        if (await answer.text()) got.push(`POST ${mode} ${path}`);
                    });
        attempt(() => navigator.sendBeacon(url, JSON.stringify(orders[0])));
        attempt(() => fetch(url, {method: "POST", mode: "no-cors", keepalive: true, credentials: "include"}));
    }
    for (const [kind, path] of frames)
        attempt(async () => {
            const field = {iframe: "src", embed: "src", object: "data"}[kind];
            const frame = document.createElement(field ? kind : "iframe");
            if (field) frame[field] = at + path + asks;
            else frame.name = kind + path;
            document.body.append(frame);
            if (!field) submit(frame, at + path + asks, ...kind.split(" "));
            await new Promise((done) => (frame.onload = frame.onerror = done));
            // What the others show is looked at from outside.
            if (kind === "iframe" && frame.contentDocument) got.push(`${kind} ${path}`);
        });
    for (const protocols of [[], [key || "key"]])
        for (const path of ["device", "device" + asks, asks, "seat/device" + asks])
            attempt(() => {
                const socket = new WebSocket(at.replace("http", "ws") + path, protocols);
                socket.onmessage = () => got.push(`message ${path}`);
                return ends(socket, "open", "close", `socket ${path}`).then(() => {
                    for (const order of orders) socket.send(JSON.stringify(order));
                });
            });
    await Promise.all(tried);
    return {got, tried: tried.length};
}"""


class Seen(NamedTuple):
    """What happened at the clock: paths that were asked for, requests that were let in, what was done."""

    asked: list[str]
    let_in: list[str]
    done: list[Any]

    def forget(self) -> None:
        for each in self:
            each.clear()


def late_icon(asking: Any, own: list[str]) -> bool:
    """Whether the clock's own page asks for its icon, with which a browser has no hurry."""
    told = asking.headers
    same = told.get("sec-fetch-site") == "same-origin" and f"http://{told.get('host')}" in own
    return same and asking.scope["path"] == "/icon.svg"


@contextmanager
def watched(
    image: Path, monkeypatch: pytest.MonkeyPatch, host: str, key: Key | None
) -> Iterator[tuple[str, Seen]]:
    seen, own = Seen([], [], []), list[str]()
    judge, do = Doorkeeper.refusal, Live._do

    def refusal(self: Doorkeeper, asking: Any) -> Any:
        answer = judge(self, asking)
        seen.asked.append(asking.scope["path"])
        if answer is None and not late_icon(asking, own):
            seen.let_in.append(f"{asking.scope.get('method', 'GET')} {asking.scope['path']}")
        return answer

    def note(self: Live, what: Any) -> Any:
        seen.done.append(what)
        return do(self, what)

    monkeypatch.setattr(Doorkeeper, "refusal", refusal)
    monkeypatch.setattr(Live, "_do", note)
    with clock(image, host, key) as (_, address):
        own.append(address)
        yield address, seen


def opened(context: BrowserContext, address: str, key: Key | None) -> None:
    """The person at this browser plays, and has the key if there is one."""
    page = context.new_page()
    with page.expect_response(lambda answer: answer.url.endswith("/names") and answer.ok):  # who sits there
        page.goto(key.printed(address) if key else address)
    running(page)


def running(page: Page) -> None:
    page.locator("#state", has_text="Running").wait_for(timeout=PATIENCE_MS)


Attack = Callable[[BrowserContext, str, str, str], list[str]]


@pytest.fixture(params=[1, pytest.param(len(SHOWN), marks=pytest.mark.slow)])
def attack(request: pytest.FixtureRequest, foreign: str) -> Attack:
    """What a page of some host got, and the frames in which it could show something of the clock.

    Of each kind it makes a few frames: in each the browser opens a page of its own to say what it refuses.
    """
    seed = random.randrange(1 << 20)
    print("seed", seed)
    chosen = random.Random(seed)
    frames = [
        (kind, path)
        for kind, paths in FRAMES.items()
        for path in chosen.sample(paths, min(request.param, len(paths)))
    ]

    def attack(context: BrowserContext, host: str, address: str, said: str = "") -> list[str]:
        """`said` is a key that the foreign page knows."""
        page = context.new_page()
        page.goto(foreign.replace("localhost", host))
        told = page.evaluate(ATTACK, [f"{address}/", said, SHOWN, ORDERED, frames])
        assert told["tried"] > 100
        shown = [frame.url for frame in page.frames if shows_the_clock(frame)]
        page.close()
        return told["got"] + shown

    return attack


def shows_the_clock(frame: Frame) -> bool:
    try:
        return bool(frame.query_selector("#oled, #key, #matches, #chooser"))
    except Error:
        if not frame.is_detached():
            raise
        return False  # the page took it away meanwhile: it shows nothing


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1"])
def test_a_foreign_page_gets_nothing_of_a_clock_on_this_computer(
    chromium: Browser, attack: Attack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    with watched(tmp_path / "flash.img", monkeypatch, "127.0.0.1", None) as (address, seen):
        context = chromium.new_context()
        opened(context, address, None)
        seen.forget()
        assert attack(context, host, address) == []
        assert len(seen.asked) > 60, "the attacks are really made"
        assert (seen.let_in, seen.done) == ([], [])
        context.close()


@pytest.mark.parametrize("plays", [True, False], ids=["beside an open page", "alone"])
def test_a_foreign_page_with_the_key_gets_nothing_of_a_clock_in_the_network(
    chromium: Browser, attack: Attack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plays: bool
) -> None:
    key = Key()
    with watched(tmp_path / "flash.img", monkeypatch, HOME, key) as (address, seen):
        context = chromium.new_context()
        if plays:
            opened(context, address, key)
            seen.forget()
        assert attack(context, "evil.example", address, key.text) == []
        assert len(seen.asked) > 60, "the attacks are really made"
        assert seen.done == []
        assert set(seen.let_in) <= {"GET /"}  # as a picture, which shows nothing
        assert bool(context.cookies(address)) == plays
        context.close()


def test_a_foreign_page_with_the_invitation_gets_nothing_of_a_phones_seat(
    chromium: Browser, attack: Attack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = Key()
    with watched(tmp_path / "flash.img", monkeypatch, HOME, key) as (address, seen):
        context = chromium.new_context()
        phone = context.new_page()
        phone.goto(key.invitation(address))
        phone.locator("#seats button").first.click()
        phone.locator("#letter", has_text="A").wait_for()
        seen.forget()
        assert attack(context, "evil.example", address, key.joining) == []
        assert len(seen.asked) > 60, "the attacks are really made"
        assert seen.done == []
        assert set(seen.let_in) <= {"GET /seat/"}  # as a picture, which shows nothing
        phone.reload()
        phone.locator("#letter", has_text="A").wait_for()  # it has its seat still
        context.close()


def test_another_server_of_this_computer_gets_the_cookie_and_does_nothing_with_it(
    chromium: Browser, attack: Attack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cookies know no ports, and in a network a browser does not say which page of an address asks."""
    key = Key()
    with watched(tmp_path / "flash.img", monkeypatch, HOME, key) as (address, seen):
        context = chromium.new_context()
        opened(context, address, key)
        seen.forget()
        assert attack(context, HOME, address) == []
        assert seen.done == []
        assert {each.split()[0] for each in seen.let_in} == {"GET"}
        context.close()


def test_another_server_of_this_computer_is_shown_the_cookie_and_not_the_key(
    chromium: Browser, foreign: str, tmp_path: Path
) -> None:
    key = Key()
    with clock(tmp_path / "flash.img", HOME, key) as (_, address):
        context = chromium.new_context()
        opened(context, address, key)
        with context.expect_page() as other:
            context.pages[0].evaluate("address => void open(address)", foreign.replace("localhost", HOME))
        other.value.wait_for_load_state()
        with other.value.expect_request("**/again") as request:
            other.value.evaluate("fetch('again').catch(() => null)")
        shown = request.value.all_headers()["cookie"]
        assert shown.startswith(f"tileclock-{address.rpartition(':')[2]}=")
        assert key.text not in shown and key.joining not in shown
        context.close()


def test_a_name_that_was_pointed_here_gets_nothing(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of that name and port is of one origin with the clock: no rule of the browser stands between."""
    with watched(tmp_path / "flash.img", monkeypatch, "127.0.0.1", None) as (address, seen):
        context = chromium.new_context()
        page = context.new_page()
        page.goto(address.replace("127.0.0.1", "evil.example"))
        *read, socket = page.evaluate(
            """async () => {
                const said = [];
                for (const path of ["/", "/page.js", "/scores"]) said.push(await (await fetch(path)).text());
                const more = {method: "POST", headers: {"X-Tileclock": "page"}};
                said.push(await (await fetch("/scores/fetch", more)).text());
                const socket = new WebSocket(location.href.replace("http", "ws") + "device");
                said.push(await new Promise((done) => {
                    socket.onopen = () => done("open");
                    socket.onclose = () => done("closed");
                }));
                return said;
            }"""
        )
        assert socket == "closed"
        assert all(said.startswith("This clock answers only at the address") for said in read)
        assert len(seen.asked) >= 6
        assert (seen.let_in, seen.done) == ([], [])
        context.close()


# ---- the key ----


def test_the_address_with_the_key_opens_the_table_and_takes_the_key_out_of_sight(
    chromium: Browser, tmp_path: Path
) -> None:
    key = Key()
    with clock(tmp_path / "flash.img", HOME, key) as (_, address):
        context = chromium.new_context()
        opened(context, address, key)
        page = context.pages[0]
        assert page.url == f"{address}/"
        assert page.evaluate("document.cookie") == ""  # no script reads it
        page.reload()
        running(page)
        other = chromium.new_context()
        assert other.new_page().goto(address).status == 401
        other.close()
        context.close()


def test_the_file_for_the_browser_leads_to_the_table(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, opened_with = Key(), list[str]()
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(webbrowser, "open", opened_with.append)
    with clock(tmp_path / "flash.img", HOME, key) as (_, address), in_browser(address, key):
        context = chromium.new_context()
        page = context.new_page()
        page.goto(opened_with[0])
        running(page)
        assert page.url == f"{address}/"
        page.reload()
        running(page)
        context.close()


def test_the_key_is_asked_for_and_may_be_typed(chromium: Browser, tmp_path: Path) -> None:
    key = Key()
    with clock(tmp_path / "flash.img", HOME, key) as (_, address):
        context = chromium.new_context()
        page = context.new_page()
        page.goto(address)
        assert page.get_by_role("alert").is_hidden()
        page.keyboard.type("guess")  # the field has the focus
        page.keyboard.press("Enter")
        page.get_by_role("alert").wait_for()
        assert "not the key" in page.get_by_role("alert").inner_text()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert_accessible(page)
        page.get_by_label("Key of this clock").fill(f"{key.text[:5]} {key.text[5:]}".upper())
        page.get_by_role("button", name="Open the table").click()
        running(page)
        assert page.url == f"{address}/"
        context.close()


def test_a_page_that_is_still_open_asks_for_the_key_of_the_next_start(
    chromium: Browser, tmp_path: Path
) -> None:
    before, after = Key(), Key()
    context = chromium.new_context()
    with clock(tmp_path / "flash.img", HOME, before) as (_, address):
        opened(context, address, before)
        port = int(address.rpartition(":")[2])
    with clock(tmp_path / "flash.img", HOME, after, port=port) as (_, address):
        page = context.pages[0]
        page.get_by_label("Key of this clock").wait_for(timeout=PATIENCE_MS)
        page.get_by_label("Key of this clock").fill(after.text)
        page.keyboard.press("Enter")
        running(page)
    context.close()
