"""Games in a row on one flash; prints what each kind of write erased and programmed."""

import gc
import json

import flashmodel

flashmodel.leave_the_pc()
flashmodel.BLOCKS = 512

import evening as evenings  # noqa: E402


class Counting(flashmodel.Flash):
    """Counts instead of keeping."""

    def __init__(self):
        flashmodel.Flash.__init__(self)
        self.data = bytearray(b"\xff" * (flashmodel.BLOCK * flashmodel.BLOCKS))
        self.erased = self.programmed = 0
        self.worn = [0] * flashmodel.BLOCKS

    def _do(self, operation):
        if operation[0] == flashmodel.ERASE:
            self.erased += 1
            self.worn[operation[1]] += 1
        else:
            self.programmed += len(operation[3])
        flashmodel.done(self.data, operation)


class Counted(evenings.Evening):
    """Each step under the name of what was written."""

    def __init__(self, flash, seed):
        evenings.Evening.__init__(self, flash, seed)
        self.spent = {}  # by name: times, erases, bytes
        self.events = 0

    def _step(self, work, **changes):
        flash = self._flash
        before = flash.erased, flash.programmed
        journal = self._state.journal
        grown = bool(journal) and changes.get("journal") != journal
        evenings.Evening._step(self, work, **changes)
        self.steps = []
        if flash.programmed == before[1]:
            return
        name = "other"
        if "sheets" in changes:
            name = "sheet"
        elif "journal" in changes:
            name = "records" if grown else "time"
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
    events = 0
    for _ in range(games):
        evening.now = 0
        evening.game("pl", turns)
        events += evening.play.journal.count
        for name in [name for name, _, _ in evening.storage.sheets()][:-20]:
            evening.storage.synced(name)
            path = evening.storage.path(name)
            evenings.remove(path)
            evening._state.sheets.remove(name)
        gc.collect()
    print(json.dumps({"events": events, "spent": evening.spent, "worn": max(flash.worn)}))


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
