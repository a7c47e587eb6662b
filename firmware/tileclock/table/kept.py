"""The part of the table that deals with the flash. What it does there is in modules loaded when needed."""

# mypy: disable-error-code="attr-defined"

from tileclock.core import records as r
from tileclock.memory import forget
from tileclock.ui.navigator import DEALING, HOME, SCORING

_FOR_IT = [
    "tileclock.table.correct_game",
    "tileclock.table.start_game",
    "tileclock.service.crash_log",
    "tileclock.storage.recovery",
    "tileclock.table.resume_game",
    "tileclock.storage.data_check",
    "tileclock.storage.saved_game",
    "tileclock.storage.sheet_files",
    "tileclock.storage.retention",
    "tileclock.storage.corrected_totals",
    "tileclock.table.finish_game",
    "tileclock.core.summary",
    "tileclock.core.reading",
    "tileclock.core.written",
]


def _dealing():
    from tileclock.table import start_game

    return start_game


def _going_on():
    from tileclock.table import resume_game

    return resume_game


def _storing():
    from tileclock.table import finish_game

    return finish_game


def _correction():
    from tileclock.table import correct_game

    return correct_game


class Kept:
    def look_back(self):
        """Whether a game was being played when the box was switched off. What cannot be read stays."""
        from tileclock.storage import data_check, recovery

        self.trouble = data_check.trouble(self.log)
        if self.trouble:
            self.settled = self.settings.frozen = True
        else:
            recovery.look(self.storage, self.log)
        del recovery, data_check
        forget(_FOR_IT)

    def settle(self):
        """What can wait until the first screen is shown: the boot is counted, the match goes on."""
        self.settled = True
        _going_on().settle(self)
        forget(_FOR_IT)

    def _keep(self, result, again):
        """Whether the sheet stands; if not, `again` is what tries it once more."""
        done = _storing().keep(self, result, again)
        forget(_FOR_IT)
        return done

    def store_again(self, again, behind, at):
        """The flash refused a sheet: what the PC has makes room."""
        _dealing().make_room(self)
        forget(_FOR_IT)
        self.screen = behind
        again(at)

    def reduce_for(self, then, at):
        """The oldest match shrinks to its totals, to make room for a sheet."""
        _dealing().reduce(self)
        forget(_FOR_IT)
        then(at)

    # ---- a stored game that is corrected ----

    def correct(self, at, name):
        """Its racks again, as they were entered; of Word the turns, in a pause."""
        begun = _correction().begin(self, at, name)
        forget(_FOR_IT)
        if not begun:
            return
        self._warm_up()
        self.screens.load(SCORING)
        if self.lock.session:
            self.happen(r.JUDGE, at, 1)
        if self.game.of_word:
            self.happen(r.REOPEN, at)
        else:
            self.screens.scoring("racks").again()

    def leave_correction(self, at):
        _correction().leave(self)
        forget(_FOR_IT)

    def _put_away(self):
        _correction().put_away(self)
        forget(_FOR_IT)

    def number_it(self):
        """The game gets its number, is on flash from now on, and has its screens."""
        _dealing().number_it(self)
        forget(_FOR_IT)
        self.screens.load(DEALING)

    def drop(self, at):
        """The game was abandoned: its sheet says so, and nothing more."""
        _storing().drop(self, at)
        forget(_FOR_IT)

    def deal_if_room(self, at):
        """A game begins only if its sheet will fit; what the PC has makes room for it."""
        if self.storage.free():
            self.deal(at)
        else:
            _dealing().find_room(self, at)
            forget(_FOR_IT)

    def reduce(self, at):
        """The oldest match shrinks to its totals."""
        _dealing().reduce(self)
        forget(_FOR_IT)
        self.deal_if_room(at)

    def resume(self, at):
        """Go on with the game that was being played."""
        _going_on().go_on(self, at)
        forget(_FOR_IT)

    def abandon_unfinished(self, at):
        _going_on().abandon_unfinished(self, at)
        forget(_FOR_IT)

    def to_setup(self, at):
        self.show(self.screens.setup)

    def to_home(self, at):
        self.go(HOME)
