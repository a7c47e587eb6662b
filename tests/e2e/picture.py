"""Draws the README's picture of the page during a running game: python -m tests.e2e.picture"""

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.e2e.table import Table, browser, clock, find_chromium

PICTURE = Path(__file__).parents[2] / "firmware" / "docs" / "pictures" / "table.png"
LARGEST = 120_000  # bytes


def play(table: Table) -> None:
    """A few turns, one of them with a drawn tile, until C has half a minute left."""
    table.start_game()
    table.key("A").click()
    table.wait_for_light("B", "green")
    table.key("B").click(delay=700)
    table.wait_for_light("C", "green")
    table.page.wait_for_timeout(8000)


def draw(chromium_at: str) -> bytes:
    with (
        tempfile.TemporaryDirectory() as folder,
        clock(Path(folder) / "flash.img") as (live, address),
        browser(chromium_at) as chromium,
    ):
        table = Table(chromium, address, live)
        play(table)
        return table.page.screenshot()


def main() -> None:
    chromium_at = find_chromium()
    if chromium_at is None:
        sys.exit("No Chromium found: install it (Debian: apt-get install chromium) or name it in CHROMIUM.")
    with Image.open(BytesIO(draw(chromium_at))) as shot:
        small = shot.convert("RGB").quantize(256, kmeans=2)
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    small.save(PICTURE, optimize=True)
    size = PICTURE.stat().st_size
    if size > LARGEST:
        sys.exit(
            f"{PICTURE} has {size} bytes, more than the {LARGEST} a page should load: use fewer colours."
        )
    print(f"{PICTURE}  {size} bytes")


if __name__ == "__main__":
    main()
