"""One game as the fold of its events: who is on turn, what time is left, where each millisecond went.

Times are milliseconds on one timeline that never runs backwards; the caller says when things happened. An
event is applied with its own time, never with the moment the program got round to it.
"""

from tileclock.core.pool import Pool

# Phases.
READY, RUNNING, PAUSED, EXPIRED = range(4)

# Events. Their numbers are on record: they never change their meaning.
BEGIN, END_TURN, DREW, EXPIRE, RESOLVE, PAUSE, RESUME = range(1, 8)

GUARD_MS = 300  # a press that begins sooner after the start of a turn is an elbow or a bounce


class Game:
    """`apply` is the only thing that changes it; everything else looks."""

    def __init__(self, preset, seats, limit_ms):
        self.pool = Pool(preset, len(seats))
        self.seats = seats  # in clockwise order, those that play
        self.limit_ms = limit_ms
        self.phase = READY
        self.place = 0  # index into seats of who is on turn
        self.turns = 0  # turns that have ended
        self.began_at = 0
        self.turn_at = 0  # when the present turn began
        self.changed_at = 0  # up to here all time is on an account
        self.used_ms = 0  # by the present turn, up to changed_at
        # The accounts: together they are exactly the time since `began_at`.
        self.thought_ms = [0] * len(seats)
        self.paused_ms = 0
        self.resolving_ms = 0

    # ---- looking ----

    @property
    def seat(self):
        """Who is on turn."""
        return self.seats[self.place]

    @property
    def next_seat(self):
        return self.seats[(self.place + 1) % len(self.seats)]

    @property
    def last_seat(self):
        return self.seats[self.place - 1]

    def left_ms(self, now):
        """What is left of the present turn."""
        used = self.used_ms
        if self.phase == RUNNING:
            used += now - self.changed_at
        return self.limit_ms - used

    def deadline(self):
        """When the present turn's time is up, while it runs."""
        return self.changed_at + self.limit_ms - self.used_ms

    def accounted_ms(self):
        """All time on the accounts, up to the last event."""
        return sum(self.thought_ms) + self.paused_ms + self.resolving_ms

    def ends_turn(self, seat, at):
        """Whether a press of that seat, begun at that time, ends the turn."""
        return self.phase == RUNNING and seat == self.seat and at - self.turn_at >= GUARD_MS

    # ---- changing ----

    def apply(self, event, at):
        if event == BEGIN:
            self.began_at = self.turn_at = self.changed_at = at
            self.phase = RUNNING
            return
        self._book(at)
        if event == END_TURN:
            self._next_turn(at)
        elif event == DREW:
            self.pool.draw()
        elif event == EXPIRE:
            self.phase = EXPIRED
        elif event == RESOLVE:
            self._next_turn(at)
        elif event == PAUSE:
            self.phase = PAUSED
        elif event == RESUME:
            self.phase = RUNNING

    def _book(self, at):
        """Put the time since the last event on the account of the phase it was spent in."""
        span = at - self.changed_at
        self.changed_at = at
        if self.phase == RUNNING:
            self.used_ms += span
            self.thought_ms[self.place] += span
        elif self.phase == PAUSED:
            self.paused_ms += span
        elif self.phase == EXPIRED:
            self.resolving_ms += span

    def _next_turn(self, at):
        self.place = (self.place + 1) % len(self.seats)
        self.turns += 1
        self.turn_at = at
        self.used_ms = 0
        self.phase = RUNNING
