"""Draws the README's pictures, the page during a running game and its scores: python -m tests.e2e.picture"""

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from tests import evenings, presets
from tests.e2e.table import Table, browser, clock, find_chromium
from tests.e2e.test_phones import LANDSCAPE, Phone
from tileclock_host.device.clock import Clock
from tileclock_host.panel.reading import Reader
from tileclock_host.sheets.store import Store
from tileclock_host.web.keys import Key

ROOT = Path(__file__).parents[2]
PICTURES = {
    "table": ROOT / "firmware" / "docs" / "pictures" / "table.png",
    "phones": ROOT / "host" / "docs" / "pictures" / "phones.png",
    "scores": ROOT / "host" / "docs" / "pictures" / "scores.png",
}
LARGEST = 120_000  # bytes
WIDTH = 680  # of phones side by side


def play(table: Table) -> None:
    """A few turns, one of them with a drawn tile, until C has 51 seconds left."""
    table.start_game()
    table.click("A")
    table.wait_for_light("B", "green")
    table.key("B").click(delay=700)
    table.wait_for_light("C", "green")
    reader = Reader()
    table.wait_for_clock(lambda: "51" in table.panel(reader), "51 s")
    table.live.speed = 0  # a picture may take longer than a second
    table.wait(lambda: table.display() == table.device_display(), "the same on the page")


def store(folder: Path, device: str) -> None:
    """Three evenings of a family and its guests."""
    people = (
        ("pl", 4, ["Ala", "Bolek", "Celina", "Дмитро", "", ""]),
        ("cs", 2, ["Zdeněk", "Žofie", "", "", "", ""]),
        ("pl", 3, ["Babcia Zosia", "Ala", "Bolek", "", "", ""]),
    )
    with Store(folder / "sheets.sqlite") as sheets:
        for match, (rules, players, names) in enumerate(people, 1):
            plays = [
                evenings.lively(presets.built_in(rules), players, n % players, 7 * match + n)
                for n in range(3)
            ]
            head = {"device": device, "names": names, "date": 1_790_000_000 + match * 7 * 86_400}
            for text in evenings.sheets(plays, match=match, first=10 * match, **head):
                assert sheets.add(text, "picture").good


def draw(chromium_at: str) -> dict[str, bytes]:
    with browser(chromium_at) as chromium:
        return draw_table(chromium) | {"phones": draw_phones(chromium)}


def draw_phones(chromium: Browser) -> bytes:
    """Phones at their seats: on turn, with the display, on its side in the dark, entering a rack."""
    key = Key()
    with (
        tempfile.TemporaryDirectory() as folder,
        clock(Path(folder) / "flash.img", key=key) as (live, address),
    ):
        with Clock.open(str(live.serial_port)) as box:
            box.set({"names": ["Ala", "Bolek", "Celina", "Дмитро", "", ""]})
        table = Table(chromium, key.printed(address), live)
        phones = {seat: Phone(chromium, key.invitation(address), live) for seat in "ABC"}
        for seat, phone in phones.items():
            phone.sit(seat)
        a, b, c = phones.values()
        table.start_game(lambda name: a.tap() if name == "A" else table.click(name))
        b.page.click("#show")
        c.page.click("#show")
        c.page.emulate_media(color_scheme="dark")
        c.page.set_viewport_size(LANDSCAPE)  # type: ignore[arg-type]
        a.page.wait_for_timeout(9000)
        shots = [phone.page.screenshot() for phone in (a, b, c)]
        a.tap()
        table.wait_for_light("B", "green")
        table.press("Enter")
        b.says("Who is out")
        b.tap()
        a.says("Your rack")
        table.pass_time(800)
        a.tap(ms=700)
        for _ in range(3):
            table.pass_time(600)
            a.tap()
        a.says("13", "#left")
        shots.append(a.page.screenshot())
        table.close()
        return side_by_side([shots[0], shots[1], shots[3]], shots[2])


def side_by_side(above: list[bytes], below: bytes) -> bytes:
    pictures = [Image.open(BytesIO(each)).convert("RGB") for each in (*above, below)]
    width = sum(each.width for each in pictures[:-1]) + 40
    wide = pictures[-1].resize((width, pictures[-1].height * width // pictures[-1].width))
    whole = Image.new("RGB", (width, pictures[0].height + 20 + wide.height), "white")
    for at, each in enumerate(pictures[:-1]):
        whole.paste(each, (at * (each.width + 20), 0))
    whole.paste(wide, (0, pictures[0].height + 20))
    out = BytesIO()
    whole.resize((WIDTH, whole.height * WIDTH // width), Image.Resampling.LANCZOS).save(out, "PNG")
    return out.getvalue()


def draw_table(chromium: Browser) -> dict[str, bytes]:
    with (
        tempfile.TemporaryDirectory() as folder,
        clock(Path(folder) / "flash.img") as (live, address),
    ):
        table = Table(chromium, address, live)
        play(table)
        table.page.evaluate("scrollTo(0, 0)")  # a key that was clicked may have scrolled it
        shots = {"table": table.page.screenshot()}
        table.live.speed = 1
        store(Path(folder), live.device)
        table.page.reload()
        table.wait(lambda: table.page.locator(".match").count() == 3, "list of the matches")
        return shots | {"scores": table.page.locator("#scores").screenshot()}


def main() -> None:
    chromium_at = find_chromium()
    if chromium_at is None:
        sys.exit("No Chromium found: install it (Debian: apt-get install chromium) or name it in CHROMIUM.")
    for name, shot in draw(chromium_at).items():
        picture = PICTURES[name]
        with Image.open(BytesIO(shot)) as large:
            small = large.convert("RGB").quantize(256, kmeans=2)
        picture.parent.mkdir(parents=True, exist_ok=True)
        small.save(picture, optimize=True)
        size = picture.stat().st_size
        if size > LARGEST:
            sys.exit(
                f"{picture} has {size} bytes, more than the {LARGEST} a page should load: use fewer colours."
            )
        print(f"{picture}  {size} bytes")


if __name__ == "__main__":
    main()
