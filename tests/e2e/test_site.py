"""The page without a server: a game on it with the network switched off, and the plug pulled in a turn."""

import csv
import io
import json
import os
import random
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, BrowserContext, Page

from tests.device.pictures import ROOT
from tests.e2e.accessible import assert_accessible
from tests.e2e.table import GUARD_MS
from tests.patience import PATIENCE_MS, eventually
from tileclock_host.sheets import verify
from tileclock_host.site.build import GROUND
from tileclock_host.site.desk import NOT_HERE
from tileclock_host.web.matches import DOCUMENTS

LISTENS_MS = 1_300  # a screen on which something is entered or stored hears nobody in its first second
SITE = ROOT / ".build" / "site"


class Files(SimpleHTTPRequestHandler):
    """Any web server: it gives files away, and nothing else."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(shared: Any) -> Path:
    if shutil.which("npm") is None:
        missing = "no npm found: install Node.js with it (Debian: apt-get install npm)"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    shared.made("site", lambda folder: subprocess.run(["make", "site"], cwd=ROOT, check=True))
    return SITE


class Alone:
    """One browser with the page in it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.errors: list[str] = []
        context.on("console", lambda said: said.type == "error" and self.errors.append(said.text))
        context.on("weberror", lambda error: self.errors.append(str(error.error)))

    def open(self) -> None:
        self.page: Page = self.context.new_page()
        self.page.goto(self.address)
        self.wait(self._begun, "the first screen")

    def _begun(self) -> str:
        """A page that was just closed may still have the clock: this one is loaded again, as it says."""
        if "another window" in self.page.inner_text("#state"):
            self.page.reload()
        return self.words()

    def wait(self, until: Any, what: str) -> None:
        def state() -> str:
            return f"{self.page.inner_text('#state')!r}, {self.errors}:\n{self.words()}\n{what}"

        eventually(until, state, lambda: self.page.wait_for_timeout(50))

    def words(self) -> str:
        """What the display says; "" while it says nothing."""
        return (self.page.get_attribute("#oled", "aria-label") or "").partition("\n")[2]

    def press(self, key: str, shows: str = "") -> None:
        """A tap; until the display says that, or at least something else than before."""
        before = self.screen()
        self.page.keyboard.press(key, delay=70)
        self.wait(
            lambda: shows in self.words() if shows else self.screen() != before, f"{shows!r} after {key}"
        )

    def screen(self) -> tuple[str, str]:
        return self.words(), self.page.inner_text("#hint")

    def light(self, seat: str) -> str:
        return self.page.get_attribute(f'.seat[data-key="{seat}"]', "data-light") or ""


@contextmanager
def given_away(site: Path) -> Iterator[str]:
    """The address at which a web server has the page."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def alone(chromium: Browser, site: Path) -> Iterator[Alone]:
    """The page as it was opened once, its server gone and the network off."""
    with given_away(site) as address:
        context = chromium.new_context(viewport={"width": 1366, "height": 650})
        table = Alone(context, address)
        table.open()
    context.set_offline(True)
    yield table
    assert table.errors == []
    context.close()


def begin(table: Alone) -> None:
    """From the first screen to A's running turn."""
    for _ in range(5):
        table.press("Enter")
    table.press("a", "First player  A")
    table.press("Enter")
    table.press("Enter")
    table.wait(lambda: table.light("A") == "green", "turn of A")


def turns(table: Alone, seats: str) -> None:
    """Each lays something, until it is the last one's turn."""
    for seat, then in pairwise(seats):
        table.page.wait_for_timeout(GUARD_MS)
        table.page.keyboard.press(seat.lower(), delay=70)
        table.wait(lambda then=then: table.light(then) == "green", f"turn of {then}")


