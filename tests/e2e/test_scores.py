"""From the last press of a game to the spreadsheet: fetched, looked at and taken away on the page."""

import csv
import json
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from io import BytesIO
from pathlib import Path

import openpyxl
import pypdfium2
import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Locator

from tests import evenings, presets
from tests.e2e.accessible import assert_accessible
from tests.e2e.table import Table, begin_game, clock, runs
from tileclock_host.device.port import SerialPort
from tileclock_host.facts.words import signed
from tileclock_host.panel.reading import Reader
from tileclock_host.sheets.store import Store

pytestmark = pytest.mark.browser


def stored(table: Table, folder: Path, *texts: str) -> None:
    """These sheets are in the store already; the page is opened anew."""
    with Store(folder / "sheets.sqlite") as store:
        assert all(outcome.kept for outcome in store.add_many((text, "test") for text in texts))
    table.page.reload()
    table.wait(lambda: table.page.locator(".match").count(), "list of the matches")


def evening(table: Table, **head: object) -> list[str]:
    rules = presets.built_in("pl")
    plays = [evenings.lively(rules, 4, winner, winner) for winner in range(3)]
    return evenings.sheets(plays, device=table.live.device, **head)


def fetch(table: Table, expected: str) -> None:
    table.page.click("#fetch")
    table.wait(lambda: expected in table.scores_say(), f"word: {expected}")


def points(card: Locator) -> dict[str, str]:
    rows = card.locator(".places li").all()
    return {row.locator(".tile").inner_text(): row.locator(".points").inner_text() for row in rows}


def saved(table: Table, folder: Path, name: str) -> Path:
    with table.page.expect_download() as coming:
        table.page.locator(".match").first.get_by_text(name, exact=True).click()
    file = folder / coming.value.suggested_filename
    coming.value.save_as(file)
    return file


