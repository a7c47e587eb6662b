"""The state of one game: who is on turn, what time and tiles are left, where each millisecond went.

`apply` is the only thing that changes it, one record at a time, each with the time it happened; everything
else looks. What belongs together has an object of its own. Times are milliseconds on one timeline that never
runs backwards. In the path of a press, a switch and an expiry nothing allocates.
"""

from tileclock.core import records as r
from tileclock.core.accounts import Accounts
from tileclock.core.clock import EXPIRED, GUARD_MS, OVER, PAUSED, READY, RUNNING, Clock
from tileclock.core.latest_turns import LatestTurns
from tileclock.core.players import Players
from tileclock.core.pool import PASSES, Ending, Pool
from tileclock.core.preset_time import MINUTE
from tileclock.core.racks import Racks
from tileclock.core.round import Round
from tileclock.core.seats import SEATS

# Tuples to look in, made once: written where they are used they would allocate.
_NOTES = (r.ADD_ROUND, r.ROUND, r.BLIPS)
_LEAVES = (r.LEAVE, r.GONE)
_CLOSES = (r.OUT, r.ABANDON, r.REOPEN)


class Game:
    of_word = False
    _stands = False  # though the game is over, somebody looks for what was wrong: in games of Word

    def __init__(self, preset):
        self.preset = preset
        self.players = Players()
        self.accounts = Accounts()
        self.clock = Clock(preset)
        self.round = Round(preset, self.clock, self.accounts)
        self.racks = Racks()
        self.seat = 0  # who is on turn
        self.last_seat = -1  # who was on turn before
        self.turns = 0  # that have ended
        self.late_turns = 0  # how many in a row ran out of time with nothing to draw
        self.opened = 0  # seats, a bit each; who has laid tiles has opened
        self.winner = -1
        self.reason = ""  # why the game is over
        self._closed = ""  # "out" or "abandoned", once somebody said so
        self.revision = 0  # how often the sheet was stored
        # Records that were undone: only their time counts.
        self.skipping = False

    # ---- looking ----

    # No property in this class: for each attribute that is set, MicroPython would look for one first.

    def stands(self):
        """Whether the clock was stopped, and goes on where it stands."""
        return self.clock.phase == PAUSED

    def ends_turn(self, seat, at):
        """Whether a press of that seat, begun at that time, ends the turn."""
        clock = self.clock
        return clock.phase == RUNNING and seat == self.seat and at - clock.guard_from >= GUARD_MS

    def may_object(self, seat):
        """Whether a hold of that seat is an objection to the turn that runs."""
        players = self.players
        allowed = self.preset.get("objections") and self.clock.phase == RUNNING and players.objector < 0
        return bool(allowed and seat != self.seat and players.plays(seat))

    # ---- changing ----

    def apply(self, kind, at, did, a=0, b=0, c=0):
        """Let a record change the game; `did`: what the clock did since the record before."""
        if kind <= r.BEGIN or kind == r.OPENING:
            self._set_up(kind, at, a, b, c)
            return
        if kind == r.OUT and self.clock.why == r.ASKED_OUT:
            self.clock.pauser = -1  # that was no pause
        self._book(at, did)
        if self.skipping:
            self._drift(kind, did, a, b, c)
            return
        if kind == r.END_TURN:
            self._end_turn(at, 0, False, True)
        elif kind == r.DREW:
            self._drew(a, 1, True)
        elif kind == r.PASSED:
            self._drew(a, 0, True)
        elif kind == r.RESOLVE:
            self._penalty(at, a, b)
            self.clock.state = RUNNING
        elif kind == r.CUT:
            self.clock.cut(did)
        elif kind <= r.RESUME:
            if kind == r.PAUSE:
                self.clock.note_stop(a, self.seat if self.clock.state != PAUSED else -1)
                if a == r.DISPUTE:
                    self.players.objector = -1
            self.clock.stop_or_go(kind, at)
        else:
            self._special(kind, at, a, b, c)
        self._look_over()

    def _set_up(self, kind, at, a, b, c):
        if self.clock.state != READY or (kind == r.DEAL) != (not self.players.seats):
            raise ValueError("a game is dealt once, then begins")
        if kind == r.DEAL:
            if a >> SEATS or not a >> b & 1:
                raise ValueError("nobody sits there")
            self.players = Players(a, b)
            self._lay_out()
            self.clock.allow(range(SEATS), c)
            self._to_turn(b, 0)
        elif kind == r.HANDICAP:
            self.clock.allow((a,), b)
            self._to_turn(self.seat, 0)
        elif kind == r.OPENING:
            raise ValueError("first words are of a game of Word")
        else:
            self.round.began_at = self.clock.changed_at = at
            self.clock.stop_or_go(r.RESUME, at)
            self._look_over()

    def _lay_out(self):
        """Lay the tiles on the table."""
        self.pool = Pool(self.preset, len(self.players.seats))
        self.ending = Ending(self.preset, self.players.seats)
        self._latest = LatestTurns(self.pool, self.ending)

    def _book(self, at, did):
        """Put the time since the last record on its account."""
        clock, accounts = self.clock, self.accounts
        span = at - clock.changed_at
        clock.changed_at = at
        if did == r.RAN:
            if self.skipping:
                accounts.undone_ms += span
            else:
                clock.used_ms += span
                accounts.thought_ms[self.seat] += span
        elif did == r.STOOD:
            accounts.paused_ms += span
            if clock.why == r.DISPUTE:
                accounts.disputed_ms += span
            if clock.pauser >= 0:
                accounts.stopped_ms[clock.pauser] += span
        elif clock.state != READY:  # expired, or over and not yet scored
            accounts.resolving_ms += span

    def begin_undone(self, at, did):
        """Skip the records from here on, which were undone: their time counts, and what is not of turns."""
        self._book(at, did)
        self.skipping = True
        self._skipped_turns = 0
        clock = self.clock
        if clock.state != PAUSED:
            clock.goes_on = clock.state

    def end_undone(self):
        """Stand, as the undo itself is reached, in the turn that goes on after all."""
        self.skipping = False
        self.clock.state = PAUSED
        self._look_over()

    def _drift(self, kind, did, a, b, _c):
        clock = self.clock
        if kind in (r.END_TURN, r.RESOLVE) or (kind == r.MISTAKE and not a):
            self._skipped_turns += 1
        elif kind == r.UNDO:
            self._skipped_turns -= 1
            clock.cut(did)
        elif kind in (r.DREW, r.PASSED):
            # A hold that was decided after a turn that was undone, but belongs to one before it?
            if a >= self._skipped_turns:
                self._drew(a - self._skipped_turns, 1 if kind == r.DREW else 0, True)
        elif kind == r.PAUSE:
            seat = self.seat
            for _ in range(self._skipped_turns):
                seat = self.players.after(seat)
            clock.note_stop(a, seat)
        elif kind == r.CUT:
            clock.cut(did)
        elif kind == r.REOPEN:
            clock.note_stop(r.BY_HAND, -1)
        elif kind in _NOTES:
            self._note(kind, a, b)

    # ---- the end of a turn ----

    def _end_turn(self, at, took, passed, pressed):
        """End the turn; until somebody holds his key, it counts as played.

        `pressed`: its player ended it, so that tiles were laid if it was played. A time-out does not tell.
        """
        seat, clock = self.seat, self.clock
        self.late_turns = 0 if took or self.pool.left or clock.state != EXPIRED else self.late_turns + 1
        late = clock.spend(seat)
        if late:
            self.accounts.late[seat] += late
        players = self.players
        if players.announced:
            players.age(1 << seat)
        self._turn_ended(seat, at, took, passed, pressed)
        self.turns += 1
        self.last_seat = seat
        self.seat = seat = players.after(seat)
        clock.begin_turn(seat, at)

    def _turn_ended(self, seat, at, took, passed, pressed):
        late = self.round.over(at)
        self.opened = self._latest.add(self.turns, seat, took, passed, pressed, late, self.opened)

    def _drew(self, ago, tiles, passed):
        """End a turn and those since once more, knowing that it took tiles, or would have."""
        turn, playing = self.turns - 1 - ago, self.players.playing
        self.opened = self._latest.end_again(turn, self.turns, tiles, passed, playing, self.opened)

    def _to_turn(self, seat, at):
        self.seat = seat
        self.clock.begin_turn(seat, at)

    def _look_over(self):
        """Find out whether the game is over. A hold, a count or an undo can show that it is not."""
        clock = self.clock
        if (self.ending.waiting or self._stands) and not self._closed:
            self.reason = ""
            clock.phase = clock.state
            return
        # A correction comes when the round has gone on without this game.
        if clock.phase != OVER and not self.revision:
            self.round.over_at = clock.changed_at
        self.reason = self._closed or self.ending.over
        clock.phase = OVER

    def _penalty(self, at, choice, tiles):
        """End the turn as after a time-out: this lies on the table, so many tiles are taken."""
        self._end_turn(at, self.pool.draw(tiles), self._laid_nothing(choice), False)

    def _laid_nothing(self, choice):
        row = self.preset["timeouts"][choice]
        return row["choice"] in PASSES or row.get("all_back", False)

    # ---- from the menus ----

    def _special(self, kind, at, a, b, c):
        if kind == r.RESTART:
            self._forget_turn()
            self.clock.restart_turn(self.seat)
        elif kind == r.ANNOUNCE:
            self.players.announce(1 << self.seat)
        elif kind == r.OPENED:
            self.opened ^= 1 << self.seat
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
            self.clock.correct(self.seat, b * 1000)
        elif kind in _LEAVES:
            self._leave(a, at)
            self.players.gone |= (kind == r.GONE) << a
        elif kind in _CLOSES:
            self._finish(kind, a)
        else:
            self._note(kind, a, b, c)

    def _note(self, kind, a, b, c=0):
        if kind == r.END_ROUND:
            self.round.ended = True
        elif kind == r.ADD_ROUND:
            self.round.ms = (self.round.ms or 0) + a * MINUTE
        elif kind == r.ROUND:
            self.round.ms, self.round.spans = a * 1000, True
        elif kind == r.BLIPS:
            self.accounts.blips[a] += b
        elif kind == r.RACK or kind == r.MARK:  # noqa: PLR1714 – a tuple to look in would allocate
            racks = self.racks
            racks.confirmed = -1  # that was another line
            if kind == r.MARK:
                racks.marks[a] = b
            else:
                racks.tiles[a], racks.jokers[a] = b, c
        elif kind == r.CONFIRM:
            if a & ~self.players.playing:
                raise ValueError("nobody plays there")
            self.racks.confirmed = a
        elif kind == r.STORE:
            self.revision += 1
        elif kind == r.OBJECT:
            players = self.players
            if not players.plays(a):
                raise ValueError("nobody plays there")
            players.objector, players.objected_to = a, self.turns
        # An undo changes nothing by itself: whoever folds the journal sees to it. Nor does the judge's code.

    def _back(self, tiles):
        """Put back no more than are missing: what is on record must fold, whatever was counted since."""
        if self.preset["back"] != "pool":
            return  # they went onto the player's rack
        self.pool.back(tiles)
        if not self.ending.lap:
            self.ending.waiting = self.ending.seats  # who had passed may draw now

    def _forget_turn(self):
        """Take what the present turn used, which is on record, off its player's account."""
        used = self.clock.used_ms
        self.accounts.thought_ms[self.seat] -= used
        self.accounts.undone_ms += used

    def _leave(self, seat, at):
        players = self.players
        if not players.plays(seat) or players.playing == 1 << seat:
            raise ValueError("nobody can leave there")
        players.playing &= ~(1 << seat)
        self._gone(seat)
        if seat == self.seat:
            self._forget_turn()
            self._to_turn(players.after(seat), at)

    def _gone(self, seat):
        self.ending.leave(seat)

    def _finish(self, kind, seat):
        if kind == r.REOPEN:
            clock = self.clock
            clock.state, clock.goes_on = PAUSED, RUNNING
            clock.note_stop(r.BY_HAND, -1)
            self.winner, self._closed = -1, ""
            self.racks = Racks()  # somebody else may be out in the end
            return
        if kind == r.OUT:
            if not self.players.plays(seat):
                raise ValueError("nobody plays there")
            self.winner = seat
        self._closed = "out" if kind == r.OUT else "abandoned"
