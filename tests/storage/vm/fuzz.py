"""Random bytes in every file a box keeps: it comes up, and says what it cannot read."""

import gc
import json
import random

import flashmodel

flashmodel.leave_the_pc()

import box as boxes  # noqa: E402
import evening as evenings  # noqa: E402

from tileclock.core import records  # noqa: E402
from tileclock.storage import retention, saved_game  # noqa: E402


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
    """What the table does at power-on, and when somebody wants to resume, to see the sheets, to play."""
    box = boxes.Box()
    if box.trouble:
        return box.trouble
    box.storage.secret()
    for head, result in saved_game.stored(box.storage):
        saved_game.listed(head, result)
    list(retention.totals())
    retention.oldest(box.storage)
    found = "none"
    if box.storage.unfinished:
        found = _resumed(box)
    if found != "newer":  # else it stays as it is
        if found == "damaged":
            box.games.give_up(0)
            assert not box.storage.unfinished, "it cannot be given up"
        if found != "taken":
            _deal(box)
        box.finish(10_000)
    retention.reduce(box.storage)
    return found


def _resumed(box):
    try:
        saved_game.take_up(box.storage, 0, None, boxes.log)
    except records.Unreadable as error:
        return "newer" if isinstance(error, records.Newer) else "damaged"
    box.resume(0)
    return "taken"


def _deal(box):
    box.settings.save(boxes.log)
    box.deal("pl", 0b11, 0, 40, 0)
    box.games.write()


def run(seed, turns, samples):
    random.seed(seed)
    flash = flashmodel.Flash()
    flashmodel.format(flash)
    evening = evenings.Evening(flash, seed)
    evening.steps_of(turns, aged=False)
    evening.upload_preset(evenings.CLUB)
    evening.settings({"preset": "club"})
    evening.running_game("club", 40)
    with open("/data/secret", "w") as file:
        file.write("ab" * 32)
    names = [name for name in sorted(flashmodel.files()) if "filler" not in name]
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
            print("spoiled", path, "log", boxes.said[-5:])
            raise error
        found[what] = found.get(what, 0) + 1
        del boxes.said[:]
        gc.collect()
    print(json.dumps({"found": found, "files": len(names)}))


run(*ARGUMENTS)  # noqa: F821 – the test puts them before this text