@pytest.fixture
def game_at_home(chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A game on a box as `tileclock sim` starts it: this PC has its secret, and tells it the date."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    with clock(tmp_path / "flash.img", at_home=True) as (live, address):
        begin_game(live)
        table = Table(chromium, address, live)
        yield table
        table.close()


def test_a_match_just_played_is_there_after_one_click_and_agrees_in_every_file(
    game_at_home: Table, reader: Reader, tmp_path: Path
) -> None:
    table = game_at_home
    assert table.page.is_visible("#way")
    shown = table.play_game(reader, {"A": 3, "C": 5, "D": 2})
    assert len(shown) == 4 and sum(shown.values()) == 0 < shown["B"]
    card = table.page.locator(".match").first
    table.wait(card.count, "sheet, which comes with the winner")
    fetch(table, "Nothing new")
    assert points(card) == {seat: signed(each) for seat, each in shown.items()}
    assert card.locator(".headline").inner_text() == "Winner: B"
    assert table.page.is_hidden("#way")
    assert card.locator(".undated").is_hidden(), "the clock knew the date"

    with table.page.expect_popup() as opening:
        card.get_by_text("View").click()
    view = opening.value
    totals = view.locator("tfoot tr").first.locator("td span").all_inner_texts()
    assert totals == [signed(shown[seat]) for seat in "ABCD"]
    view.close()

    book = openpyxl.load_workbook(saved(table, tmp_path, "XLSX"), data_only=True).worksheets[0]
    row = next(row for row in book.iter_rows(values_only=True) if row[0] == "Total on the clock")
    assert [cell for cell in row if isinstance(cell, int)] == [shown[seat] for seat in "ABCD"]
    paper = pypdfium2.PdfDocument(saved(table, tmp_path, "PDF"))[0].get_textpage().get_text_range()
    assert all(signed(each) in paper for each in shown.values())
    document = json.loads(saved(table, tmp_path, "JSON").read_text())["matches"][0]
    assert {each["seat"]: each["points"] for each in document["players"]} == shown
    assert document["games"][0]["seal"] == "sealed", "by a secret that this PC knows"
    assert abs(time.time() - datetime.fromisoformat(document["games"][0]["date"]).timestamp()) < 3600
    with saved(table, tmp_path, "CSV").open(newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    assert {row["seat"]: int(row["total"]) for row in rows} == shown


def test_scores_come_while_the_next_game_runs(game: Table, reader: Reader) -> None:
    with closing(SerialPort(game.live.serial_port or "")):  # so that they do not come with the winner
        game.play_game(reader, {"A": 1, "C": 1, "D": 1})
        word = game.page.locator("#moment-said")
        game.wait(lambda: "used by another program" in word.inner_text(), "word why no points are here")
    for _ in range(12):
        game.press("Enter")
        game.pass_time(300)
        if runs(game.live):
            break
    game.wait(lambda: "green" in game.lights().values(), "green light")
    running = game.lights()
    game.page.get_by_role("link", name="Scores").click()
    game.wait(lambda: "One new sheet" in game.scores_say(), "sheet")
    assert game.page.locator(".match").count() == 1
    assert game.lights() == running
    assert game.state() == "Running"


def test_what_goes_wrong_is_said_in_a_sentence_that_helps(table: Table) -> None:
    fetch(table, "Nothing new is on the clock")
    trouble = table.page.locator("#scores-said.trouble")
    assert not trouble.count()
    for knob, sentence, back in (
        ("Pull the plug", "plug the clock in", "Plug it in"),
        ("Frozen", "choose a speed", "1×"),
    ):
        table.page.get_by_text(knob, exact=True).click()
        table.wait(lambda: table.state() != "Running", "stop")
        fetch(table, sentence)
        assert trouble.count()
        table.page.get_by_text(back, exact=True).click()
        table.wait(lambda: table.state() == "Running" and "█" in table.display(), "start")
    port = SerialPort(table.live.serial_port or "")
    fetch(table, "used by another program")
    port.close()
    fetch(table, "Nothing new is on the clock")


def test_foreign_names_are_text_everywhere(table: Table, tmp_path: Path) -> None:
    names = ["<img src=x onerror=alert(1)>", "=1+1", "אברהם בן־דוד", "W" * 60, "", ""]
    stored(table, tmp_path, *evening(table, names=names))
    card = table.page.locator(".match")
    assert [name for name in names if name and name not in card.inner_text()] == []
    assert card.locator("img").count() == 0
    for name in ("View", "Report"):
        with table.page.expect_popup() as opening:
            card.get_by_text(name).click()
        assert opening.value.locator("img, script").count() == 0
        assert names[0] in opening.value.inner_text("body")
        opening.value.close()
    table.page.set_viewport_size({"width": 390, "height": 800})
    assert table.page.evaluate("document.documentElement.scrollWidth") == 390


def test_sheets_and_files_are_in_the_language_that_was_chosen(table: Table, tmp_path: Path) -> None:
    stored(table, tmp_path, *evening(table))
    table.page.get_by_text("Українська").click()
    table.page.reload()
    table.wait(lambda: table.page.locator(".match").count(), "list of the matches")
    assert table.page.locator("#languages [aria-pressed=true]").all_inner_texts() == ["Українська"]
    with table.page.expect_popup() as opening:
        table.page.locator(".match").get_by_text("View").click()
    assert opening.value.get_attribute("html", "lang") == "uk"
    assert "Разом" in opening.value.inner_text("body")


def test_a_match_without_a_date_gets_one_and_then_a_code_for_bg_stats(table: Table, tmp_path: Path) -> None:
    stored(table, tmp_path, *evening(table, date=None))
    card = table.page.locator(".match")
    code = card.get_by_text("BG Stats QR")
    assert code.is_disabled() and "no date" in (code.get_attribute("title") or "")
    card.get_by_text("Played today").click()
    table.wait(code.is_enabled, "code")
    assert card.locator(".undated").is_hidden()
    assert time.strftime("%Y") in card.locator(".played").inner_text()
    code.click()
    picture = table.page.locator("#code-picture")
    table.wait(lambda: picture.evaluate("e => e.complete && e.naturalWidth > 100"), "picture of the code")
    with Image.open(BytesIO(table.page.screenshot())) as shot:
        (read,) = zxingcpp.read_barcodes(shot)
    assert read.text.startswith("https://app.bgstatsapp.com/")
    assert table.page.get_attribute("#code-link", "href") == read.text
    before = table.display()
    table.page.keyboard.press("Escape")
    assert table.page.locator("dialog[open]").count() == 0
    assert table.display() == before and not table.down()


def test_the_keyboard_reaches_everything_and_leaves_the_clock_alone(table: Table, tmp_path: Path) -> None:
    stored(table, tmp_path, *evening(table))
    before = table.display()
    table.page.focus("#fetch")
    table.page.keyboard.press("Enter")
    table.wait(lambda: "Nothing new" in table.scores_say(), "answer")
    reached = []
    for _ in range(11):
        table.page.keyboard.press("Tab")
        reached.append(table.page.evaluate("document.activeElement.textContent"))
    assert reached[:4] == table.page.locator(".places .name").all_inner_texts()
    assert reached[4:] == ["View", "Report", "PDF", "XLSX", "CSV", "JSON", "BG Stats QR"]
    table.page.keyboard.press("Enter")
    assert table.page.locator("dialog[open]").count() == 1
    table.page.keyboard.press("Escape")
    table.page.locator(".match").get_by_text("View").focus()
    with table.page.expect_popup():
        table.page.keyboard.press("Enter")
    assert table.display() == before and not table.down()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_screen_reader_finds_its_way(table: Table, tmp_path: Path, scheme: str) -> None:
    stored(table, tmp_path, *evening(table, names=["Ala", "Їжак", "=1", "", "", ""], date=None))
    table.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    assert_accessible(table.page)
    card = table.page.locator(".match")
    assert card.get_by_role("link", name="View, Match 1").count() == 1
    assert table.page.get_attribute("#scores-said", "role") == "status"
