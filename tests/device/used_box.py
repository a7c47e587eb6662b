"""The flash of a box that was used for years: with no sheet of a game, with some, with as many as fit."""

import itertools
import json
import shutil

from tests import games, presets
from tests.device.box import USUAL, Box, opened
from tests.host.cable import plugged
from tileclock.core.match import Match
from tileclock_host.device.answers import figures

GAMES = 9  # of a match
NAMES = ["Ala", "Bolek", "Celina", "", "", ""]
_BLOCKS_OF_SHEET = 3  # that a long game takes; one of these takes one
_FEW = 4  # sheets that may have no room as soon as one of them is there: their folder takes room, too
_SETTINGS = {**USUAL, "preset": "pl", "names": NAMES, "sitting": 0b111}
_SECOND = 1_000_000  # in µs


def evenings():
    """Sheets of one match after the other, by their names, for ever."""
    rules = presets.built_in("pl")
    plays = [games.played(rules, winner=seat) for seat in range(3)]
    for match in itertools.count(1):
        totals = Match(rules)
        for number in range(1, GAMES + 1):
            game = (match - 1) * GAMES + number
            where = {"game": game, "match": match, "number": number, "names": NAMES}
            yield f"{game:05}-01", games.sheet_of(plays[game % 3], totals, **where)


def put(image, sheets):
    """Write them, and the numbers of the last game and match, as the box does."""
    fs = opened(image)
    fs.makedirs("/data/sheets", exist_ok=True)
    for name, text in sheets:
        with fs.open(f"/data/sheets/{name}", "wb") as file:
            file.write(text.encode())
        game = int(name[:5])
        with fs.open("/data/count", "wb") as file:
            file.write(b"%d %d 1" % (game, (game - 1) // GAMES + 1))
    fs.unmount()


def room(image):
    """How many more long games have room, as the box says it."""
    box = Box(image, image.with_name("asked.img"))
    box.start()
    box.advance(_SECOND)
    found = figures(plugged(box)._text("status"))["free"]
    box.close()
    return found


def fill(prepared, folder):
    """Copies of a flash with no sheet, with some, as many as fit but one, and as many as fit; how many."""
    image, story, fits = folder / "new.img", evenings(), {}
    shutil.copyfile(prepared, image)
    fs = opened(image)
    with fs.open("/data/settings.json", "wb") as file:
        file.write(json.dumps(_SETTINGS).encode())
    fs.unmount()

    def keep(name, before, count):
        shutil.copyfile(image, folder / f"{name}.img")
        fits[name] = before + count
        return before + count

    def add(count):
        put(image, itertools.islice(story, count))
        return count

    written = keep("none", 0, 0)
    written = keep("one", written, add(1))
    written = keep("a hundred", written, add(99))
    while more := room(image):
        if more < _FEW:
            keep("all but one", written, 0)
        written += add(_BLOCKS_OF_SHEET * more // 2 if more >= _FEW else 1)
    keep("all", written, 0)
    return fits
