"""A turn played on the page: mouse, fingers, keyboard, and what stands around the clock."""

from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.table import Table, clock, live_tap
from tileclock_host.device.clock import Clock
from tileclock_host.panel.reading import Reader
from tileclock_host.panel.texts import load

pytestmark = pytest.mark.browser

SIZES = {
    "desk": (1280, 800, 1),
    "phone": (380, 800, 2.75),
    "phone on its side": (800, 380, 2.75),
    "low": (1000, 600, 1),
    "laptop": (1366, 650, 1),
}
LEAST = {"laptop": 0.35, "phone on its side": 0.3, "desk": 0.25, "low": 0.25, "phone": 0.14}  # of the window
CONTRAST = """() => {
    const linear = (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const weigh = (v, i) => linear(v / 255) * [0.2126, 0.7152, 0.0722][i];
    const light = (colour) => colour.slice(0, 3).map(weigh).reduce((sum, v) => sum + v) + 0.05;
    const parts = (text) => text.match(/[\\d.]+/g).map(Number);
    const ground = (element) => {
        const colour = parts(getComputedStyle(element).backgroundColor);
        return colour[3] === 0 ? ground(element.parentElement) : colour;
    };
    const read = (e) => e.textContent.trim() && !e.disabled;
    const all = document.querySelectorAll("header *, #technical *, .scores *, .below *");
    return [...all].filter(read).map((e) => {
        const [one, other] = [light(parts(getComputedStyle(e).color)), light(ground(e))];
        return [Math.max(one, other) / Math.min(one, other), e.outerHTML.slice(0, 80)];
    });
}"""


def test_a_turn_is_played_with_the_mouse(table: Table) -> None:
    table.start_game()
    assert table.lights() == dict.fromkeys("BCDEF", "off") | {"A": "green"}
    seat_a = table.display()
    table.key("A").click()
    table.wait_for_light("B", "green")
    assert table.lights()["A"] == "off"
    assert table.display() != seat_a
    table.wait(lambda: "Seat B" in table.page.inner_text("#hint"), "hint for B")
    assert table.key("B").get_attribute("aria-label") == "Seat B, light green"


def test_the_hint_follows_the_screen_that_is_shown(table: Table) -> None:
    """Not the lights: they are those of a running turn, while the clock asks who is out."""

    def hint_says(*parts: str) -> None:
        table.wait(
            lambda: all(part in table.page.inner_text("#hint") for part in parts), f"hint with {parts}"
        )

    hint_says("OK begins")
    table.start_game(live_tap(table.live))
    hint_says("Seat A: press = laid tiles", "OK")
    table.click("ok")
    hint_says("no tiles left", "↩")
    assert "laid tiles" not in table.page.inner_text("#hint")
    table.click("back")
    table.live.speed = 20
    hint_says("Put the tiles back")
    assert "Hurry" not in table.page.inner_text("#hint")


def test_who_does_not_see_the_display_hears_what_it_means_but_not_every_second(table: Table) -> None:
    told = table.page.locator("#said")
    assert told.get_attribute("role") == "status"
    table.page.evaluate(
        """() => {
            window.told = [];
            const said = document.querySelector('#said');
            new MutationObserver(() => told.push(said.textContent)).observe(said, {childList: true});
        }"""
    )
    table.click("down")
    table.wait(lambda: told.inner_text() == "tileclock: Sheets", "word of the row that is marked")
    table.click("up")
    table.start_game(live_tap(table.live))
    table.wait(lambda: told.inner_text() == "Seat A plays", "word of the turn")
    assert "pool" in (table.page.locator("#oled").get_attribute("aria-label") or "")
    before = table.display()
    table.pass_time(3_000)
    table.wait(lambda: table.display() != before, "another second")
    assert table.page.evaluate("told").count("Seat A plays") == 1
    table.page.click("#plug")
    table.wait(lambda: told.inner_text() == "", "silence of a clock without power")


