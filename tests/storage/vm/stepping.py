"""Steps of a box, each with all its flash did; and what may have happened to that flash before."""

from os import remove, statvfs

from flashmodel import mount
from torn import BLOCK, ERASE

EMPTY = {"count": [0, 0, 0], "settings": {}, "presets": {}, "sheets": {}, "totals": [], "game": None}
# Writes until littlefs moves the folder.
FOLDERS = (
    ("/data/sheets", 2),
    ("/data/presets", 2),
    ("/data/live", 12),
    ("/data/live/2", 12),
    ("/data", 4),
)


class Steps:
    """`states` are those the flash stood for, in their order; a step has its first and its last of them."""

    def __init__(self, flash):
        self.flash = flash
        self.steps = []  # (name, operations before, operations after, first state, last state)
        self.states = [dict(EMPTY)]

    @property
    def state(self):
        return self.states[-1]

    def _step(self, name, work, *changes):
        """`changes` are made of the state one after the other; a function of them is asked afterwards."""
        begin, first = len(self.flash.operations), len(self.states) - 1
        work()
        for change in changes:
            for made in change() if callable(change) else (change,):
                self.states.append(dict(self.state, **made))
        self.steps.append((name, begin, len(self.flash.operations), first, len(self.states) - 1))

    # ---- what others did to the flash: in that nothing is cut ----

    def age(self):
        """littlefs moves a folder that was written often: each is about to be."""
        begin = len(self.flash.operations)
        for folder, writes in FOLDERS:
            self._age(folder, writes)
        self._aside(begin)

    def _age(self, folder, writes):
        """Write until it moves, and go back to a little before that."""
        flash, path = self.flash, folder + "/aged"
        blocks, written, before = set(), 0, []
        while len(blocks) < 3:  # two until it moves
            if not written % writes:
                before = (before + [(bytes(flash.data), len(flash.operations))])[-2:]
            written += 1
            end = len(flash.operations)
            with open(path, "wb") as file:
                file.write(bytes(110))
            blocks |= {what[1] for what in flash.operations[end:] if what[0] == ERASE}
        flash.data[:] = before[0][0]
        del flash.operations[before[0][1] :]
        mount(flash)
        if written > writes:
            remove(path)

    def fill(self, blocks):
        """Something else takes the flash, until only so many are left."""
        begin = len(self.flash.operations)
        while statvfs("/")[3] > blocks:
            with open("/data/filler", "ab") as file:
                file.write(bytes(BLOCK))
        self._aside(begin)

    def _aside(self, begin):
        """What was done since then is none of the firmware's doing."""
        at = len(self.states) - 1
        self.steps.append(("aside", begin, len(self.flash.operations), at, at))
