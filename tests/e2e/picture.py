"""Draws the README's pictures, the page during a running game and its scores: python -m tests.e2e.picture"""

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests import evenings, presets
from tests.e2e.table import Table, browser, clock, find_chromium
from tileclock_host.sheets.store import Store

ROOT = Path(__file__).parents[2]
PICTURES = {
    "table": ROOT / "firmware" / "docs" / "pictures" / "table.png",
    "scores": ROOT / "host" / "docs" / "pictures" / "scores.png",
}
LARGEST = 120_000  # bytes


def play(table: Table) -> None:
    """A few turns, one of them with a drawn tile, until C has thought for some seconds."""
    table.start_game()
    table.key("A").click()
    table.wait_for_light("B", "green")
    table.key("B").click(delay=700)
    table.wait_for_light("C", "green")
    table.page.wait_for_timeout(8000)


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
    with (
        tempfile.TemporaryDirectory() as folder,
        clock(Path(folder) / "flash.img") as (live, address),
        browser(chromium_at) as chromium,
    ):
        table = Table(chromium, address, live)
        play(table)
        shots = {"table": table.page.screenshot()}
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
