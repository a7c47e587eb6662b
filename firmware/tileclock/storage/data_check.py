"""Whether what is on the flash is for this program, and a way to begin without it. Loaded when needed."""

import os
from errno import ENOENT

from tileclock.files import read, replace
from tileclock.storage.flash import DRAFT, FORMAT, SHEETS, VERSION
from tileclock.storage.journal_file import FOLDER, SECOND

NEWER, DAMAGED = "newer", "damaged"
_DATA = "/data"
_ASIDE = "/aside"
_LOST = "/data/lost"
_STAYS = ("secret", "epoch", "count", "boot")  # or numbers of games were used twice, and sheets not sealed
_IS_FOLDER = 0x4000


def trouble(log):
    """NEWER, DAMAGED or ""."""
    mark = read(FORMAT)
    if mark.isdigit() and int(mark) > VERSION:
        log("a newer program has been here: format %s" % mark)
        return NEWER
    for path in (_DATA, FOLDER, SHEETS):
        try:
            for _ in os.ilistdir(path):
                break
        except OSError as error:
            if error.errno == ENOENT:
                continue  # a new box
            log("%s cannot be read (%s): save an image of the flash before you do anything" % (path, error))
            return DAMAGED
    return ""


def put_aside(storage):
    """All there is goes into a folder of its own, in place of what went there before; whether that worked."""
    try:
        _remove(DRAFT, storage)
        os.mkdir(DRAFT)
        for name in _STAYS:
            text = read(_DATA + "/" + name)
            if text:
                replace(DRAFT + "/" + name, text)
        _remove(_ASIDE, storage)
        os.rename(_DATA, _ASIDE)
        os.rename(DRAFT, _DATA)  # if the power goes before this, the next boot does it
    except OSError as error:
        storage.log(
            "nothing can be put aside (%s): format the flash with `tileclock deploy --format`" % error
        )
        return False
    return True


def put_game_aside(storage):
    """Put the game that cannot be read where a PC may still find it."""
    try:
        _remove(_LOST, storage)
        os.rename(FOLDER, _LOST)
        os.mkdir(FOLDER)
        os.mkdir(SECOND)
    except OSError as error:
        storage.log("the damaged game could not be put aside (%s)" % error)


def _remove(path, storage):
    storage.feed()
    try:
        kind = os.stat(path)[0]
    except OSError:
        return  # it is not there
    if kind == _IS_FOLDER:
        while _remove_first(path, storage):  # one after the other: the heap has no room for the names of many
            pass
        os.rmdir(path)
    else:
        os.remove(path)


def _remove_first(folder, storage):
    """Remove the first of what is in it; whether there was anything."""
    for entry in os.ilistdir(folder):
        _remove(folder + "/" + entry[0], storage)
        return True
    return False
