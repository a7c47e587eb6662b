"""Everybody enters his own rack, all at once: number tiles, then jokers, then who has opened.

A step is the same for all: each seat's button works on its own column, ▲▼ on the one touched last.
"""

from micropython import const

from tileclock.core import marks as opened
from tileclock.core import records as r
from tileclock.core.game import SEATS
from tileclock.core.preset_box import tile_set
from tileclock.device import sound
from tileclock.device.keys import BACK, COUNT, DOWN, OK, UP
from tileclock.device.panel import HEIGHT, WIDTH
from tileclock.device.presses import HOLD, PRESS, SHORT
from tileclock.device.timeline import NEVER
from tileclock.ui import page

_TILES, _JOKERS, _MARKS = range(3)
_TOP = const(16)  # px where the columns begin
_FAST = const(10)  # points a held key adds at once
_REPEAT_MS = const(350)  # and again while it stays down
_MOST = const(999)  # three digits fit a column, and no rack is worth more
_DEAF_MS = const(500)  # what was meant for the turn that is over must not land in a score
_NONE = const(-1)  # nothing entered yet
_NOTE_MS = const(1_000)  # what was entered is put on record once nobody has pressed for so long


class Screen:
    def __init__(self, table):
        self.table = table
        self._held = [False] * COUNT

    # ---- steps ----

    def begin(self):
        """A game is over: nothing is entered yet, who has opened is what was marked."""
        self.again(0, False)

    def _prepare(self, values):
        table = self.table
        game = table.game
        self._seats = [seat for seat in game.seats if seat != game.winner]
        self._values = values
        self._jokers = tile_set(table.preset, len(game.seats))["jokers"]
        self._step = _TILES
        self._touched = -1
        self._complaint = ""

    def again(self, racks=-1, marks=True):
        """Back from the result, to correct it, or after a cut: the first step that was not done.

        `racks`: whose are on record, a bit each; `marks`: whether it is who has opened.
        """
        table = self.table
        game = table.game
        self._recorded, self._marked, self._note_at = racks, marks, NEVER
        tiles = [game.tiles[seat] if racks >> seat & 1 else _NONE for seat in range(SEATS)]
        jokers = [game.jokers[seat] if racks >> seat & 1 else 0 for seat in range(SEATS)]
        self._prepare([tiles, jokers, list(game.marks) if marks else opened.usual_marks(table.preset, game)])
        if all(tiles[seat] != _NONE for seat in self._seats):
            self._step = self._last_step() if marks else _JOKERS
        table.show(self)

    def enter(self, now):
        self._deaf_until = now + _DEAF_MS
        for key in range(COUNT):
            self._held[key] = False
        for seat in range(SEATS):
            self.table.lights.set(
                seat, self.table.lights.DIM if seat in self._seats else self.table.lights.OFF
            )
        self._draw()

    def _last_step(self):
        return _MARKS if opened.asks_marks(self.table.preset, self.table.game) else _JOKERS

    def _go_on(self, at):
        missing = [seat for seat in self._seats if self._values[self._step][seat] == _NONE]
        if missing:
            self._complain(self.table.words.MISSING % page.LETTERS[missing[0]], at)
        elif self._step < self._last_step():
            self._step += 1
            self._touched = -1
            self._note(at)
            self.table.sound.play(sound.STEP, at)
            self._draw()
        else:
            self._note(at)
            self.table.screens.scoring("result").begin(at)

    def _note(self, at):
        """Put on record what is new: pull the plug, and it is there again."""
        game, happen = self.table.game, self.table.happen
        tiles, jokers, marks = self._values
        self._note_at = NEVER
        for seat in self._seats:
            same = game.tiles[seat] == tiles[seat] and game.jokers[seat] == jokers[seat]
            if tiles[seat] != _NONE and not (same and self._recorded >> seat & 1):
                happen(r.RACK, at, seat, tiles[seat], jokers[seat])
                self._recorded |= 1 << seat
        if self._step != self._last_step():
            return
        for seat in self._seats:
            if not self._marked or game.marks[seat] != marks[seat]:
                happen(r.MARK, at, seat, marks[seat])
        self._marked = True

    def refuse(self, refusal, at):
        """What cannot be comes back to its column."""
        table = self.table
        self.again()
        self._deaf_until = at
        self._step = _JOKERS if refusal.field == "jokers" else _TILES
        seat = -1 if refusal.player is None else table.game.seats[refusal.player]
        self._touched = seat
        name = page.LETTERS[seat] if seat >= 0 else table.words.TOGETHER
        self._complain(table.words.IMPOSSIBLE % name, at)

    def _complain(self, text, at):
        self._complaint = text
        self.table.sound.play(sound.BLIP, at)
        self._draw()

    # ---- keys ----

    def press(self, what, key, at):
        if at < self._deaf_until:
            return
        if what == PRESS and key == OK:
            self._go_on(at)
        elif what == SHORT and key == BACK:
            self._go_back(at)
        elif key < UP:
            self._change(what, key, key, 1, at)
        elif key in (UP, DOWN) and self._touched >= 0:
            self._change(what, key, self._touched, 1 if key == UP else -1, at)

    def _go_back(self, at):
        if self._step:
            self._step -= 1
            self._touched = -1
            self._complaint = ""
            self._draw()
        else:
            self.table.leave_racks(at)

    def _change(self, what, key, seat, step, at):
        """Short: by one, or to the next value; held: by tens, again and again."""
        self._held[key] = what == HOLD and self._step == _TILES and seat in self._seats
        if seat not in self._seats:
            if what == PRESS:
                self.table.blip(key, at)
        elif what == SHORT:
            self._add(seat, step, at)
        elif self._held[key]:
            self._add(seat, step * _FAST, at)
            self._next = at + _REPEAT_MS

    def _add(self, seat, step, at):
        values = self._values[self._step]
        before = values[seat]
        if self._step == _TILES:
            values[seat] = min(max(max(before, 0) + step, 0), _MOST)
        elif self._step == _JOKERS:
            values[seat] = (before + step) % (self._jokers + 1)
        else:
            values[seat] = self._next_mark(seat, before, step)
        self._touched = seat
        self._complaint = ""
        self._note_at = at + _NOTE_MS
        self.table.sound.play(sound.STEP if values[seat] != before else sound.BLIP, at)
        self._draw()

    def _next_mark(self, seat, mark, step):
        """Who has announced that he will open cannot have missed it."""
        mark = (mark + step) % 3
        if mark == opened.COULD and self.table.game.announced >> seat & 1:
            mark = (mark + step) % 3
        return mark

    def tick(self, now):
        """Keys that stay down add their tens, all at the same beat."""
        if True not in self._held:
            if self._note_at <= now:
                self._note(now)
            return self._note_at
        while self._next <= now:
            for key in range(COUNT):
                if self._held[key]:
                    step = -_FAST if key == DOWN else _FAST
                    self._add(key if key < UP else self._touched, step, now)
            self._next += _REPEAT_MS
        return self._next

    # ---- the picture ----

    def _draw(self):
        table = self.table
        words = table.words
        table.panel.fill(0)
        text = (words.STEP_TILES, words.STEP_JOKERS, words.STEP_MARKS)[self._step]
        if self._complaint:
            page.title(table, self._complaint, lit=True)
        else:
            page.title(table, text, self._out_text(text))
        count = len(self._seats)
        across = count if count < 4 else (count + 1) // 2
        width = WIDTH // across
        height = (HEIGHT - _TOP) // (1 if count < 4 else 2)
        for i, seat in enumerate(self._seats):
            self._draw_column(seat, i % across * width, _TOP + i // across * height, width, height)

    def _out_text(self, beside):
        """Who is out, by his name if there is room for it."""
        table = self.table
        text = table.out_text()
        if table.text.width(beside) + table.text.width(text) > WIDTH - 10:
            text = table.words.IS_OUT % page.LETTERS[table.game.winner]
        return text

    def _draw_column(self, seat, x, y, width, height):
        table = self.table
        panel, font = table.panel, table.middle
        if seat == self._touched:
            panel.rect(x, y, min(width + 1, WIDTH - x), height, 1)
        elif x:
            panel.vline(x, y + 2, height - 4, 1)
        table.text.draw(panel, page.LETTERS[seat], x + 2, y + 1)
        text = self._shown(seat)
        low = height < 30
        top = y + (height - font.height) // 2 + (0 if low else 4)
        left = x + (width - font.width(text)) // 2
        if low and width < 50:  # beside the letter, not below it
            left = x + 9 + (width - 9 - font.width(text)) // 2
        if self._step == _MARKS and self._loss(seat):
            # A minus of our own: that of the font leaves no room for the figures.
            left = max(left, x + 7)
            panel.fill_rect(x + 2, y + height - 7 if low else top + font.height // 2, 4, 2, 1)
        font.draw(panel, text, left, top)

    def _loss(self, seat):
        """The flat loss that the mark stands for; 0: the rack counts."""
        preset = self.table.preset
        return (0, preset["never_opened"], preset["could_open"])[self._values[_MARKS][seat]]

    def _shown(self, seat):
        value = self._values[self._step][seat]
        if self._step == _MARKS:
            return str(self._loss(seat) or self._values[_TILES][seat])
        return "–" if value == _NONE else str(value)
