"""A turn that runs: the time huge, who is on turn, the pool, who is next."""

from tileclock import lights, sound
from tileclock.core import game as core
from tileclock.display import HEIGHT, WIDTH
from tileclock.keys import BACK
from tileclock.presses import HOLD, PRESS
from tileclock.timeline import NEVER
from tileclock.ui import page

_BLOCK = 28  # px of the seat's block, and where the time begins
_TIME = 31
_SIDE = 101  # px where the pool's column begins
_DIGITS = 48  # px
_TENTHS_MS = 9_900  # from here on tenths are shown; above, one more digit would not fit
_LAST_MS = 10_000  # a tick every second from here
_HIGH_MS = 5_000  # and a higher one from here
_MINUTES = 100  # seconds from which minutes are shown


class TurnScreen:
    """What changes every second or tenth is drawn without allocating."""

    def __init__(self, table):
        self.table = table
        self._digits = [table.huge.glyph(c) for c in "0123456789"]
        self._point = table.huge.glyph(".")
        self._narrow = [table.tall.glyph(c) for c in "0123456789"]
        self._colon = table.tall.glyph(":")
        self._value = -1  # tenths shown, to know when the picture changes
        self._colour = -1
        self._ended_by = -1  # the key whose press ended the last turn and may yet become a hold

    def enter(self, now):
        self._draw()
        self.tick(now)

    # ---- keys ----

    def press(self, what, key, at):
        table = self.table
        game = table.game
        if what == HOLD:
            if key == self._ended_by:
                table.happen(core.DREW, at)
                table.sound.play(sound.HELD, at)
                self._draw_pool()
        elif what == PRESS:
            if key == BACK:
                table.happen(core.PAUSE, at)
            elif game.ends_turn(key, at):
                self._ended_by = key
                table.happen(core.END_TURN, at)
                table.sound.play(sound.SWITCH, at)
                self._draw()
            else:
                table.sound.play(sound.BLIP, at)

    # ---- the picture ----

    def tick(self, now):
        """The time as it stands; it changes next when the shown digits do."""
        game = self.table.game
        left = max(0, game.left_ms(now))
        self._light(left)
        # Shown is what is not yet used up, rounded up: 40 for the first second, 0 when it is over.
        step = 100 if left <= _TENTHS_MS else 1000
        value = (left + step - 1) // step * (step // 100)
        if value != self._value:
            self._warn(value, now)
            self._value = value
            self._draw_time(value)
        until = max(left - 1, 0) // step * step  # what is left when the next digit is due
        if until < _TENTHS_MS < left:
            until = _TENTHS_MS
        return now + left - until if left else NEVER

    def _warn(self, value, now):
        """The last ten seconds are heard, one by one."""
        if value % 10 == 0 and 0 < value * 100 <= _LAST_MS and value < self._value:
            self.table.sound.play(sound.TICK_HIGH if value * 100 <= _HIGH_MS else sound.TICK, now)

    def _light(self, left):
        game = self.table.game
        colour = lights.step(left, game.limit_ms)
        if colour != self._colour:
            self._colour = colour
            self.table.lights.only(game.seat, lights.RAMP[colour])

    def _draw(self):
        """All of it: a turn began."""
        table = self.table
        game = table.game
        panel = table.panel
        self._value = self._colour = -1
        panel.fill(0)
        page.seat_block(table, game.seat, (0, 0, _BLOCK, _DIGITS), table.seat_font)
        self._draw_pool()
        panel.hline(0, _DIGITS + 2, WIDTH, 1)
        text = "▸ " + page.LETTERS[game.next_seat]
        table.text.draw(panel, text, WIDTH - table.text.width(text), HEIGHT - page.LINE)

    def _draw_pool(self):
        """Label, tiles in the pool, tiles left of the stack in the middle."""
        table = self.table
        pool = table.game.pool
        panel = table.panel
        panel.fill_rect(_SIDE, 0, WIDTH - _SIDE, _DIGITS, 0)
        label = table.words.POOL
        table.text.draw(panel, label, WIDTH - table.text.width(label), 0)
        number = str(pool.left)
        table.middle.draw(panel, number, WIDTH - table.middle.width(number), 12)
        if pool.stack_left:
            self._draw_stack(str(pool.stack_left))

    def _draw_stack(self, number):
        """A stack of tiles seen from the side, and how many are left of it."""
        table = self.table
        x = WIDTH - table.text.width(number)
        table.text.draw(table.panel, number, x, _DIGITS - page.LINE)
        for i in range(4):
            table.panel.hline(x - 12, _DIGITS - 3 - i * 2, 9, 1)

    def _draw_time(self, value):
        """Tenths of seconds, as seconds, seconds and tenths, or minutes and seconds."""
        table = self.table
        panel = table.panel
        panel.fill_rect(_TIME, 0, _SIDE - _TIME, _DIGITS, 0)
        x = _TIME
        if value >= _MINUTES * 10:
            x = table.tall.draw_glyph(panel, self._narrow[value // 600], x, 0)
            x = table.tall.draw_glyph(panel, self._colon, x, 0)
            x = table.tall.draw_glyph(panel, self._narrow[value // 100 % 6], x, 0)
            table.tall.draw_glyph(panel, self._narrow[value // 10 % 10], x, 0)
        elif value * 100 <= _TENTHS_MS:
            x = table.huge.draw_glyph(panel, self._digits[value // 10], x, 0)
            x = table.huge.draw_glyph(panel, self._point, x, 0)
            table.huge.draw_glyph(panel, self._digits[value % 10], x, 0)
        else:
            x = table.huge.draw_glyph(panel, self._digits[value // 100], x, 0)
            table.huge.draw_glyph(panel, self._digits[value // 10 % 10], x, 0)
