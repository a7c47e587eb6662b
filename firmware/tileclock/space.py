"""Room for the next sheet: what the PC has goes first; else the oldest match shrinks to its totals."""

import json
import os

from tileclock import resume

TOTALS = "/data/totals"  # a line for each match: a JSON object
VERSION = 1
_DRAFT = "/data/totals.new"
_LONGEST = 1024  # characters of a line


def make_room(storage):
    """Drop sheets the PC has, the oldest first, until a game fits. The newest stays: it has the numbers."""
    while not storage.free():
        names = [(name, synced) for name, _, synced in storage.sheets()][:-1]
        names = [name for name, synced in names if synced]
        if not names:
            return False
        os.remove(storage.path(names[0]))
    return True


def oldest(storage):
    """(number, names of its sheets) of the oldest match that is over, or None."""
    number, names = -1, []
    for name, _, _ in storage.sheets():
        found = resume.sheet(name, storage)
        if not found:
            continue  # nobody knows what it is, so it stays
        match = found[0]["match"]
        if match == storage.match:
            break
        if number < 0:
            number = match
        if match == number:
            names.append(name)
    return (number, names) if names else None


def reduce(storage):
    """The oldest match leaves its totals; first they are written down, then its sheets go."""
    found = oldest(storage)
    if not found:
        return
    number, names = found
    if not any(line["match"] == number for line in totals()):
        _append(_line(number, names, storage))
    for name in names:
        os.remove(storage.path(name))


def _line(number, names, storage):
    """The totals as its last sheet has them; the games are those that were scored."""
    line = {"v": VERSION, "match": number, "games": 0, "names": [""] * 6, "totals": None}
    for name in names:
        head, result = resume.sheet(name, storage)
        if result.get("lines"):
            line["games"] += 1
            line["names"], line["totals"] = head.get("names"), result.get("totals")
    return json.dumps(line)


def _append(line):
    with open(_DRAFT, "w") as out:
        try:
            with open(TOTALS) as file:
                for old in file:
                    out.write(old)
        except OSError:
            pass  # it is the first
        out.write(line + "\n")
    os.rename(_DRAFT, TOTALS)


def totals():
    """What is left of matches, the oldest first; lines nobody can read are passed over."""
    try:
        with open(TOTALS) as file:
            while True:
                text = file.readline(_LONGEST)
                if not text:
                    return
                try:
                    line = json.loads(text)
                except ValueError:
                    continue
                if isinstance(line, dict) and line.get("v") == VERSION and type(line.get("match")) is int:
                    yield line
    except (OSError, UnicodeError):
        return
