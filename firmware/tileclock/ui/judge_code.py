"""Asks for the judge's code, as dots; and says what became of the lock."""

from micropython import const

from tileclock.device import sound
from tileclock.device.keys import BACK, OK
from tileclock.device.panel import HEIGHT, WIDTH
from tileclock.device.timeline import NEVER
from tileclock.storage.settings import LONGEST_CODE
from tileclock.ui import page, screen

_DOT = const(9)  # px
_APART = const(14)  # px from one dot to the next
_SECOND = const(1000)
_LOCK = const(3)  # how large the padlock is


class JudgeCode(screen.Screen):
    """Lies upon whatever was shown before, to which ↩ leads back."""

    LOCK = True

    def __init__(self, go):
        screen.Screen.__init__(self, go)
        self._words = self.kit.seldom()
        self._typed = ""
        self._complaint = ""

    def ask(self, title, check, done):
        """Ask for a code: `check(code, at)` says whether it is right, or what is wrong; then `done(at)`."""
        self._title, self._check, self._done = title, check, done
        self._typed = self._complaint = ""
        self.stage.put(self)

    def ask_old(self, done):
        """Ask for the code that is set; `done` shows what is next."""
        self.ask(self._words.CODE, self.table.lock.is_right, done)

    def admit(self, action):
        """Let the judge do that, and whatever else until his session ends."""

        def begin(at):
            self.table.lock.begin(at)
            action(at)

        self.ask_old(begin)

    # ---- the lock itself ----

    def turn_key(self, at):
        """Close the lock, or ask for the code and open it."""
        if not self.settings.code:
            self._tell()
        elif self.settings.locked:
            self.ask_old(None)
        else:
            self._shut(True, at)

    def _shut(self, closed, at):
        self.table.lock.shut(closed, at, self.table.log)
        self.kit.play(sound.LOCK if closed else sound.UNLOCK, at)
        self._tell()

    def _tell(self):
        """Tell how the lock is now. Where there is none, how to get one."""
        words, settings = self._words, self.settings
        self._check, self._lines, self._hint = None, (), "OK"
        if not settings.code:
            self._title, self._lines = words.NO_CODE, words.NO_CODE_TEXT
        elif settings.locked:
            self._title, self._hint = words.LOCKED, words.LOCK_HINT
        else:
            self._title = words.UNLOCKED
        self.stage.put(self)

    # ---- keys ----

    def on_seat(self, seat, at):
        if not self._check or self._wait(at) > 0 or len(self._typed) == LONGEST_CODE:
            self.kit.blip(at)
        else:
            self._typed += page.LETTERS[seat]
            self.kit.step(at)
        if self._check and self._wait(at) <= 0:
            self._complaint = ""
            self.enter(at)

    def on_ok(self, at):
        if self._check:
            self._try(at)
        else:
            self.on_back(at)

    def on_hold(self, key, at):
        if key == BACK:
            self.kit.blip(at)

    def _try(self, at):
        if not self._typed or self._wait(at) > 0:
            self.kit.blip(at)
            return
        typed, self._typed = self._typed, ""
        found = self._check(typed, at)
        if found is not True:
            self._complaint = found or self._words.CODE_WRONG
            self.kit.blip(at)
            self.enter(at)
            return
        self.stage.lift()
        self.go.presses.spend(OK)
        if self._done:
            self._done(at)
        else:
            self._shut(False, at)

    def on_back(self, at):
        """Go back; but not into the middle of what only the judge may do now."""
        go, stage = self.go, self.stage
        stage.lift()
        below = stage.screen
        # Where a game is scored, a choice is about its sheet, which must not be left behind.
        inside = (below.QUESTION and go.part != "scoring") or go.part == "settings"
        if not (inside and self.table.lock.closed()):
            stage.show_again()
        elif go.part == "playing":
            go.pause(at)
        else:
            go.to("home")

    # ---- the picture ----

    def _wait(self, now):
        """Milliseconds until the next code is taken."""
        return self.table.lock.wait(now)

    def tick(self, now):
        left = self._wait(now)
        if not self._check or left <= -_SECOND:
            return NEVER
        self.enter(now)
        return now + max(1, left % _SECOND or _SECOND)

    def enter(self, now):
        kit, words = self.kit, self._words
        panel = kit.panel
        if not self._check:
            page.whole(kit, self._title, self._lines, self._hint)
            if not self._lines:
                self._draw_lock()
            return
        left = (self._wait(now) + _SECOND - 1) // _SECOND
        complaint = words.CODE_WAIT % left if left > 0 else self._complaint
        page.whole(kit, complaint or self._title, (), words.CODE_HINT, lit=bool(complaint))
        x = (WIDTH - (len(self._typed) - 1) * _APART - _DOT) // 2
        for i in range(len(self._typed)):
            panel.ellipse(x + i * _APART + _DOT // 2, 33, _DOT // 2, _DOT // 2, 1, True)
        if not self._typed:
            panel.hline(WIDTH // 2 - 20, 37, 40, 1)

    def _draw_lock(self):
        x, y = (WIDTH - 7 * _LOCK) // 2, (HEIGHT + 15 - page.LINE - 9 * _LOCK) // 2
        panel = self.kit.panel
        page.padlock(panel, x, y, _LOCK)
        if not self.settings.locked:  # its shackle is open at the right
            panel.fill_rect(x + 5 * _LOCK, y + 2 * _LOCK, _LOCK, 2 * _LOCK, 0)
