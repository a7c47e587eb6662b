"""A box is switched on while its flash is read badly: an error once, a block nobody can read any more.

Some reads that fail leave littlefs with a lie that nothing above it can notice (docs/storage.md). Of a few
nothing may be lost; of thousands it is counted how often something was.
"""

import gc
import json
import random

import flashmodel

flashmodel.leave_the_pc()

import box as boxes  # noqa: E402
import struck  # noqa: E402
from torn import done  # noqa: E402

WAYS = ("once", "block")


class Unread(flashmodel.Flash):
    """`once`: the read of that number fails; `block`: its block does from then on, until it is healed."""

    def __init__(self, image, fault, at, way):
        flashmodel.Flash.__init__(self, image)
        self.fault, self.left, self.way, self.bad = fault, at, way, None
        self.reads = 0

    def readblocks(self, block, buffer, offset=0):
        if self.fault.armed:
            self.reads += 1
            if self.reads == self.left:
                self.fault.struck, self.bad = True, block
                raise OSError(5)
            if block == self.bad and self.way == "block":
                raise OSError(5)
        flashmodel.Flash.readblocks(self, block, buffer, offset)


def switch_on(image, now, at, way):
    """Switched on, people go on with what it offers; the flash itself, and how often it was read."""
    fault = struck.Fault()
    flash = Unread(bytearray(image), fault, at, way)
    flashmodel.mount(flash)
    fault.armed = True
    box = boxes.Box(now)
    flash.at_boot = flash.reads
    offered = box.storage.unfinished or box.trouble
    broke = None
    try:
        struck.play_on(box, now + 1_000)
    except struck.Refused as error:
        broke = error
    except struck.BROKEN as error:
        if not fault.struck:
            raise
        broke = error  # the program starts anew
    fault.heal()
    return flash, offered, broke


def check(image, state, now, at, way):
    """What the flash stood for is there afterwards, or has become a sheet; True if the fault struck."""
    flash, offered, broke = switch_on(image, now, at, way)
    if not flash.fault.struck:
        return False
    assert offered or not state["game"], "a game that was being played is taken for none"
    flashmodel.restarted(flash)
    box = boxes.Box(now)
    again = boxes.stands(box)
    struck.nothing_lost(state, again)
    if box.storage.unfinished or broke:
        struck.play_on(box, now + 2_000)
    return True


def run(seed, turns, samples):
    clean = struck.play_clean(seed, turns)
    ends = {}
    for name, _, end, _, last in clean.steps:
        if name != "no mark":
            ends[end] = clean.states[last]
    random.seed(seed)
    picked = sorted(ends)
    if samples:
        picked = sorted({random.choice(picked): None for _ in range(samples)})
    image = bytearray(b"\xff" * (flashmodel.BLOCK * flashmodel.BLOCKS))
    number, count = 0, {"lost": 0, "once": 0, "block": 0}
    for end in picked:
        while number < end:
            done(image, clean.flash.operations[number])
            number += 1
        for way in WAYS:
            if samples:
                count[way] += _check_reads(image, ends[end], clean.now, way, 2)
            else:
                _count_reads(image, ends[end], clean.now, way, count)
    print(json.dumps(count))


def _count_reads(image, state, now, way, count):
    for _ in range(6):
        try:
            count[way] += _check_reads(image, state, now, way, 2)
        except Exception as error:
            print("lost:", error)
            count["lost"] += 1


def _check_reads(image, state, now, way, tries):
    """At some of the reads a boot needs, and what follows; how many of them struck."""
    count = 0
    whole = switch_on(image, now, 0, way)[0]
    for turn in range(tries):
        reads = whole.reads if turn % 2 else whole.at_boot
        at = 1 + random.randrange(reads)
        struck.alone()
        try:
            count += check(image, state, now, at, way)
        except Exception as error:
            print("read", at, "of", reads, way, "state", state)
            for text in boxes.said[-8:]:
                print("  log:", text)
            raise error
        finally:
            del boxes.said[:]
            gc.enable()
    return count


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