def test_the_page_shows_the_panel_dot_for_dot(game: Table) -> None:
    game.key("back").click()  # a paused screen stands still
    game.wait_for_light("A", "white")
    game.wait(lambda: game.display() == game.device_display(), "picture like the device's")


def test_a_held_button_draws_a_tile_and_a_short_press_does_not(game: Table) -> None:
    def pool() -> str:
        return "".join(line[96:] for line in game.display().splitlines()[:40])

    full = pool()
    game.click("A")
    game.wait_for_light("B", "green")
    assert pool() == full
    game.key("B").hover()
    game.page.mouse.down()
    game.wait_for_light("C", "green")  # the clock switches when the button goes down
    assert game.down() == {"B"}
    game.wait(lambda: pool() != full, "tile less in the pool")
    game.page.mouse.move(5, 5)  # the finger slides off and still holds
    assert game.down() == {"B"}
    game.page.mouse.up()
    game.wait(lambda: game.down() == set(), "release")


def test_the_keyboard_plays_too(table: Table) -> None:
    keyboard = table.page.keyboard
    table.start_game(lambda key: table.press("Enter" if key == "ok" else key.lower()))
    keyboard.down("A")
    table.wait_for_light("B", "green")
    assert table.down() == {"A"}
    keyboard.up("A")
    keyboard.press("Escape")
    table.wait_for_light("B", "white")


def test_every_key_of_the_keyboard_is_a_key_of_the_clock(open_table: Table) -> None:
    names = {
        "ArrowUp": "up",
        "ArrowDown": "down",
        "Enter": "ok",
        "Backspace": "back",
        "Escape": "back",
        "f": "F",
    }
    for name, key in names.items():
        open_table.page.keyboard.down(name)
        open_table.wait(lambda key=key: open_table.down() == {key}, f"{key} down")
        open_table.page.keyboard.up(name)
        open_table.wait(lambda: open_table.down() == set(), "release")


def test_a_keyboard_with_other_letters_has_the_seats_in_the_same_places(open_table: Table) -> None:
    for kind in ("keydown", "keyup"):
        open_table.page.evaluate(f"dispatchEvent(new KeyboardEvent('{kind}', {{key: 'ф', code: 'KeyA'}}))")
        open_table.wait(lambda kind=kind: ("A" in open_table.down()) == (kind == "keydown"), kind)


def test_two_fingers_at_once(open_table: Table) -> None:
    touch = open_table.context.new_cdp_session(open_table.page)

    def fingers(kind: str, *seats: str) -> None:
        boxes = [open_table.key(seat).bounding_box() for seat in seats]
        points = [
            {"x": b["x"] + 20, "y": b["y"] + 20, "id": ord(s)} for s, b in zip(seats, boxes, strict=True)
        ]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", "E")
    fingers("touchStart", "E", "F")
    open_table.wait(lambda: open_table.down() == {"E", "F"}, "two keys down")
    fingers("touchEnd", "E")
    open_table.wait(lambda: open_table.down() == {"F"}, "one key down")
    fingers("touchStart", "F", "C")
    open_table.wait(lambda: open_table.down() == {"F", "C"}, "two keys down")
    touch.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    open_table.wait(lambda: open_table.down() == set(), "release of all")


@pytest.mark.parametrize("event", ["blur", "pagehide"])
def test_a_page_nobody_looks_at_holds_nothing(open_table: Table, event: str) -> None:
    open_table.page.keyboard.down("f")
    open_table.key("E").hover()
    open_table.page.mouse.down()
    open_table.wait(lambda: open_table.down() == {"E", "F"}, "two keys down")
    open_table.page.evaluate(f"dispatchEvent(new Event('{event}'))")
    open_table.wait(lambda: open_table.down() == set(), "release of all")
    open_table.page.mouse.up()
    open_table.page.keyboard.up("f")


