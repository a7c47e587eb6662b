"""A turn that runs: the time huge, who is on turn, the pool, who is next.

Everything here is drawn without allocating: what changes every tenth as well as a whole new turn.
"""

from micropython import const

from tileclock.core import records as r
from tileclock.core.clock import RUNNING
from tileclock.device import lights, sound
from tileclock.device.font import Face, Font
from tileclock.device.keys import BACK
from tileclock.device.panel import HEIGHT, WIDTH
from tileclock.device.presses import PRESS
from tileclock.device.timeline import NEVER
from tileclock.ui import page, screen

_BLOCK = const(27)  # px of the seat's block, and where the time begins
_TIME = const(32)
_SIDE = const(101)  # px where the pool's column begins
_DIGITS = const(48)  # px
_INK = const(27)  # px of a digit's width that have ink
_WIDEST = const(66)  # px of all digits
_BOTTOM = HEIGHT - page.LINE
_NAME = const(62)  # px where the name of who is on turn must end, and the next begins
_TENTHS_MS = const(9_900)  # from here on tenths are shown; above, one more digit would not fit
_LAST_MS = const(10_000)  # a tick every second from here
_HIGH_MS = const(5_000)  # and a higher one from here
_MINUTES = const(100)  # seconds from which minutes are shown
_DREW_MS = const(2_000)  # so long the bottom line says who drew
_ROUND_SHOWN_MS = const(300_000)  # the round's time is shown in its last five minutes
_SECONDS = const(1000)
_SECONDS_ONLY, _TENTHS, _AND_MINUTES, _MINUTES_ONLY = range(1, 5)  # how the digits are laid out
_WIDE = const(9)  # bits of a number of tiles: a box has 400 at most


