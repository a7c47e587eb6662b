"""The log on the flash: what broke, and what started the box other than its switch. Loaded for a line."""

import io
import os
import sys
from binascii import crc32

from micropython import const

from tileclock.files import pieces

FILE = "/data/log"
_DRAFT = "/data/log.new"
_MOST = const(4096)  # bytes; then the older half goes


def note(text):
    """Add a line, or several. A cut leaves the log as it was, or with all of it."""
    text = "".join([c if " " <= c <= "~" or c == "\n" else "?" for c in text.strip()]) + "\n"
    try:
        if os.stat(FILE)[6] > _MOST:
            _shorten()
    except OSError:
        pass  # there is none yet
    with open(FILE, "a") as file:
        file.write(text)


def _shorten():
    with open(FILE, "rb") as old, open(_DRAFT, "wb") as new:
        old.seek(_MOST // 2)
        old.readline()
        for piece in pieces(old):
            new.write(piece)
    os.rename(_DRAFT, FILE)


def crash(error, boot):
    """Note what the program died of, as its prompt says it, and in which build: each has its own names."""
    out = io.StringIO()
    sys.print_exception(error, out)
    note("boot %d, build %08x: %s" % (boot, _build(), out.getvalue()))


def _build():
    check = 0
    try:
        with open("/manifest.json", "rb") as file:
            for piece in pieces(file):
                check = crc32(piece, check)
    except OSError:
        pass  # the crash itself is worth more
    return check


def size():
    """Bytes of it."""
    try:
        return os.stat(FILE)[6]
    except OSError:
        return 0
