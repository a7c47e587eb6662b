"""The table for everybody: by switch and keyboard, in words and signs besides colours, told by a voice."""

import pytest
from playwright.sync_api import Browser

from tests.e2e.accessible import assert_accessible
from tests.e2e.table import Table, live_tap
from tileclock_host.panel.reading import Reader
from tileclock_host.panel.screens import Screens
from tileclock_host.panel.texts import load

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


def test_a_whole_game_by_a_switch_and_axe_finds_nothing_on_any_of_its_screens(
    table: Table, reader: Reader
) -> None:
    """A switch has no finger and no length: each press is a click, from power-on to the winner."""
    page = table.page
    looked: set[str] = set()

    felt: list[str] = []  # a click is short: who looks now and then does not see each key down
    touch = table.live.board.press
    table.live.board.press = lambda key, at=None: felt.append(key) or touch(key, at)  # type: ignore[method-assign]

    def press(key: str) -> None:
        before = len(felt)
        table.key(key).evaluate("e => e.click()")
        table.wait_for_clock(lambda: felt[before:] == [key] and not table.down(), f"{key} pressed")
        table.pass_time(100)
        look()

    def look() -> None:
        kind = screens.look(table.live.picture().frame).kind
        if kind and kind not in looked:
            looked.add(kind)
            said = load("en")["hints"][kind].partition("{")[0]
            table.wait(lambda: page.inner_text("#hint").startswith(said), f"hint of {kind}")
            assert_accessible(page)

    screens = Screens(reader)
    page.emulate_media(reduced_motion="reduce")  # else half of what moves in is seen
    look()
    table.start_game(press)
    look()
    press("back")
    table.wait_for_light("A", "white")
    press("ok")
    table.wait_for_light("A", "green")
    points = table.play_game(reader, {"A": 3, "C": 2, "D": 1}, press, look)
    assert sum(points.values()) == 0
    table.wait(page.locator("#moment").is_visible, "the winner's moment")
    look()
    for _ in range(2):
        page.locator("#moment-close").evaluate("e => e.click()")
        press("ok")
    assert looked >= {
        "home", "set up: rules", "deal", "turn", "pause", "who is out", "points", "jokers", "marks",
        "result", "winner", "ranking",
    }, looked  # fmt: skip


RARE = {
    "A mistake": [("ok", "whose mistake"), ("A", "mistake"), ("back", "pause")],
    "Correct the time": [("ok", "number"), ("back", "pause")],
    "Call the judge": [("ok", "dispute")],
    "A player leaves": [("ok", "who leaves"), ("B", "surely leaves")],
}


def test_axe_finds_nothing_on_screens_that_seldom_are_seen(game: Table, reader: Reader) -> None:
    """The clock is walked through its menu of the pause, and the page beside it follows."""
    screens, tap = Screens(reader), live_tap(game.live)

    def step(key: str, kind: str) -> None:
        tap(key)
        game.wait(lambda: screens.look(game.live.picture().frame).kind == kind, kind)
        said = load("en")["hints"][kind].partition("{")[0]
        game.wait(lambda: game.page.inner_text("#hint").startswith(said), f"hint of {kind}")
        if kind != "pause":
            assert_accessible(game.page)

    step("back", "pause")
    for entry, steps in RARE.items():
        for _ in range(20):
            rows = [item.text for item in reader.read(game.live.picture().frame) if item.inverse]
            if entry in rows:
                break
            tap("down")
        assert entry in rows, rows
        for key, kind in steps:
            step(key, kind)


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
    assert_accessible(other.page)
    game.live.speed = 20
    other.wait(lambda: other.key("B").get_attribute("data-sign") == "up", "sign")
    game.live.speed = 1
    lamp = other.key("B").locator(".lamp")
    assert lamp.evaluate("e => getComputedStyle(e, '::after').content") == '"!"'
    assert (other.key("B").get_attribute("aria-label") or "").endswith("light red, time is up")
    other.wait(lambda: any("TIME IS UP" in each for each in page.evaluate("spoken")), "voice")
    assert lamp.evaluate("e => getComputedStyle(e).transitionDuration") == "0s"
    assert_accessible(other.page)
    other.close()


# What the digits say in a turn, second by second, and what the voice says of it.
TURNS = {
    "a minute": (range(60, -1, -1), ["30 seconds left", "10 seconds left"]),
    "two": (range(120, -1, -1), ["30 seconds left", "10 seconds left"]),
    "hardly longer than a mark": (range(33, -1, -1), ["10 seconds left"]),
    "some read late": (range(60, -1, -3), ["30 seconds left", "10 seconds left"]),
    "no limit, counted up": (range(90), []),
}


@pytest.mark.parametrize("turn", TURNS)
def test_the_voice_says_the_time_left_where_that_is_wanted_and_seldom(
    chromium: Browser, open_table: Table, turn: str
) -> None:
    other = Table(chromium, open_table.page.url, open_table.live, before=VOICE)
    page = other.page
    assert page.locator("#voice-time").is_hidden()
    page.click("#voice")
    seconds, expected = TURNS[turn]
    digits = [f"{left // 60}:{left % 60:02}" if left > 99 else str(left) for left in seconds]
    digits += ["", "9.7"] * (seconds[-1] == 0)  # one that is being drawn, a tenth
    tell = "digits => import('/voice.js').then(v => digits.forEach(v.announceTime)).then(() => spoken)"
    assert [text for text in page.evaluate(tell, digits) if "left" in text] == []
    page.evaluate("import('/voice.js').then(v => v.announce('the next turn', 'en'))")
    page.click("#voice-time")
    told = [text for text in page.evaluate(tell, digits) if "left" in text]
    assert told == [f"en: {text}" for text in expected]
    other.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_around_a_game(open_table: Table, scheme: str) -> None:
    page = open_table.page
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    assert_accessible(open_table.page)
    page.locator(".label").first.click()
    assert_accessible(open_table.page)
    page.click("#who-close")
    page.click("#full")
    assert_accessible(open_table.page)
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
