"""The state of a game of Word: the turns with what was entered for each, folded in their order.

A turn that ended by a short press is open until its entry comes; a hold, a time-out or a mistake makes it a
draw. Turns are folded into `word` as far as they are known, so what is shown is exact up to the oldest open
turn. Whatever changes a turn that was folded already has all of them folded again.

An entry can become impossible because one before it was corrected. Then it is kept, but its turn is open
again: it waits to be entered anew, or for another correction that makes it possible.
"""

from tileclock.core import records as r
from tileclock.core.clock import READY
from tileclock.core.game import Game
from tileclock.core.word import Entry, Word

# What has happened is kept in four bytes each: the player (or what it is) and its bits; then letters, tiles
# used, and the tiles to draw if none were used. The box of a game of Word has 255 tiles at most.
_ITEM = 4
_GROWTH = 400
_PLAYER = 0x07
_TURN, _BACK, _COUNT, _LEAVE = 0x00, 0x08, 0x10, 0x18
_WHAT = 0x18
_OPEN, _REFUSED, _LATE = 0x20, 0x40, 0x80  # no entry yet; one that cannot be; the round was over
_GOES_ON = (r.END_TURN, r.RESOLVE, r.RESUME)


class WordGame(Game):
    of_word = True

    def __init__(self, preset):
        Game.__init__(self, preset)
        self._items = bytearray(_GROWTH)
        self._size = 0  # bytes used
        self._folded = self._folded_turns = 0  # bytes, and turns among them
        self._tiles_seen = 0  # bytes up to where somebody has seen tiles in the pool
        self._opening = None  # letters of a first word, if not the preset's own
        self.entry = Entry(preset)  # what a turn can have been, by `look_at`

    def _set_up(self, kind, at, a, b, c):
        if kind == r.OPENING and self.players.seats and self.clock.phase == READY:
            self._opening = a
            self._begin_fold()
            return
        Game._set_up(self, kind, at, a, b, c)

    def _lay_out(self):
        self._begin_fold()

    # ---- looking ----

    def pending(self, seat=-1):
        """The number of the oldest turn that waits for its entry, of that seat if one is given; or -1."""
        place, turn, items = self._folded, self._folded_turns, self._items
        if self.ending.over:
            return -1
        while place < self._size:
            what = items[place]
            if what & (_OPEN | _REFUSED) and (seat < 0 or self.players.seats[what & _PLAYER] == seat):
                return turn
            turn += 0 if what & _WHAT else 1
            place += _ITEM
        return -1

    def turns_made(self):
        """Whether every turn of the last lap was played: only entries are missing until the game is over."""
        lap, waiting, place, items = self.ending.lap, self.ending.waiting, self._folded, self._items
        while place < self._size:
            what = items[place]
            if what & _WHAT == _LEAVE or (lap and not what & _WHAT):
                waiting &= ~(1 << (what & _PLAYER))
            elif what & _LATE:
                lap, waiting = "round", self.ending.seats
            place += _ITEM
        return lap and not waiting

    def turn_seat(self, turn):
        return self.players.seats[self._items[self.place(turn)] & _PLAYER]

    def entered(self, turn):
        """(letters, tiles used, tiles to draw if none were used, whether it waits for its entry)"""
        place, items = self.place(turn), self._items
        return items[place + 1], items[place + 2], items[place + 3], bool(items[place] & (_OPEN | _REFUSED))

    def look_at(self, turn):
        """Find what that turn can have been, and leave it in `entry`.

        Behind a turn that is still open the limits are wide, because nobody knows what it took.
        """
        to = self.place(turn)
        word, begin = self.word, self._folded
        if to < begin:
            word, begin = self.word_before(to), to
        player = self._items[to] & _PLAYER
        self.entry.look(word, player)
        self.entry.draws = self._items[to + 3]
        while begin < to:
            self._guess(begin, player)
            begin += _ITEM

    def _guess(self, place, player):
        """Go past a turn that cannot be folded yet, for `look_at`."""
        what, tiles, entry = self._items[place], self._items[place + 2], self.entry
        if what & _WHAT != _TURN:
            return
        entry.on_table += entry.rack if what & _OPEN else tiles
        if what & _PLAYER != player:
            return
        if what & _OPEN or tiles:
            entry.has_opened, entry.least = True, self.preset["shortest"]
            entry.rack = max(entry.rack - max(1, tiles), self.preset["refill"])
        else:
            entry.rack += self._items[place + 3]

    # ---- the end of a turn ----

    def end_undone(self):
        self._stands = True  # whatever is over: an undo stands in the turn it went back to
        Game.end_undone(self)

    def apply(self, kind, at, clock, a=0, b=0, c=0):
        if kind in _GOES_ON:
            self._stands = False
        Game.apply(self, kind, at, clock, a, b, c)

    def _turn_ended(self, seat, at, took, passed, pressed):
        late = _LATE if self.round.over(at) else 0
        self._add(_TURN | _OPEN | late | self.players.seats.index(seat), 0, 0, 1)

    def _drew(self, ago, tiles, passed):
        """Book a hold. With nothing to draw it is a pass, whatever the pool was thought to be."""
        self._draws(self.turns - 1 - ago, 1)

    def _penalty(self, at, choice, tiles):
        self._end_turn(at, 0, False, False)
        self._take_back(self.turns - 1, choice, tiles)

    def _take_back(self, turn, choice, tiles):
        """Take what was laid off the table; but where the sheet lets it lie, it is entered."""
        if tiles or self._laid_nothing(choice):
            self._draws(turn, tiles)

    def _draws(self, turn, tiles):
        place, items = self._known_place(turn), self._items
        if not items[place] & (_OPEN | _REFUSED) and not items[place + 2]:
            tiles += items[place + 3]  # he drew already
        items[place + 3] = min(tiles, 0xFF)
        self._enter_at(place, 0, 0)

    # ---- entries ----

    def _enter_at(self, place, letters, tiles):
        items = self._items
        items[place] &= ~(_OPEN | _REFUSED)
        items[place + 1], items[place + 2] = min(letters, 0xFF), min(tiles, 0xFF)
        if place < self._folded:
            self._begin_fold()
        self._fold_on()

    def place(self, turn):
        """Where that turn is kept; -1 if there is none."""
        place = 0
        while turn >= 0 and place < self._size:
            if self._items[place] & _WHAT == _TURN:
                turn -= 1
                if turn < 0:
                    return place
            place += _ITEM
        return -1

    def _known_place(self, turn):
        place = self.place(turn)
        if place < 0:
            raise ValueError("there is no such turn")
        return place

    def _add(self, what, letters, tiles, draws):
        if self._size + _ITEM > len(self._items):
            self._items.extend(bytes(_GROWTH))
        items, place = self._items, self._size
        items[place], items[place + 1] = what, letters
        items[place + 2], items[place + 3] = tiles, draws  # four at once would allocate
        self._size += _ITEM
        self._fold_on()

    def _special(self, kind, at, a, b, c):
        if kind == r.ENTRY:
            self._enter_at(self._known_place(a), b, c)
        elif kind == r.CORRECT_POOL:
            self._count(min(b, self.pool.tiles))
        elif kind == r.MISTAKE and a:
            self._take_back(self.turns - 1, b, c)
        else:
            Game._special(self, kind, at, a, b, c)
            if kind == r.REOPEN:
                self._stands = True
            elif kind == r.MISTAKE:
                self._stands = False

    def _drift(self, kind, clock, a, b, c):
        """Let an entry among undone records stand if its turn does."""
        if kind != r.ENTRY:
            Game._drift(self, kind, clock, a, b, c)
        elif a < self.turns:
            self._enter_at(self._known_place(a), b, c)

    def _back(self, tiles):
        """Put them onto the rack of who is on turn, or into the pool, as the preset says."""
        self._add(_BACK | self.players.seats.index(self.seat), 0, min(tiles, 0xFF), 0)

    def _count(self, left):
        """Note that from here on so many are in the pool."""
        self._add(_COUNT, 0, left, 0)
        if left:
            self._tiles_seen = self._size
            self._begin_fold()
            self._fold_on()

    def _gone(self, seat):
        self._add(_LEAVE | self.players.seats.index(seat), 0, 0, 0)

    # ---- folding ----

    def _begin_fold(self):
        self.word = Word(self.preset, len(self.players.seats), self._opening)
        self.pool, self.ending = self.word.pool, self.word.ending
        self.opened = self._folded = self._folded_turns = 0
        for place in range(0, self._size, _ITEM):
            self._items[place] &= ~_REFUSED

    def _fold_on(self):
        """Fold as far as every turn is known, or to the end of the game: turns after it never were."""
        word = self.word
        while self._folded < self._size:
            if self.ending.over:
                if self._folded >= self._tiles_seen or self.ending.lap == "round":
                    return
                self._not_over(word)
            if not self._fold(word, self._folded):
                return
            self._folded_turns += 0 if self._items[self._folded] & _WHAT else 1
            self._folded += _ITEM

    def _not_over(self, word):
        """Let the game go on, as tiles were seen in the pool later: nobody was out, and nobody blocked."""
        if word.ending.lap != "round":
            word.ending.lap = ""
            word.ending.waiting = word.ending.seats

    def _fold(self, word, place):
        """Put one item into `word`; False if it is not known yet."""
        items = self._items
        what, player = items[place] & _WHAT, items[place] & _PLAYER
        if what == _TURN:
            return self._fold_turn(word, place, player)
        if what == _BACK:
            word.back(player, items[place + 2])
            if word.pool.left and not word.ending.lap:
                word.ending.waiting = word.ending.seats  # who had passed may draw now
        elif what == _COUNT:
            word.pool.left = items[place + 2]
            if word.pool.left:
                self._not_over(word)
        else:
            word.ending.leave(player)
        return True

    def _fold_turn(self, word, place, player):
        items = self._items
        late = bool(items[place] & _LATE)
        if items[place] & (_OPEN | _REFUSED):
            return False
        if not items[place + 2]:
            word.draw(player, items[place + 3], late)
            return True
        word.entry.look(word, player)
        if word.entry.fault(items[place + 1], items[place + 2]):
            items[place] |= _REFUSED
            return False
        word.lay(player, items[place + 1], items[place + 2], late)
        self.opened |= 1 << self.players.seats[player]
        return True

    def word_before(self, to):
        """The game as it was before that item, which is folded; from its second byte on, after it."""
        word = Word(self.preset, len(self.players.seats), self._opening)
        for place in range(0, to, _ITEM):
            if word.ending.over and place < self._tiles_seen:
                self._not_over(word)
            self._fold(word, place)
        return word
