"""How a match stands since an earlier game of it was corrected, which its latest sheet does not know."""

import json

from micropython import const

from tileclock.core import match
from tileclock.files import replace

FILE = "/data/standing"  # a line for each such correction: a JSON object
VERSION = 1
_LONGEST = 512  # characters of a line
_MOST = const(8)  # lines


class Booked:
    """What a sheet has put into its match, as `Match` takes it."""

    def __init__(self, result):
        self.points, self.rounds, self.big_points = result["points"], result["rounds"], result["big_points"]

    def check(self, game):
        """It was looked at when it was scored."""


def book(storage, preset, name, result):
    """The result of a correction of that sheet is about to be stored; its totals are those of the match.

    Of an earlier game the sheet says how the match stood after it. How it stands now is written down here.
    """
    from tileclock.core import summary
    from tileclock.storage import saved_game

    found = saved_game.sheet(name, storage)
    latest = found and saved_game.recall(storage, found[0]["match"])
    then = match.Match(preset)
    if not latest or latest[0]["game"] == int(name[:5]) or not then.restore(0, found[1].get("totals")):
        return
    then.take_back(Booked(found[1]), found[1]["seats"])
    then.add(Booked(result), result["seats"])
    _note(
        {
            "v": VERSION,
            "last": "%05d-%02d" % (latest[0]["game"], latest[1]["revision"]),
            "game": int(name[:5]),
            "revision": result["revision"],
            "totals": result["totals"],
        }
    )
    result["totals"] = summary.totals(then)


def _note(line):
    """Behind those that are there; the oldest goes."""
    text = json.dumps(line) + "\n"
    lines = [old for old in _lines() if old != text][1 - _MOST :] + [text]
    replace(FILE, "".join(lines))


def find(storage, last):
    """The totals of the match whose latest sheet that is, if they are others than it says."""
    found = None
    for text in _lines():
        try:
            line = json.loads(text)
            if line["v"] == VERSION and line["last"] == last and _stored(storage, line):
                found = line["totals"]
        except (ValueError, KeyError, TypeError):
            continue
    return found


def _stored(storage, line):
    """Whether the correction was stored, and not cut off before."""
    game, revision = line["game"], line["revision"]
    return _there(storage, game, revision) or not _there(storage, game, revision - 1)


def _there(storage, game, revision):
    try:
        storage.path("%05d-%02d" % (game, revision))
    except OSError:
        return False
    return True


def _lines():
    try:
        with open(FILE) as file:
            while True:
                text = file.readline(_LONGEST)
                if not text:
                    return
                yield text
    except (OSError, UnicodeError):
        return
