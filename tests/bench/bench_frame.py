"""Heap bytes that a frame of the running clock costs, and what happens to a clock, on both MicroPythons."""

import json

from tests.bench import inside
from tests.bench.figure import Figure

_SCRIPT = "import allocation; allocation.main()"


def measure() -> list[Figure]:
    """The script itself fails if a frame allocates while the heap is locked."""
    bits32, bits64 = measured_32(), measured_64()
    figures = [
        Figure(f"heap: {what}, {bits}-bit VM", value, "bytes", limit=0)
        for bits, result in ((32, bits32), (64, bits64))
        for what, value in result["most"].items()
    ]
    figures += [Figure(f"heap: {what}", value, "bytes") for what, value in bits32["events"].items()]
    both = _checked(inside.on_32(f"from _chip import chip; chip.panels = 3; {_SCRIPT}").stdout)["most"]
    figures.append(Figure("heap: a frame on two panels", max(both.values()), "bytes", limit=0))
    word = measured_word()
    figures.append(Figure("heap: a frame of Word, an entry waits", word["frame"], "bytes", limit=0))
    return figures + [Figure(f"heap: Word, {what}", value, "bytes") for what, value in word["events"].items()]


def measured_32() -> dict:
    return _checked(inside.on_32(_SCRIPT).stdout)


def measured_64() -> dict:
    return _checked(inside.on_64(_SCRIPT))


def measured_word() -> dict:
    """With the heap locked in it too."""
    return json.loads(inside.on_32("import words; words.main()").stdout.splitlines()[-1])


def _checked(printed: str) -> dict:
    result = json.loads(printed.splitlines()[-1])  # before it the firmware may have logged something
    assert result["frames"]["a changed second"] >= 49, "the turn did not run"
    assert result["frames"]["a changed tenth"] >= 97, "the turn did not run out"
    return result
