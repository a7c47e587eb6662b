"""A game's head at the deal, its sheet at the end, and what is cleared away then. Loaded when needed."""

import gc
import os
from binascii import b2a_base64

from micropython import const

from tileclock.core import written
from tileclock.files import pieces, replace
from tileclock.storage.flash import SHEETS, sheet_name
from tileclock.storage.journal_file import DEALT, FOLDER, SECOND

_DRAFT = "/data/live/draft"
_IS_FOLDER = const(0x4000)
_CHUNK = const(240)  # a multiple of 3: then base64 can be made piece by piece


def deal(storage, head, preset, journal):
    """Save the head and the slots of a game that was dealt; then count it.

    A cut before the slots are there leaves no game, and its number is free for the next one.
    """
    from tileclock.core import preset as rules

    storage.live.close()
    clear()
    line = written.head_line(head, rules.canonical(preset))
    replace(DEALT, line, _DRAFT)
    storage.begin(head["game"], journal)
    storage.count(head["game"], head["match"], True)


def again(storage, name):
    """Copy the head of a stored game that is about to go on; its sheet stands until the next one."""
    storage.live.close()
    clear()
    with storage.open(name) as sheet, open(_DRAFT, "wb") as out:
        part = b" "
        while part and part[-1] != 0x0A:
            part = sheet.readline(_CHUNK)
            out.write(part)
    os.rename(_DRAFT, DEALT)


def keep(storage, result, journal, revision):
    """Write the sheet of the running game; once it stands, what was there of it goes."""
    game = storage.live.game
    seal = written.Seal(storage.secret())
    with open(_DRAFT, "wb") as out:
        for part in _lines(result, journal):
            seal.add(part)
            out.write(part)
        out.write(seal.text() + "\n")
    gc.collect()
    os.rename(_DRAFT, "%s/%s" % (SHEETS, sheet_name(game, revision)))
    drop(storage, game, revision - 1)
    storage.live.close()
    clear()


def _lines(result, journal):
    """Head, result and journal in pieces: the heap has no room for all at once."""
    with open(DEALT, "rb") as head:
        yield from pieces(head)
    yield written.result_line(result).encode()
    for place in range(0, journal.size, _CHUNK):
        yield b2a_base64(journal.part(place, min(place + _CHUNK, journal.size)))[:-1]
    yield b"\n"


def drop(storage, game, older):
    """Remove the revision of a sheet in whose place there is a newer one."""
    if older and storage.stands(game, older):
        os.remove(storage.path(sheet_name(game, older)))


def clear():
    """Remove the running game. The slots go last: a cut in between leaves the game whole, or none."""
    paths = []
    for folder in (FOLDER, SECOND):
        paths += [folder + "/" + entry[0] for entry in os.ilistdir(folder) if entry[1] != _IS_FOLDER]
    for path in sorted(paths, key=_place):
        os.remove(path)


def _place(path):
    return (0 if path == DEALT else 2 if path[-2] == "/" else 1), path
