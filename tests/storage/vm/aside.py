"""All there is goes aside, and the power is cut at each operation: who the box is stays, and its count."""

import json

import flashmodel

flashmodel.leave_the_pc()

import box as boxes  # noqa: E402
import evening as evenings  # noqa: E402
from torn import cuts  # noqa: E402

from tileclock.files import replace  # noqa: E402
from tileclock.storage import data_check  # noqa: E402


def stands():
    """(secret, epoch and chip, highest game), how many sheets there are."""
    storage = boxes.Box().storage
    return (storage.secret(), storage.device, storage.game), len(list(storage.sheets()))


def run(seed):
    flash = flashmodel.Flash()
    flashmodel.format(flash)
    evening = evenings.Evening(flash, seed)
    evening.boot()
    replace("/data/secret", "5e" * 32)
    replace("/data/epoch", "0a1b2c3d")
    evening.game("pl", 4)
    evening.boot()
    was, sheets = stands()
    assert was[0] and was[1].startswith("0a1b2c3d") and was[2] and sheets
    image, begin = bytearray(flash.data), len(flash.operations)
    data_check.put_aside(evening.box.storage)
    seen = {}
    for copy, operation, way in cuts(image, flash.operations[begin:]):
        flashmodel.mount(flashmodel.Flash(copy))
        now, found = stands()
        assert now == was, "after a cut at %s (%s) it is %s, not %s" % (operation[:3], way, now, was)
        assert found in (0, sheets), "part of the sheets: %d" % found
        seen[found] = seen.get(found, 0) + 1
    assert len(seen) == 2, "it was never before or never after: %s" % seen
    flashmodel.mount(flash)
    assert stands() == (was, 0)
    print(json.dumps({"cuts": sum(seen.values())}))


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
