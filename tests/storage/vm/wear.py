"""Games in a row on one flash; prints what each kind of write erased and programmed."""

import gc
import json
from os import remove

import flashmodel

flashmodel.leave_the_pc()
flashmodel.BLOCKS = 512

import powered  # noqa: E402
from torn import ERASE, done  # noqa: E402


class Counting(flashmodel.Flash):
    """Counts instead of keeping."""

    def __init__(self):
        flashmodel.Flash.__init__(self, bytearray(b"\xff" * (flashmodel.BLOCK * flashmodel.BLOCKS)))
        self.erased = self.programmed = 0
        self.worn = [0] * flashmodel.BLOCKS

    def _do(self, operation):
        if operation[0] == ERASE:
            self.erased += 1
            self.worn[operation[1]] += 1
        else:
            self.programmed += len(operation[3])
        done(self.data, operation)


class Counted(powered.Powered):
    """Each step is booked under the name of what was written."""

    def __init__(self, flash, seed):
        powered.Powered.__init__(self, flash, seed)
        self.spent = {}  # by name: times, erases, bytes

    def _step(self, name, work, *changes):
        flash = self.flash
        before = flash.erased, flash.programmed
        powered.Powered._step(self, name, work, *changes)
        del self.steps[:], self.states[:-1]
        if flash.programmed != before[1]:
            row = self.spent.setdefault(name, [0, 0, 0])
            row[0] += 1
            row[1] += flash.erased - before[0]
            row[2] += flash.programmed - before[1]


def run(games, turns):
    flash = Counting()
    flashmodel.format(flash)
    flash.worn = [0] * flashmodel.BLOCKS
    evening = Counted(flash, 1)
    evening.boot()
    del evening.spent["boot"]
    events = 0
    for _ in range(games):
        evening.now = 0
        evening.game("pl", turns)
        events += evening.box.play.journal.count
        _forget_all_but(20, evening)
        gc.collect()
    print(json.dumps({"events": events, "spent": evening.spent, "worn": max(flash.worn)}))


def _forget_all_but(count, evening):
    """The PC has the others, and they went to make room."""
    sheets = sorted(evening.state["sheets"])
    for name in sheets[:-count]:
        evening.box.storage.synced(name)
        remove(evening.box.storage.path(name))
        del evening.state["sheets"][name]


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
