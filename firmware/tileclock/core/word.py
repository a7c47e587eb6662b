"""A game of Word, folded turn by turn: points, racks, refill, and who is out.

Players are counted from 0 in clockwise order. Nothing here grows with the game; a past entry is corrected
by folding the turns again.
"""

from tileclock.core.pool import Ending, Pool
from tileclock.core.preset_box import Refused


class Entry:
    """What a turn can have been that stands where one looks, and what follows from it."""

    def __init__(self, preset: dict):
        self._preset = preset
        self.rack = self.on_table = 0  # tiles
        self.least = 0  # letters of the shortest word
        self.has_opened = False
        self.draws = 0  # tiles, if none were used

    def look(self, word, player: int):
        """Look at a turn that the player makes now."""
        self.rack, self.on_table = word.racks[player], word.on_table()
        self.has_opened = bool(word.opened >> player & 1)
        self.least = self._preset["shortest"] if self.has_opened else word.opening

    def fault(self, letters: int, tiles: int) -> str:
        """The field that cannot be, or "". No tiles: nothing was laid."""
        if not 0 <= tiles <= self.rack:
            return "tiles"
        if not tiles:
            return "letters" if letters else ""
        if self.has_opened:
            fits = not letters or self.least <= letters <= tiles + self.on_table
        else:
            fits = letters == tiles and letters >= self.least
        return "" if fits else "letters"

    def fewest(self, letters: int) -> int:
        """Tiles it takes at least to lay so many letters."""
        return max(1, letters - self.on_table) if letters else 0

    def points(self, letters: int, tiles: int) -> int:
        """What it is worth: twice the letters for all the tiles of a full rack at once."""
        full = self._preset["double"]
        return letters * 2 if full and tiles == self.rack >= full else letters

    def takes(self, tiles: int, left: int) -> int:
        """Tiles that are drawn after it from a pool that has so many left, as far as is known."""
        return min(left, max(0, self._preset["refill"] - self.rack + tiles) if tiles else self.draws)


class Word:
    """Everything the entries (letters, tiles used) imply."""

    def __init__(self, preset: dict, players: int, opening=None):
        """`opening` is the length of first words that beginners agreed on, if not the sheet's own."""
        if opening not in [None, preset["opening"]] + preset["openings"]:
            raise Refused("opening", "is none that the sheet offers")
        self._preset = preset
        self.entry = Entry(preset)  # of the turn that is made
        self.opening = opening or preset["opening"]  # letters of a first word
        self.pool = Pool(preset, players)
        self.ending = Ending(preset, range(players))
        self.racks = [preset["deal"]] * players
        self.points = [0] * players
        self.turns = [0] * players
        self.opened = 0  # bit set of players

    def on_table(self) -> int:
        """None, rather than less, where a count of the pool fits no racks."""
        return max(0, self.pool.tiles - self.pool.left - sum(self.racks))

    def lay(self, player: int, letters: int, tiles: int, round_over: bool = False) -> int:
        """Make a turn with tiles laid, of an entry that can be; the number drawn to refill the rack."""
        entry = self.entry
        entry.look(self, player)
        self.points[player] += entry.points(letters, tiles)
        self.opened |= 1 << player
        drawn = self.pool.draw(entry.takes(tiles, self.pool.left))
        self.racks[player] += drawn - tiles
        self._end_turn(player, False, round_over)
        if self.racks[player] == 0 and self.ending.lap != "out":
            self.ending.begin("out", self._had_fewer_turns(player))
        return drawn

    def draw(self, player: int, tiles: int = 1, round_over: bool = False) -> int:
        """Make a turn without tiles laid, or taken back; the number really drawn. None left: a pass."""
        drawn = self.pool.draw(tiles)
        self.racks[player] += drawn
        self._end_turn(player, drawn == 0, round_over)
        return drawn

    def back(self, player: int, tiles: int):
        """Take tiles that nobody can place again off the table, onto the player's rack or to the pool.

        Never more than lie there.
        """
        tiles = min(tiles, self.on_table())
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
    late = [game.accounts.late[seat] for seat in game.players.seats]
    first = game.players.seats.index(game.players.first)
    return score_word(preset, game.word.points, game.reason, first, late, able)


def score_word(preset: dict, points, reason: str, first: int, late, able):
    """The lines of a finished game: points less overtime, the most win, tied players as the preset says."""
    from tileclock.core.scoring import Result, favoured  # in memory only when a game is over

    costs = [-preset["overtime"] * minutes for minutes in late]
    totals = [gain + cost for gain, cost in zip(points, costs)]
    best = max([totals[i] for i in able])
    tied = [i for i in able if totals[i] == best]
    lines = [(0, 0, gain, 0, cost) for gain, cost in zip(points, costs)]
    return Result(preset, reason, "word", lines, favoured(preset, tied, len(points), first))
