"""People at the table who press at random what the screens offer, in the core's game and in the plain one."""

import random

from tests.core.play import CS, NUMBER_PRESETS, PL, TOURNAMENT, UK, changed
from tests.core.turns import PlainGame
from tileclock.core import records as r
from tileclock.core.clock import EXPIRED, OVER, PAUSED, RUNNING
from tileclock.core.play import Play
from tileclock.core.preset_time import usual_time_out

# A box of few tiles, so that most games see the end of the pool.
SMALL = {"min_players": 2, "max_players": 6, "tiles": 22, "jokers": 2, "highest": 5, "stacks": 7}
FEW = {"sets": [{**SMALL, "stack": 3, "odd": 1}], "deal": 3}
PRESETS = [
    *NUMBER_PRESETS,
    *(changed(base, **FEW) for base in (PL, TOURNAMENT, CS, UK)),
    changed(PL, **FEW, timing="bank", limit=20, bank=30),
    changed(UK, **FEW, timing="total", limit=0, limits=[], total=60, delay=5),
    changed(TOURNAMENT, **FEW, timing="total", limit=0, limits=[], total=40, delay=0),
    changed(CS, **FEW, timing="none", limit=0, limits=[]),
    changed(PL, **FEW, overtime=10, limit=15),
    changed(UK, **FEW, timing="total", limit=0, limits=[], total=30, delay=3, overtime=10),
    changed(TOURNAMENT, **FEW, round_time=2),
    changed(CS, **FEW, round_time=1, timing="bank", limit=10, bank=60),
]
HOLDS = (400, 600, 1000)  # ms


