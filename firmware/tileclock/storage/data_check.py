"""Whether what is on the flash is for this program, and a way to begin without it. Loaded when needed."""

import os
from errno import ENOENT

from tileclock.files import read, replace
from tileclock.storage.flash import DRAFT, FORMAT, VERSION

NEWER, DAMAGED = "newer", "damaged"
_DATA = "/data"
_ASIDE = "/aside"
_STAYS = ("secret", "epoch", "count", "boot")  # or numbers of games were used twice, and sheets not sealed
_FOLDER = 0x4000


def trouble(log):
    """NEWER, DAMAGED or ""."""
    mark = read(FORMAT)
    if mark.isdigit() and int(mark) > VERSION:
        log("a newer program has been here: format %s" % mark)
        return NEWER
    for path in (_DATA, _DATA + "/live", _DATA + "/sheets"):
        try:
            for _ in os.ilistdir(path):
                break
        except OSError as error:
            if error.errno == ENOENT:
                continue  # a new box
            log("%s cannot be read (%s): save an image of the flash before you do anything" % (path, error))
            return DAMAGED
    return ""


def put_aside(log):
    """All there is goes into a folder of its own, in place of what went there before; whether that worked."""
    try:
        _remove(DRAFT)
        os.mkdir(DRAFT)
        for name in _STAYS:
            text = read(_DATA + "/" + name)
            if text:
                replace(DRAFT + "/" + name, text)
        _remove(_ASIDE)
        os.rename(_DATA, _ASIDE)
        os.rename(DRAFT, _DATA)  # if the power goes before this, the next boot does it
    except OSError as error:
        log("nothing can be put aside (%s): format the flash with `tileclock deploy --format`" % error)
        return False
    return True


def _remove(path):
    try:
        kind = os.stat(path)[0]
    except OSError:
        return  # it is not there
    if kind == _FOLDER:
        for name in os.listdir(path):
            _remove(path + "/" + name)
        os.rmdir(path)
    else:
        os.remove(path)
