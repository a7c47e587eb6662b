"""Bits of a flash have flipped: the box comes up, and says so if a game or a sheet is not what it was."""

import gc
import json
import random

import flashmodel

flashmodel.leave_the_pc()

import box as boxes  # noqa: E402
import struck  # noqa: E402
from torn import BLOCK, done  # noqa: E402

from tileclock.core import records  # noqa: E402
from tileclock.storage import saved_game  # noqa: E402


def flip(image, used):
    """A bit that was written, of a block in use."""
    while True:
        at = random.choice(used) * BLOCK + random.randrange(BLOCK)
        if image[at] != 0xFF:
            image[at] ^= 1 << random.randrange(8)
            return


def check(image, state, before, now):
    """What became of the game that was being played, and of the sheets."""
    try:
        flashmodel.mount(flashmodel.Flash(image))
    except OSError:
        return "no file system"
    box = boxes.Box(now)
    log = " ".join(boxes.said)
    if box.trouble:
        return "trouble"
    if "could not be read" in log or "cannot be listed" in log:
        return "said"
    if "/data is new" in log or "/data/sheets is new" in log:  # so is the count: nobody can know of a sheet
        return "no folder"
    last = "%05d" % state["count"][0]
    there = [name[:5] for name, _, _ in box.storage.sheets()]
    if last in [name[:5] for name in state["sheets"]] and last not in there and not state["game"]:
        assert "has no sheet" in log, "nobody says that the sheet of %s is gone" % last
    if "is new" in log:
        return "no folder"
    game = state["game"]
    if not game:
        assert not box.storage.unfinished or _refused(box), "a game was invented"
        return "no game"
    if not box.storage.unfinished:
        assert not before["game"] or game[1], "a game that was being played is taken for none"
        return "event before"  # the first of them; or of a sheet that is corrected, which stands as it was
    if _refused(box):
        return "refused"
    found = boxes.stands(box)["game"]
    right = [old["game"][2] for old in (state, before) if old["game"]]
    assert found[0] == game[0] and found[2] in right, found
    return "same" if found[2] == game[2] else "event before"


def _refused(box):
    try:
        saved_game.take_up(box.storage, box.now, None, boxes.log)
    except records.Unreadable:
        return True
    return False


def run(seed, turns, samples):
    clean = struck.play_clean(seed, turns)
    ends = {}
    for name, _, end, first, last in clean.steps:
        if name in ("record", "sheet", "mark"):
            ends[end] = clean.states[last], clean.states[first]
    random.seed(seed)
    tries = 1 if samples else 40
    picked = sorted(ends)
    if samples:
        picked = sorted([random.choice(picked) for _ in range(samples)])
    image = bytearray(b"\xff" * (flashmodel.BLOCK * flashmodel.BLOCKS))
    number, count, used = 0, {}, {}
    for end in picked:
        while number < end:
            operation = clean.flash.operations[number]
            used[operation[1]] = True
            done(image, operation)
            number += 1
        for _ in range(tries):
            copy = bytearray(image)
            flip(copy, list(used))
            try:
                what = check(copy, ends[end][0], ends[end][1], clean.now)
            except Exception as error:
                print("operation", end, "state", ends[end][0])
                for text in boxes.said[-8:]:
                    print("  log:", text)
                raise error
            count[what] = count.get(what, 0) + 1
            del boxes.said[:]
            gc.collect()
    print(json.dumps(count))


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