def test_a_whole_game_without_a_network(alone: Alone, tmp_path: Path) -> None:
    assert_accessible(alone.page)
    begin(alone)
    turns(alone, "ABCDA")
    alone.press("Enter", "Who is out?")
    alone.press("Enter", "Points")
    for keys, shows in (
        ("bbbcdd", "3"),
        *(("", each) for each in ("Jokers", "opened", "OK store", "winner")),
    ):
        alone.page.wait_for_timeout(LISTENS_MS)
        for key in keys or ["Enter"]:
            alone.press(key)
        alone.wait(lambda shows=shows: shows in alone.words(), shows)
    # The sheet came over the cable, was sealed by the box and verified by the store's own code.
    alone.wait(lambda: alone.page.locator("#moment-points li").count() == 4, "the points of all")
    assert alone.page.inner_text("#moment-winner") == "A wins!"
    assert [row.split()[-1] for row in alone.page.locator("#moment-points li").all_inner_texts()] == [
        *("+6", "−1", "−2", "−3"),
    ]
    alone.page.click("#moment-scores")
    match = alone.page.locator(".match")
    assert_accessible(alone.page)
    assert match.count() == 1 and match.locator(".wrong").is_hidden()
    names = {each.get_attribute("data-name") for each in match.locator("[data-name]").all()}
    assert names | {"bgstats.svg"} == DOCUMENTS.keys() - NOT_HERE

    rows = list(csv.DictReader(io.StringIO(taken(alone, "scores.csv"))))
    assert {row["player"]: row["points"] for row in rows} == {"A": "6", "B": "-3", "C": "-1", "D": "-2"}
    assert {row["seal"] for row in rows} == {verify.SEALED}
    told = json.loads(taken(alone, "scores.json"))
    jsonschema.validate(told, json.loads((ROOT / "host" / "docs" / "export.schema.json").read_text()))
    with alone.context.expect_page() as opened:
        match.locator('[data-name="sheet.html"]').click()
    sheet = opened.value
    assert "Score sheet" in sheet.title() and "+6" in sheet.inner_text("body")
    assert sheet.evaluate("self.origin") == "null", "a document is in an origin of its own, without scripts"

    # What is kept outlives the page: scores and the number of the next game.
    alone.page.close()
    alone.open()
    alone.wait(lambda: alone.page.locator(".match").count() == 1, "the scores of before")
    alone.press("Enter", "game 2")


def taken(table: Alone, name: str) -> str:
    with table.page.expect_download() as download:
        table.page.locator(f'.match [data-name="{name}"]').click()
    assert download.value.suggested_filename == f"tileclock-match-1.{name.partition('.')[2]}"
    return Path(download.value.path()).read_text(encoding="utf-8-sig")


def test_the_plug_is_pulled_in_the_middle_of_a_turn(alone: Alone) -> None:
    begin(alone)
    turns(alone, "ABCD")
    alone.page.wait_for_timeout(800)  # what was pressed is written once the key is up for a while
    alone.page.close()  # the chip, the computer at its cable and the desk are gone at once
    alone.open()
    assert "Resume" in alone.words()
    alone.press("Enter")
    alone.wait(lambda: alone.light("D") != "off", "the turn that ran")
    alone.page.evaluate("document.querySelector('#technical').open = true")
    alone.page.click("#plug")
    alone.wait(lambda: not alone.words(), "a dark display")
    alone.page.click("#plug")
    alone.wait(lambda: "Resume" in alone.words(), "the same turn again")


def test_the_icon_for_home_screens_is_as_a_browser_draws_it(chromium: Browser, site: Path) -> None:
    """Phones want pixels; the manifest says how many, on which ground."""
    manifest = json.loads((site / "manifest.webmanifest").read_text(encoding="utf-8"))
    told = next(each for each in manifest["icons"] if each["src"].endswith(".png"))
    drawn = Image.open(site / told["src"])
    assert told["sizes"] == "{}x{}".format(*drawn.size) and manifest["theme_color"] == GROUND
    page = chromium.new_page()
    page.set_viewport_size(dict(zip(("width", "height"), drawn.size, strict=True)))  # type: ignore[arg-type]
    svg = (site / "icon.svg").read_text(encoding="utf-8").replace("<svg ", '<svg width="80%" height="80%" ')
    style = f"margin: 0; height: 100vh; display: grid; place-items: center; background: {GROUND}"
    page.set_content(f'<body style="{style}">{svg}')
    seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    differs = ImageStat.Stat(ImageChops.difference(drawn.convert("RGB"), seen))
    assert max(differs.mean) < 2, "of 255, the edges"
    page.close()


def test_a_second_window_leaves_the_clock_to_the_first(alone: Alone) -> None:
    second = alone.context.new_page()
    second.goto(alone.address)
    second.locator("#state", has_text="another window").wait_for(timeout=PATIENCE_MS)
    assert "New game" in alone.words()


def spoil(table: Alone, made: str) -> None:
    table.page.evaluate(SPOILED.replace("MADE", made))
    table.page.close()


@pytest.mark.parametrize("content", ["'text'", "5", "({})", "[1, 2]", "new Uint16Array([1, 2])", "undefined"])
def test_what_is_no_file_in_the_browsers_memory_is_left_out(alone: Alone, content: str) -> None:
    spoil(alone, f"() => {content}")
    alone.open()
    assert alone.page.inner_text("#state") == "Running"
    alone.press("Enter")


