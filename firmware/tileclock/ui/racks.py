"""Everybody enters his own rack, all at once: number tiles, then jokers, then who has opened.

A step is the same for all: each seat's button works on its own entry, ▲▼ on the one touched last. What a
press and a hold do is said below, or where there are many players, by turns with the title.
"""

from micropython import const

from tileclock.core import marks as opened
from tileclock.core import records as r
from tileclock.core.preset_box import tile_set
from tileclock.core.seats import SEATS
from tileclock.device import sound
from tileclock.device.keys import DOWN, UP
from tileclock.device.panel import HEIGHT, WIDTH
from tileclock.device.timeline import NEVER
from tileclock.ui import page
from tileclock.ui.repeat import Repeating, arrow

_TILES, _JOKERS, _MARKS = range(3)
_TOP = const(16)  # px where the entries begin
_ROOMY = const(3)  # entries that leave room for a line below them
_FAST = const(10)  # points a held key adds at once
_MOST = const(999)  # three digits fit a column, and no rack is worth more
_DEAF_MS = const(500)  # what was meant for the turn must not land in a score, nor one OK in two steps
_TWICE_MS = const(400)  # a hold so soon after a press of the same key takes the number back
_NONE = const(-1)  # nothing entered yet
_RECORD_MS = const(1_000)  # what was entered is put on record once nobody has pressed for so long
_HINT_MS = const(2_500)  # each hint stays so long


