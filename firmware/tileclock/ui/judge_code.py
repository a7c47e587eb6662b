"""Asks for the judge's code, as dots; and says what became of the lock."""

from micropython import const

from tileclock import lang
from tileclock.core import records as r
from tileclock.device import sound
from tileclock.device.keys import BACK, OK, UP
from tileclock.device.panel import HEIGHT, WIDTH
from tileclock.device.presses import HOLD, PRESS, SHORT
from tileclock.device.timeline import NEVER
from tileclock.storage.settings import LONGEST_CODE, is_code
from tileclock.ui import page
from tileclock.ui.navigator import HOME, PLAYING, SCORING, SETTINGS

_DOT = const(9)  # px
_APART = const(14)  # px from one dot to the next
_SECOND = const(1000)
_TRIES = const(3)  # wrong codes until one has to wait
_WAIT_MS = const(10_000)
_LOCK = const(3)  # how large the padlock is


class CodeScreen:
    """Shown in front of whatever was shown before, to which ↩ leads back."""

    def __init__(self, table):
        self.table = table
        self.words = lang.rare(table.settings.language)
        self._behind = table.screen
        self._typed = ""
        self._complaint = ""

    def ask(self, which, check, done):
        """Which: 0 the code, 1 a new one, 2 that once more.

        `check(code, at)` says whether it is right, or what is wrong with it; then `done(at)`.
        """
        self._title, self._check, self._done = (
            (self.words.CODE, self.words.CODE_NEW, self.words.CODE_AGAIN)[which],
            check,
            done,
        )
        self._typed = self._complaint = ""
        self.table.show(self)

    # ---- what the lock asks for ----

    def turn_key(self, at):
        """Close the lock, or ask for the code and open it."""
        settings = self.table.settings
        if not settings.code:
            self.tell()
        elif settings.locked:
            self.ask_old(self._open)
        else:
            self._shut(True, at)

    def _open(self, at):
        # This screen has gone with the right code; what became of the lock, another one says.
        self.table.screens.ask_code()._shut(False, at)

    def _shut(self, shut, at):
        table = self.table
        table.lock.session = False
        table.settings.locked = shut
        table.lock.obey()
        self._note(at, 0 if shut else 1)
        table.settings.save(table.log)
        table.sound.play(sound.LOCK if shut else sound.UNLOCK, at)
        self.tell()

    def admit(self, action):
        """The judge may do that, and whatever else until his session ends."""

        def begin(at):
            self.table.lock.session = True
            self._note(at, 1)
            action(at)

        self.ask_old(begin)

    def _note(self, at, opened):
        """On record, if it belongs to a game that is not stored yet."""
        game, part = self.table.game, self.table.screens.part
        if game.began_at and game.reason != "abandoned" and part in (PLAYING, SCORING):
            self.table.happen(r.JUDGE, at, opened)

    def set_code(self, text):
        """Another code, or none; whether it is a possible one. Who may do that has been asked before."""
        table = self.table
        if not is_code(text):
            return False
        table.settings.code = text
        table.settings.locked = table.settings.locked and bool(text)
        table.settings.save(table.log)
        table.lock.obey()
        return True

    def ask_old(self, done):
        """The code that is set."""
        self.ask(0, self._is_right, done)

    def _is_right(self, text, at):
        """After three wrong ones there is a pause."""
        lock = self.table.lock
        if text == self.table.settings.code:
            lock.wrong = 0
            return True
        lock.wrong += 1
        if lock.wrong % _TRIES == 0:
            lock.deaf_until = at + _WAIT_MS
        return False

    def tell(self):
        """How the lock is now. Where there is none, how to get one."""
        words, settings = self.words, self.table.settings
        self._check, self._lines, self._hint = None, (), "OK"
        if not settings.code:
            self._title, self._lines = words.NO_CODE, words.NO_CODE_TEXT
        elif settings.locked:
            self._title, self._hint = words.LOCKED, words.LOCK_HINT
        else:
            self._title = words.UNLOCKED
        self.table.show(self)

    def enter(self, now):
        self._draw(now)

    # ---- keys ----

    def press(self, what, key, at):
        table = self.table
        if what == SHORT and key == BACK:
            self._leave()
        elif what == PRESS and key == OK:
            if self._check:
                self._try(at)
            else:
                self._leave()
        elif what == PRESS and key < UP and self._check and self._wait(at) <= 0:
            self._type(key, at)
        elif (what == PRESS and key != BACK) or (what == HOLD and key == BACK):
            table.sound.play(sound.BLIP, at)

    def _type(self, seat, at):
        table = self.table
        self._complaint = ""
        if len(self._typed) < LONGEST_CODE:
            self._typed += page.LETTERS[seat]
            table.sound.play(sound.STEP, at)
        else:
            table.sound.play(sound.BLIP, at)
        self._draw(at)

    def _try(self, at):
        table = self.table
        if not self._typed or self._wait(at) > 0:
            table.sound.play(sound.BLIP, at)
            return
        typed, self._typed = self._typed, ""
        found = self._check(typed, at)
        if found is True:
            done, table.screen = self._done, self._behind
            table.screens.drop_code()
            table.presses.spend(OK)
            done(at)
        else:
            self._complaint = found or self.words.CODE_WRONG
            table.sound.play(sound.BLIP, at)
            self._draw(at)

    def _leave(self):
        """Back; but not into the middle of what only the judge may do now."""
        table, screens, behind = self.table, self.table.screens, self._behind
        # Where a game is scored, a choice is about its sheet, which must not be left behind.
        asks = behind in (screens.number, screens.choice) and screens.part is not SCORING
        inside = asks or screens.part is SETTINGS
        screens.drop_code()
        if not (inside and table.lock.closed()):
            table.show(behind)
        elif screens.part == PLAYING:
            screens.stopped.pause.show()
        else:
            table.go(HOME)

    # ---- the picture ----

    def _wait(self, now):
        """Milliseconds until the next code is taken."""
        return self.table.lock.deaf_until - now

    def tick(self, now):
        left = self._wait(now)
        if not self._check or left <= -_SECOND:
            return NEVER
        self._draw(now)
        return now + max(1, left % _SECOND or _SECOND)

    def _draw(self, now):
        table = self.table
        panel, words = table.panel, self.words
        panel.fill(0)
        if not self._check:
            page.title(table, self._title)
            if not self._lines:
                self._draw_lock()
            for i, line in enumerate(self._lines):
                page.row(table, i, line)
            page.hint(table, self._hint)
            return
        left = (self._wait(now) + _SECOND - 1) // _SECOND
        complaint = words.CODE_WAIT % left if left > 0 else self._complaint
        page.title(table, complaint or self._title, lit=bool(complaint))
        x = (WIDTH - (len(self._typed) - 1) * _APART - _DOT) // 2
        for i in range(len(self._typed)):
            panel.ellipse(x + i * _APART + _DOT // 2, 33, _DOT // 2, _DOT // 2, 1, True)
        if not self._typed:
            panel.hline(WIDTH // 2 - 20, 37, 40, 1)
        page.hint(table, words.CODE_HINT)

    def _draw_lock(self):
        table = self.table
        x, y = (WIDTH - 7 * _LOCK) // 2, (HEIGHT + 15 - page.LINE - 9 * _LOCK) // 2
        page.padlock(table.panel, x, y, _LOCK)
        if not table.settings.locked:  # its shackle is open at the right
            table.panel.fill_rect(x + 5 * _LOCK, y + 2 * _LOCK, _LOCK, 2 * _LOCK, 0)
