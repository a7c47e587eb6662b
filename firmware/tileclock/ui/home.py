"""What the box offers when nobody plays."""

from tileclock.memory import moment
from tileclock.ui.menu import Menu


class Screen(Menu):
    def title(self):
        return self.kit.words.TITLE, ""

    def rows(self):
        words, go = self.kit.words, self.go
        rows = [(words.RESUME, self._resume, "")] if self._waits() else []
        return rows + [
            (words.NEW_GAME, self._new_game, "", bool(rows)),
            (words.SHEETS, lambda at: go.to("sheets"), ""),
            (words.GUIDE, lambda at: go.to("guide"), ""),
            (words.SETTINGS, lambda at: go.to("settings"), "", True),
            (words.SELF_TEST, lambda at: go.to("selftest"), ""),
        ]

    def _waits(self):
        """Whether a game waits to be taken up; while the box is locked, only the judge gives it up."""
        return self.table.storage.unfinished > 0

    def enter(self, now):
        self.kit.lights.dark()
        Menu.enter(self, now)

    def _new_game(self, at):
        """Begin a game; one that still waits to be taken up is given up first, if the players confirm it."""
        if not self._waits():
            self.go.to("setup")
            return
        self.chosen = 0  # where ↩ leads back to
        yes = self.kit.seldom().YES_ABANDON, self._give_up, ""
        self.stage.confirm(self.kit.words.ABANDON, yes)

    def _give_up(self, at, aside=False):
        self.stage.lift_questions()
        refusal = self.go.games.give_up(at, aside)
        if isinstance(refusal, Exception):
            row = self.kit.seldom().YES_ABANDON, lambda at: self._give_up(at, True), ""
            _questions().ask_again(self.go, refusal, self._give_up, row)
        elif refusal:
            _questions().ask_drop(self.go, refusal)
        else:
            self.go.to("setup")

    def _resume(self, at):
        """Go on with the game that was being played."""
        error = self.go.games.resume(at)
        if error:
            _questions().say_unreadable(self.go, error, self._resume)
            return
        self.go.come_back(at)
        if self.table.match.missing:
            _questions().say_missing(self.go)

    def on_back(self, at):
        """Do nothing: this is where ↩ leads."""


def _questions():
    with moment():
        from tileclock.ui import flash_questions

        return flash_questions
