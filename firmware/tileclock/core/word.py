"""A game of Word, folded turn by turn: points, racks, refill, and who is out.

Players are counted from 0 in clockwise order. Nothing here grows with the game; a past entry is corrected
by folding the turns again.
"""

from tileclock.core.pool import Ending, Pool
from tileclock.core.preset_box import Refused


class Word:
    """Everything the entries (letters, tiles used) imply."""

    def __init__(self, preset: dict, players: int, opening=None):
        """`opening` is the length of first words that beginners agreed on, if not the sheet's own."""
        choices = [preset["opening"]] + preset["openings"]
        if opening not in [None] + choices:
            raise Refused("opening", "must be one of " + ", ".join([str(n) for n in choices]))
        self._preset = preset
        self.opening = opening or preset["opening"]  # letters of a first word
        self.pool = Pool(preset, players)
        self.ending = Ending(preset, range(players))
        self.racks = [preset["deal"]] * players
        self.points = [0] * players
        self.turns = [0] * players
        self.opened = 0  # bit set of players

    def check(self, player: int, letters: int, tiles: int):
        """Refuse an entry that cannot be."""
        rack = self.racks[player]
        if not 1 <= tiles <= rack:
            raise Refused("tiles", "must be 1 to %d" % rack, player)
        if not self.opened >> player & 1:
            if letters != tiles or letters < self.opening:
                rule = "must be the tiles used, and at least %d in the first word"
                raise Refused("letters", rule % self.opening, player)
            return
        least, most = self._preset["shortest"], tiles + self.on_table()
        if letters != 0 and not least <= letters <= most:
            raise Refused("letters", "must be 0 or %d to %d" % (least, most), player)

    def on_table(self) -> int:
        """None, rather than less, where a count of the pool fits no racks."""
        return max(0, self.pool.tiles - self.pool.left - sum(self.racks))

    def worth(self, player: int, letters: int, tiles: int) -> int:
        """Points of a turn: twice the letters for all the tiles of a full rack at once."""
        full = self._preset["double"]
        doubled = full and tiles == self.racks[player] >= full
        return letters * 2 if doubled else letters

    def lay(self, player: int, letters: int, tiles: int, round_over: bool = False) -> int:
        """A turn with tiles laid; the number drawn to refill the rack."""
        self.check(player, letters, tiles)
        self.points[player] += self.worth(player, letters, tiles)
        self.opened |= 1 << player
        rack = self.racks[player] - tiles
        drawn = self.pool.draw(max(0, self._preset["refill"] - rack))
        self.racks[player] = rack + drawn
        self._end_turn(player, False, round_over)
        if self.racks[player] == 0 and self.ending.lap != "out":
            self.ending.begin("out", self._had_fewer_turns(player))
        return drawn

    def draw(self, player: int, tiles: int = 1, round_over: bool = False) -> int:
        """A turn without tiles laid, or taken back; the number really drawn. None left: a pass."""
        drawn = self.pool.draw(tiles)
        self.racks[player] += drawn
        self._end_turn(player, drawn == 0, round_over)
        return drawn

    def back(self, player: int, tiles: int):
        """Take tiles that nobody can place again off the table, onto the player's rack or to the pool."""
        most = self.on_table()
        if not 1 <= tiles <= most:
            raise Refused("tiles", "must be 1 to %d" % most, player)
        if self._preset["back"] == "rack":
            self.racks[player] += tiles
        else:
            self.pool.back(tiles)

    def _end_turn(self, player, passed, round_over):
        self.turns[player] += 1
        self.ending.turn(player, passed, self.pool.left, round_over)

    def _had_fewer_turns(self, player) -> int:
        """Bit set of those who may make one more turn; in a last lap, of those still waiting for theirs."""
        fewer = 0
        for other, turns in enumerate(self.turns):
            if turns < self.turns[player]:
                fewer |= 1 << other
        return fewer & self.ending.waiting if self.ending.lap else fewer


def result(preset: dict, game, able):
    """The lines of a game that is over: no rack is counted, the points follow from the turns."""
    late = [game.late[seat] for seat in game.seats]
    first = game.seats.index(game.first)
    return score_word(preset, game.word.points, game.reason, first, late, able)


def score_word(preset: dict, points, reason: str, first: int = 0, late=None, able=None):
    """The lines of a finished game: points less overtime, the most win, tied players as the preset says."""
    from tileclock.core.scoring import Result, favoured  # in memory only when a game is over

    costs = [-preset["overtime"] * minutes for minutes in late or [0] * len(points)]
    totals = [gain + cost for gain, cost in zip(points, costs)]
    able = able or range(len(totals))
    best = max([totals[i] for i in able])
    tied = [i for i in able if totals[i] == best]
    lines = [(0, 0, gain, 0, cost) for gain, cost in zip(points, costs)]
    return Result(preset, reason, "word", lines, favoured(preset, tied, len(points), first))
