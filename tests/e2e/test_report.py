"""Report and score sheet in a real browser: phone, desk, dark, print, and what a screen reader finds."""

import io
import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page

from tests import evenings, presets
from tests.e2e.accessible import assert_accessible
from tileclock_host.export import as_html
from tileclock_host.facts import words
from tileclock_host.report import book
from tileclock_host.report import page as report

pytestmark = pytest.mark.browser

PL = presets.built_in("pl")
CASES = {
    "an evening": evenings.evening(),
    "one game": evenings.evening("pl", 3, 1),
    "six players": evenings.evening("pl", 6, 4, names=["W" * 60, "Щ" * 30, "אברהם", "<b>", "=1", ""]),
    "word": evenings.sheets([evenings.word()]),
    "two matches": evenings.evening("cs", 2, 2) + evenings.evening("tournament", 4, 3, match=2, first=9),
    "corrected": evenings.sheets(
        [evenings.corrected(evenings.lively(PL, 3, 0, 1), 1, 9), evenings.abandoned(PL)]
    ),
}
WRITERS = {"report": report.write, "sheet": as_html.write}
# What of the drawings and texts lies outside its picture, the page, or the card it is in.
OUTSIDE = """() => [...document.querySelectorAll("svg")].filter(s => s.getBoundingClientRect().width)
    .flatMap(s => {
        const room = s.getBoundingClientRect();
        return [...s.querySelectorAll("text, rect, path")].filter(e => {
            const box = e.getBoundingClientRect();
            return box.left < room.left - 9 || box.right > room.right + 9
                || box.top < room.top - 9 || box.bottom > room.bottom + 9;
        }).map(e => e.outerHTML.slice(0, 120));
    })"""


def opened(chromium: Browser, folder: Path, kind: str, case: str, **context: Any) -> Page:
    out = io.BytesIO()
    WRITERS[kind](
        iter(evenings.matches((CASES | ALL_KINDS)[case])), words.load(context.pop("language", "en")), out
    )
    file = folder / "page.html"
    file.write_bytes(out.getvalue())
    page = chromium.new_context(**context).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: pytest.fail(message.text))
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(file.as_uri())
    assert asked == [file.as_uri()]
    return page


# Every kind of element in as few as may be: the checker takes seconds for a report with thousands of them.
ALL_KINDS = {
    "all kinds": evenings.evening("uk", 6, 1)
    + evenings.sheets(
        [evenings.corrected(evenings.lively(PL, 3, 0, 1), 1, 9), evenings.abandoned(PL)], match=2, first=9
    )
}


def kinds_of_elements(kind: str, texts: list[str]) -> set[tuple[str, tuple[str, ...]]]:
    """Each by its tag, its role and its classes, on which its colours depend."""
    out = io.BytesIO()
    WRITERS[kind](iter(evenings.matches(texts)), words.load("en"), out)
    tags = re.findall(r"<(\w+)([^>]*)", out.getvalue().decode().partition("<body")[2])
    return {(tag, tuple(re.findall(r'(?:class|role)="[^"]*"', rest))) for tag, rest in tags}


@pytest.mark.parametrize("kind", WRITERS)
def test_what_is_checked_has_every_kind_of_element(kind: str) -> None:
    checked = kinds_of_elements(kind, ALL_KINDS["all kinds"])
    for case, texts in CASES.items():
        assert kinds_of_elements(kind, texts) - checked == set(), case