class Hands:
    """One game: `play()` it, then look at `core` and `plain`. `check` is called after every record."""

    def __init__(self, seed, check=None):
        self.seed = seed
        rnd = self.rnd = random.Random(seed)
        self.look = random.Random(seed)  # for whoever looks: what is played must not depend on that
        self.check = check
        self.preset = preset = rnd.choice(PRESETS)
        sizes = [n for s in preset["sets"] for n in range(s["min_players"], s["max_players"] + 1)]
        seats = sorted(rnd.sample(range(6), rnd.choice(sizes)))
        first = rnd.choice(seats)
        seconds = preset["total"] if preset["timing"] == "total" else preset["limit"]
        if preset["timing"] == "limit" and rnd.random() < 0.2:
            seconds = rnd.choice([0, 30, 90, 1])
        handicaps = {seat: rnd.choice([5, 45]) for seat in seats if rnd.random() < 0.1}
        self.now = rnd.randrange(100_000)
        self.core = Play(preset)
        self.happen(r.DEAL, sum(1 << seat for seat in seats), first, seconds)
        for seat, own in handicaps.items():
            self.happen(r.HANDICAP, seat, own)
        self.plain = PlainGame(preset, seats, first, seconds, handicaps)
        self.beginning = None  # how it stood when the first turn was about to end
        self.pending = []  # (when it is a hold, turn it ended)
        self.hold_ms = rnd.choice(HOLDS)
        self.auto = rnd.random() < 0.3
        self.mischief = rnd.choice([0.01, 0.05, 0.3])  # how often anything but a turn happens
        self.drawing = rnd.choice([0.3, 0.7, 0.97])  # how often a turn is a hold

    def happen(self, kind, a=0, b=0, c=0):
        self.core.happen(kind, self.now, a, b, c)

    def noted(self):
        """The core knows the time only up to the last record: then it can be looked at."""
        if self.check and self.core.journal.at == self.now:
            self.check(self)

    # ---- time ----

    def pass_to(self, at):
        """Holds are decided and limits run out on the way, each at its own time."""
        while True:
            limit = self.plain.deadline()
            hold = self.pending[0][0] if self.pending else None
            due = min((each for each in (limit, hold) if each is not None), default=None)
            if due is None or due > at:
                break
            self._go(due)
            if due == hold:
                self._decide(self.pending.pop(0)[1])
            else:
                self._expire()
        self._go(at)

    def _go(self, at):
        self.now = at
        self.plain.pass_to(at)

    def _decide(self, turn):
        """A press was a hold."""
        ago = len(self.plain.ends()) - 1 - self.plain.ends().index(turn)
        tiles = 1 if self.plain.pool() else 0
        self.plain.take(turn, tiles)
        self.happen(r.DREW if tiles else r.PASSED, ago)
        self.noted()

    def _expire(self):
        auto = self.auto and not self.pending
        self.pending.clear()  # another screen is shown
        self.plain.clock = EXPIRED
        self.happen(r.EXPIRE)
        self.noted()
        if auto:
            self._resolve(usual=True)

    def _wait(self):
        """Until the next thing anybody does; often close to the limit."""
        rnd, limit = self.rnd, self.plain.deadline()
        if limit is not None and rnd.random() < self.mischief:
            at = limit + rnd.choice([-1, 0, 1, 250])
        else:
            at = self.now + rnd.choice([0, 1, 299, 300, 300, rnd.randrange(2000), rnd.randrange(9_000)])
        self.pass_to(max(at, self.now))

    def _cut(self):
        """Somebody pulls the plug; the box comes back, and no key is down any more."""
        self.pending.clear()
        self.plain.cut()
        self.happen(r.CUT, self.rnd.choice([r.POWER, r.WATCHDOG, r.CRASH]))
        self.noted()

    # ---- what people do ----

    def play(self, steps=100):
        self.plain.begin(self.now)
        self.happen(r.BEGIN)
        if self.rnd.random() < 0.2:  # games before have used some of the round
            self.plain.round = self.rnd.randrange(1, 200)
            self.happen(r.ROUND, self.plain.round)
        self.noted()
        for _ in range(self.rnd.randrange(steps)):
            self._wait()
            if self.rnd.random() < 0.05:
                self._blip()
            if self.rnd.random() < self.mischief / 10:
                self._cut()
            if self.plain.closed == "abandoned" or (self.plain.phase() == OVER and self.rnd.random() < 0.2):
                break
            self._act()
            if self.plain.closed or self.plain.phase() in (PAUSED, EXPIRED):
                self.pending.clear()  # another screen is shown; only the end of the turns lets a hold be one
            self.noted()
        self._blip()  # changes nothing, but brings the accounts up to date
        return self

    def _act(self):
        """What the screen that is shown now has keys for."""
        phase = self.plain.phase()
        if phase == RUNNING:
            self._turn()
        elif phase == PAUSED:
            self._paused()
        elif phase == EXPIRED:
            self._expired()
        else:
            self._over()

    def _blip(self):
        seat, presses = self.rnd.randrange(6), self.rnd.randrange(1, 9)
        self.plain.blips[seat] = self.plain.blips.get(seat, 0) + presses
        self.happen(r.BLIPS, seat, presses)

    def _turn(self):
        rnd = self.rnd
        if rnd.random() > self.mischief:
            self._press(self.plain.seat)
            return
        what = rnd.randrange(8)
        if what < 2:
            self._stop(r.BY_HAND)
        elif what < 3:
            self._stop(r.ASKED_OUT)
        elif what < 4:
            self._stop(r.LOW_BATTERY)
        elif what < 5:
            self._press(rnd.randrange(6))
        elif what < 7:
            self.plain.announce()
            self.happen(r.ANNOUNCE)
        else:
            self.plain.mark()
            self.happen(r.OPENED)

    def _end(self, pressed=True):
        if not self.plain.ends():
            self.beginning = self.plain.seen()
        turn = self.plain.end()
        turn.pressed = pressed
        return turn

    def _press(self, seat):
        may = self.plain.may_end(seat)
        assert self.core.game.ends_turn(seat, self.now) == may, f"a press of seat {seat} must end it: {may}"
        if may:
            turn = self._end()
            self.happen(r.END_TURN)
            if self.rnd.random() < self.drawing:
                self.pending.append((self.now + self.hold_ms, turn))

    def _stop(self, why):
        self.plain.stop(why)
        self.happen(r.PAUSE, why)

    def _resume(self):
        self.plain.resume()
        self.happen(r.RESUME)

    def _expired(self):
        if self.rnd.random() < 0.2:
            self._stop(r.BY_HAND)
        else:
            self._resolve()

    def _choice(self, usual=False):
        rows = self.preset["timeouts"]
        choice = usual_time_out(self.preset) if usual else self.rnd.randrange(len(rows))
        return choice, rows[choice]["tiles"]

    def _resolve(self, usual=False):
        choice, tiles = self._choice(usual)
        self.plain.penalty(self._end(pressed=False), choice, tiles)
        self.plain.clock = RUNNING
        self.happen(r.RESOLVE, choice, tiles)
        self.noted()

    def _over(self):
        if self.plain.closed:
            self.plain.reopen()
            self.happen(r.REOPEN)
        else:
            self._undo()

    # ---- the pause menu ----

    def _paused(self):
        if self.plain.why == r.ASKED_OUT:
            self._asked_out()
            return
        rows = [self._resume] * 12 + [self._restart, self._end_played, self._end_drew, self._mistake]
        rows += [self._back, self._count, self._dispute, self._end_round, self._add_round]
        if self.plain.ends():
            rows += [self._undo] * 5 + [self._mistake_last] * 2
        if self.plain.given() is not None:
            rows.append(self._correct_time)
        if len(self.plain.present()) > 2:
            rows.append(self._leave)
        if self.rnd.random() < 0.02:
            rows = [self._abandon]
        self.rnd.choice(rows)()

    def _asked_out(self):
        ends = self.plain.ends()
        who = [self.plain.seat] + [turn.seat for turn in ends[-1:] if turn.seat in self.plain.present()]
        if self.rnd.random() < 0.5:
            self._resume()
        else:
            seat = self.rnd.choice(who)
            self.plain.out(seat)
            self.happen(r.OUT, seat)

    def _undo(self):
        self.plain.undo()
        self.pending = [hold for hold in self.pending if hold[1] in self.plain.ends()]
        self.happen(r.UNDO)

    def _restart(self):
        self.plain.restart()
        self.happen(r.RESTART)

    def _end_played(self):
        turn = self._end()
        self.happen(r.END_TURN)
        return turn

    def _end_drew(self):
        self._decide(self._end_played())

    def _mistake(self):
        choice, tiles = self._choice()
        self.plain.penalty(self._end(pressed=False), choice, tiles)
        self.happen(r.MISTAKE, 0, choice, tiles)

    def _mistake_last(self):
        choice, tiles = self._choice()
        self.plain.penalty(self.plain.ends()[-1], choice, tiles)
        self.happen(r.MISTAKE, 1, choice, tiles)

    def _back(self):
        tiles = self.rnd.randrange(1, 5)
        self.plain.back(tiles)
        self.happen(r.BACK, tiles)

    def _count(self):
        there = self.plain.pool()
        tiles = self.rnd.choice([0, 1, 2, there + 1, max(0, there - 1), self.rnd.randrange(21)])
        tiles = min(tiles, self.plain.box["tiles"])
        self.plain.count(tiles)
        self.happen(r.CORRECT_POOL, there, tiles)

    def _correct_time(self):
        seconds = self.rnd.choice([1, 10, 300])
        self.plain.correct_time(seconds)
        self.happen(r.CORRECT_TIME, 0, seconds)

    def _dispute(self):
        self._stop(r.DISPUTE)

    def _leave(self):
        seat = self.rnd.choice(self.plain.present())
        self.plain.leave(seat)
        self.happen(self.rnd.choice([r.LEAVE, r.GONE]), seat)

    def _end_round(self):
        self.plain.end_round()
        self.happen(r.END_ROUND)

    def _add_round(self):
        minutes = self.rnd.randrange(1, 4)
        self.plain.added += minutes
        self.happen(r.ADD_ROUND, minutes)

    def _abandon(self):
        self.plain.closed = "abandoned"
        self.happen(r.ABANDON)

    # ---- from anywhere to where somebody plays ----

    def go_on(self):
        """The next press of whoever wants to play on."""
        phase = self.plain.phase()
        if phase == PAUSED:
            self._restart()
            self._resume()
        elif phase == EXPIRED:
            self._stop(r.BY_HAND)
        elif phase == OVER:
            self._over()

    def undo_everything(self):
        """Back to the first turn, by the presses there are."""
        if self.plain.phase() in (RUNNING, EXPIRED):
            self._stop(r.BY_HAND)
        elif self.plain.closed:
            self._over()
        while self.plain.ends():
            self._undo()
            self.noted()
