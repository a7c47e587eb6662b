"""How the latest turns ended, each of which may yet turn out to have ended otherwise."""

KEPT = 6  # as many as players: of each his latest

_NO, _YES, _FIRST = range(3)  # whether tiles were laid, and whether by somebody who had not opened before


class LatestTurns:
    """Each counts as played until a hold or a mistake says otherwise: then it and those since end again."""

    def __init__(self, pool, ending):
        self._pool, self._ending = pool, ending
        # How the ending stood before each of them, by the turn's number.
        self._waiting, self._lap = bytearray(KEPT), [""] * KEPT
        self._seat, self._took, self._passed = bytearray(KEPT), bytearray(KEPT), bytearray(KEPT)
        self._late, self._laid = bytearray(KEPT), bytearray(KEPT)

    def add(self, turn, seat, took, passed, late, opened):
        """That turn has ended; who has opened by now, a bit each. `late`: the round was over."""
        place, ending = turn % KEPT, self._ending
        self._waiting[place], self._lap[place] = ending.waiting, ending.lap
        self._seat[place], self._took[place], self._late[place] = seat, bool(took), late
        self._passed[place] = passed and not took
        self._laid[place] = _NO
        if not (took or passed):
            self._laid[place] = _YES if opened >> seat & 1 else _FIRST
            opened |= 1 << seat
        ending.turn(seat, self._passed[place], self._pool.left, late)
        return opened

    def end_again(self, turn, turns, tiles, passed, playing, opened):
        """That turn, of so many, took tiles or was a pass; who has opened by now, a bit each."""
        if turn < 0 or turns - turn > KEPT:
            raise ValueError("that turn is not a recent one")
        place, ending = turn % KEPT, self._ending
        if self._pool.draw(tiles):
            self._took[place] = True
        self._passed[place] = passed and not self._took[place]
        if self._laid[place] and (self._took[place] or self._passed[place]):
            opened ^= self._lay_none(turn, turns)
        ending.waiting, ending.lap = self._waiting[place] & playing, self._lap[place]
        for each in range(turn, turns):
            place = each % KEPT
            self._waiting[place], self._lap[place] = ending.waiting, ending.lap
            ending.turn(self._seat[place], self._passed[place], self._pool.left, self._late[place])
        return opened

    def _lay_none(self, turn, turns):
        """Its player has opened in a later one, or not at all: then it is the bit of his seat."""
        place = turn % KEPT
        seat, laid = self._seat[place], self._laid[place]
        self._laid[place] = _NO
        if laid != _FIRST:
            return 0
        for each in range(turn + 1, turns):
            place = each % KEPT
            if self._laid[place] and self._seat[place] == seat:
                self._laid[place] = _FIRST + _YES - self._laid[place]
                return 0
        return 1 << seat
