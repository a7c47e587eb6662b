"""Plays an evening while one statement of the storage rooms fails: an error of the flash, or no heap."""

import gc
import json
import random

import flashmodel

flashmodel.leave_the_pc()

import struck  # noqa: E402
from stops import stops  # noqa: E402


def play(seed, turns, clean, what):
    place, count, error = what
    fault = struck.Fault()
    stops.fail(fault, place, count, error)
    flash = flashmodel.Flash()
    flashmodel.format(flash)
    try:
        return struck.play_struck(flash, seed, turns, fault, clean)
    except Exception as wrong:
        print("before", place, "for the", count, "th time:", error)
        raise wrong


def run(seed, turns, samples):
    clean = struck.play_clean(seed, turns)
    stops.seen.clear()
    assert not play(seed, turns, clean, (None, 0, OSError))
    seen = dict(stops.seen)
    places = sorted(seen)
    random.seed(seed)
    tried = []
    for error in (OSError, MemoryError):
        for place in places:
            for count in {1, seen[place], 1 + random.randrange(seen[place])}:
                tried.append((place, count, error))
    if samples:
        tried = [random.choice(tried) for _ in range(samples)]
    for what in tried:
        assert play(seed, turns, clean, what), what
        gc.collect()
    print(json.dumps({"seen": places, "tried": len(tried)}))


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
