"""Shows whether the box is sound: keys, lights, buzzer, display, memory, time. ▲▼ choose, OK tries it."""

from micropython import const

from tileclock.device.keys import BACK, COUNT, OK, UP
from tileclock.device.panel import HEIGHT, WIDTH
from tileclock.device.presses import HOLD, PRESS, SHORT
from tileclock.device.timeline import NEVER
from tileclock.service import self_check
from tileclock.ui import page
from tileclock.ui.menu import Menu

_KEYS, _LIGHTS, _BUZZER, _PANEL, _FLASH, _CLOCK = range(6)
_SIGNS = "ABCDEF▲▼•↩"  # of the keys in their order; OK has a place of its own size
_STEP_MS = const(600)  # each colour and each picture
_CLOCK_MS = const(3_000)
_STUCK_MS = const(4_000)  # a key that is down as long
_SCALE = (523, 150, 587, 150, 659, 150, 698, 150, 784, 150, 880, 150, 988, 150, 1047, 150)
_COLOURS = (0x400000, 0x004000, 0x000040, 0x404040)
_PICTURES = const(3)


class Screen(Menu):
    def __init__(self, go):
        Menu.__init__(self, go)
        self._words = self.kit.seldom()
        self._results = [""] * 6
        self._runs = -1
        self._since = 0
        self._missed = 0  # looks at the keys

    def title(self):
        return self.kit.words.SELF_TEST, ""

    def rows(self):
        return [(name, self._start, self._results[i]) for i, name in enumerate(self._words.TESTS)]

    def on_back(self, at):
        self.go.obey_settings()
        self.go.to("home")

    # ---- one test ----

    def _start(self, at):
        """Start the test of the row that is marked."""
        self._runs, self._since = self.chosen, at
        self._pressed = 0
        self._down = [-1] * COUNT
        self._step = -1
        if self._runs == _FLASH:
            self._end(self._try_flash())
        elif self._runs == _BUZZER:
            self.kit.sound.switch(True)  # whatever is set: until this screen is left
            self.kit.play(_SCALE, at)
            self._end("✓")
        elif self._runs == _CLOCK:
            self._missed = 0
            page.hint(self.kit, "…")
        self.tick(at)

    def _end(self, result):
        self._results[self._runs] = result
        self._runs = -1
        self.kit.lights.dark()
        self.enter(self.stage.now)

    def press(self, what, key, at):
        if self._runs == _KEYS:
            self._try_key(what, key, at)
        elif self._runs >= 0:
            if what == SHORT and key == BACK:
                self._end("")
            elif what == PRESS and key != BACK:
                self.kit.blip(at)
        else:
            Menu.press(self, what, key, at)

    def tick(self, now):
        if self._runs in (_LIGHTS, _PANEL):
            return self._show_step(now)
        if self._runs == _CLOCK:
            if now < self._since + _CLOCK_MS:
                self._missed += self_check.missed(self.table.board.keys)
                return now
            lost = self._missed
            self._end("✓" if lost <= _CLOCK_MS // 100 else self._words.TEST_LOST % lost)
        elif self._runs == _KEYS:
            return self._look_at_keys(now)
        return NEVER

    def _show_step(self, now):
        """One colour, or one picture, after the other."""
        step = (now - self._since) // _STEP_MS
        if step >= (len(_COLOURS) if self._runs == _LIGHTS else _PICTURES):
            both = self._runs == _PANEL and self.kit.panel.count() > 1
            self._end("✓ 2" if both else "✓")
            return NEVER
        if step != self._step:
            self._step = step
            if self._runs == _LIGHTS:
                for seat in range(UP):
                    self.kit.lights.set(seat, _COLOURS[step])
            else:
                self._draw_pattern(step)
        return self._since + (step + 1) * _STEP_MS

    def _draw_pattern(self, step):
        panel = self.kit.panel
        panel.fill(1 if not step else 0)
        if step == 1:
            for y in range(0, HEIGHT, 8):
                for x in range(y & 8, WIDTH, 16):
                    panel.fill_rect(x, y, 8, 8, 1)
        elif step:
            panel.rect(0, 0, WIDTH, HEIGHT, 1)

    # ---- keys ----

    def _try_key(self, what, key, at):
        """Try each key once; ↩ last, or in between to give up."""
        if what == PRESS:
            self._down[key] = at
            self._pressed |= 1 << key
            self.kit.step(at)
            if key < UP:
                self.kit.lights.only(key, self.kit.lights.BRIGHT)
        elif what == HOLD:
            return
        else:
            self._down[key] = -1
            if key == BACK:
                missing = COUNT - bin(self._pressed).count("1")
                self._end(self._words.TEST_MISSING % missing if missing else "✓")
                return
        self._draw_keys(at)

    def _look_at_keys(self, now):
        if self._step < 0:
            self._step = 0
            self._draw_keys(now)
        due = NEVER
        for key in range(COUNT):
            if self._down[key] >= 0:
                stuck_at = self._down[key] + _STUCK_MS
                if stuck_at <= now:
                    self._end("%s %s" % (_SIGNS[key] if key != OK else "OK", self._words.TEST_STUCK))
                    return NEVER
                due = min(due, stuck_at)
        return due

    def _draw_keys(self, now):
        """Draw the seats above, the console below; those that were pressed are lit."""
        kit = self.kit
        font, panel = kit.text, kit.panel
        panel.fill(0)
        page.title(kit, self._words.TESTS[_KEYS])
        for key in range(COUNT):
            seats = key < UP
            width = WIDTH // 6 if seats else WIDTH // 4
            x, y = (key if seats else key - UP) * width, 17 if seats else 34
            lit = self._pressed >> key & 1
            if lit:
                panel.fill_rect(x + 1, y, width - 2, 15, 1)
            else:
                panel.rect(x + 1, y, width - 2, 15, 1)
            sign = "OK" if key == OK else _SIGNS[key]
            font.draw(panel, sign, x + (width - font.width(sign) + 1) // 2, y + 2, 0 if lit else 1)
        page.hint(kit, self._words.TEST_HINT)

    # ---- memory and time ----

    def _try_flash(self):
        try:
            free = self_check.flash()
        except OSError as error:
            return str(error)
        return self._words.TEST_BAD if free < 0 else self._words.TEST_FREE % free