class Screen(Repeating):
    COUNTS = True
    RACKS = True
    BEAT_MS = 350

    def __init__(self, go):
        Repeating.__init__(self, go)
        self._pressed = [-_TWICE_MS] * SEATS  # when each button was last let go after a short press
        self._since = 0  # when this step began; its hints come one after the other
        self._shown = 0  # the number of the hint
        self._clears = 0  # whose button, if it is held now, takes back its number; a bit each

    # ---- steps ----

    def begin(self, at):
        """Begin when a game is over: nothing is entered yet, who has opened is what the presses say."""
        self._take_up(0, False)

    def recall(self):
        """Go on after a cut: what was entered is on record, and nobody enters it twice."""
        if self.table.corrects:
            self.correct()
        else:
            self._take_up(*_on_record(self.table.play.journal))

    def correct(self):
        """Go through a stored game again, from the first step on."""
        self._take_up(-1, True, _TILES)

    def again(self):
        """Come back from the result, to the last step."""
        self._take_up(-1, True)

    def _take_up(self, racks, marks, step=None):
        """Begin. `racks`: whose are on record, a bit each; `marks`: whether it is who has opened."""
        game = self.table.game
        self._recorded, self._marked, self._record_at = racks, marks, NEVER
        tiles = [game.racks.tiles[seat] if racks >> seat & 1 else _NONE for seat in range(SEATS)]
        jokers = [game.racks.jokers[seat] if racks >> seat & 1 else 0 for seat in range(SEATS)]
        self._values = [tiles, jokers, list(game.racks.marks) if marks else opened.usual_marks(game)]
        self._seats = [seat for seat in game.players.seats if seat != game.winner]
        self._jokers = tile_set(game.preset, len(game.players.seats))["jokers"]
        self._last = _MARKS if opened.asks_marks(game.preset, game) else _JOKERS
        self._step = _TILES
        if step is None and self._missing() < 0:
            self._step = self._last if marks else _JOKERS
        self._touched = -1
        self._complaint = ""
        self.stage.show(self)

    def enter(self, now):
        self._deaf_until = self._ok_until = now + _DEAF_MS
        self._since = now
        lights = self.kit.lights
        for seat in range(SEATS):
            lights.set(seat, lights.DIM if seat in self._seats else lights.OFF)
        Repeating.enter(self, now)

    def _missing(self):
        """The first seat whose tiles nobody has entered, or -1."""
        for seat in self._seats:
            if self._values[_TILES][seat] == _NONE:
                return seat
        return -1

    def _to_step(self, step, at):
        self._step = step
        self._touched = -1
        self._complaint = ""
        self._since = at
        self.kit.step(at)
        self.draw()

    def _record(self, at):
        """Put on record what is new: pull the plug, and it is there again."""
        game, happen = self.table.game, self.table.happen
        tiles, jokers, marks = self._values
        self._record_at = NEVER
        for seat in self._seats:
            same = game.racks.tiles[seat] == tiles[seat] and game.racks.jokers[seat] == jokers[seat]
            if tiles[seat] != _NONE and not (same and self._recorded >> seat & 1):
                happen(r.RACK, at, seat, tiles[seat], jokers[seat])
                self._recorded |= 1 << seat
        if self._step != self._last:
            return
        for seat in self._seats:
            if not self._marked or game.racks.marks[seat] != marks[seat]:
                happen(r.MARK, at, seat, marks[seat])
        self._marked = True

    def refuse(self, refusal, at):
        """Bring what cannot be back to its column."""
        self.again()
        self._deaf_until = self._ok_until = at
        self._step = _JOKERS if refusal.field == "jokers" else _TILES
        seat = -1 if refusal.player is None else self.table.game.players.seats[refusal.player]
        self._touched = seat
        who = page.LETTERS[seat] if seat >= 0 else self.kit.scoring().TOGETHER
        self._complain(self.kit.words.IMPOSSIBLE % who, at)

    def _complain(self, text, at):
        self._complaint = text
        self.kit.blip(at)
        self.draw()

    # ---- keys: short by one, or to the next value; held by tens, again and again ----

    def press(self, what, key, at):
        if at >= self._deaf_until:
            Repeating.press(self, what, key, at)

    def on_ok(self, at):
        missing = self._missing()
        if at < self._ok_until:
            self.kit.blip(at)
        elif missing >= 0:
            self._complain(self.kit.scoring().MISSING % page.LETTERS[missing], at)
        else:
            self._record(at)
            if self._step < self._last:
                self._ok_until = at + _DEAF_MS
                self._to_step(self._step + 1, at)
            else:
                self.go.score("result").begin(at)

    def on_back(self, at):
        if self._step:
            self._to_step(self._step - 1, at)
        else:
            self.go.leave_racks(at)

    def on_seat(self, seat, at):
        """Do nothing yet: whether it is short or held shows when it ends."""
        if seat not in self._seats:
            self.blip(seat, at)
        elif at - self._pressed[seat] < _TWICE_MS:
            self._clears |= 1 << seat
        else:
            self._clears &= ~(1 << seat)

    def on_arrow(self, step, at):
        """Do nothing yet either."""

    def on_short(self, key, at):
        seat = self._seat_of(key)
        if seat in self._seats:
            self._pressed[seat] = at
            self._add(seat, arrow(key), at)

    def on_hold(self, key, at):
        seat = self._seat_of(key)
        if self._step != _TILES or seat not in self._seats:
            return
        if key < UP and self._clears >> seat & 1:
            self._set(seat, _NONE, at)
        else:
            self.hold(key, at)

    def _seat_of(self, key):
        """The seat whose entry the key changes: its own, or with an arrow the one that was touched last."""
        return key if key < UP else self._touched if key in (UP, DOWN) else -1

    def act(self, key, at):
        self._add(self._seat_of(key), _FAST * arrow(key), at)

    def _add(self, seat, step, at):
        before = self._values[self._step][seat]
        if self._step == _TILES:
            value = min(max(max(before, 0) + step, 0), _MOST)
        elif self._step == _JOKERS:
            value = (before + step) % (self._jokers + 1)
        else:
            value = (before + step) % 3
        self._set(seat, value, at)

    def _set(self, seat, value, at):
        values = self._values[self._step]
        self.kit.play(sound.STEP if values[seat] != value else sound.BLIP, at)
        values[seat] = value
        self._touched = seat
        self._complaint = ""
        self._record_at = at + _RECORD_MS
        self.draw()

    def tick(self, now):
        due = Repeating.tick(self, now)
        if due != NEVER:
            return due
        if self._record_at <= now:
            self._record(now)
        shown = (now - self._since) // _HINT_MS
        if shown != self._shown:
            self._shown = shown
            self._draw_hint()
        return min(self._record_at, self._since + (shown + 1) * _HINT_MS)

    # ---- the picture ----

    def draw(self):
        self.kit.panel.fill(0)
        self._shown = (self.stage.now - self._since) // _HINT_MS
        count = len(self._seats)
        roomy = count <= _ROOMY
        if roomy or self._complaint:
            self._draw_title()
        self._draw_hint()
        height = HEIGHT - _TOP - (page.LINE if roomy else 0)
        if self._step == _MARKS:
            for i, seat in enumerate(self._seats):
                self._draw_mark(seat, _TOP + i * min(page.LINE, height // count))
            return
        across = count if roomy else (count + 1) // 2
        width = WIDTH // across
        height //= 1 if roomy else 2
        for i, seat in enumerate(self._seats):
            self._draw_column(seat, i % across * width, _TOP + i // across * height, width, height)

    def _draw_title(self):
        words = self.kit.scoring()
        text = (words.STEP_TILES, words.STEP_JOKERS, words.STEP_MARKS)[self._step]
        text = "%d/%d %s" % (self._step + 1, self._last + 1, text)
        if self._complaint:
            page.title(self.kit, self._complaint, lit=True)
        else:
            page.title(self.kit, text, self._out_text(text))

    def _draw_hint(self):
        """Draw the hints one after the other; where the entries need all the room, in place of the title."""
        if len(self._seats) <= _ROOMY:
            self.kit.panel.fill_rect(0, HEIGHT - page.LINE, WIDTH, page.LINE, 0)
            page.hint(self.kit, self._hint(self._shown))
        elif not self._complaint:
            self.kit.panel.fill_rect(0, 0, WIDTH, _TOP - 1, 0)
            if self._shown % 2:
                page.title(self.kit, self._hint(self._shown // 2))
            else:
                self._draw_title()

    def _hint(self, index):
        words = self.kit.scoring()
        hints = list((words.TILES_HINTS, words.JOKERS_HINTS, words.MARKS_HINTS)[self._step])
        if self._step == _JOKERS and self.table.game.preset["joker"]:
            hints.append("%s −%d" % (words.JOKER, self.table.game.preset["joker"]))
        if self._missing() < 0:
            hints.append(words.RIGHT_HINT)
        return hints[index % len(hints)]

    def _out_text(self, beside):
        """Who is out, by his name if there is room for it."""
        kit, table = self.kit, self.table
        winner = table.game.winner
        if winner < 0:
            return ""
        is_out = kit.scoring().IS_OUT
        text = is_out % table.name(winner)
        if kit.text.width(beside) + kit.text.width(text) > WIDTH - 10:
            text = is_out % page.LETTERS[winner]
        return text

    def _draw_column(self, seat, x, y, width, height):
        """Draw a number, large; above it the name if there is room, else the letter beside it."""
        kit = self.kit
        panel, font = kit.panel, kit.middle
        if seat == self._touched:
            panel.rect(x, y, min(width + 1, WIDTH - x), height, 1)
        elif x:
            panel.vline(x, y + 2, height - 4, 1)
        value = self._values[self._step][seat]
        text = "–" if value == _NONE else str(value)
        low = height < 30
        if low:
            kit.text.draw(panel, page.LETTERS[seat], x + 2, y + 1)
        else:
            kit.text.draw_part(panel, self.table.label(seat), x + 3, y + 1, x + width - 2)
        left = x + (width - font.width(text)) // 2
        if low and width < 50:  # beside the letter, not below it
            left = x + 9 + (width - 9 - font.width(text)) // 2
        font.draw(panel, text, left, y + (height - font.height) // 2 if low else y + height - font.height - 2)

    def _draw_mark(self, seat, y):
        """Draw a line: who, what he has entered so far, and in words what that will cost."""
        kit, words = self.kit, self.kit.scoring()
        panel, font = kit.panel, kit.text
        tiles, jokers, marks = self._values
        if seat == self._touched:
            panel.fill_rect(0, y + 2, 2, 8, 1)
        text = words.OPENED[marks[seat]]
        if self._loss(seat):
            text += " −%d" % self._loss(seat)
        edge = WIDTH - 2 - font.width(text)
        font.draw(panel, text, edge, y)
        rack = str(tiles[seat])
        if jokers[seat]:
            rack += "+%d%s" % (jokers[seat], words.JOKER)
        edge -= font.width(rack) + 6
        font.draw(panel, rack, edge, y)
        font.draw_part(panel, self.table.label(seat), 4, y, edge - 3)

    def _loss(self, seat):
        """The flat loss that the mark stands for; 0: the rack counts."""
        preset = self.table.game.preset
        return (0, preset["never_opened"], preset["could_open"])[self._values[_MARKS][seat]]


def _on_record(journal):
    """Whose racks are on record since the game was over, a bit each; and whether it is who has opened."""
    racks, marks = 0, False
    journal.rewind()
    while journal.read():
        if journal.kind == r.RACK:
            racks |= 1 << journal.figures[0]
        elif journal.kind == r.MARK:
            marks = True
        elif journal.kind not in (r.BLIPS, r.CUT, r.STORE, r.JUDGE, r.CONFIRM):
            racks, marks = 0, False
    return racks, marks
