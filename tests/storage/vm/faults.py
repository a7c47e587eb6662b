"""Plays an evening while the flash fails: an error, a block that takes nothing any more, no heap."""

import gc
import json
import random

import flashmodel

flashmodel.leave_the_pc()

import evening as evenings  # noqa: E402


class Over(Exception):
    """The fault has happened, and the box was looked at."""


class Failing(flashmodel.Flash):
    """From an operation on: `error` raises once, `gone` always, `worn` leaves a block as it is for ever."""

    def __init__(self, at, way):
        flashmodel.Flash.__init__(self)
        self.at = 1 << 60
        self.struck = False
        self.worn = None
        flashmodel.format(self)
        self.at, self.way = len(self.operations) + at, way

    def _do(self, operation):
        if len(self.operations) >= self.at and not (self.struck and self.way == "error"):
            if self.worn is None:
                self.worn = operation[1]
            self.struck = True
            if self.way == "worn":
                self.operations.append(operation)
                if operation[1] != self.worn:
                    flashmodel.done(self.data, operation)
                return
            if self.way == "memory" and not hasattr(self, "raised"):
                self.raised = True
                raise MemoryError("no heap")
            if self.way != "memory":
                raise OSError(5)
        flashmodel.Flash._do(self, operation)


class Failed(evenings.Evening):
    """What fails is tried again by the next record, as the table does; what was before it stands."""

    def _step(self, work, **changes):
        before = self._state
        try:
            evenings.Evening._step(self, work, **changes)
        except (OSError, MemoryError):
            values = {"number": before.number, "journal": before.journal}
            values.update({"sheets": before.sheets, "limit": before.limit})
            values.update(changes)
            self._state = evenings.State(**values)
        if self._flash.struck and self._flash.way != "worn":
            look(self._flash, before, self._state, "step %d" % len(self.steps))
            raise Over


def look(flash, before, after, name):
    """The power goes right after the fault."""
    copy = flashmodel.Flash(bytearray(flash.data))
    flashmodel.mount(copy)
    found, storage, taken = evenings.read_back()
    assert found in (before, after), "%s: found %r, neither %r nor %r" % (name, found, before, after)
    if taken:
        result = evenings.go_on(storage, taken, 1_000)
        assert result.expected is None or sum(result.points) == result.expected


def run(seed, turns, samples):
    random.seed(seed)
    operations = 300 if turns < 30 else 700
    struck = {}
    for number in range(samples):
        at, way = random.randrange(operations), ("error", "gone", "worn", "memory")[number % 4]
        flash = Failing(at, way)
        evening = Failed(flash, seed)
        try:
            evenings.Evening.steps_of(evening, turns)
        except Over:
            pass
        except Exception as error:
            print("fault", at, way, "log", evenings.said[-5:])
            raise error
        if flash.struck:
            struck[way] = struck.get(way, 0) + 1
            if way == "worn":
                look(flash, evening._state, evening._state, "the end")
        gc.collect()
    print(json.dumps(struck))


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
