"""The state of one game: who is on turn, what time and tiles are left, where each millisecond went.

`apply` is the only thing that changes it, one record at a time, each with the time it happened; everything
else looks. Times are milliseconds on one timeline that never runs backwards. In the path of a press, a switch
and an expiry nothing allocates.
"""

from tileclock.core import records as r
from tileclock.core.accounts import Accounts
from tileclock.core.latest_turns import LatestTurns
from tileclock.core.pool import PASSES, Ending, Pool
from tileclock.core.preset_time import MINUTE, Allowance, late_minutes
from tileclock.core.racks import Racks
from tileclock.core.seats import SEATS

# Phases.
READY, RUNNING, PAUSED, EXPIRED, OVER = range(5)

GUARD_MS = 300  # a press that begins sooner after the start of a turn is an elbow or a bounce
# Tuples to look in, made once: written where they are used they would allocate.
_MARKS = (r.ANNOUNCE, r.OPENED)
_NOTES = (r.ADD_ROUND, r.ROUND, r.BLIPS)
_LEAVES = (r.LEAVE, r.GONE)
_CLOSES = (r.OUT, r.ABANDON, r.REOPEN)
_ACCOUNTS = (r.NOBODYS, r.RAN, r.STOOD, r.NOBODYS, r.NOBODYS)  # of each phase