class Screen(screen.Screen):
    COUNTS = True

    def __init__(self, go):
        screen.Screen.__init__(self, go)
        huge, tall = Face("huge"), Face("tall")
        self._letters = Font("seat")
        self._digits = [huge.strip(c) for c in "0123456789"]
        self._point = huge.strip(".")
        self._narrow = [tall.strip(c) for c in "0123456789"]
        self._colon = tall.strip(":")
        self._entry = None  # the bottom line of a turn of Word, where that is played
        self._value = self._colour = self._round = -1
        self._layout = 0
        self._seat = self._side = -1  # what stands there, each in a number
        self._drew, self._drew_until = -1, 0  # the seat that drew just now
        self._cells = [None] * 4  # the pictures that stand there

    def have(self, entry):
        """Have that as the bottom line, in a game of Word; None in others."""
        self._entry = entry

    def enter(self, now):
        if self._entry:
            self._entry.enter()
        self.kit.panel.fill(0)
        self.kit.panel.hline(0, _DIGITS + 2, WIDTH, 1)
        self._layout = 0
        self._seat = self._side = self._drew = -1
        self.draw(now)
        self.tick(now)

    # ---- keys ----

    def on_seat(self, seat, at):
        game = self.table.game
        if game.ends_turn(seat, at):
            self.go.presses.end_turn(seat, game.turns)
            self.kit.play(sound.SWITCH, at)
            self.table.happen(r.END_TURN, at)
        elif not (self._entry and self._entry.begins(seat)):
            self.blip(seat, at)

    def on_short(self, key, at):
        if self._entry:
            self._entry.let_go(key, at)

    def on_hold(self, key, at):
        if self._entry:
            self._entry.hold(key, at)
        elif self.table.game.may_object(key):
            self.kit.play(sound.HELD, at)
            self.table.happen(r.OBJECT, at, key)

    def end_short(self, at):
        """Take the press that has ended a turn as a short one: tiles were laid."""
        if self._entry:
            self._entry.asks()
            if self.stage.screen is self:
                self.draw_line()

    def say_drew(self, seat, at):
        """Name for a moment, in the bottom line, who drew; in Word it has no room for that."""
        if not self._entry:
            self._drew, self._drew_until = seat, at + _DREW_MS
            self.draw_line()

    def on_back(self, at):
        """Do nothing more: it was down when the clock stopped."""

    def press(self, what, key, at):
        if what == PRESS and key == BACK:  # the clock stops at once, not when it is let go
            self.table.happen(r.PAUSE, at, r.BY_HAND)
        else:
            screen.Screen.press(self, what, key, at)

    def on_arrow(self, step, at):
        if self._entry:  # nobody announces or opens here
            self._entry.change(step, at)
            return
        game = self.table.game
        if step < 0 and game.opened >> game.seat & 1:
            self.kit.blip(at)  # he has opened: there is nothing to announce
            return
        self.kit.step(at)
        self._drew = -1  # the mark stands there at once
        self.table.happen(r.ANNOUNCE if step < 0 else r.OPENED, at)

    def on_ok(self, at):
        if self._entry:  # nor calls out
            self._entry.accept(at)
        else:
            self.table.happen(r.PAUSE, at, r.ASKED_OUT)

    # ---- the time ----

    def tick(self, now):
        """Show the time as it stands; when the shown digits change next."""
        table = self.table
        game = table.game
        clock = game.clock
        if clock.phase != RUNNING:
            return self._entry.tick(now) if self._entry else NEVER
        round_due = NEVER if game.round.ms is None else self._tick_round(now)
        if self._entry:
            round_due = min(round_due, self._entry.tick(now))
        if self._drew >= 0:
            round_due = min(round_due, self._tick_drew(now))
        if clock.given_ms is None:
            return min(round_due, self._count_up(clock.spent_ms(now), now))
        left = clock.left_ms(now)
        self._light(lights.step(left, clock.given_ms))
        if left < 0:
            return min(round_due, self._count_up(-left, now))
        # Shown is what is not yet used up, rounded up: 40 for the first second, 0 when it is over.
        step = 100 if left <= _TENTHS_MS else _SECONDS
        value = (left + step - 1) // step * (step // 100)
        if value != self._value:
            self._warn(value, now)
            self._value = value
            self._draw_time(value, step == 100)
        until = max(left - 1, 0) // step * step  # what is left when the next digit is due
        if until < _TENTHS_MS < left:
            until = _TENTHS_MS
        return min(round_due, now + left - until if left else NEVER)

    def _tick_drew(self, now):
        if now < self._drew_until:
            return self._drew_until
        self._drew = -1
        self.draw_line()
        return NEVER

    def _count_up(self, spent, now):
        """Show, without a limit or beyond it, full seconds, rounded down; when the next one is."""
        value = spent // _SECONDS * 10
        if value != self._value:
            self._value = value
            self._draw_time(value, False)
        return now + _SECONDS - spent % _SECONDS

    def _warn(self, value, now):
        """Let the last ten seconds be heard, one by one."""
        if value % 10 == 0 and 0 < value * 100 <= _LAST_MS and value < self._value:
            self.kit.play(sound.TICK_HIGH if value * 100 <= _HIGH_MS else sound.TICK, now)

    def _light(self, colour):
        if colour != self._colour:
            self._colour = colour
            self.kit.lights.only(self.table.game.seat, lights.ramp(colour))

    def _draw_time(self, value, tenths):
        """Draw tenths of seconds: as seconds, seconds and tenths, or minutes and seconds."""
        font = self._digits
        if value >= _MINUTES * 10:
            minutes = value // 600
            if minutes > 99:  # no room in tall digits: each number is an arrangement of its own
                if minutes != self._layout:
                    self._lay_out(minutes)
                    middle = self.kit.middle
                    middle.draw_number(self.kit.panel, minutes, _TIME + 42, _DIGITS - middle.height)
                return
            font = self._narrow
            if minutes > 9:  # a budget for the whole game: no room for seconds, and no need
                self._lay_out(_MINUTES_ONLY)
                self._put(0, font[minutes // 10], 0)
                self._put(1, font[minutes % 10], 20)
                return
            self._lay_out(_AND_MINUTES)
            self._put(0, font[minutes], 0)
            self._put(1, self._colon, 20)
            self._put(2, font[value // 100 % 6], 28)
            self._put(3, font[value // 10 % 10], 48)
        elif tenths:
            self._lay_out(_TENTHS)
            self._put(0, font[value // 10], 0)
            self._put(1, self._point, 29)
            self._put(2, font[value % 10], 39)
        else:
            self._lay_out(_SECONDS_ONLY)
            self._put(0, font[value // 100], 0)
            self._put(1, font[value // 10 % 10], 29)

    def _lay_out(self, layout):
        """Begin another arrangement of digits on empty ground."""
        if layout != self._layout:
            self._layout = layout
            panel = self.kit.panel
            panel.columns.fill_rect(_TIME, 0, _SIDE - _TIME, _DIGITS // 8, 0)
            panel.drawn(_TIME, _TIME + _WIDEST)
            for cell in range(len(self._cells)):
                self._cells[cell] = None
            if layout >= _MINUTES_ONLY:
                self.kit.text.draw(panel, self.kit.words.MINUTES, _TIME + 44, _DIGITS - page.LINE)

    def _put(self, cell, digit, x):
        """Put a digit into its cell, if it is not there already: most of a second's change is one digit."""
        if self._cells[cell] is not digit:
            self._cells[cell] = digit
            panel = self.kit.panel
            panel.columns.blit(digit, _TIME + x, 0)
            panel.drawn(_TIME + x, _TIME + x + _INK)

    # ---- the rest of the picture ----

    def draw(self, now):
        """Draw what is another one now: a turn began, or something else than the time changed."""
        kit, game = self.kit, self.table.game
        self._value = self._colour = self._round = -1
        runs = game.clock.phase == RUNNING
        if not runs:
            self._draw_wait()
        elif game.seat != self._seat:
            self._seat = game.seat
            page.seat_block(kit, game.seat, (0, 0, _BLOCK, _DIGITS), self._letters)
            kit.panel.drawn(0, _BLOCK)
        pool, turns = game.pool, game.ending.turns_left if runs else 0
        more = self._entry and not turns and game.pending() >= 0
        side = (turns << _WIDE | pool.left) << _WIDE | pool.stack_left
        side = side << 2 | pool.new_stack_due << 1 | bool(more)
        if side != self._side:
            self._side = side
            kit.panel.columns.fill_rect(_SIDE, 0, WIDTH - _SIDE, _DIGITS // 8, 0)
            self._draw_side(turns, more)
        self.draw_line()

    def _draw_wait(self):
        """Draw that the last turns of Word are over: nobody's time runs while an entry is missing."""
        kit, game = self.kit, self.table.game
        self._seat = -1
        self._layout = 0
        kit.panel.columns.fill_rect(0, 0, _SIDE, _DIGITS // 8, 0)
        kit.panel.drawn(0, _SIDE)
        kit.text.draw_part(kit.panel, kit.words.ENTRIES, _TIME, 18, _SIDE)
        kit.lights.only(game.turn_seat(game.pending()), kit.lights.DIM)

    def _draw_side(self, turns, more):
        """Draw the turns to come of a last lap, else the pool – perhaps less – and the stack on the table."""
        kit, game = self.kit, self.table.game
        number = turns or game.pool.left
        kit.text.draw_part(kit.panel, kit.words.TURNS if turns else kit.words.POOL, _SIDE, 0, WIDTH)
        # Three large digits would stand in those of the time.
        x = (kit.text if number > 99 else kit.middle).draw_number(kit.panel, number, WIDTH, 13)
        if more:
            kit.text.draw(kit.panel, "≤", x - 5, 18)
        if game.pool.new_stack_due:
            self._draw_new_stack()
        elif game.pool.stack_left:
            x = kit.text.draw_number(kit.panel, game.pool.stack_left, WIDTH, _DIGITS - page.LINE)
            self._draw_stack(x - 12, 1)
        elif turns and game.pool.left:
            kit.text.draw_number(kit.panel, game.pool.left, WIDTH, _DIGITS - page.LINE)

    def _draw_stack(self, x, ink):
        """Draw a stack of tiles seen from the side."""
        for i in range(4):
            self.kit.panel.hline(x, _DIGITS - 3 - i * 2, 9, ink)

    def _draw_new_stack(self):
        """Draw that who draws next picks the next stack."""
        kit = self.kit
        kit.panel.fill_rect(_SIDE + 1, _DIGITS - 13, WIDTH - _SIDE - 1, 13, 1)
        kit.text.draw(kit.panel, "+", _SIDE + 4, _DIGITS - page.LINE, 0)
        self._draw_stack(WIDTH - 13, 0)

    def draw_line(self):
        """Draw the bottom line anew."""
        self.kit.panel.fill_rect(0, _BOTTOM - 1, WIDTH, page.LINE + 1, 0)
        self._draw_bottom()

    def _draw_bottom(self):
        """Draw who is on turn, or who drew just now, and who is next; or the call to look at the table."""
        kit, table = self.kit, self.table
        game = table.game
        text, panel = kit.text, kit.panel
        if self._entry and self._entry.draw():
            return
        called = game.players.objector >= 0
        if called or table.look:
            panel.fill_rect(0, _BOTTOM - 1, WIDTH, page.LINE + 1, 1)
            text.draw_part(panel, kit.words.DISPUTED if called else kit.words.LOOK, 3, _BOTTOM, WIDTH - 22, 0)
            x = text.draw(panel, "!" if called else "▸", WIDTH - 16, _BOTTOM, 0)
            seat = game.players.objector if called else game.players.after(game.seat)
            text.draw(panel, page.LETTERS[seat], x + 2, _BOTTOM, 0)
            return
        if self._drew >= 0:
            who = table.names[self._drew] or page.LETTERS[self._drew]
            x = text.draw_part(panel, who, 0, _BOTTOM, _NAME - 16)
            text.draw(panel, "+1", x + 3, _BOTTOM)
        else:
            self._draw_marks(kit, table, game)
        if not (game.ending.lap and game.ending.turns_left == 1):  # else nobody comes after this turn
            self._draw_next(game.players.after(game.seat))

    def _draw_marks(self, kit, table, game):
        """Draw who is on turn, what he has said and laid, and what else should be known."""
        text, panel, x = kit.text, kit.panel, 0
        if kit.battery.low:
            page.battery(panel, x, _BOTTOM + 2)
            x = 7
        x = text.draw_part(panel, table.names[game.seat], x, _BOTTOM, _NAME - 14) + 2
        if game.opened >> game.seat & 1:
            x = text.draw(panel, "✓", x, _BOTTOM)
        elif game.players.announced >> game.seat & 1:
            x = text.draw(panel, "!", x, _BOTTOM)
        if not kit.sound.on:
            x = text.draw(panel, "♪", x + 1, _BOTTOM)
            panel.line(x - 6, _BOTTOM + 10, x, _BOTTOM + 2, 1)
        if self.settings.locked:
            page.padlock(panel, x + 2, _BOTTOM + 2)

    def _draw_next(self, seat):
        text, panel = self.kit.text, self.kit.panel
        name = self.table.names[seat]
        letter = page.LETTERS[seat]
        fixed = text.width("▸") + 2 + text.width(letter)
        x = max(_NAME + 4, WIDTH - fixed - (text.width(name) + 3 if name else 0))
        x = text.draw(panel, "▸", x, _BOTTOM) + 2
        x = text.draw(panel, letter, x, _BOTTOM)
        text.draw_part(panel, name, x + 3, _BOTTOM, WIDTH)

    def _tick_round(self, now):
        """Show the round's time, in its last five minutes, in the place of the pool's label."""
        game = self.table.game
        left = game.round.left_ms(now)
        if game.ending.turns_left:  # then the number below counts turns, and says so
            return NEVER
        if left > _ROUND_SHOWN_MS:
            return now + left - _ROUND_SHOWN_MS
        shown = max(0, (left + _SECONDS - 1) // _SECONDS)
        if shown != self._round:
            self._round = shown
            text, panel = self.kit.text, self.kit.panel
            panel.fill_rect(_SIDE, 0, WIDTH - _SIDE, page.LINE, 0)
            x = text.draw_number(panel, shown % 60, WIDTH, 0, 2)
            x -= text.width(":")
            text.draw(panel, ":", x, 0)
            text.draw_number(panel, shown // 60, x, 0)
        return now + (left - 1) % _SECONDS + 1 if left > 0 else NEVER
