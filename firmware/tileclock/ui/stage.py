"""The screens that lie upon each other: the one of the part of the evening, and the questions it has asked.

The uppermost is shown. At most one screen is.
"""

from tileclock.memory import moment
from tileclock.ui.choice import ChoiceScreen


class Stage:
    def __init__(self, go, presses):
        self._go = go
        self._presses = presses
        self._screens: list = []
        self.now = 0

    @property
    def screen(self):
        return self._screens[-1] if self._screens else None

    def reach(self, now):
        """Note that it is that time now."""
        self.now = now

    def show(self, screen):
        """Show this one, and no question upon it."""
        self._leave()
        self.clear()
        self.put(screen)

    def clear(self):
        """Show nothing; what is done next shows something."""
        while self._screens:  # a new list would allocate, and so would its `clear`
            self._screens.pop()

    def put(self, screen):
        """Show it upon the present one, to which `back` leads."""
        self._leave()
        self._screens.append(screen)
        self.show_again()

    def back(self, at):
        """Show the one below again; below the last one there is home."""
        if len(self._screens) > 1:
            self.lift()
            self.show_again()
        else:
            self._go.to("home")

    def lift(self):
        """Take the uppermost away. The one below is not shown before something else shows it."""
        self._leave()
        self._screens.pop()

    def show_again(self):
        """Show the uppermost, which was put there, or uncovered by what was lifted."""
        self._presses.spend_all()
        self.screen.enter(self.now)

    def lift_questions(self):
        while self.screen.QUESTION:
            self.lift()

    def _leave(self):
        if self._screens:
            self.screen.leave()

    # ---- questions ----

    def ask(self, title, rows, first=0, seats=()):
        """Ask a question with a short list of answers, as a menu has them; ↩ leads back.

        Where the answers are players, `seats` says whose they are: their buttons choose them too.
        """
        self.put(ChoiceScreen(self._go, title, rows, first, seats))

    def confirm(self, title, yes, no=None):
        """Ask whether that is meant. The row `yes` does it; the one above, which is chosen, leads back."""
        self.ask(title, [(self._go.kit.words.NO, no or self.back, ""), yes])

    def guard(self, action, at):
        """Do it; with the lock closed, once the judge has entered his code."""
        if self._go.table.lock.closed():
            self.judge_code().admit(action)
        else:
            action(at)

    def judge_code(self):
        """The screen that asks for the judge's code."""
        with moment():
            from tileclock.ui.judge_code import JudgeCode

            return JudgeCode(self._go)

    def hold_back(self, at):
        """Take ↩ that was held long, at any screen, as what turns the key of the lock."""
        # Somebody may have begun to play meanwhile; and the screen of the lock may be there already.
        if self.screen is not self._go.turn and not self.screen.LOCK:
            self.judge_code().turn_key(at)
