"""Frame pictures: what a screen must look like, as text that reads well in a diff.

One character stands for two pixels, one above the other; the border keeps the spaces at the ends of lines.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tileclock_host.panel.reading import HEIGHT, WIDTH

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "screens"
DIFFERENCES = ROOT / ".build" / "screens"
_PAIRS = " ▀▄█"  # neither, upper, lower, both
_ZOOM = 6


def pixels(frame: bytes) -> list[list[int]]:
    return [[frame[(y >> 3) * WIDTH + x] >> (y & 7) & 1 for x in range(WIDTH)] for y in range(HEIGHT)]


def drawn(frame: bytes) -> str:
    """The frame as 32 lines of text in a border."""
    rows = pixels(frame)
    lines = ["┌" + "─" * WIDTH + "┐"]
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        lines.append("│" + "".join(_PAIRS[a + 2 * b] for a, b in zip(upper, lower, strict=True)) + "│")
    return "\n".join([*lines, "└" + "─" * WIDTH + "┘", ""])


def undrawn(text: str) -> list[list[int]]:
    """The rows of pixels of a drawn picture."""
    rows = []
    for line in text.splitlines()[1:-1]:
        pairs = [_PAIRS.index(char) for char in line[1:-1]]
        rows += [[pair & 1 for pair in pairs], [pair >> 1 for pair in pairs]]
    return rows


class Pictures:
    """Compares frames with the recorded pictures, or records them."""

    def __init__(self, record: bool) -> None:
        self.record = record

    def check(self, name: str, language: str, frame: bytes) -> None:
        path = FOLDER / f"{name}.{language}.txt"
        got = drawn(frame)
        if self.record:
            path.write_text(got, encoding="utf-8")
            return
        assert path.exists(), f"no picture {_named(path)}: run make screens and look at it\n{got}"
        expected = path.read_text(encoding="utf-8")
        if got != expected:
            diff = DIFFERENCES / f"{name}.{language}.png"
            _save_difference(diff, undrawn(expected), pixels(frame))
            raise AssertionError(
                f"the screen is not as in {_named(path)}; if it is meant to be: make screens\n"
                f"expected:\n{expected}got:\n{got}enlarged, with the difference: {_named(diff)}"
            )


def _named(path: Path) -> str:
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def _save_difference(path: Path, expected: list[list[int]], got: list[list[int]]) -> None:
    """Expected, got, and the difference (red: missing, green: too much), one below the other."""
    canvas = Image.new("RGB", (WIDTH, 3 * HEIGHT + 8), "gray")
    for y in range(HEIGHT):
        for x in range(WIDTH):
            before, after = expected[y][x], got[y][x]
            canvas.putpixel((x, y), (255 * before,) * 3)
            canvas.putpixel((x, HEIGHT + 4 + y), (255 * after,) * 3)
            changed = (255 * (before > after), 255 * (after > before), 0)
            canvas.putpixel((x, 2 * (HEIGHT + 4) + y), changed if before != after else (48 * after,) * 3)
    path.parent.mkdir(parents=True, exist_ok=True)
    canvas.resize((canvas.width * _ZOOM, canvas.height * _ZOOM), Image.Resampling.NEAREST).save(path)
