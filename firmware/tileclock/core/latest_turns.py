"""How the latest turns ended, each of which may yet turn out to have ended otherwise."""

from tileclock.core.seats import SEATS

_KEPT = SEATS  # of each player the latest

# What is kept of a turn: how the ending stood before, who made it, and what he did.
_WAITING, _LAP, _SEAT, _DID, _LATE, _LAID = range(6)
_PLAYED, _PASSED, _TOOK = range(3)
_NO, _YES, _FIRST = range(3)  # whether tiles were laid, and whether by somebody who had not opened before


class LatestTurns:
    """Each counts as played until a hold or a mistake says otherwise: then it and those since end again."""

    def __init__(self, pool, ending):
        self._pool, self._ending = pool, ending
        self._rows: list = [[0, "", 0, _PLAYED, False, _NO] for _ in range(_KEPT)]  # by the turn's number

    def add(self, turn, seat, took, passed, pressed, late, opened):
        """That turn has ended, by a press of its player or not; who has opened by now, a bit each.

        `late`: the round was over.
        """
        row, ending = self._rows[turn % _KEPT], self._ending
        row[_WAITING], row[_LAP] = ending.waiting, ending.lap
        did = _TOOK if took else _PASSED if passed else _PLAYED
        row[_SEAT], row[_DID], row[_LATE] = seat, did, late
        if did != _PLAYED or not pressed:
            row[_LAID] = _NO
        elif opened >> seat & 1:
            row[_LAID] = _YES
        else:
            row[_LAID] = _FIRST
            opened |= 1 << seat
        ending.turn(seat, did == _PASSED, self._pool.left, late)
        return opened

    def end_again(self, turn, turns, tiles, passed, playing, opened):
        """That turn, of so many, took tiles or was a pass; who has opened by now, a bit each."""
        if turn < 0 or turns - turn > _KEPT:
            raise ValueError("that turn is not a recent one")
        row, ending, pool = self._rows[turn % _KEPT], self._ending, self._pool
        if pool.draw(tiles):
            row[_DID] = _TOOK
        elif row[_DID] != _TOOK:
            row[_DID] = _PASSED if passed else _PLAYED
        if row[_LAID] and row[_DID] != _PLAYED:
            opened ^= self._lay_none(turn, turns)
        ending.waiting, ending.lap = row[_WAITING] & playing, row[_LAP]
        while turn < turns:
            row = self._rows[turn % _KEPT]
            row[_WAITING], row[_LAP] = ending.waiting, ending.lap
            ending.turn(row[_SEAT], row[_DID] == _PASSED, pool.left, row[_LATE])
            turn += 1
        return opened

    def _lay_none(self, turn, turns):
        """Its player has opened in a later one, or not at all: then it is the bit of his seat."""
        row = self._rows[turn % _KEPT]
        laid, row[_LAID] = row[_LAID], _NO
        if laid != _FIRST:
            return 0
        for each in range(turn + 1, turns):
            later = self._rows[each % _KEPT]
            if later[_LAID] and later[_SEAT] == row[_SEAT]:
                later[_LAID] = _FIRST + _YES - later[_LAID]
                return 0
        return 1 << row[_SEAT]
