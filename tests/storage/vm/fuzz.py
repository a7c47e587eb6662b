"""Random bytes in every file a box keeps: it comes up, and says what it cannot read."""

import gc
import json
import random

import flashmodel

flashmodel.leave_the_pc()

import evening as evenings  # noqa: E402

from tileclock import found as found_at_boot  # noqa: E402
from tileclock import resume, space  # noqa: E402
from tileclock.core import presets, records  # noqa: E402
from tileclock.core.match import Match  # noqa: E402
from tileclock.settings import Settings  # noqa: E402
from tileclock.storage import Storage  # noqa: E402


def spoil(data):
    """Something else than what was written: torn, flipped, random, of another kind."""
    way = random.randrange(7)
    data = bytearray(data)
    if way == 0:
        return b""
    if way == 1:
        return bytes(data[: random.randrange(len(data) + 1)])
    if way == 2 and data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        return bytes(data)
    if way == 3:
        return bytes([random.getrandbits(8) for _ in range(random.randrange(300))])
    if way == 4:
        return b"[" * random.randrange(1, 900)
    if way == 5 and len(data) > 1:
        data[1] = random.randrange(256)  # where a slot has its version
        return bytes(data)
    return bytes(data) + bytes([random.getrandbits(8) for _ in range(40)])


def comes_up():
    """What the table does at power-on, and when somebody wants to resume."""
    storage = Storage(evenings.Board(), evenings.log)
    found_at_boot.look(storage, evenings.log)
    storage.settle()
    Settings(evenings.log)
    storage.secret()
    if storage.goes_on:
        found = resume.recall(storage, storage.match)
        if found:
            resume.totals(Match(presets.built_in("pl")), found[1])
    for head, result in resume.stored(storage):
        resume.listed(head, result)
    list(space.totals())
    space.oldest(storage)
    if not storage.unfinished:
        return "none"
    try:
        taken = resume.take_up(storage, 0, None, evenings.log)
    except records.Unreadable as error:
        return "newer" if isinstance(error, records.Newer) else "damaged"
    resume.cut(taken.play, 0, 0)
    return "taken"


def run(seed, samples):
    random.seed(seed)
    flash = flashmodel.Flash()
    flashmodel.format(flash)
    evening = evenings.Evening(flash, seed)
    evening.steps_of(12)
    evening.running_game(40)
    with open("/data/secret", "w") as file:
        file.write("ab" * 32)
    with open("/data/totals", "w") as file:
        file.write('{"v": 1, "match": 1}\n')
    names = sorted(flashmodel.files())
    found = {}
    for number in range(samples):
        copy = flashmodel.Flash(bytearray(flash.data))
        flashmodel.mount(copy)
        for path in {names[number % len(names)], random.choice(names)}:
            with open(path, "rb") as file:
                data = file.read()
            with open(path, "wb") as file:
                file.write(spoil(data))
        try:
            what = comes_up()
        except Exception as error:
            print("spoiled", path, "log", evenings.said[-5:])
            raise error
        found[what] = found.get(what, 0) + 1
        del evenings.said[:]
        gc.collect()
    print(json.dumps({"found": found, "files": len(names)}))


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
