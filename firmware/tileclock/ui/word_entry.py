"""What was laid is entered while the next clock runs, in the bottom line: letters, then tiles used.

Each player has his own entry, on his seat's button: short +1, held on to the next. ▲▼ and OK work on the one
that waits longest. A first word has as many letters as tiles: one number is enough.
"""

from micropython import const

from tileclock.core import records as r
from tileclock.core.clock import RUNNING
from tileclock.core.seats import SEATS
from tileclock.device import sound
from tileclock.device.keys import UP
from tileclock.device.panel import HEIGHT, WIDTH
from tileclock.device.timeline import NEVER
from tileclock.ui import page

_BOTTOM = HEIGHT - page.LINE
_TOLD_MS = const(4_000)  # what followed from an entry is shown so long
_NOTHING = const(-1)
_DIGITS = "0123456789"


class Screen:
    """Part of the screen of a running turn. Nothing here allocates but a finished entry."""

    def __init__(self, go):
        self.kit = go.kit
        self.table = go.table
        self._turn_screen = go.turn
        self._presses = go.presses
        # By seat: the turn its entry is for, what it says so far, and whether the letters are done.
        self._turn = [_NOTHING] * SEATS
        self._letters = [0] * SEATS
        self._tiles = [0] * SEATS
        self._second = [False] * SEATS
        self._pressed = [_NOTHING] * SEATS  # the turn a key that is down works on
        self._touched = _NOTHING
        self._told_until = 0
        self._told_seat = self._points = self._takes = 0
        self._complaint = ""
        words = self.kit.words
        for text in (words.LETTERS, words.LAID, words.TAKES, words.IMPOSSIBLE, "≤"):
            page.meet(text)

    def enter(self):
        """Have every entry that was begun begin anew: the running turn is shown again."""
        self._touched = _NOTHING
        self._told_until = 0
        for seat in range(SEATS):
            self._turn[seat] = self._pressed[seat] = _NOTHING

    def asks(self):
        """Ask for an entry, as a turn has ended with tiles laid: what was told of another makes room."""
        self._told_until = 0

    # ---- keys ----

    def begins(self, seat):
        """Whether a press of that seat, which is not on turn, begins or goes on with an entry."""
        game = self.table.game
        plays = game.clock.phase == RUNNING and seat == game.seat
        turn = game.pending(seat) if seat in game.players.seats and not plays else _NOTHING
        self._pressed[seat] = turn
        return turn >= 0

    def let_go(self, key, at):
        """Take a key that was let go after a short press."""
        if self._works_on_its_entry(key):
            self._change(key, 1, at, False)

    def hold(self, key, at):
        """Take a key that has become a hold."""
        if self._works_on_its_entry(key):
            self._accept(key, at)

    def _works_on_its_entry(self, key):
        """Whether the press of a seat's key was for its entry, which is taken up then."""
        if key >= UP or self._pressed[key] < 0:
            return False
        turn = self._pressed[key]
        self._pressed[key] = _NOTHING
        if turn != self.table.game.pending(key):
            return False
        self._take_up(key, turn)
        return True

    def change(self, step, at):
        """Have an arrow work on the entry that waits longest; ▲ is a step of -1, and means more."""
        seat = self._oldest(at)
        if seat >= 0:
            self._change(seat, -step, at, True)

    def accept(self, at):
        seat = self._oldest(at)
        if seat >= 0:
            self._accept(seat, at)

    def _oldest(self, at):
        """The seat whose entry waits longest, which is taken up; -1: none does."""
        game = self.table.game
        turn = game.pending()
        if turn < 0:
            self.kit.blip(at)
            return _NOTHING
        seat = game.turn_seat(turn)
        self._take_up(seat, turn)
        return seat

    def _take_up(self, seat, turn):
        """Look at what the turn can be; an entry that has not been touched begins with the smallest."""
        game = self.table.game
        game.look_at(turn)
        self._touched = seat
        self._told_until = 0
        if self._turn[seat] != turn:
            self._turn[seat] = turn
            self._letters[seat] = game.entry.least
            self._second[seat] = False

    def _change(self, seat, step, at, stops):
        """Change the number: the arrows stop at its limits, a seat's own button goes round."""
        entry = self.table.game.entry
        values = self._tiles if self._second[seat] else self._letters
        least = entry.fewest(self._letters[seat]) if self._second[seat] else 0
        most = entry.rack
        if entry.has_opened and not self._second[seat]:
            most += entry.on_table
        value = values[seat] + step
        if not self._second[seat] and 0 < value < entry.least:
            value = entry.least if step > 0 else 0
        if not least <= value <= most:
            value = values[seat] if stops else least
        self.kit.play(sound.STEP if value != values[seat] else sound.BLIP, at)
        values[seat] = value
        self._turn_screen.draw_line()

    def _accept(self, seat, at):
        """Go on to the tiles, or be done."""
        game = self.table.game
        entry, letters = game.entry, self._letters[seat]
        if entry.has_opened and not self._second[seat]:
            self._second[seat] = True
            self._tiles[seat] = max(1, entry.fewest(letters))
            self.kit.play(sound.HELD, at)
            self._turn_screen.draw_line()
            return
        tiles = self._tiles[seat] if entry.has_opened else letters
        self._touched = _NOTHING
        self._told_seat, self._told_until = seat, at + _TOLD_MS
        if entry.fault(letters, tiles):
            self._second[seat] = False
            self._complaint = self.kit.words.IMPOSSIBLE % page.LETTERS[seat]
            self.kit.blip(at)
            self._turn_screen.draw_line()
            return
        self._complaint = ""
        self._points, self._takes = entry.points(letters, tiles), entry.takes(tiles, game.pool.left)
        turn = self._turn[seat]
        self._turn[seat] = _NOTHING
        self.kit.play(sound.HELD, at)
        self.table.happen(r.ENTRY, at, turn, letters, tiles)

    # ---- the bottom line ----

    def tick(self, now):
        """Bring the line up to date; when it will be another one by itself."""
        if not self._told_until:
            return NEVER
        if now < self._told_until:
            return self._told_until
        self._told_until = 0
        self._turn_screen.draw_line()
        return NEVER

    def draw(self):
        """Draw the line, if there is anything to say in it; whether there is."""
        table = self.table
        if self._told_until:
            self._draw_told()
            return True
        game = table.game
        seat = self._touched
        turn = game.pending(seat) if seat >= 0 else _NOTHING
        if turn < 0:
            turn = game.pending()
        if turn < 0 or self._presses.undecided(turn):
            return False
        words, seat = self.kit.words, game.turn_seat(turn)
        game.look_at(turn)
        if self._turn[seat] != turn:
            touched = self._touched
            self._take_up(seat, turn)
            self._touched = touched
        one = self._second[seat] or not game.entry.has_opened
        number = self._tiles[seat] if self._second[seat] else self._letters[seat]
        x = self._begin_line(seat, 0)
        x = self._text(words.LAID if one else words.LETTERS, x, 0)
        self._number(number, x + 4, 0)
        return True

    def _draw_told(self):
        words = self.kit.words
        if self._complaint:
            self._text(self._complaint, self._ground(0), 0)
            return
        x = self._begin_line(self._told_seat, 1)
        x = self._number(self._points, self._text("+", x, 1), 1)
        self._number(self._takes, self._text(words.TAKES, x + 8, 1) + 4, 1)

    def _begin_line(self, seat, ink):
        """Draw whose entry it is; where the rest begins."""
        return self._text(page.LETTERS[seat], self._ground(ink), ink) + 6

    def _ground(self, ink):
        """Draw the ground, lit or not, and who is next at its end; where the line begins."""
        game = self.table.game
        self.kit.panel.fill_rect(0, _BOTTOM - 1, WIDTH, page.LINE + 1, 1 - ink)
        if game.clock.phase == RUNNING:  # else the last turns are over
            after = game.players.after(game.seat)
            self._text(page.LETTERS[after], self._text("▸", WIDTH - 16, ink) + 2, ink)
        return 3

    def _text(self, text, x, ink):
        return self.kit.text.draw(self.kit.panel, text, x, _BOTTOM, ink)

    def _number(self, number, x, ink):
        if number > 9:
            x = self._number(number // 10, x, ink)
        return self._text(_DIGITS[number % 10], x, ink)