def test_closing_the_page_lets_go(table: Table) -> None:
    table.page.keyboard.down("f")
    table.wait(lambda: table.down() == {"F"}, "key down")
    table.page.goto("about:blank")
    table.requests.clear()
    table.wait(lambda: table.down() == set(), "release of all")


def test_reset_and_plug(game: Table) -> None:
    game.page.click("#reset")
    game.wait(lambda: game.page.text_content("#log").count("rst:") == 2, "start after the reset")
    game.wait(lambda: game.lights()["A"] != "green", "end of the turn")
    game.page.click("#plug")
    game.wait(lambda: game.state() == "The plug is out", "word that the plug is out")
    assert "█" not in game.display()
    assert set(game.lights().values()) == {"off"}
    assert game.page.is_disabled("#reset")
    game.page.click("#plug")
    game.wait(lambda: game.state() == "Running" and "█" in game.display(), "start after the plug")


def test_a_game_is_still_there_after_the_plug_was_out(game: Table, reader: Reader) -> None:
    game.key("A").click()
    game.wait_for_light("B", "green")
    game.page.click("#plug")
    game.wait(lambda: "can be resumed" in game.page.inner_text("#hint"), "word that it can be resumed")
    game.page.click("#plug")
    game.wait(lambda: "Resume" in game.panel(reader), "offer to resume")


def test_the_mouse_leaves_enter_to_the_clock_and_tab_takes_it(table: Table) -> None:
    table.page.click("#plug")
    table.wait(lambda: table.state() == "The plug is out", "word that the plug is out")
    table.page.click("#plug")
    table.wait(lambda: table.state() == "Running", "power")
    table.page.keyboard.down("Enter")
    table.wait(lambda: table.down() == {"ok"}, "OK down")
    table.page.keyboard.up("Enter")
    table.page.focus("#plug")
    table.page.keyboard.press("Enter")
    table.wait(lambda: table.state() == "The plug is out", "word that the plug is out")
    table.page.keyboard.press("Space")
    table.wait(lambda: table.state() == "Running", "power")
    table.key("F").focus()
    table.page.keyboard.down("Space")
    table.wait(lambda: table.down() == {"F"}, "F down")
    table.page.keyboard.up("Space")


def test_time_can_run_faster_and_stand_still(open_table: Table) -> None:
    speeds = open_table.page.locator("#speeds")
    chosen = speeds.locator("[aria-pressed=true]")
    for name, speed in (("20×", 20), ("Frozen", 0), ("1×", 1)):
        speeds.get_by_text(name, exact=True).click()
        open_table.wait(lambda name=name: chosen.all_inner_texts() == [name], f"{name} chosen")
        open_table.wait(lambda speed=speed: open_table.live.speed == speed, name)
        state = "Running" if speed else "Time is frozen"
        open_table.wait(lambda state=state: open_table.state() == state, state)


def test_a_turn_runs_out_with_light_and_sound(game: Table) -> None:
    game.page.evaluate(
        """() => {
            window.shone = new Set();
            const seat = document.querySelector('[data-key="A"]');
            new MutationObserver(() => shone.add(seat.dataset.light)).observe(seat, {attributes: true});
        }"""
    )
    game.page.get_by_text("20×").click()
    game.wait(lambda: game.page.evaluate("shone.has('red')"), "red light at seat A")
    game.page.get_by_text("1×", exact=True).click()
    assert game.page.get_attribute("#sound", "aria-pressed") == "true"


def test_the_serial_port_can_be_copied(open_table: Table) -> None:
    copied(open_table, "#serial", open_table.live.serial_port)
    assert open_table.page.locator("#tcp").is_hidden(), "nobody asked for it"


def test_the_tcp_port_can_be_copied_where_there_is_one(chromium: Browser, tmp_path: Path) -> None:
    with clock(tmp_path / "flash.img", tcp_port=0) as (live, address):
        table = Table(chromium, address, live, permissions=["clipboard-read", "clipboard-write"])
        copied(table, "#tcp", live.tcp_url)
        table.close()