def test_a_memory_from_which_no_clock_starts_is_said_and_never_called_running(alone: Alone) -> None:
    """There is a file where the clock has its folder."""
    spoil(alone, "(path) => (path.startsWith('/data') ? new Uint8Array([1]) : null)")
    alone.page = alone.context.new_page()
    alone.page.goto(alone.address)
    alone.wait(lambda: "went wrong" in alone.page.inner_text("#state"), "the word that it does not start")
    assert "dead" in (alone.page.get_attribute("body", "class") or "")


def test_what_is_kept_is_what_was_changed_up_to_any_change(alone: Alone) -> None:
    """Opened anew after each change, as after a power cut there, the files are those of a plain model."""
    chance = random.Random(7)
    names = [
        "/data",
        "/data/live",
        "/data/live2",
        "/data/live/0",
        "/data/live/head",
        "/data/new",
        "/data/new/a",
    ]
    model: dict[str, list[int] | None] = {}
    changes = []
    for _ in range(60):
        path, other = chance.sample(names, 2)
        kind = chance.choice(["put", "put", "folder", "gone", "move"])
        if kind == "put":
            content = [chance.randrange(256) for _ in range(chance.randrange(4))]
            changes.append({"put": path, "content": content})
            model[path] = content
        elif kind == "folder":
            changes.append({"put": path, "content": None})
            model[path] = None
        elif kind == "gone":
            changes.append({"gone": path})
            model.pop(path, None)
        elif not f"{other}/".startswith(f"{path}/"):  # nothing goes below itself
            changes.append({"from": path, "to": other})
            model = moved(model, path, other)
        changes[-1]["model"] = sorted(model.items())
    assert alone.page.evaluate(KEPT, [alone.address + "kept.js", changes]) == []


def moved(files: dict[str, Any], path: str, to: str) -> dict[str, Any]:
    def below(each: str, folder: str) -> bool:
        return f"{each}/".startswith(f"{folder}/")

    left = {each: content for each, content in files.items() if not below(each, to) and not below(each, path)}
    return left | {to + each[len(path) :]: files[each] for each in files if below(each, path)}


# ---- foreign pages ----


def test_a_foreign_page_writes_nothing(alone: Alone, foreign: str) -> None:
    """By a form, the one request of it that passes by the site's worker; nor does it show an answer."""
    alone.context.set_offline(False)
    page = alone.context.new_page()
    paths = ("names/A?name=Evil", "scores/1/today", "")
    for host, path in product(("evil.example", "127.0.0.1"), paths):
        page.goto(foreign.replace("localhost", host))
        page.evaluate(POSTED, [alone.address + path, "frame"])
        page.wait_for_function("frames.length && document.querySelector('iframe').dataset.shown")
        assert not any(frame.query_selector("#oled, pre") for frame in page.frames), path
        with page.expect_navigation() as done:
            page.evaluate(POSTED, [alone.address + path, "_top"])
        assert done.value and done.value.status == 403, path
        assert "Only a page of this clock may ask that" in page.inner_text("body")
    page.goto(foreign)
    page.evaluate("(address) => void (location.href = address)", alone.address)
    page.locator("#oled").wait_for()  # a link may lead there
    page.close()
    asked = "async ([path, method]) => (await fetch(path, {method})).status"
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert alone.page.evaluate(asked, [f"{alone.address}names/A?name=Evil", method]) == 403
    told = alone.page.evaluate("fetch('names').then((answer) => answer.json())")
    assert "Evil" not in json.dumps(told) and told["names"] is not None
    alone.errors.clear()  # the browser says what it refuses


POSTED = """([action, target]) => {
  const frame = Object.assign(document.createElement("iframe"), {name: "frame"});
  const form = Object.assign(document.createElement("form"), {action, target, method: "post"});
  document.body.append(frame, form);
  frame.onload = () => (frame.dataset.shown = "yes");
  form.submit();
}"""


