"""How a match stands since an earlier game of it was corrected, which its latest sheet does not know."""

from micropython import const

from tileclock.core import match
from tileclock.storage import line_file
from tileclock.storage.flash import numbers, sheet_name

FILE = "/data/standing"  # a line for each such correction: a JSON object
VERSION = 1
_MOST = const(8)  # lines


class Booked:
    """What a sheet has put into its match, as `Match` takes it."""

    def __init__(self, result):
        self.points, self.rounds, self.big_points = result["points"], result["rounds"], result["big_points"]

    def check(self, game):
        """Refuse nothing: it was looked at when it was scored."""


def book(storage, preset, name, result):
    """Write down how the match stands now that the game of that sheet has another result.

    Answers the match as it stood after that game, which its new sheet is to say; None: it is the latest one,
    and the totals in the result are right.
    """
    from tileclock.storage import saved_game

    head, corrected = saved_game.sheet(name, storage) or (None, None)
    latest = head and saved_game.recall(storage, head["match"])
    if not latest:
        return None
    head, last = latest
    number, _ = numbers(name)
    then = match.Match(preset)
    if head["game"] == number or not then.restore(0, corrected.get("totals")):
        return None
    then.take_back(Booked(corrected), corrected["seats"])
    then.add(Booked(result), result["seats"])
    line = {
        "v": VERSION,
        "last": sheet_name(head["game"], last["revision"]),
        "game": number,
        "revision": result["revision"],
        "totals": result["totals"],
    }
    line_file.append(FILE, line, _MOST)
    return then


def find(storage, last):
    """The totals of the match whose latest sheet that is, if they are others than it says."""
    found = None
    for line in line_file.objects(FILE, VERSION):
        try:
            if line["last"] == last and _stored(storage, line):
                found = line["totals"]
        except (KeyError, TypeError):
            continue
    return found


def _stored(storage, line):
    """Whether the correction was stored, and not cut off before."""
    game, revision = line["game"], line["revision"]
    return storage.stands(game, revision) or not storage.stands(game, revision - 1)