# Of rows that are alike two stay: to judge the colours of every word takes the checker seconds.
FEW_ALIKE = """() => {
    const seen = {};
    for (const row of document.querySelectorAll("tbody tr")) {
        const parts = [row, ...row.querySelectorAll("*")];
        const kind = parts.map((e) => `${e.tagName} ${e.getAttribute("class")}`).join();
        seen[kind] = (seen[kind] || 0) + 1;
        if (seen[kind] > 2) row.remove();
    }
}"""


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize(
    "case", [*ALL_KINDS, *(pytest.param(each, marks=pytest.mark.slow) for each in CASES)]
)
def test_a_checker_of_accessibility_finds_nothing(
    chromium: Browser, tmp_path: Path, kind: str, case: str
) -> None:
    # The checker is a script, which the page's own policy forbids.
    page = opened(chromium, tmp_path, kind, case, bypass_csp=True)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    if case in ALL_KINDS:
        page.evaluate(FEW_ALIKE)
    # Of what else there is to find nothing depends on colours.
    for scheme, width, rules in (("dark", 390, {}), ("light", 1200, {"runOnly": ["color-contrast"]})):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 800})
        assert_accessible(page, **rules)
    page.context.close()


# Each language and each case here, both together in a slow variant.
FITS = [("an evening", "en"), ("an evening", "cs"), ("six players", "pl"), ("six players", "uk")]


@pytest.mark.parametrize(
    ("case", "language"),
    [
        pytest.param(case, language, marks=[] if (case, language) in FITS else pytest.mark.slow)
        for case in ("an evening", "six players")
        for language in words.LANGUAGES
    ],
)
def test_everything_fits(chromium: Browser, tmp_path: Path, case: str, language: str) -> None:
    page = opened(chromium, tmp_path, "report", case, language=language)
    for width in (360, 390, 800, 1200):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("innerWidth") == width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OUTSIDE) == [], f"at {width} px"
        shown = page.locator("svg").evaluate_all(
            "all => all.filter(s => s.getBoundingClientRect().width).length"
        )
        assert shown == page.locator("section").count()
    page.context.close()


def test_the_sheet_fits_a_phone(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, "sheet", "six players", viewport={"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.context.close()


def test_a_screen_reader_is_told_every_picture_once(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, "report", "an evening", viewport={"width": 390, "height": 800})
    images = page.get_by_role("img").all()
    assert len(images) == page.locator("section").count() == 7
    names = [image.get_attribute("aria-label") or "" for image in images]
    assert names[0].startswith("Score race. ") and "Дмитро" in names[0]
    levels = page.locator("h1, h2, h3").evaluate_all("all => all.map(h => h.tagName)")
    assert levels == ["H1", *["H2"] * 7]
    page.context.close()


def test_the_numbers_open_without_a_script(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, tmp_path, "report", "an evening", java_script_enabled=False)
    summary = page.locator("summary").first
    summary.focus()
    page.keyboard.press("Enter")
    assert page.locator("table").first.is_visible()
    page.context.close()


@pytest.mark.parametrize(
    ("kind", "case", "pages"), [("sheet", "two matches", 2), ("report", "an evening", 3)]
)
def test_it_prints_on_a4(chromium: Browser, tmp_path: Path, kind: str, case: str, pages: int) -> None:
    page = opened(chromium, tmp_path, kind, case, color_scheme="dark")
    paper = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True))
    assert len(paper) == pages
    assert [round(side) for side in paper[0].get_size()] == [595, 842]
    picture = paper[0].render(scale=1).to_pil().convert("L")
    assert picture.getpixel((5, 5)) == 255, "dark ink on white paper, whatever the screen is set to"
    page.context.close()


def test_an_index_leads_to_the_page_of_each_match(chromium, tmp_path):
    (tmp_path / "a b").mkdir()
    with (tmp_path / "index.html").open("wb") as index:
        matches = evenings.matches(CASES["two matches"])
        book.write(iter(matches), words.load("pl"), index, tmp_path / "a b", "a b")
    page = chromium.new_page()
    page.goto((tmp_path / "index.html").as_uri())
    assert_accessible(page)
    for link in range(2):
        page.get_by_role("link").nth(link).click()
        assert page.locator("article").count() == 1
        assert page.locator("h1").inner_text() == words.load("pl").match(link + 1)
        page.go_back()
