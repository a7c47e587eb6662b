"""A game being played: its journal, and the state that follows from it.

Nothing in the journal is ever rewritten. An undo and a counted pool change what the records before them mean,
so then the state is folded anew from the first record on; any other record is simply applied.
"""

from tileclock.core import records as r
from tileclock.core.game import Game

_NEVER = 1 << 29  # no record has this number
# Records that end a turn: an undo goes back to just before one of them.
_TURN_ENDS = (r.END_TURN, r.RESOLVE)
# What the clock did in each phase, as a record says it.
_DID = (r.NOBODYS, r.RAN, r.STOOD, r.NOBODYS, r.NOBODYS)


class Play:
    def __init__(self, preset, journal=None):
        self.preset = preset
        self.journal = journal or r.Journal()
        self.game = fold(preset, self.journal) if self.journal.count else new_game(preset)

    def happen(self, kind, at, a=0, b=0, c=0):
        """Put it on record, and let it change the game; the number of the record."""
        clock = _DID[self.game.clock.phase]
        number = self.journal.add(kind, at, a, b, c, clock)
        if kind == r.UNDO or kind == r.CORRECT_POOL:  # noqa: PLR1714 – a tuple to look in would allocate
            self.game = fold(self.preset, self.journal)
        else:
            self.game.apply(kind, at, clock, a, b, c)
        return number

    def can_undo(self):
        """Whether a turn that ended stands: an undo goes back to just before that."""
        return self.game.turns > 0

    def stuck(self):
        """Whether nobody may be able to move: the time ran out all around the table, and nobody drew."""
        game = self.game
        over = game.reason or game.ending.lap
        return game.late_turns and not (over or game.late_turns % game.players.count())


def new_game(preset):
    """What keeps the state: Word has a module of its own, in memory only where it is played."""
    if preset["game"] != "word":
        return Game(preset)
    from tileclock.core.wordgame import WordGame

    return WordGame(preset)


def fold(preset, journal, after=None):
    """The state that follows from a journal, on the device and on the PC alike.

    `after(game, number)` is called after each record, which is still in `journal`; from 0 again whenever the
    records have to be folded anew. The PC tells the story of a game with it.
    """
    undone = _undone(journal)
    # Somebody counted the pool and found it different: the draws before were not what the buttons said. So
    # there were that many tiles more, or fewer, all the time since the deal or the count before; by how many
    # shows when the records up to the count are folded.
    surplus = [0]
    hopeless = -1  # a count that no surplus explains: as many are there as it says, whatever was before
    while True:
        game = new_game(preset)
        found = _fold_once(game, journal, undone, surplus, hopeless, after)
        if not found:
            return game
        surplus[-1] += found
        # Upwards the steps are too short while draws find nothing; downwards one step is all that can help.
        if found < 0 or surplus[-1] > game.pool.tiles:
            hopeless = len(surplus) - 1


def _undone(journal):
    """The ranges of records that were undone, by their numbers; behind them one that never comes."""
    stand, undone = [], []  # records that ended turns and stand
    for number, kind in enumerate(journal.kinds()):
        if kind in _TURN_ENDS or (kind == r.MISTAKE and not journal.figures[0]):
            stand.append(number)
        elif kind == r.UNDO and stand:
            first = stand.pop()
            while undone and undone[-1][0] > first:
                undone.pop()
            undone.append((first, number))
    undone.append((_NEVER, _NEVER))
    return undone


def _fold_once(game, journal, undone, surplus, hopeless, after):
    """Fold all records into `game`; 0, or how much a count still differs from the fold up to it."""
    counts = spans = number = 0
    first, last = undone[spans]
    journal.rewind()
    while journal.read():
        kind, at, clock = journal.kind, journal.read_at, journal.clock
        a, b, c = journal.figures
        if not number and kind != r.DEAL:
            raise r.Unreadable("a journal begins with the deal")
        inside = first <= number
        if inside and not game.skipping:
            game.begin_undone(at, clock)
        # In Word the draws follow from the entries: one of them was wrong, nobody knows which.
        counted = kind == r.CORRECT_POOL and not inside and not game.of_word
        if counted:
            if counts == len(surplus) - 1:
                if b != game.pool.left and counts != hopeless:
                    return b - game.pool.left
                surplus.append(0)
            counts += 1
        try:
            game.apply(kind, at, clock, a, b, c)
        except (IndexError, ValueError) as error:
            raise r.Unreadable("record %d (kind %d) cannot be: %s" % (number + 1, kind, error)) from error
        if inside and last == number:
            game.end_undone()
            spans += 1
            first, last = undone[spans]
        if counted or kind == r.DEAL:
            game.pool.left = min(max(0, game.pool.left + surplus[counts]), game.pool.tiles)
        if after:
            after(game, number)
        number += 1
    return 0
