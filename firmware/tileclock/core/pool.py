"""The draw pile with its stacks, and the end of a game that nobody finishes.

Both hold a few small integers and nothing that grows.
"""

from tileclock.core.preset_box import tile_set

# After these choices nothing new lies on the table: with an empty pool the turn was a pass.
PASSES = ("undo", "nothing")


class Pool:
    """The tiles nobody has drawn yet. `left` is the whole state; it may be read and put back.

    The stacks follow from it, because they are used up in a fixed order: the odd one first, then one
    whole stack after the other. Tiles that come back lie where the last ones were taken from.
    """

    def __init__(self, preset: dict, players: int):
        box = tile_set(preset, players)
        self.tiles = box["tiles"]
        self.start = self.left = box["tiles"] - preset["deal"] * players
        self._stack = box["stack"] if preset["show_stacks"] else 0
        self._whole = self.start - box["odd"]  # once there are no more than these, the odd stack is gone

    def draw(self, tiles: int = 1) -> int:
        """Take tiles, or what is left of them; the number really taken."""
        taken = min(tiles, self.left)
        self.left -= taken
        return taken

    def back(self, tiles: int):
        """Return tiles that nobody could place again: never more than are missing.

        What is on record must fold, whatever a count has shown since.
        """
        self.left = min(self.tiles, self.left + tiles)

    @property
    def stack_left(self) -> int:
        """Tiles on the current stack; 0 when a new one is due, or when the preset shows no stacks."""
        if not self._stack:
            return 0
        if self.left > self._whole:
            return self.left - self._whole
        if self.left == self.start:  # no odd stack: the first whole one stands in the middle
            return self._stack
        return self.left % self._stack

    @property
    def new_stack_due(self) -> bool:
        """Whether the player who next has to draw picks the next stack."""
        return self._stack > 0 and self.left > 0 and self.stack_left == 0


class Ending:
    """Tells when the turns of a game are over, fed with the end of every turn.

    `waiting` is a bit set of seats. In a last lap: those that still have their last turn. While players
    may be blocked: those that have not passed since something last happened. Nobody waiting: it is over.
    """

    def __init__(self, preset: dict, seats):
        self._lap_when_empty = preset.get("pool_empty") == "lap"
        self.seats = 0
        for seat in seats:
            self.seats |= 1 << seat
        self.waiting = self.seats
        self.lap = ""  # why a last lap is being played: "lap" (pool empty), "round" or "out"

    def turn(self, seat: int, passed: bool, left: int, round_over: bool = False):
        """End a turn: did its player pass, and what is in the pool after it?

        Less than nothing can be left when turns are folded again with a corrected pool.
        """
        if self.lap:  # there is never a second one, whatever comes back or runs out
            self.waiting &= ~(1 << seat)
        elif left <= 0 and self._lap_when_empty:
            self.begin("lap", self.seats)
        elif round_over:
            self.begin("round", self.seats)
        elif passed and left <= 0:
            self.waiting &= ~(1 << seat)
        else:
            self.waiting = self.seats

    def begin(self, why: str, waiting: int):
        """Start a last lap of the seats in the bit set `waiting`."""
        self.lap = why
        self.waiting = waiting & self.seats

    def leave(self, seat: int):
        """Wait for a turn of that player no more: he has left."""
        self.seats &= ~(1 << seat)
        self.waiting &= self.seats

    @property
    def over(self) -> str:
        """Why the game is over ("lap", "round", "out", "blocked"), or "" while it goes on."""
        return "" if self.waiting else self.lap or "blocked"

    @property
    def turns_left(self) -> int:
        """Turns to come in the last lap, or passes that would end the game; 0 while neither counts."""
        if not self.lap and self.waiting == self.seats:
            return 0
        count, waiting = 0, self.waiting
        while waiting:
            waiting &= waiting - 1
            count += 1
        return count