class Game:
    of_word = False

    def __init__(self, preset):
        self.preset = preset
        self.phase = READY
        self.goes_on = RUNNING  # the phase a pause goes back to
        self._clock = READY  # the phase but for the end of the game, which may turn out not to be one
        self._closed = ""  # "out" or "abandoned", once somebody said so
        self.why = r.BY_HAND  # the clock stands
        self.seats = []  # of this game, in clockwise order
        self.playing = self.gone = 0  # those who have not left, and who can win no more, a bit each
        self.seat = self.first = 0  # who is on turn, who began
        self.last_seat = -1  # who was on turn before
        self.turns = 0  # that have ended
        self.late_turns = 0  # how many in a row ran out of time with nothing to draw
        self.winner = -1
        self.reason = ""  # why the game is over
        self.opened = self.announced = 0  # seats, a bit each; who has laid tiles has opened
        self._fresh = 0  # announcements made in the seat's latest turn
        self.objector = -1  # the seat that objects to a turn, and which turn that is
        self._objected = 0
        self.blips = [0] * SEATS
        self.late = [0] * SEATS  # started minutes of overtime
        self.racks = Racks()
        self.revision = 0  # how often the sheet was stored
        self.began_at = self.over_at = 0
        self.guard_from = 0  # when the present turn began, or went on
        self.changed_at = 0  # up to here all time is on an account
        self.used_ms = 0  # by the present turn, up to changed_at
        self.given_ms = None  # for the present turn; None counts up
        self.accounts = Accounts()
        self.round_ms = preset["round_time"] * MINUTE or None  # None: the round has no end by time
        self.round_spans = self.round_ended = False  # it is one for several games; the judge has ended it
        # Records that were undone: only their time counts.
        self.skipping, self._skipped_turns = False, 0

    # ---- looking ----

    # No property in this class: for each attribute that is set, MicroPython would look for one first.

    def next_seat(self):
        return self._after(self.seat)

    def left_ms(self, now):
        """What is left of the present turn; below zero in overtime. Not for a turn that counts up."""
        return self.given_ms - self.spent_ms(now)

    def spent_ms(self, now):
        """What the present turn has used."""
        return self.used_ms + now - self.changed_at if self.phase == RUNNING else self.used_ms

    def deadline(self):
        """When the time of the running turn is up, or None."""
        if self.phase != RUNNING or self.given_ms is None or self.preset["overtime"]:
            return None
        # A budget that is used up leaves a moment, or such turns would end faster than they can be played.
        return self.changed_at + max(self.given_ms, GUARD_MS) - self.used_ms

    def round_left_ms(self, now):
        """What is left of the round, or None if it has no end by time. Disputes do not count."""
        if self.round_ms is None:
            return None
        disputed = self.accounts.disputed_ms
        if self.phase == PAUSED and self.why == r.DISPUTE:
            disputed += now - self.changed_at
        return self.round_ms - (now - self.began_at - disputed)

    def clock(self):
        """On whose account the time goes now, as a record says it."""
        return _ACCOUNTS[self.phase]

    def ends_turn(self, seat, at):
        """Whether a press of that seat, begun at that time, ends the turn."""
        return self.phase == RUNNING and seat == self.seat and at - self.guard_from >= GUARD_MS

    def plays(self, seat):
        return self.playing >> seat & 1

    def may_object(self, seat):
        """Whether a hold of that seat is an objection to the turn that runs."""
        allowed = self.preset.get("objections") and self.phase == RUNNING and self.objector < 0
        return bool(allowed and seat != self.seat and self.plays(seat))

    def objected(self):
        """Whether somebody has objected to a turn that is over: the clock has to stop."""
        return self.objector >= 0 and self.phase == RUNNING and self.turns > self._objected

    # ---- changing ----

    def apply(self, kind, at, clock, a=0, b=0, c=0):
        """Let a record change the game; `clock`: what it did since the record before."""
        if kind <= r.BEGIN or kind == r.OPENING:
            self._set_up(kind, at, a, b, c)
            return
        self._book(at, clock)
        if self.skipping:
            self._drift(kind, clock, a, b, c)
            return
        if kind == r.END_TURN:
            self._end_turn(at, 0, False)
        elif kind == r.DREW:
            self._drew(a, 1, True)
        elif kind == r.PASSED:
            self._drew(a, 0, True)
        elif kind == r.RESOLVE:
            self._penalty(at, a, b)
            self._clock = RUNNING
        elif kind == r.CUT:
            self._cut(clock)
        elif kind <= r.RESUME:
            self._stop_or_go(kind, at, a)
        else:
            self._special(kind, at, a, b, c)
        self._look_over()

    def _set_up(self, kind, at, a, b, c):
        if self._clock != READY or (kind == r.DEAL) != (not self.seats):
            raise ValueError("a game is dealt once, then begins")
        if kind == r.DEAL:
            if a >> SEATS or not a >> b & 1:
                raise ValueError("nobody sits there")
            self.playing = a
            self.seats = [seat for seat in range(SEATS) if a >> seat & 1]
            self.first = self.seat = b
            self._lay_out()
            self._allowance = [Allowance(self.preset, c) for _ in range(SEATS)]
            self.given_ms = self._allowance[b].turn()
        elif kind == r.HANDICAP:
            self._allowance[a] = Allowance(self.preset, b)
            self.given_ms = self._allowance[self.seat].turn()
        elif kind == r.OPENING:
            raise ValueError("first words are of a game of Word")
        else:
            self.began_at = self.changed_at = self.guard_from = at
            self.phase = self._clock = RUNNING

    def _lay_out(self):
        """Lay the tiles on the table."""
        self.pool = Pool(self.preset, len(self.seats))
        self.ending = Ending(self.preset, self.seats)
        self._latest = LatestTurns(self.pool, self.ending)

    def _book(self, at, clock):
        """Put the time since the last record on its account."""
        span, accounts = at - self.changed_at, self.accounts
        self.changed_at = at
        if clock == r.RAN:
            if self.skipping:
                accounts.undone_ms += span
            else:
                self.used_ms += span
                accounts.thought_ms[self.seat] += span
        elif clock == r.STOOD:
            accounts.paused_ms += span
            if self.why == r.DISPUTE:
                accounts.disputed_ms += span
        elif self._clock != READY:  # expired, or over and not yet scored
            accounts.resolving_ms += span

    def begin_undone(self, at, clock):
        """Skip the records from here on, which were undone: their time counts, and what is not of turns."""
        self._book(at, clock)
        self.skipping = True
        self._skipped_turns = 0
        self._stood = self.goes_on if self._clock == PAUSED else self._clock

    def end_undone(self):
        """Stand, as the undo itself is reached, in the turn that goes on after all."""
        self.skipping = False
        self._clock, self.goes_on = PAUSED, self._stood
        self._look_over()

    def _drift(self, kind, clock, a, b, _c):
        if kind in (r.END_TURN, r.RESOLVE) or (kind == r.MISTAKE and not a):
            self._skipped_turns += 1
        elif kind == r.UNDO:
            self._skipped_turns -= 1
            if clock != r.STOOD:  # else it goes on standing for the reason it had
                self.why = r.BY_HAND
        elif kind in (r.DREW, r.PASSED):
            # A hold that was decided after a turn that was undone, but belongs to one before it?
            if a >= self._skipped_turns:
                self._drew(a - self._skipped_turns, 1 if kind == r.DREW else 0, True)
        elif kind == r.PAUSE:
            self.why = a
        elif kind == r.CUT:
            self.why = self.why if clock == r.STOOD else r.BY_HAND
        elif kind == r.REOPEN:
            self.why = r.BY_HAND
        elif kind in _NOTES:
            self._note(kind, a, b)

    def _stop_or_go(self, kind, at, why):
        if kind == r.EXPIRE:
            self._clock = EXPIRED
        elif kind == r.PAUSE:
            if self._clock != PAUSED:
                self.goes_on = self._clock
            self._clock, self.why = PAUSED, why
            if why == r.DISPUTE:
                self.objector = -1
        else:
            self._clock = self.goes_on
            self.guard_from = at

    def _cut(self, clock):
        """Stop the clock: the box was off. One that stood already keeps the reason it stood for."""
        if clock != r.STOOD:
            self.why = r.BY_HAND
        if self._clock == RUNNING:
            self._clock, self.goes_on = PAUSED, RUNNING

    # ---- the end of a turn ----

    def _end_turn(self, at, took, passed):
        """End the turn; until somebody holds his key, it counts as played."""
        seat = self.seat
        self.late_turns = 0 if took or self.pool.left or self._clock != EXPIRED else self.late_turns + 1
        if self.given_ms is not None:
            self._spend(seat)
        if self.announced:
            self._age_announced(seat)
        self._turn_ended(seat, at, took, passed)
        self.turns += 1
        self.last_seat = seat
        self._to_turn(self._after(seat), at)

    def _turn_ended(self, seat, at, took, passed):
        late = self._round_over(at)
        self.opened = self._latest.add(self.turns, seat, took, passed, late, self.opened)

    def _spend(self, seat):
        """Book the time of a turn that ends, which had a limit."""
        if self.preset["overtime"]:
            self.late[seat] += late_minutes(self.used_ms, self.given_ms)
        self._allowance[seat].spend(self.used_ms)

    def _age_announced(self, seat):
        """Drop what was announced in an earlier turn; what was in this one is for the next."""
        bit = 1 << seat
        if not self._fresh & bit:
            self.announced &= ~bit  # it was for this turn, which is over
        self._fresh &= ~bit

    def _drew(self, ago, tiles, passed):
        """End a turn and those since once more, knowing that it took tiles, or would have."""
        turn = self.turns - 1 - ago
        self.opened = self._latest.end_again(turn, self.turns, tiles, passed, self.playing, self.opened)

    def _to_turn(self, seat, at):
        self.seat = seat
        self.used_ms = 0
        self.given_ms = self._allowance[seat].turn()
        self.guard_from = at
        self.goes_on = RUNNING

    def _look_over(self):
        """Find out whether the game is over. A hold, a count or an undo can show that it is not."""
        if self.ending.waiting and not self._closed:
            self.reason, self.phase = "", self._clock
        else:
            self._be_over()

    def _be_over(self):
        # A correction comes when the round has gone on without this game.
        if self.phase != OVER and not self.revision:
            self.over_at = self.changed_at
        self.reason, self.phase = self._closed or self.ending.over, OVER

    def _penalty(self, at, choice, tiles):
        """End the turn as after a time-out: this lies on the table, so many tiles are taken."""
        self._end_turn(at, self.pool.draw(tiles), self._laid_nothing(choice))

    def _laid_nothing(self, choice):
        row = self.preset["timeouts"][choice]
        return row["choice"] in PASSES or row.get("all_back", False)

    def _after(self, seat):
        """Who comes after that seat; who has left is skipped."""
        while True:
            seat = (seat + 1) % SEATS
            if self.playing >> seat & 1:
                return seat

    def _round_over(self, at):
        return self.round_ended or (self.round_ms is not None and self.round_left_ms(at) <= 0)

    # ---- from the menus ----

    def _special(self, kind, at, a, b, c):
        if kind == r.RESTART:
            self._forget_turn()
            self.goes_on = RUNNING
        elif kind in _MARKS:
            self._mark(kind, 1 << self.seat)
        elif kind == r.MISTAKE:
            if a:
                self._drew(0, c, self._laid_nothing(b))
            else:
                self._penalty(at, b, c)
        elif kind == r.BACK:
            self._back(a)
        elif kind == r.CORRECT_POOL:
            self.pool.left = min(b, self.pool.tiles)
        elif kind == r.CORRECT_TIME:
            self._correct_time(b * 1000)
        elif kind in _LEAVES:
            self._leave(a, at)
            self.gone |= (kind == r.GONE) << a
        elif kind in _CLOSES:
            self._finish(kind, a)
        elif kind == r.RACK:
            self.racks.tiles[a], self.racks.jokers[a] = b, c
        else:
            self._note(kind, a, b)

    def _note(self, kind, a, b):
        if kind == r.END_ROUND:
            self.round_ended = True
        elif kind == r.ADD_ROUND:
            self.round_ms = (self.round_ms or 0) + a * MINUTE
        elif kind == r.ROUND:
            self.round_ms, self.round_spans = a * 1000, True
        elif kind == r.BLIPS:
            self.blips[a] += b
        elif kind == r.MARK:
            self.racks.marks[a] = b
        elif kind == r.STORE:
            self.revision += 1
        elif kind == r.OBJECT:
            if not self.plays(a):
                raise ValueError("nobody plays there")
            self.objector, self._objected = a, self.turns
        # An undo changes nothing by itself: whoever folds the journal sees to it. Nor does the judge's code.

    def _mark(self, kind, bit):
        if kind == r.OPENED:
            self.opened ^= bit
        else:
            self.announced ^= bit
            self._fresh = self._fresh & ~bit | self.announced & bit

    def _back(self, tiles):
        """Put back no more than are missing: what is on record must fold, whatever was counted since."""
        if self.preset["back"] != "pool":
            return  # they went onto the player's rack
        self.pool.left = min(self.pool.tiles, self.pool.left + tiles)
        if not self.ending.lap:
            self.ending.waiting = self.ending.seats  # who had passed may draw now

    def _forget_turn(self):
        """Take what the present turn used, which is on record, off its player's account."""
        self.accounts.thought_ms[self.seat] -= self.used_ms
        self.accounts.undone_ms += self.used_ms
        self.used_ms = 0
        self.given_ms = self._allowance[self.seat].turn()

    def _correct_time(self, left):
        """Leave so much of the present turn; what was measured stays as it is."""
        if self.given_ms is None:
            return
        change = left - (self.given_ms - self.used_ms)
        self.given_ms += change
        allowance = self._allowance[self.seat]
        if allowance.timing in ("bank", "total"):
            allowance.saved += change  # what he is given here, he has in the turns that follow
        if left:
            self.goes_on = RUNNING

    def _leave(self, seat, at):
        if not self.plays(seat) or self.playing == 1 << seat:
            raise ValueError("nobody can leave there")
        self.playing &= ~(1 << seat)
        self._gone(seat)
        if seat == self.seat:
            self._forget_turn()
            self._to_turn(self._after(seat), at)

    def _gone(self, seat):
        self.ending.leave(seat)

    def _finish(self, kind, seat):
        if kind == r.REOPEN:
            self._clock, self.goes_on, self.why = PAUSED, RUNNING, r.BY_HAND
            self.winner, self._closed = -1, ""
            self.racks = Racks()  # somebody else may be out in the end
            return
        if kind == r.OUT:
            if not self.plays(seat):
                raise ValueError("nobody plays there")
            self.winner = seat
        self._closed = "out" if kind == r.OUT else "abandoned"
