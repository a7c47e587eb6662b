"""Draws the pictures of host/docs/report.md in Chromium: python -m tests.e2e.report_picture"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

from tests import evenings
from tests.e2e.table import browser, find_chromium
from tileclock_host.facts import words
from tileclock_host.report import page

FOLDER = Path(__file__).parents[2] / "host" / "docs" / "pictures"
LARGEST = 120_000  # bytes
SHOTS = {
    "report.png": ({"width": 900, "height": 1560}, "light"),
    "report-phone.png": ({"width": 390, "height": 844}, "dark"),
}


def draw(chromium_at: str) -> dict[str, bytes]:
    out = io.BytesIO()
    page.write(iter(evenings.matches(evenings.evening())), words.load("en"), out)
    shots = {}
    with tempfile.TemporaryDirectory() as folder, browser(chromium_at) as chromium:
        file = Path(folder) / "report.html"
        file.write_bytes(out.getvalue())
        for name, (size, scheme) in SHOTS.items():
            context = chromium.new_context(viewport=size, color_scheme=scheme)
            shown = context.new_page()
            shown.goto(file.as_uri())
            if "phone" in name:
                shown.locator(".card").first.scroll_into_view_if_needed()
                shown.evaluate("document.querySelector('.card').scrollIntoView()")
            shots[name] = shown.screenshot()
            context.close()
    return shots


def main() -> None:
    chromium_at = find_chromium()
    if chromium_at is None:
        sys.exit("No Chromium found: install it (Debian: apt-get install chromium) or name it in CHROMIUM.")
    FOLDER.mkdir(exist_ok=True)
    for name, shot in draw(chromium_at).items():
        with Image.open(io.BytesIO(shot)) as picture:
            picture.convert("RGB").quantize(128, kmeans=2).save(FOLDER / name, optimize=True)
        size = (FOLDER / name).stat().st_size
        if size > LARGEST:
            sys.exit(f"{name} has {size} bytes, more than the {LARGEST} a page should load: show less.")
        print(f"{FOLDER / name}  {size} bytes")


if __name__ == "__main__":
    main()