def test_no_page_shows_the_clock_in_a_frame(chromium: Browser, site: Path, foreign: str) -> None:
    """It does not begin in one where no worker adds a header: before the page was opened, and in a page that
    the browser does not trust. Else it is not even shown."""
    context = chromium.new_context()
    page = context.new_page()
    state = page.frame_locator("iframe").locator("#state")
    refusal = state.filter(has_text="in a window of its own")
    with given_away(site) as address:
        for host in ("evil.example", "127.0.0.1"):
            page.goto(foreign.replace("localhost", host))
            page.evaluate(FRAMED, address)
            refusal.wait_for(timeout=PATIENCE_MS)
            workers = "async () => (await navigator.serviceWorker?.getRegistrations())?.length"
            assert not state.evaluate(workers), "it has not begun"
        own, beside = context.new_page(), context.new_page()
        own.goto(address)
        beside.goto(f"{address}icon.svg")
        beside.evaluate("navigator.serviceWorker.ready.then(() => true)")
        own.close()
        page.goto(foreign.replace("localhost", "evil.example"))
        page.evaluate(FRAMED, address)
        refusal.wait_for(timeout=PATIENCE_MS)
        page.goto(foreign.replace("localhost", "127.0.0.1"))
        page.evaluate(FRAMED, address)
        page.wait_for_function("document.querySelector('iframe').dataset.shown")
        assert not any(each.query_selector("#oled") for each in page.frames)
    context.close()


FRAMED = """(src) => {
  const frame = Object.assign(document.createElement("iframe"), {src, name: "clock"});
  frame.onload = () => (frame.dataset.shown = "yes");
  document.body.append(frame);
}"""


def test_only_the_page_s_own_scripts_run_and_it_asks_nobody_else(alone: Alone, foreign: str) -> None:
    """Each answer has the policy, and the page has it before there is a worker that adds it."""
    for path in ("chip.js", "names", "./"):
        policy = alone.page.evaluate(
            "async (path) => (await fetch(path)).headers.get('Content-Security-Policy')", path
        )
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy, path
        assert "unsafe-inline" not in policy and "'unsafe-eval'" not in policy, path
    said = alone.page.get_attribute('meta[http-equiv="Content-Security-Policy"]', "content")
    assert said and f"{said}; frame-ancestors 'none'" == policy
    alone.context.set_offline(False)
    assert alone.page.evaluate(RAN, foreign) == []
    beside = alone.context.new_page()
    beside.goto(f"{alone.address}icon.svg")
    kept = beside.evaluate("indexedDB.databases().then((all) => all.map((each) => each.name))")
    assert kept == ["tileclock"], "another page of this host and port may read it"
    alone.errors.clear()  # the browser says what it refuses


# What runs or is fetched that way.
RAN = """async (foreign) => {
  const ran = [];
  window.note = (what) => ran.push(what);
  const made = (tag, fields) => document.body.appendChild(Object.assign(document.createElement(tag), fields));
  made("script", {textContent: "note('inline')"});
  made("div", {innerHTML: "<img src=x onerror=note('handler')>"});
  await fetch(foreign, {mode: "no-cors"}).then(() => note("fetch")).catch(() => {});
  await new Promise((done) => setTimeout(done)); // what a test begins with the policy lets pass
  try { eval("note('eval')"); } catch {}
  try { new Function("note('function')")(); } catch {}
  for (const [tag, field] of [["img", "src"], ["script", "src"], ["iframe", "src"]]) {
    const element = made(tag, {[field]: foreign});
    await new Promise((done) => {
      element.onload = () => done(tag === "iframe" ? null : note(tag));
      element.onerror = done;
    });
  }
  return ran;
}"""

# `made` gives another content to each path of the flash that the browser keeps.
SPOILED = """new Promise((resolve) => {
  const made = MADE;
  const request = indexedDB.open("tileclock", 1);
  request.onsuccess = () => {
    const work = request.result.transaction("flash", "readwrite");
    const store = work.objectStore("flash");
    store.put(1, "not a path");
    store.getAllKeys().onsuccess = ({ target }) => {
      for (const path of [...target.result, "/data", "/data/secret"]) store.put(made(path), path);
    };
    work.oncomplete = () => {
      request.result.close();
      resolve(undefined);
    };
  };
})"""

# A memory of its own, for the table's is in use.
KEPT = """async ([module, changes]) => {
  const { Kept } = await import(module);
  const open = indexedDB.open.bind(indexedDB);
  IDBFactory.prototype.open = (_, version) => open("tried", version);
  const wrong = [];
  for (const { model, ...change } of changes) {
    const content = change.content && new Uint8Array(change.content);
    const last = await (await Kept.open(() => wrong.push("failed"))).change({ ...change, content });
    const found = [...(await Kept.open(() => {})).flash].map(([path, had]) => [path, had && [...had]]).sort();
    if (!last || JSON.stringify(found) !== JSON.stringify(model)) wrong.push([change, found, model]);
  }
  return wrong;
}"""
