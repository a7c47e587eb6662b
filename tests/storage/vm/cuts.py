"""Plays an evening once, then pulls the plug at its operations, torn in several ways."""

import gc
import json
import random

import flashmodel

flashmodel.leave_the_pc()

import evening as evenings  # noqa: E402


def torn(data, operation, way):
    """The flash after an operation that was cut: not begun, half or nearly done, or in part of its bits."""
    size = flashmodel.BLOCK if operation[0] == flashmodel.ERASE else len(operation[3])
    if way == "half":
        flashmodel.done(data, operation, size // 2)
    elif way == "nearly":
        flashmodel.done(data, operation, size - 1)
    elif way == "bits":
        at = operation[1] * flashmodel.BLOCK + operation[2]
        before = bytes(data[at : at + size])
        flashmodel.done(data, operation)
        for i in range(size):
            mask = random.getrandbits(8)
            data[at + i] = data[at + i] & mask | before[i] & ~mask & 0xFF


WAYS = ("none", "half", "nearly", "bits")


def check(image, step, name):
    """Switched on with this image, it stands for what was before the step or after it."""
    _, _, before, after = step
    flash = flashmodel.Flash(image)
    try:
        flashmodel.mount(flash)
        found, storage, taken = evenings.read_back()
        assert found in (before, after), "found %r, neither %r nor %r" % (found, before, after)
        if taken:
            result = evenings.go_on(storage, taken, 1_000)
            if result.expected is not None:
                assert sum(result.points) == result.expected, "the sheet does not balance"
            again, _, none = evenings.read_back()
            assert none is None and len(again.sheets) >= len(found.sheets), (
                "the sheet is not there: %r" % again
            )
    except Exception as error:
        print("failed at", name)
        for text in evenings.said[-5:]:
            print("  log:", text)
        raise error
    return flash


def run(seed, turns, samples, dump):
    flash = flashmodel.Flash()
    flashmodel.format(flash)
    formatted = len(flash.operations)
    evening = evenings.play(flash, seed, turns)
    operations = flash.operations
    random.seed(seed)
    picked = None
    if samples:
        picked = {random.randrange(formatted, len(operations)): None for _ in range(samples)}
    image = bytearray(b"\xff" * (flashmodel.BLOCK * flashmodel.BLOCKS))
    steps = evening.steps
    at = cuts = 0
    for number, operation in enumerate(operations):
        while at < len(steps) - 1 and steps[at][1] <= number:
            at += 1
        if number >= formatted and (picked is None or number in picked):
            for way in (random.choice(WAYS),) if samples else WAYS:
                copy = bytearray(image)
                torn(copy, operation, way)
                name = "operation %d of %d, %s, step %d" % (number, len(operations), way, at)
                if dump and cuts % 10 == 0:
                    with open("/pc%s/%d.img" % (dump, number), "wb") as file:
                        file.write(copy)
                check(copy, steps[at], name)
                cuts += 1
                gc.collect()
        flashmodel.done(image, operation)
    erases = [operation[1] for operation in operations if operation[0] == flashmodel.ERASE]
    print(
        json.dumps(
            {
                "cuts": cuts,
                "operations": len(operations),
                "erases": len(erases),
                "blocks": len(set(erases)),
                "steps": len(steps),
                "log": evenings.said[:20],
            }
        )
    )


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
