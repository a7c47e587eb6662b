"""The table for everybody: by switch and keyboard, in words and signs besides colours, told by a voice."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.e2e.table import Table

pytestmark = pytest.mark.browser

VOICE = """
    window.spoken = [];
    speechSynthesis.speak = (speech) => spoken.push(`${speech.lang}: ${speech.text}`);
"""
# Whether the key looks pressed in the first picture that is drawn after the finger came down.
FIRST_FRAME = """(key) => {
    const button = document.querySelector(`[data-key="${key}"]`);
    window.frame = new Promise((answered) => {
        addEventListener("pointerdown", () => requestAnimationFrame(() =>
            answered(button.classList.contains("down"))), {capture: true, once: true});
    });
}"""


def assert_accessible(table: Table) -> None:
    found = Axe().run(table.page)
    assert found.violations_count == 0, found.generate_report()


def test_a_game_goes_on_by_clicks_alone_as_a_switch_gives_them(game: Table) -> None:
    """No finger, no length: a click that is to be a hold is announced before."""
    before = game.display()
    game.key("A").evaluate("e => e.click()")
    game.wait_for_light("B", "green")
    hold = game.page.locator("#hold")
    hold.evaluate("e => e.click()")
    assert hold.get_attribute("aria-pressed") == "true"
    full = "".join(line[96:] for line in game.display().splitlines()[:40])
    game.key("B").evaluate("e => e.click()")
    game.wait_for_light("C", "green")
    game.wait(lambda: not game.down(), "release")
    game.wait(
        lambda: "".join(line[96:] for line in game.display().splitlines()[:40]) != full,
        "tile less in the pool",
    )
    assert hold.get_attribute("aria-pressed") == "false"
    assert game.display() != before


def test_tab_reaches_every_key_and_the_focus_is_seen(open_table: Table) -> None:
    page = open_table.page
    page.mouse.click(5, 5)  # Tab goes on from where somebody has clicked
    reached = []
    for _ in range(30):
        page.keyboard.press("Tab")
        key, outline = page.evaluate(
            "[document.activeElement.dataset.key, getComputedStyle(document.activeElement).outlineWidth]"
        )
        assert outline == "3px"
        reached.append(key)
    page.evaluate("document.activeElement.blur()")
    assert [key for key in reached if key] == ["up", "down", "ok", "back", *"ABCDEF"]


def test_time_that_is_up_has_a_sign_a_word_and_a_voice(chromium: Browser, game: Table) -> None:
    other = Table(chromium, game.page.url, game.live, before=VOICE, reduced_motion="reduce")
    page = other.page
    page.click("#voice")
    assert other.key("A").get_attribute("data-sign") == "turn"
    other.key("A").click()
    other.wait_for_light("B", "green")
    other.wait(lambda: "en: Seat B plays" in page.evaluate("spoken"), "voice")
    assert_accessible(other)
    game.live.speed = 20
    other.wait(lambda: other.key("B").get_attribute("data-sign") == "up", "sign")
    game.live.speed = 1
    lamp = other.key("B").locator(".lamp")
    assert lamp.evaluate("e => getComputedStyle(e, '::after').content") == '"!"'
    assert (other.key("B").get_attribute("aria-label") or "").endswith("light red, time is up")
    other.wait(lambda: any("TIME IS UP" in each for each in page.evaluate("spoken")), "voice")
    assert lamp.evaluate("e => getComputedStyle(e).transitionDuration") == "0s"
    assert_accessible(other)
    other.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_around_a_game(open_table: Table, scheme: str) -> None:
    page = open_table.page
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    assert_accessible(open_table)
    page.locator(".label").first.click()
    assert_accessible(open_table)
    page.click("#who-close")
    page.click("#full")
    assert_accessible(open_table)
    page.click("#full")
    open_table.wait(page.locator("#sound").is_visible, "the rest of the page")


def test_a_tap_that_is_shorter_than_a_picture_is_seen_in_one(open_table: Table) -> None:
    looks = """(kinds) => {
        const looks = () => new Promise((told) => requestAnimationFrame(() => told(
            document.querySelector('[data-key="F"]').classList.contains("down"))));
        for (const kind of kinds) dispatchEvent(new KeyboardEvent(kind, {key: "f", code: "KeyF"}));
        return looks();
    }"""
    assert open_table.page.evaluate(looks, ["keydown", "keyup"])
    open_table.wait(lambda: not open_table.page.evaluate(looks, []), "key that is up again")


def test_a_press_answers_in_the_next_picture(open_table: Table) -> None:
    for key in ("F", "ok"):
        box = open_table.key(key).bounding_box()
        open_table.page.evaluate(FIRST_FRAME, key)
        open_table.page.mouse.move(box["x"] + 20, box["y"] + 20)
        open_table.page.mouse.down()
        assert open_table.page.evaluate("frame")
        open_table.page.mouse.up()
        open_table.wait(lambda: not open_table.down(), "release")
