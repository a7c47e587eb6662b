"""The clock of the turn that is played: whether it runs, why it stands, what the turn may use and used."""

from tileclock.core import records as r
from tileclock.core.preset_time import Allowance, late_minutes
from tileclock.core.seats import SEATS

# Phases.
READY, RUNNING, PAUSED, EXPIRED, OVER = range(5)

GUARD_MS = 300  # a press that begins sooner after the start of a turn is an elbow or a bounce


class Clock:
    """`changed_at`: up to here all time is on an account."""

    def __init__(self, preset):
        self._preset = preset
        self.phase = READY
        self.state = READY  # the phase, as if the game were not over: that can turn out to be wrong
        self.goes_on = RUNNING  # the state a pause goes back to
        self.why = r.BY_HAND  # it stands
        self.pauser = -1  # whose turn a player stopped; -1: the judge was called, or nobody stopped it
        self.guard_from = 0  # when the present turn began, or went on
        self.changed_at = 0
        self.used_ms = 0  # by the present turn, up to changed_at
        self.restarted_ms = 0  # by the same turn before it was restarted
        self.given_ms = None  # for the present turn; None counts up
        self._allowances: list = [None] * SEATS

    # ---- looking ----

    def left_ms(self, now):
        """What is left of the present turn; below zero in overtime. Not for a turn that counts up."""
        return self.given_ms - self.spent_ms(now)

    def spent_ms(self, now):
        """What the present turn has used."""
        return self.used_ms + now - self.changed_at if self.phase == RUNNING else self.used_ms

    def deadline(self):
        """When the time of the running turn is up, or None."""
        if self.phase != RUNNING or self.given_ms is None or self._preset["overtime"]:
            return None
        # A budget that is used up leaves a moment, or such turns would end faster than they can be played.
        return self.changed_at + max(self.given_ms, GUARD_MS) - self.used_ms

    # ---- turns ----

    def allow(self, seats, seconds):
        """Give each of these seats so long for a turn, or for the game."""
        for seat in seats:
            self._allowances[seat] = Allowance(self._preset, seconds)

    def begin_turn(self, seat, at):
        self.used_ms = self.restarted_ms = 0
        self.given_ms = self._allowances[seat].turn()
        self.guard_from = at
        self.goes_on = RUNNING

    def restart_turn(self, seat):
        """Begin the turn again; it remembers what it has used."""
        used = self.restarted_ms + self.used_ms
        self.begin_turn(seat, self.guard_from)
        self.restarted_ms = used

    def spend(self, seat):
        """Book the time of a turn that ends; its started minutes of overtime."""
        if self.given_ms is None:
            return 0
        self._allowances[seat].spend(self.used_ms)
        return late_minutes(self.used_ms, self.given_ms) if self._preset["overtime"] else 0

    def correct(self, seat, left):
        """Leave so much of the present turn; what was measured stays as it is."""
        if self.given_ms is None:
            return
        change = left - (self.given_ms - self.used_ms)
        self.given_ms += change
        allowance = self._allowances[seat]
        if allowance.timing in ("bank", "total"):
            allowance.saved += change  # what he is given here, he has in the turns that follow
        if left:
            self.goes_on = RUNNING

    # ---- stopping ----

    def note_stop(self, why, seat):
        """Note why the clock stands, in a turn of that seat."""
        self.why = why
        self.pauser = seat if why == r.BY_HAND or why == r.ASKED_OUT else -1  # noqa: PLR1714 – no tuple

    def stop_or_go(self, kind, at):
        """Do what a record of an expiry, a pause or its end says."""
        if kind == r.EXPIRE:
            self.state = EXPIRED
        elif kind == r.PAUSE:
            if self.state != PAUSED:
                self.goes_on = self.state
            self.state = PAUSED
        else:
            self.state = self.goes_on
            self.guard_from = at

    def cut(self, did):
        """Stop: the box was off, or a turn goes on after all. Who stood already keeps the reason."""
        if did != r.STOOD:
            self.note_stop(r.BY_HAND, -1)
        if self.state == RUNNING:
            self.state, self.goes_on = PAUSED, RUNNING
