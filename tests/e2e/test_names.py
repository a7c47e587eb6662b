"""Names on the page: a tap at a seat gives one, the cable tells the clock, stored scores are put right."""

from pathlib import Path

import pytest

from tests import evenings, presets
from tests.e2e.table import Table
from tileclock_host.device.clock import Clock
from tileclock_host.panel.reading import Reader
from tileclock_host.sheets.filter import Filter
from tileclock_host.sheets.store import Store

pytestmark = pytest.mark.browser


def name(table: Table, seat: str, who: str) -> None:
    table.page.locator(f'.label[data-seat="{seat}"]').click()
    table.page.fill("#who-name", who)
    table.page.keyboard.press("Enter")
    table.wait(lambda: not table.page.locator("#who").is_visible(), "end of the question")


def label(table: Table, seat: str) -> str:
    return table.page.locator(f'.label[data-seat="{seat}"]').inner_text()


def wait_for_labels(table: Table) -> None:
    table.wait(lambda: label(table, "A") == "Name", "labels of seats without names")


def test_a_seat_is_named_on_the_page_and_the_clock_knows_it_in_the_game(table: Table, reader: Reader) -> None:
    wait_for_labels(table)
    name(table, "A", "Żaneta")
    name(table, "B", "Bo")
    table.wait(lambda: (label(table, "A"), label(table, "B")) == ("Żaneta", "Bo"), "names on the tiles")
    with Clock.open(str(table.live.serial_port)) as box:
        assert box.roster()[1] == ["Żaneta", "Bo", "", "", "", ""]
    table.start_game()
    table.live.speed = 0  # looking at a page may take longer than a turn
    table.wait(lambda: "Żaneta" in table.panel(reader), "name on the display")
    assert label(table, "A") == "Żaneta"
    assert table.key("A").get_attribute("aria-label") == "Seat A, Żaneta, light green"
    tag = table.page.locator('.label[data-seat="A"]')
    table.wait(tag.is_disabled, "label that gives way to fingers")
    box = tag.bounding_box()
    table.live.speed = 1
    table.pass_time(500)  # a press ends no turn that has only just begun
    table.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 3)  # where a finger meant the tile
    table.wait_for_light("B", "green")
    table.click("back")
    table.wait(lambda: "stands" in table.page.inner_text("#hint"), "pause")
    name(table, "A", "Ola")
    table.wait(lambda: "from the next deal" in table.page.inner_text("#named"), "word of when it holds")
    assert label(table, "A") == "Żaneta", "the names of a game are those of its deal"


def test_a_page_that_comes_later_knows_the_names(table: Table) -> None:
    wait_for_labels(table)
    name(table, "C", "Jan")
    table.page.reload()
    table.wait(lambda: label(table, "C") == "Jan", "name on the tile")


def test_letters_the_clock_cannot_show_are_refused_with_its_own_words(table: Table) -> None:
    wait_for_labels(table)
    table.page.locator('.label[data-seat="A"]').click()
    table.page.fill("#who-name", "日本")
    table.page.keyboard.press("Enter")
    table.wait(lambda: "日" in table.page.inner_text("#who-said"), "refusal that names the letters")
    table.page.keyboard.press("Escape")
    assert label(table, "A") == "Name"
    table.errors.clear()  # the browser notes every answer that is a refusal


def test_a_wrong_name_in_a_match_is_put_right_in_all_its_games(table: Table, tmp_path: Path) -> None:
    plays = [evenings.lively(presets.built_in("pl"), 3, winner, winner) for winner in range(2)]
    names = ["Ane", "Bo", "Cy", "", "", ""]
    with Store(tmp_path / "sheets.sqlite") as store:
        for text in evenings.sheets(plays, device=table.live.device, names=names):
            assert store.add(text, "test").kept
    table.page.reload()
    who = table.page.locator(".places .name")
    table.wait(lambda: "Ane" in who.all_inner_texts(), "list of the match")
    who.get_by_text("Ane", exact=True).click()
    people = table.page.locator("#people button")
    table.wait(lambda: people.all_inner_texts() == ["Ane", "Bo", "Cy"], "people who played before")
    table.page.fill("#who-name", "Anna")
    table.page.keyboard.press("Enter")
    table.wait(lambda: "Anna" in who.all_inner_texts(), "right name in the list")
    with Store(tmp_path / "sheets.sqlite") as store:
        rows = store.rows(Filter(device=table.live.device))
    assert [[who for _, who, _, _ in row.players] for row in rows] == [["Anna", "Bo", "Cy"]] * 2
