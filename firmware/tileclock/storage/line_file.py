"""A file of JSON objects, one in each line: a damaged line is passed over, and spoils none behind it."""

import json
import os
from errno import ENOENT

from micropython import const

_LONGEST = const(1024)  # bytes of a line


def objects(path, version):
    """Those of that version, the oldest first. Raises OSError if they cannot be read."""
    for line in _lines(path):
        try:
            found = json.loads(line)
        except (ValueError, RuntimeError):  # RuntimeError: nested deeper than the stack
            continue
        if isinstance(found, dict) and found.get("v") == version:
            yield found


def append(path, found, most=None):
    """Write it behind those that are there, of which the oldest go if there would be more than `most`.

    If they cannot be read, or not be written, nothing is replaced.
    """
    new = json.dumps(found).encode() + b"\n"
    surplus = 0
    if most:
        surplus = 1 - most
        for line in _lines(path):
            surplus += line != new
    draft, end = path + ".new", b"\n"
    with open(draft, "wb") as out:
        for line in _lines(path):
            if line == new:
                continue
            surplus -= 1
            if surplus < 0:
                out.write(line)
                end = line[-1:]
        out.write(new if end == b"\n" else b"\n" + new)  # a line that is damaged must not spoil the next
    os.rename(draft, path)


def _lines(path):
    """Each with its end; one that is longer than any of ours comes in parts."""
    try:
        file = open(path, "rb")  # noqa: SIM115
    except OSError as error:
        if error.errno != ENOENT:
            raise
        return  # nothing was written yet
    with file:
        while True:
            line = file.readline(_LONGEST)
            if not line:
                return
            yield line
