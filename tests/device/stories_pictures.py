"""Draws the pictures of the guide from the frames of the stories: python -m tests.device.stories_pictures

With `--check` it only says which are not what the frames show. A page asks for a picture by naming it.
"""

from __future__ import annotations

import argparse
import re
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.device.pictures import FOLDER, ROOT, undrawn

DOCS = ROOT / "firmware" / "docs"
PICTURES = DOCS / "pictures"
FRAMES = FOLDER / "stories"
LANGUAGE = "en"
LARGEST = 5_000  # bytes
_ZOOM, _BEZEL = 4, 12  # px
_BOX, _GLASS, _LIGHT = (58, 62, 68), (8, 10, 12), (206, 232, 255)
_NAMED = re.compile(r"pictures/([a-z0-9-]+)\.png")


def wanted() -> list[str]:
    """The frames that a page of the docs shows."""
    names = {name for page in DOCS.glob("*.md") for name in _NAMED.findall(page.read_text(encoding="utf-8"))}
    return sorted(name for name in names if _frame(name).exists())


def _frame(name: str) -> Path:
    return FRAMES / f"{name}.{LANGUAGE}.txt"


def panel(name: str) -> Image.Image:
    """The frame as it looks on the box: light pixels on black glass, in a thin bezel."""
    rows = undrawn(_frame(name).read_text(encoding="utf-8"))
    glass = Image.new("P", (len(rows[0]), len(rows)))
    glass.putdata([2 if lit else 1 for row in rows for lit in row])
    glass = glass.resize((glass.width * _ZOOM, glass.height * _ZOOM), Image.Resampling.NEAREST)
    image = Image.new("P", (glass.width + 2 * _BEZEL, glass.height + 2 * _BEZEL), 0)
    image.putpalette([*_BOX, *_GLASS, *_LIGHT])
    image.paste(1, (_BEZEL // 2, _BEZEL // 2, image.width - _BEZEL // 2, image.height - _BEZEL // 2))
    image.paste(glass, (_BEZEL, _BEZEL))
    return image


def stale(name: str) -> bool:
    """Whether the picture is missing, or shows something else than the frame."""
    path = PICTURES / f"{name}.png"
    if not path.exists():
        return True
    with Image.open(path) as drawn:
        return drawn.convert("RGB").tobytes() != panel(name).convert("RGB").tobytes()


def draw(name: str) -> int:
    """Write it, and return its size; each must load at once."""
    data = BytesIO()
    panel(name).save(data, "PNG", optimize=True, bits=2)
    size = len(data.getvalue())
    assert size < LARGEST, f"{name}.png has {size} bytes, more than {LARGEST}"
    (PICTURES / f"{name}.png").write_bytes(data.getvalue())
    return size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing, fail if a picture is not up to date"
    )
    old = [name for name in wanted() if stale(name)]
    if parser.parse_args().check:
        if old:
            sys.exit(f"not as the stories show them: {', '.join(old)}. Run make screens.")
        return
    for name in old:
        print(f"{name}.png  {draw(name)} bytes")


if __name__ == "__main__":
    main()
