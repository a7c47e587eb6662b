"""A game being played: its journal, and the state that follows from it.

Nothing in the journal is ever rewritten. An undo and a counted pool change what the records before them mean,
so then the state is folded anew from the first record on; any other record is simply applied.
"""

from tileclock.core import records as r
from tileclock.core.game import Game

# Records that end a turn: an undo goes back to just before one of them.
_TURN_ENDS = (r.END_TURN, r.RESOLVE)


class Play:
    def __init__(self, preset, journal=None):
        self.preset = preset
        self.journal = journal or r.Journal()
        self.game = fold(preset, self.journal) if self.journal.count else Game(preset)

    def happen(self, kind, at, a=0, b=0, c=0):
        """Put it on record, and let it change the game; the number of the record."""
        number = self.journal.add(kind, at, a, b, c)
        if kind in (r.UNDO, r.CORRECT_POOL):
            self.game = fold(self.preset, self.journal)
        else:
            self.game.apply(kind, at, a, b, c)
        return number

    def can_undo(self):
        return bool(_turn_ends(self.journal, []))


def fold(preset, journal):
    """The state that follows from a journal, on the device and on the PC alike."""
    undone = []
    _turn_ends(journal, undone)
    # Somebody counted the pool and found it different: the draws before were not what the buttons said. How
    # much each count differs shows when the records before it are folded; then they are folded knowing it.
    surplus = []
    while True:
        game = Game(preset)
        found = _fold_once(game, journal, undone, surplus)
        if found is None:
            return game
        surplus.append(found)


def _turn_ends(journal, undone):
    """Numbers of the records that ended turns and stand; `undone` gets the ranges that do not."""
    stand = []
    journal.rewind()
    number = 0
    while journal.read():
        kind = journal.kind
        if kind in _TURN_ENDS or (kind == r.MISTAKE and not journal.figures[0]):
            stand.append(number)
        elif kind == r.UNDO and stand:
            first = stand.pop()
            while undone and undone[-1][0] > first:
                undone.pop()
            undone.append((first, number))
        number += 1
    return stand


def _fold_once(game, journal, undone, surplus):
    """Fold all records into `game`; how much a count differs whose surplus is not known yet, or None."""
    counts = spans = number = 0
    journal.rewind()
    while journal.read():
        kind, at = journal.kind, journal.read_at
        a, b, c = journal.figures
        inside = spans < len(undone) and undone[spans][0] <= number
        if inside and not game.skipping:
            game.begin_undone(at)
        if kind == r.CORRECT_POOL and not inside:
            if counts == len(surplus):
                return b - game.pool.left
            counts += 1
        game.apply(kind, at, a, b, c)
        if inside and undone[spans][1] == number:
            game.end_undone()
            spans += 1
        if (kind == r.DEAL or (kind == r.CORRECT_POOL and not inside)) and counts < len(surplus):
            game.pool.left = max(0, game.pool.left + surplus[counts])
        number += 1
    return None
