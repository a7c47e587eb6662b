"""Corrects an earlier game of a match and cuts the power at each operation: game and match fit together."""

import gc
import json
import random

import flashmodel

flashmodel.leave_the_pc()

import evening as evenings  # noqa: E402

from tileclock import found as found_at_boot  # noqa: E402
from tileclock import resume, shelf, standing  # noqa: E402
from tileclock.core import match, sheet  # noqa: E402
from tileclock.core import records as r  # noqa: E402
from tileclock.storage import Storage  # noqa: E402

FIRST, SECOND = "00001-01", "00002-01"


class Evening(evenings.Evening):
    """Games of one match, and corrections of any of them as the table makes them."""

    def steps_of(self, turns):
        self.boot()
        self.match = None
        for _ in range(2):
            self.running_game(turns)
            self.score()

    def store(self):
        self.happen(r.STORE)
        result = sheet.result(self.preset, self.play.game)
        self.match = self.match or match.Match(self.preset)
        self.match.add(result, self.play.game.seats)
        revision = self.play.game.revision
        text = sheet.summary(self.play.game, result, self.match)
        if revision > 1:
            standing.book(self.storage, self.preset, "%05d-%02d" % (self.number, revision - 1), text)
        shelf.keep(self.storage, text, self.play.journal, revision)

    def correct_stored(self, name, points):
        """As if it had been switched on now."""
        taken = resume.take_up(self.storage, self.now, None, evenings.log, name)
        shelf.again(self.storage, name)
        self.play, self.number, self.preset = taken.play, taken.number, taken.preset
        self.storage.live.open(taken.number, taken.play.journal, taken.kept)
        self.storage.live.revision = taken.revision
        self.match = match.Match(self.preset)
        resume.totals(self.match, resume.recall(self.storage, 1)[1])
        self.match.games = 2
        self.match.take_back(standing.Booked(taken.booked), self.play.game.seats)
        loser = [seat for seat in self.play.game.seats if seat != self.play.game.winner][0]
        self.happen(r.RACK, loser, points, 0)
        self.storage.step(self.now, False, True)
        self.store()


def stands():
    """(names of the sheets, the game that is being corrected, points of the match), the match looked at."""
    storage = Storage(evenings.Board(), evenings.log)
    found_at_boot.look(storage, evenings.log)
    storage.settle()
    names = sorted([name for name, _, _ in storage.sheets()])
    points = [0] * 6
    for name in names:
        result = resume.sheet(name, storage)[1]
        for i, seat in enumerate(result["seats"]):
            points[seat] += result["points"][i]
    said = resume.recall(storage, 1)[1]["totals"]["points"]
    assert said == points, "the match stands at %s, its sheets make %s" % (said, points)
    if storage.unfinished:
        taken = resume.take_up(storage, 0, None, evenings.log)
        assert taken.booked and taken.revision == taken.booked["revision"]
    return names, storage.unfinished


def cut(flash, work, allowed):
    """Do it; then pull the plug at each of its operations, torn in every way."""
    image = bytearray(flash.data)
    begin, seen = len(flash.operations), {}
    work()
    for operation in flash.operations[begin:]:
        size = flashmodel.BLOCK if operation[0] == flashmodel.ERASE else len(operation[3])
        for upto in (0, size // 2, size - 1):
            copy = bytearray(image)
            flashmodel.done(copy, operation, upto)
            flashmodel.mount(flashmodel.Flash(copy))
            found = stands()
            assert found in allowed, "%s at %s is none of %s" % (found, operation[:3], allowed)
            seen[str(found)] = seen.get(str(found), 0) + 1
            gc.collect()
        flashmodel.done(image, operation)
    assert len(seen) == len(allowed), "not everything that can be was seen: %s" % seen
    flashmodel.mount(flash)
    stands()
    return sum(seen.values())


def run(seed):
    random.seed(seed)
    flash = flashmodel.Flash()
    flashmodel.format(flash)
    evening = Evening(flash, seed)
    evening.steps_of(6)
    cuts = 0
    names = [FIRST, SECOND]
    for place, name, points in ((0, FIRST, 17), (0, "00001-02", 19), (1, SECOND, 4), (0, "00001-03", 3)):
        after = list(names)
        after[place] = name[:6] + "%02d" % (int(name[6:]) + 1)
        allowed = ((names, 0), (names, int(name[:5])), (after, 0))
        cuts += cut(flash, lambda: evening.correct_stored(name, points), allowed)  # noqa: B023 – done at once
        names = after
    print(json.dumps({"cuts": cuts, "names": names}))


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
