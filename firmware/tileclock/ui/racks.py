"""Everybody enters his own rack, all at once: number tiles, then jokers, then who has opened.

A step is the same for all: each seat's button works on its own column, ▲▼ on the one touched last.
"""

from micropython import const

from tileclock.core import marks as opened
from tileclock.core import records as r
from tileclock.core.game import SEATS
from tileclock.core.preset_box import tile_set
from tileclock.device import sound
from tileclock.device.keys import DOWN, UP
from tileclock.device.panel import HEIGHT, WIDTH
from tileclock.device.timeline import NEVER
from tileclock.ui import page, screen
from tileclock.ui.repeat import Repeat, arrow

_TILES, _JOKERS, _MARKS = range(3)
_TOP = const(16)  # px where the columns begin
_FAST = const(10)  # points a held key adds at once
_REPEAT_MS = const(350)  # and again while it stays down
_MOST = const(999)  # three digits fit a column, and no rack is worth more
_DEAF_MS = const(500)  # what was meant for the turn that is over must not land in a score
_NONE = const(-1)  # nothing entered yet
_NOTE_MS = const(1_000)  # what was entered is put on record once nobody has pressed for so long


class Screen(screen.Screen):
    COUNTS = True
    RACKS = True

    def __init__(self, go):
        screen.Screen.__init__(self, go)
        self._held = Repeat(_REPEAT_MS, self._add_fast)

    # ---- steps ----

    def begin(self, at):
        """A game is over: nothing is entered yet, who has opened is what was marked."""
        self.again(0, False)

    def recall(self):
        """After a cut: what was entered is on record, and nobody enters it twice."""
        racks, marks = _on_record(self.table.play.journal)
        if racks:
            self.again(racks, marks)

    def again(self, racks=-1, marks=True):
        """Back from the result, to correct it, or after a cut: the first step that was not done.

        `racks`: whose are on record, a bit each; `marks`: whether it is who has opened.
        """
        game = self.table.game
        self._recorded, self._marked, self._note_at = racks, marks, NEVER
        tiles = [game.tiles[seat] if racks >> seat & 1 else _NONE for seat in range(SEATS)]
        jokers = [game.jokers[seat] if racks >> seat & 1 else 0 for seat in range(SEATS)]
        opened_by = list(game.marks) if marks else opened.usual_marks(game)
        self._values = [tiles, jokers, opened_by]
        self._seats = [seat for seat in game.seats if seat != game.winner]
        self._jokers = tile_set(game.preset, len(game.seats))["jokers"]
        self._step = _TILES
        self._touched = -1
        self._complaint = ""
        if all(tiles[seat] != _NONE for seat in self._seats):
            self._step = self._last_step() if marks else _JOKERS
        self.stage.show(self)

    def enter(self, now):
        self._deaf_until = now + _DEAF_MS
        self._held.stop_all()
        lights = self.kit.lights
        for seat in range(SEATS):
            lights.set(seat, lights.DIM if seat in self._seats else lights.OFF)
        self._draw()

    def _last_step(self):
        game = self.table.game
        return _MARKS if opened.asks_marks(game.preset, game) else _JOKERS

    def _go_on(self, at):
        missing = [seat for seat in self._seats if self._values[self._step][seat] == _NONE]
        if missing:
            self._complain(self.kit.words.MISSING % page.LETTERS[missing[0]], at)
        elif self._step < self._last_step():
            self._step += 1
            self._touched = -1
            self._note(at)
            self.kit.step(at)
            self._draw()
        else:
            self._note(at)
            self.go.score("result").begin(at)

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
        self.again()
        self._deaf_until = at
        self._step = _JOKERS if refusal.field == "jokers" else _TILES
        seat = -1 if refusal.player is None else self.table.game.seats[refusal.player]
        self._touched = seat
        words = self.kit.words
        self._complain(words.IMPOSSIBLE % (page.LETTERS[seat] if seat >= 0 else words.TOGETHER), at)

    def _complain(self, text, at):
        self._complaint = text
        self.kit.blip(at)
        self._draw()

    # ---- keys: short by one, or to the next value; held by tens, again and again ----

    def press(self, what, key, at):
        if at >= self._deaf_until:
            screen.Screen.press(self, what, key, at)

    def on_ok(self, at):
        self._go_on(at)

    def on_back(self, at):
        if self._step:
            self._step -= 1
            self._touched = -1
            self._complaint = ""
            self._draw()
        else:
            self.go.leave_racks(at)

    def on_seat(self, seat, at):
        """Whether it is short or held shows when it ends."""
        if seat not in self._seats:
            self.blip(seat, at)

    def on_arrow(self, step, at):
        """The same."""

    def on_short(self, key, at):
        if self._column(key) in self._seats:
            self._add(self._column(key), arrow(key), at)

    def on_hold(self, key, at):
        if self._step == _TILES and self._column(key) in self._seats:
            self._held.start(key, at)

    def on_up(self, key, at):
        self._held.stop(key)

    def _column(self, key):
        """The seat whose value the key changes: its own, or with an arrow the one that was touched last."""
        return key if key < UP else self._touched if key in (UP, DOWN) else -1

    def _add_fast(self, key, at):
        self._add(self._column(key), _FAST * arrow(key), at)

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
        self.kit.play(sound.STEP if values[seat] != before else sound.BLIP, at)
        self._draw()

    def _next_mark(self, seat, mark, step):
        """Who has announced that he will open cannot have missed it."""
        mark = (mark + step) % 3
        if mark == opened.COULD and self.table.game.announced >> seat & 1:
            mark = (mark + step) % 3
        return mark

    def tick(self, now):
        due = self._held.tick(now)
        if due != NEVER:
            return due
        if self._note_at <= now:
            self._note(now)
        return self._note_at

    # ---- the picture ----

    def _draw(self):
        kit, words = self.kit, self.kit.words
        kit.panel.fill(0)
        text = (words.STEP_TILES, words.STEP_JOKERS, words.STEP_MARKS)[self._step]
        if self._complaint:
            page.title(kit, self._complaint, lit=True)
        else:
            page.title(kit, text, self._out_text(text))
        count = len(self._seats)
        across = count if count < 4 else (count + 1) // 2
        width = WIDTH // across
        height = (HEIGHT - _TOP) // (1 if count < 4 else 2)
        for i, seat in enumerate(self._seats):
            self._draw_column(seat, i % across * width, _TOP + i // across * height, width, height)

    def _out_text(self, beside):
        """Who is out, by his name if there is room for it."""
        kit, table = self.kit, self.table
        winner = table.game.winner
        if winner < 0:
            return ""
        text = kit.words.IS_OUT % table.name(winner)
        if kit.text.width(beside) + kit.text.width(text) > WIDTH - 10:
            text = kit.words.IS_OUT % page.LETTERS[winner]
        return text

    def _draw_column(self, seat, x, y, width, height):
        kit = self.kit
        panel, font = kit.panel, kit.middle
        if seat == self._touched:
            panel.rect(x, y, min(width + 1, WIDTH - x), height, 1)
        elif x:
            panel.vline(x, y + 2, height - 4, 1)
        kit.text.draw(panel, page.LETTERS[seat], x + 2, y + 1)
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
        preset = self.table.game.preset
        return (0, preset["never_opened"], preset["could_open"])[self._values[_MARKS][seat]]

    def _shown(self, seat):
        value = self._values[self._step][seat]
        if self._step == _MARKS:
            return str(self._loss(seat) or self._values[_TILES][seat])
        return "–" if value == _NONE else str(value)


def _on_record(journal):
    """Whose racks are on record since the game was over, a bit each; and whether it is who has opened."""
    racks, marks = 0, False
    journal.rewind()
    while journal.read():
        if journal.kind == r.RACK:
            racks |= 1 << journal.figures[0]
        elif journal.kind == r.MARK:
            marks = True
        elif journal.kind not in (r.BLIPS, r.CUT, r.STORE, r.JUDGE):
            racks, marks = 0, False
    return racks, marks
