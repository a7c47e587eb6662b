"""Plays an evening while the flash fails: an error, a block that takes nothing any more, no room, no heap."""

import gc
import json
import random

import flashmodel

flashmodel.leave_the_pc()

import struck  # noqa: E402

WAYS = ("error", "gone", "worn", "memory", "full")


class Failing(flashmodel.Flash):
    """From an operation on: `error` raises once, `gone` always, `worn` leaves a block as it is for ever."""

    def __init__(self, fault, at, way):
        flashmodel.Flash.__init__(self)
        self.fault, self.left, self.way, self.worn = fault, at, way, None
        flashmodel.format(self)

    def _do(self, operation):
        if self.fault.armed:
            self.left -= 1
            if self.left == 0 or (self.left < 0 and self.way == "gone"):
                self._strike(operation)
        if operation[1] == self.worn:
            self.operations.append(operation)
        else:
            flashmodel.Flash._do(self, operation)

    def _strike(self, operation):
        if self.way == "worn":
            self.worn = operation[1]
            return
        self.fault.struck = True
        if self.way == "memory":
            raise MemoryError("no heap")
        raise OSError(28 if self.way == "full" else 5)


def run(seed, turns, samples):
    clean = struck.play_clean(seed, turns)
    operations = sum([end - begin for name, begin, end, _, _ in clean.steps if name != "aside"])
    count = {}
    for number in range(samples or operations * len(WAYS)):
        at, way = 1 + number // len(WAYS), WAYS[number % len(WAYS)]
        if samples:
            at = 1 + random.randrange(operations)
        fault = struck.Fault()
        flash = Failing(fault, at, way)
        happened = struck.play_struck(flash, seed, turns, fault, clean)
        assert happened or way == "worn", (at, way)
        count[way] = count.get(way, 0) + 1
        gc.collect()
    print(json.dumps(count))


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
