"""Corrects an earlier game of a match and cuts the power at each operation: game and match fit together."""

import gc
import json
import random

import flashmodel

flashmodel.leave_the_pc()

import box as boxes  # noqa: E402
import powered  # noqa: E402
from torn import WAYS, cuts  # noqa: E402

from tileclock.core import records as r  # noqa: E402
from tileclock.storage import saved_game  # noqa: E402

FIRST, SECOND = "00001-01", "00002-01"


class Evening(powered.Powered):
    """Games of one match, and corrections of any of them as the table makes them."""

    def steps_of(self, turns):
        self.boot()
        for _ in range(2):
            self.game("pl", turns)

    def correct_stored(self, name, points):
        """As if it had been switched on now."""
        self.boot()
        box = self.box
        box.games.correct(name, self.now)
        loser = [seat for seat in box.game.players.seats if seat != box.game.winner][0]
        box.happen(r.RACK, self.now, loser, points, 0)
        box.step(self.now)
        box.score(self.now)
        box.store(self.now)


def stands():
    """(names of the sheets, the game that is being corrected, points of the match), the match looked at."""
    storage = boxes.Box().storage
    names = sorted([name for name, _, _ in storage.sheets()])
    points = [0] * 6
    for name in names:
        result = saved_game.sheet(name, storage)[1]
        for i, seat in enumerate(result["seats"]):
            points[seat] += result["points"][i]
    said = saved_game.recall(storage, 1)[1]["totals"]["points"]
    assert said == points, "the match stands at %s, its sheets make %s" % (said, points)
    if storage.unfinished:
        taken = saved_game.take_up(storage, 0, None, boxes.log)
        assert taken.booked and taken.revision == taken.booked["revision"]
    return names, storage.unfinished


def cut(flash, work, allowed, ways):
    """Do it; then pull the plug at each of its operations, torn in these ways."""
    image = bytearray(flash.data)
    begin, seen = len(flash.operations), {}
    work()
    for copy, operation, way in cuts(image, flash.operations[begin:], ways):
        flashmodel.mount(flashmodel.Flash(copy))
        found = stands()
        assert found in allowed, "%s at %s (%s) is none of %s" % (found, operation[:3], way, allowed)
        seen[str(found)] = seen.get(str(found), 0) + 1
        gc.collect()
    assert len(seen) == len(allowed), "not everything that can be was seen: %s" % seen
    flashmodel.mount(flash)
    stands()
    return sum(seen.values())


def run(seed, in_every_way):
    random.seed(seed)
    ways = (lambda: WAYS) if in_every_way else (lambda: (random.choice(WAYS),))
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
        cuts += cut(flash, lambda: evening.correct_stored(name, points), allowed, ways)  # noqa: B023 – done at once
        names = after
    print(json.dumps({"cuts": cuts, "names": names}))


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
