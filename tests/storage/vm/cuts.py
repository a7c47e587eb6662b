"""Plays an evening, then pulls the plug at its operations, torn in several ways; the PC gets all it needs."""

import gc
import json
import random

import flashmodel

flashmodel.leave_the_pc()

import box as boxes  # noqa: E402
import evening as evenings  # noqa: E402
from struck import differences, play_on  # noqa: E402
from torn import WAYS, done, torn  # noqa: E402


def check(image, allowed, now, name, again):
    """Switched on with this image, the box stands for one of these; then people play on."""
    flash = flashmodel.Flash(image)
    before = bytes(image) if again else b""
    try:
        flashmodel.mount(flash)
        box = boxes.Box(now)
        found = boxes.stands(box)
        assert found in allowed, differences(found, allowed)
        if again:
            _cut_again(flash, before, found, now)
        play_on(box, now + 1_000)
        flashmodel.mount(flash)
        again = boxes.stands(boxes.Box(now))
        assert again["game"] is None and again["count"][0] >= found["count"][0], again
        assert again["count"][0] in [int(sheet[:5]) for sheet in again["sheets"]], again
    except Exception as error:
        print("failed at", name)
        for text in boxes.said[-5:]:
            print("  log:", text)
        raise error
    del boxes.said[:]
    return flash


def _cut_again(flash, image, found, now):
    """The plug is pulled once more, while the box tidies up after the first time."""
    operations = flash.operations
    copy, at = bytearray(image), random.randrange(len(operations))
    for operation in operations[:at]:
        done(copy, operation)
    torn(copy, operations[at], random.choice(WAYS))
    flashmodel.mount(flashmodel.Flash(copy))
    twice = boxes.stands(boxes.Box(now))
    assert twice == found, differences(twice, [found])
    flashmodel.mount(flash)


def run(seed, turns, samples, folder):
    flash = flashmodel.Flash()
    flashmodel.format(flash)
    evening = evenings.play(flash, seed, turns)
    operations, steps, states = flash.operations, evening.steps, evening.states
    cuts = _picked(steps, samples)
    _hand_over(folder, evening, cuts)
    image = bytearray(b"\xff" * (flashmodel.BLOCK * flashmodel.BLOCKS))
    number = 0
    for count, (cut, way, step) in enumerate(cuts):
        while number < cut:
            done(image, operations[number])
            number += 1
        copy = bytearray(image)
        torn(copy, operations[cut], way)
        name, _, _, first, last = steps[step]
        at = "operation %d of %d, %s, %s" % (cut, len(operations), way, name)
        played = check(copy, states[first : last + 1], evening.now, at, not count % 4)
        if not count % (10 if samples else 20):
            with open("/pc%s/%d.img" % (folder, count), "wb") as file:
                file.write(played.data)
        gc.collect()
    print(json.dumps({"cuts": len(cuts), "kinds": sorted(evening.kinds)}))


def _picked(steps, samples):
    """(operation, way, step) of each cut, in their order: all there are, or a sample."""
    cuts = []
    for at, (name, begin, end, _, _) in enumerate(steps):
        if name != "aside":
            cuts += [(number, way, at) for number in range(begin, end) for way in WAYS]
    if samples:
        cuts = sorted({random.choice(cuts): None for _ in range(samples)})
    return cuts


def _hand_over(folder, evening, cuts):
    """The PC makes the same images, and looks at them in its own way."""
    with open("/pc%s/evening.json" % folder, "w") as file:
        json.dump({"steps": evening.steps, "states": evening.states, "cuts": cuts}, file)
    with open("/pc%s/operations" % folder, "wb") as file:
        for what, block, offset, data in evening.flash.operations:
            sizes = offset.to_bytes(2, "little") + len(data).to_bytes(2, "little")
            file.write(bytes((what, block)) + sizes + data)


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