def copied(table: Table, row: str, expected: str | None) -> None:
    assert table.page.inner_text(f"{row} code") == expected
    table.page.click(f"{row} button")
    table.wait(lambda: table.page.inner_text(f"{row} button") == "Copied", "word that it is copied")
    assert table.page.evaluate("navigator.clipboard.readText()") == expected


def test_sound_waits_for_a_touch_and_can_be_muted(table: Table) -> None:
    sound = table.page.locator("#sound")
    assert sound.inner_text() == "Touch for sound"
    table.key("F").click()
    assert sound.inner_text() == "Sound on"
    sound.click()
    assert (sound.inner_text(), sound.get_attribute("aria-pressed")) == ("Sound off", "false")
    table.page.reload()
    table.key("F").click()
    assert sound.inner_text() == "Sound off"
    sound.click()
    assert sound.inner_text() == "Sound on"


def test_the_page_speaks_the_language_of_the_box(open_table: Table) -> None:
    page, live = open_table.page, open_table.live

    def speak(language: str) -> None:
        with Clock.open(str(live.serial_port)) as box:
            box.set({"language": language})
        live.reset().result()
        said = load(language)
        open_table.wait(lambda: page.inner_text("#hint") == said["hints"]["home"], f"hint in {language}")
        assert page.get_attribute("html", "lang") == language
        assert page.inner_text("#fetch") == said["page"]["get"]
        seat = said["page"]["seat"].format(seat="A")
        assert (open_table.key("A").get_attribute("aria-label") or "").startswith(f"{seat}, ")
        texts = page.evaluate(
            "() => [...document.querySelectorAll('[data-say], [data-label]')].map((each) => "
            "(each.dataset.say && !each.textContent) || (each.dataset.label && !each.ariaLabel))"
        )
        assert not any(texts), "every element has its text"

    try:
        for language in ("pl", "cs", "uk"):
            speak(language)
            page.click("#fetch")
            word = load(language)["page"]["new.zero"]
            open_table.wait(lambda word=word: open_table.scores_say().startswith(word), word)
        page.reload()
        page.evaluate("document.querySelector('#technical').open = true")
        open_table.wait(lambda: page.inner_text("#fetch"), "first word")
        assert page.inner_text("#fetch") == load("uk")["page"]["get"]
    finally:
        speak("en")


def test_wishes_at_the_cable_wait_for_each_other(open_table: Table) -> None:
    got = open_table.page.evaluate(
        """() => {
            const wishes = [["scores/fetch", "POST"], ["names/F?name=Ola", "POST"], ["scores/fetch", "POST"]];
            const headers = {"X-Tileclock": "page"};
            const ask = ([path, method]) => fetch(path, {method, headers});
            return Promise.all(wishes.map(async (wish) => await (await ask(wish)).text()));
        }"""
    )
    assert [text.splitlines()[-1] for text in (got[0], got[2])] == ['{"stored": 0, "notes": []}'] * 2
    assert got[1] == '{"playing":false}'


def test_every_button_has_a_name_and_the_state_is_announced(open_table: Table) -> None:
    for button in open_table.page.get_by_role("button").all():
        assert button.get_attribute("aria-label") or button.inner_text().strip()
    assert open_table.page.get_attribute("#state", "role") == "status"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(open_table: Table, scheme: str) -> None:
    open_table.page.emulate_media(color_scheme=scheme)
    weak = [(round(ratio, 2), html) for ratio, html in open_table.page.evaluate(CONTRAST) if ratio < 4.5]
    assert weak == []


