"""What a box takes to start, and to list its sheets: with none, with a hundred, and with as many as fit."""

import tempfile
from pathlib import Path

from tests.bench.box import MS, SECOND, tap
from tests.bench.figure import Figure
from tests.device import used_box
from tests.device.box import Box
from tests.host.cable import plugged
from tileclock_host.build import bundle
from tileclock_host.sim import flash

_LATER = 200  # ms that the most sheets may cost
_LESS = 1_024  # bytes of heap
_PAGE = 3_000  # ms until a page of the list is shown
_STILL = 500 * MS


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        flash.create(folder / "made.img", bundle.ensure())
        first = Box(folder / "made.img", folder / "prepared.img")
        first.start()
        first.advance(5 * SECOND)
        first.pull_plug()
        first.close()
        fits = used_box.fill(folder / "prepared.img", folder)
        none, some, most = [_start(folder / f"{name}.img") for name in ("none", "a hundred", "all")]
        pages = _pages(folder / "all.img")
    return [
        Figure("sheets that fit", fits["all"], "", limit=350, at_least=True),
        Figure("first screen, flash and bus: no sheet", none[0] / MS, "ms"),
        Figure("– a hundred sheets more", (some[0] - none[0]) / MS, "ms", limit=_LATER),
        Figure("– the most sheets more", (most[0] - none[0]) / MS, "ms", limit=_LATER),
        Figure("heap free on it, 64-bit VM: no sheet", none[1], "bytes"),
        Figure("– a hundred sheets less", none[1] - some[1], "bytes", limit=_LESS),
        Figure("– the most sheets less", none[1] - most[1], "bytes", limit=_LESS),
        Figure("the most sheets: pages of their list", len(pages), ""),
        Figure("the most sheets: the slowest page, flash and bus", max(pages) / MS, "ms", limit=_PAGE),
    ]


def _start(image: Path) -> tuple[int, int]:
    """µs to the first screen; bytes of the heap that are free on it."""
    box = Box(image, image.with_name("box.img"))
    box.start()
    shown = box.now
    box.advance(2 * SECOND)
    heap = plugged(box).self_test().figures["heap"]
    box.close()
    return shown, heap


def _pages(image: Path) -> list[int]:
    """µs of each page of the list, one after the other to the last."""
    box = Box(image, image.with_name("box.img"))
    box.start()
    box.advance(2 * SECOND)
    tap(box, "down")
    found = [_change(box)]
    while True:
        before = box.oled.frame()
        tap(box, "up")  # to the last row
        if before == box.oled.frame():
            break
        taken = _change(box)
        if taken < 0:
            break
        found.append(taken)
    box.close()
    return found


def _change(box: Box) -> int:
    """µs from OK to another picture that stands; -1: there is none."""
    shown, at = box.oled.frame(), box.press("ok")
    box.advance(80 * MS)
    box.release("ok")
    while box.oled.frame() == shown:
        box.advance(10 * MS)
        if box.now - at > 2 * _PAGE * MS:
            return -1
    taken = box.now - at
    box.advance(_STILL)
    return taken
