"""The live page in a browser: wall, phone and desk, hostile names on them, and a connection that is lost."""

import json
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.e2e.accessible import assert_accessible
from tests.host.commands import says
from tests.host.evening_desk import bring, event, seats, sheets
from tests.host.watching import HOST, page
from tileclock_host.desk.rulings import LONGEST_ANNOUNCEMENT

pytestmark = pytest.mark.browser

NASTY = "<img src=x onerror=\"document.title='caught'\">"
NAMES = [NASTY, "Aleksandra Wiśniewska-Kowalczyk", "=HYPERLINK(1)", "Дмитро", "Ala", "Bolek", "Ewa", "Iga"]
ELSEWHERE = "http://192.168.7.7:8643"
WALL = {"width": 1920, "height": 1080}
PROJECTOR = {"width": 1024, "height": 768}
LAPTOP = {"width": 1366, "height": 650}
PHONE = {"width": 390, "height": 844}
# All that is announced is to be seen.
WHOLE = "(each => each.scrollHeight <= each.clientHeight + 1)(document.querySelector('#announced'))"
# What of the texts is wider or higher than what it is in, though it is not cut with a sign.
CUT = """() => [...document.querySelectorAll("main li *, header *, #announced")].filter((each) => {
    const style = getComputedStyle(each);
    const told = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    return each.checkVisibility() && !each.children.length && !told && style.display !== "inline"
        && (each.scrollWidth > each.clientWidth + 1);
}).map((each) => each.className + ": " + each.textContent)"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".name, .points, .time, .turn, .number")]
    .filter((each) => each.checkVisibility() && each.textContent)
    .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""


@pytest.fixture
def place(tmp_path):
    found = str(tmp_path / "store.sqlite")
    event(found, "--cut", 2, names=NAMES)
    says("event", "draw", "--seed", 1, "--db", found)
    return found


def opened(chromium: Browser, address: str, locale: str = "en", **how: object) -> tuple[Page, list[str]]:
    """A page there, and what goes wrong on it."""
    tab = chromium.new_context(locale=locale, **how).new_page()  # type: ignore[arg-type]
    wrong: list[str] = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    tab.goto(address)
    return tab, wrong


def test_the_wall_shows_the_plan_then_tables_and_standings_that_can_be_read(chromium, place, tmp_path):
    with page(place, joined_at=ELSEWHERE) as (port, _):
        wall, wrong = opened(chromium, f"http://{HOST}:{port}/", viewport=WALL)
        expect(wall.locator("#plan .plans > li")).to_have_count(2)
        expect(wall.locator("#plan")).to_be_visible()
        expect(wall.locator("#plan .name", has_text=NASTY)).to_be_visible()
        expect(wall.locator("#join")).to_be_visible()
        wall.wait_for_function("document.querySelector('#join').naturalWidth > 0")
        code = Image.open(BytesIO(wall.locator("#join").screenshot()))
        assert zxingcpp.read_barcode(code).text == ELSEWHERE
        assert wall.evaluate(SMALLEST) >= 36, "a hand's breadth of letters on a wall of two metres"
        wall.keyboard.press("ArrowRight")
        expect(wall.locator("#seats")).to_be_visible()
        says("judge", "announce", NASTY, "at 14:30", "--db", place)
        expect(wall.locator("#announced")).to_have_text(f"{NASTY} at 14:30")
        bring(place, tmp_path, *sheets(seats(place, 1), [1, 1]))
        expect(wall.locator("#tables .state").first).to_have_text("2 of 2 games", use_inner_text=False)
        wall.keyboard.press("ArrowRight")
        for _ in range(2):
            wall.keyboard.press("p")
        while not wall.locator("#standings").is_visible():
            wall.keyboard.press("ArrowRight")
        first = wall.locator("#standings li").first
        expect(first.locator(".name")).to_have_text(seats(place, 1)[1])
        assert wall.evaluate(SMALLEST) >= 36
        assert wall.evaluate(CUT) == []
        assert_accessible(wall)
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"), "it fits the wall"
        says("judge", "announce", "Щ" * LONGEST_ANNOUNCEMENT, "--db", place)
        expect(wall.locator("#announced")).to_contain_text("ЩЩЩ")
        for size in (WALL, PROJECTOR):
            wall.set_viewport_size(size)  # type: ignore[arg-type]
            wall.wait_for_timeout(100)
            room = wall.evaluate(
                "document.querySelector('#announced').getBoundingClientRect().bottom / innerHeight"
            )
            assert room < 0.45, "the rest has room below it"
            assert wall.evaluate(CUT) == [] and wall.evaluate(WHOLE), size
        wall.set_viewport_size(WALL)  # type: ignore[arg-type]
        loser = seats(place, 2)[0]
        says("judge", "correct", loser, "--points", 900, "--big-points", 9, "won twice", "--db", place)
        expect(first.locator(".name")).to_have_text(loser)
        assert wall.title() == "tileclock – tournament" and wrong == []


def test_a_phone_finds_its_owner_speaks_four_languages_and_comes_back(chromium, place):
    with page(place) as (port, _):
        phone, wrong = opened(
            chromium, f"http://{HOST}:{port}/", viewport=PHONE, is_mobile=True, has_touch=True
        )
        expect(phone.locator("#standings li")).to_have_count(8)
        phone.fill("#find", "wisni")
        mine = phone.locator("#mine p")
        expect(mine).to_have_count(1)
        expect(mine).to_contain_text("Aleksandra Wiśniewska-Kowalczyk")
        for language in ("pl", "cs", "uk", "en"):
            phone.select_option("#language", language)
            expect(phone.locator("html")).to_have_attribute("lang", language)
            expect(phone.locator("#standings h2")).not_to_be_empty()
            assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), language
            assert phone.evaluate(CUT) == [], language
        assert_accessible(phone)
        assert wrong == []
    expect(phone.locator("#offline")).to_be_visible()
    assert phone.locator("#standings li").count() == 8, "what it knew stays"
    says("event", "add", "Zofia", "--db", place)
    with page(place, at=port):
        expect(phone.locator("#standings li")).to_have_count(9)
        expect(phone.locator("#offline")).to_be_hidden()


def test_the_desk_rules_on_its_page_and_takes_back(chromium, place):
    with page(place) as (port, key):
        desk, wrong = opened(chromium, f"http://{HOST}:{port}/desk?key={key.text}")
        expect(desk.locator("#name")).to_have_text("Warszawa")
        assert desk.url == f"http://{HOST}:{port}/desk", "the key is out of sight"
        desk.reload()
        expect(desk.locator("#name")).to_have_text("Warszawa")
        desk.fill("#rule [name=person]", "Ala")
        desk.fill("#rule [name=words]", NASTY)
        desk.click("#rule button")
        said = desk.locator(".judged .said")
        expect(said).to_have_text(f"Ala: {NASTY}")
        desk.fill("#rule [name=person]", "Nobody")
        desk.fill("#rule [name=words]", "late")
        desk.click("#rule button")
        expect(desk.locator("#told.wrong")).to_contain_text("Nobody")
        desk.select_option("#rule [name=what]", "correct")
        expect(desk.locator("#rule [name=points]")).to_be_visible()
        expect(desk.locator("#rule [name=game]")).to_be_hidden()
        assert_accessible(desk)
        desk.once("dialog", lambda asked: asked.accept("it was the other table"))
        desk.click(".judged button")
        expect(said).to_have_count(0)
        log = json.loads(says("event", "log", "--json", "--db", place))
        assert [each["kind"] for each in log][-2:] == ["warning", "undone"]
        assert [each for each in wrong if "409" not in each] == []


def test_the_desk_draws_a_round_in_its_language_and_takes_it_back(chromium, place):
    with page(place) as (port, key):
        desk, wrong = opened(chromium, f"http://{HOST}:{port}/desk?key={key.text}", "pl", viewport=LAPTOP)
        expect(desk.locator("#drawn")).to_have_text("Runda 1 z 3 · każdy z nowymi rywalami · ziarno 1")
        expect(desk.locator("#draw [name=mode]")).to_have_value("social")
        expect(desk.locator("#draw [name=size]")).to_be_hidden()
        desk.select_option("#draw [name=mode]", "final")
        desk.fill("#draw [name=size]", "4")
        asked = []
        desk.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
        desk.click("#draw button")
        expect(desk.locator("#told.wrong")).to_contain_text("dzielą osoby przed linią i za nią")
        assert "brakuje gier: 2" in asked[0]
        desk.select_option("#draw [name=mode]", "swiss")
        desk.once("dialog", lambda dialog: dialog.accept())
        desk.click("#draw button")
        expect(desk.locator("#drawn")).to_contain_text("Runda 2 z 3 · szwajcarski")
        assert len(json.loads(says("event", "show", "--json", "--db", place))["tables"]) == 2
        assert_accessible(desk)
        desk.click("#seat button")
        expect(desk.locator("#told.wrong")).to_have_text("Żaden zegar nie jest podłączony.")
        expect(desk.locator("#told")).to_be_in_viewport()
        desk.once("dialog", lambda dialog: dialog.accept("Ewa się spóźni"))
        desk.click("#undraw button")
        expect(desk.locator("#drawn")).to_contain_text("Runda 1 z 3")
        desk.set_viewport_size(PHONE)  # type: ignore[arg-type]
        assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert [each for each in wrong if "409" not in each] == []
