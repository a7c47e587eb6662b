"""The judge's lock: while it is closed, what changes a result or a setting asks for the code.

A right code opens a session, which ends when the clock goes on, a new game is dealt, the sheet is stored or
the first screen is shown. What asks for the code is ui/judge_code.py.
"""

from micropython import const

from tileclock.storage.settings import is_code

_TRIES = const(3)  # wrong codes until one has to wait
_WAIT_MS = const(10_000)


class Lock:
    def __init__(self, settings, close_prompt, note):
        self._settings = settings
        self._close_prompt = close_prompt  # of the cable: it is shut as long as the lock is
        self._note = note  # puts on record that the lock was opened (1) or closed (0), and when
        self.session = False  # the code was entered, and holds
        self._wrong = 0  # codes entered since the right one
        self._deaf_until = 0  # ms on the timeline
        close_prompt(settings.locked)

    def closed(self):
        """Whether the guarded actions ask for the code."""
        return self._settings.locked and not self.session

    def wait(self, now):
        """Milliseconds until the next code is taken; not above 0: it is taken now."""
        return self._deaf_until - now

    def is_right(self, text, at):
        """Whether that is the code; after three wrong ones there is a pause."""
        if text == self._settings.code:
            self._wrong = 0
            return True
        self._wrong += 1
        if self._wrong % _TRIES == 0:
            self._deaf_until = at + _WAIT_MS
        return False

    def begin(self, at):
        """Begin a session: the judge has entered the code."""
        self.session = True
        self._note(1, at)

    def end(self, at):
        """Lock again what the judge has unlocked."""
        if self.session:
            self.session = False
            self._note(0, at, True)

    def shut(self, closed, at, log):
        """Close the lock, or open it until somebody closes it."""
        self.session = False
        self._note(0 if closed else 1, at)
        self._change("locked", closed, log)

    def set_code(self, text, log):
        """Set another code, or none; whether it is a possible one. Who may do that has been asked before."""
        if not is_code(text):
            return False
        self._settings.change("code", text)
        self._change("locked", self._settings.locked and bool(text), log)
        return True

    def _change(self, name, value, log):
        self._settings.change(name, value)
        self._settings.save(log)
        self._close_prompt(self._settings.locked)