@pytest.mark.parametrize("size", SIZES)
def test_the_table_fits_every_screen(open_table: Table, chromium: Browser, size: str) -> None:
    width, height, ratio = SIZES[size]
    viewport = {"width": width, "height": height}
    small = Table(
        chromium, open_table.page.url, open_table.live, viewport=viewport, device_scale_factor=ratio
    )
    assert small.page.evaluate("document.documentElement.scrollWidth") == width
    boxes = [small.key(key).bounding_box() for key in [*"ABCDEF", "up", "down", "ok", "back"]]
    boxes.append(small.page.locator("#oled").bounding_box())
    for box in boxes:
        assert box["x"] >= 0 and box["y"] >= 0
        assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
    for one, other in combinations(boxes, 2):
        apart_x = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
        apart_y = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
        assert apart_x or apart_y, (one, other)
    share = boxes[-1]["width"] * boxes[-1]["height"] / (width * height)
    assert share >= LEAST[size], f"the display has {share:.0%} of the window"
    own = small.page.evaluate("[oled.width, oled.height]")
    assert own == pytest.approx([boxes[-1]["width"] * ratio, boxes[-1]["height"] * ratio], abs=0.05), "crisp"
    small.close()


def test_full_screen_shows_nothing_but_the_table_and_turns_its_seats_to_who_sits_there(game: Table) -> None:
    page = game.page
    hidden = "#sound, .scores, #technical"
    assert page.locator(hidden).first.is_visible()
    page.click("#full")
    game.wait(lambda: page.evaluate("Boolean(document.fullscreenElement)"), "full screen")
    assert not any(each.is_visible() for each in page.locator(hidden).all())
    game.wait(lambda: page.locator("#oled").bounding_box()["width"] > 0.55 * 1280, "larger display")
    face = game.key("A").locator(".face")
    assert face.evaluate("e => getComputedStyle(e).rotate") == "none"
    page.click("#turn")
    game.wait(lambda: face.evaluate("e => getComputedStyle(e).rotate") == "90deg", "letter for who sits left")
    assert game.key("B").locator(".face").evaluate("e => getComputedStyle(e).rotate") != "90deg"
    page.evaluate("document.exitFullscreen()")
    game.wait(page.locator("#sound").is_visible, "the rest of the page")
    assert page.locator("#full").get_attribute("aria-pressed") == "false"


def test_who_does_not_play_is_put_away_until_there_is_a_set_up_again(table: Table) -> None:
    seats = [table.key(seat) for seat in "ABCDEF"]

    def there() -> str:
        return "".join(seat for seat, key in zip("ABCDEF", seats, strict=True) if key.is_visible())

    assert there() == "ABCDEF"
    for key in ("ok", "ok", "D", "E"):  # to the line of the players, where D gets up and E sits down
        table.click(key)
        table.pass_time(400)
    table.wait(lambda: "ABCE" in table.page.locator("#oled").get_attribute("aria-label"), "players")
    assert there() == "ABCDEF"
    table.start_game()
    table.wait(lambda: there() == "ABCE", "seats of who plays alone")
    sides = [key.get_attribute("data-side") for key in seats if key.is_visible()]
    assert sides == ["first", "last", "last", "first"], "clockwise: down the right, up the left"


def test_the_screen_stays_on_as_long_as_the_clocks_own_does(chromium: Browser, open_table: Table) -> None:
    count = """
        window.locks = [];
        const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
        navigator.wakeLock.request = async (kind) => {
            const lock = await ask(kind);
            locks.push(lock);
            return lock;
        };
    """
    held = "locks.filter((lock) => !lock.released).length"
    table = Table(chromium, open_table.page.url, open_table.live, before=count)
    table.wait(lambda: table.page.evaluate(held) == 1, "hold on the screen")
    table.page.get_by_text("Frozen", exact=True).click()
    table.wait(lambda: table.page.evaluate(held) == 0, "end of it")
    table.page.get_by_text("1×", exact=True).click()
    table.wait(lambda: table.page.evaluate(held) == 1, "hold on the screen")
    assert table.page.evaluate("locks.length") == 2
    table.close()


def test_two_pages_show_the_same_clock(game: Table, chromium: Browser) -> None:
    other = Table(chromium, game.page.url, game.live)
    other.wait_for_light("A", "green")
    other.key("A").click()
    game.wait_for_light("B", "green")
    other.close()
