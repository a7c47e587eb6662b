"""The judge's code is moved, changed, locked and removed, and the power is cut at each operation of that."""

import json

import flashmodel

flashmodel.leave_the_pc()

import box as boxes  # noqa: E402
from torn import cuts  # noqa: E402

from tileclock.files import replace  # noqa: E402

FILE = "/data/settings.json"
OTHERS = {"language": "pl", "table": 7}


def stands(flash):
    """(code, locked) and the other settings that are not as at first, of a box that is switched on."""
    flashmodel.mount(flash)
    box = boxes.Box()
    return box, (box.settings.code, box.settings.locked), (box.settings.language, box.settings.table)


def step(flash, work):
    """Do that with a box; then again up to each of its operations. What the code was, and is."""
    box, before, others = stands(flash)
    image, begin = bytearray(flash.data), len(flash.operations)
    work(box)
    operations = flash.operations[begin:]
    _, after, _ = stands(flash)
    seen = set()
    for copy, operation, way in cuts(image, operations):
        _, now, rest = stands(flashmodel.Flash(copy))
        assert now in (before, after), "after a cut at %s (%s) it is %s" % (operation[:3], way, now)
        assert rest == others, "the other settings are %s" % (rest,)
        seen.add(now)
    assert seen == {before, after} and before != after, "it was never before or never after: %s" % seen
    return before, after, len(operations)


def moved(flash):
    """An earlier program had the code among the settings: the boot moves it, no cut on the way loses it."""
    flashmodel.mount(flash)
    replace(FILE, json.dumps(dict(OTHERS, code="ABCA", locked=True)))
    image, begin = bytearray(flash.data), len(flash.operations)
    stands(flash)
    with open(FILE) as file:
        assert "ABCA" not in file.read(), "it stands where it stood before"
    count = 0
    for copy, _, _ in cuts(image, flash.operations[begin:]):
        _, now, rest = stands(flashmodel.Flash(copy))
        assert (now, rest) == (("ABCA", True), ("pl", 7)), (now, rest)
        count += 1
    return count


def damaged(flash):
    """The file of the other settings is spoilt: the code stands."""
    copy = flashmodel.Flash(bytearray(flash.data))
    flashmodel.mount(copy)
    with open(FILE, "w") as file:
        file.write('{"language": "pl", "tab')
    return stands(copy)[1:]


def changed(**values):
    def work(box):
        for name, value in values.items():
            setattr(box.settings, name, value)
        box.settings.save(boxes.log)

    return work


def run():
    flash = flashmodel.Flash()
    flashmodel.format(flash)
    flashmodel.mount(flash)
    boxes.Box()
    count = moved(flash)
    assert damaged(flash) == (("ABCA", True), ("en", 0))
    steps = [
        changed(locked=False),
        changed(code="FEDCBA"),
        changed(locked=True),
        changed(code="", locked=False),
    ]
    for work in steps:
        _, after, operations = step(flash, work)
        assert damaged(flash)[0] == after, "the code was that of before"
        count += operations
    print(json.dumps({"cuts": count}))


run()
