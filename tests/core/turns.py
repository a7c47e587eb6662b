"""A game in plain Python: lists of what happened, everything else worked out from them again and again.

Slow and obvious on purpose: the core has to agree with it on every seat, tile and millisecond.
"""

from tileclock.core import records as r
from tileclock.core.clock import OVER, PAUSED, RUNNING

MINUTE = 60_000
GUARD = 300  # ms in which a turn cannot be ended
LAID_NOTHING = ("undo", "nothing")  # after these choices nothing new lies on the table


class Turn:
    """A turn that has ended: who had it, what it used of what it was given, how the table stood."""

    def __init__(self, seat, used, given):
        self.seat, self.used, self.given = seat, used, given
        self.left = 0  # tiles in the pool after it
        self.took = 0
        self.laid_nothing = False
        self.laid = self.pressed = True  # a time-out ends it without a press, which tells nothing of tiles
        self.round_over = False
        self.came_from = RUNNING  # or expired: where an undo goes back to
        self.announced = None
        self.extra = 0


class PlainGame:
    """`line` is what stands, in its order; an undo cuts it off before the last turn that ended.

    Its items: ("end", turn), ("take", turn, tiles, laid nothing), ("back", tiles), ("leave", seat),
    ("round",), ("count", tiles, tiles there were more all the time), ("grant", seat, ms), ("mark", seat).
    """

    def __init__(self, preset, seats, first, seconds, handicaps=()):
        self.preset = preset
        self.seats = list(seats)
        self.seat = first
        self.seconds = dict.fromkeys(self.seats, seconds) | dict(handicaps)
        self.box = next(s for s in preset["sets"] if s["min_players"] <= len(seats) <= s["max_players"])
        self.line = []
        self.clock, self.goes_on, self.why = RUNNING, RUNNING, r.BY_HAND
        self.winner, self.closed = -1, ""
        self.now = self.began = self.guard_from = 0
        self.used = self.extra = 0  # of the present turn; `extra` is what a correction gave it
        self.undone = self.paused = self.resolving = self.disputed = self.added = 0
        self.round = preset["round_time"] * 60  # seconds, without what was added
        self.announced = {}
        self.blips = {}

    def begin(self, at):
        self.now = self.began = self.guard_from = at

    # ---- who ----

    def ends(self):
        return [item[1] for item in self.line if item[0] == "end"]

    def present(self):
        left = {item[1] for item in self.line if item[0] == "leave"}
        return [seat for seat in self.seats if seat not in left]

    def after(self, seat):
        others = self.present()
        return next((other for other in others if other > seat), others[0])

    # ---- tiles ----

    def pool(self, line=None, more=None):
        """Tiles in the pool after all that happened; notes on the way how each turn left it.

        With `more`: as if there had been that many tiles more since the last count.
        """
        line = self.line if line is None else line
        shifts = [item[2] for item in line if item[0] == "count"] + [more or 0]
        whole = self.box["tiles"]
        left = min(max(0, whole - self.preset["deal"] * len(self.seats) + shifts.pop(0)), whole)
        ends = []
        for item in line:
            if item[0] == "end":
                turn = item[1]
                turn.left, turn.took, turn.laid_nothing, turn.laid = left, 0, False, turn.pressed
                ends.append(turn)
            elif item[0] == "take":
                _, turn, tiles, laid_nothing = item
                turn.took += min(tiles, left)
                turn.laid_nothing = laid_nothing
                turn.laid = turn.laid and not (turn.took or laid_nothing)
                left -= min(tiles, left)
                for since in ends[ends.index(turn) :]:
                    since.left = left
            elif item[0] == "back":
                left = min(whole, left + item[1])
            elif item[0] == "count":
                left = min(max(0, item[1] + shifts.pop(0)), whole)
        return left

    def count(self, tiles):
        """Somebody counted: so many tiles more were there all the time as make the fold come out right."""
        wrong = tiles - self.pool()
        tries = range(self.box["tiles"] + 1) if wrong > 0 else range(0, -self.box["tiles"], -1)
        none = tries[-1] if wrong > 0 else wrong
        more = next((each for each in tries if self.pool(more=each) == tiles), none)
        self.line.append(("count", tiles, more))

    def ending(self):
        """(why a last lap is played, who still has a turn in it, who has passed since others could play)"""
        self.pool()
        present = list(self.seats)
        lap, waiting, passed, turn = "", [], [], None
        for place, item in enumerate(self.line):
            if item[0] == "leave":
                present.remove(item[1])
                waiting = [seat for seat in waiting if seat != item[1]]
                passed = [seat for seat in passed if seat != item[1]]
            elif item[0] == "back":
                # The turn before may be found a mistake only now: then it is a pass after all.
                later = any(other[0] == "take" and other[1] is turn for other in self.line[place:])
                passed = [turn.seat] if later and self._is_pass(turn) else []
            elif item[0] == "end":
                turn = item[1]
                if lap:
                    waiting = [seat for seat in waiting if seat != turn.seat]
                elif not turn.left and self.preset.get("pool_empty") == "lap":
                    lap, waiting = "lap", list(present)
                elif turn.round_over:
                    lap, waiting = "round", list(present)
                elif self._is_pass(turn):
                    passed.append(turn.seat)
                else:
                    passed = []
        return lap, waiting, passed

    def _is_pass(self, turn):
        return turn.laid_nothing and not turn.took and not turn.left

    def reason(self):
        lap, waiting, passed = self.ending()
        if self.closed:
            return self.closed
        if lap:
            return "" if waiting else lap
        return "" if set(self.present()) - set(passed) else "blocked"

    def phase(self):
        return OVER if self.reason() else self.clock

    def turns_left(self):
        lap, waiting, passed = self.ending()
        if lap:
            return len(waiting)
        return len(set(self.present()) - set(passed)) if passed else 0

    # ---- time ----

    def saved(self, seat):
        """What the seat has beyond the time of a turn."""
        total = self.preset["timing"] == "total"
        whole = self.seconds[seat] * 1000
        saved = whole if total else 0
        for item in self.line:
            if item[0] == "grant" and item[1] == seat:
                saved += item[2]
            elif item[0] == "end" and item[1].seat == seat:
                used = item[1].used
                if total:
                    saved = max(0, saved - max(0, used - self.preset["delay"] * 1000))
                elif self.preset["timing"] == "bank":
                    saved = min(self.preset["bank"] * 1000, max(0, saved + whole - used))
        return saved

    def given(self):
        """The time of the present turn; None counts up."""
        if self.preset["timing"] == "total":
            return self.saved(self.seat) + self.preset["delay"] * 1000
        whole = self.seconds[self.seat] * 1000
        return whole + self.saved(self.seat) + self.extra if whole else None

    def deadline(self):
        given = self.given()
        if self.phase() != RUNNING or given is None or self.preset["overtime"]:
            return None
        return self.now + max(given, GUARD) - self.used

    def pass_to(self, at):
        """Time goes by; it belongs to whoever has it now."""
        span = at - self.now
        phase = self.phase()
        if phase == RUNNING:
            self.used += span
        elif phase == PAUSED:
            self.paused += span
            self.disputed += span if self.why == r.DISPUTE else 0
        else:
            self.resolving += span
        self.now = at

    def round_left(self):
        if not self.round + self.added:
            return None
        return self.round * 1000 + self.added * MINUTE - (self.now - self.began - self.disputed)

    def thought(self):
        """Per seat: the turns that count, and the present one."""
        sums = [0] * 6
        for turn in self.ends():
            sums[turn.seat] += turn.used
        sums[self.seat] += self.used
        return sums

    def late(self):
        """Per seat: started minutes of overtime."""
        sums = [0] * 6
        for turn in self.ends():
            if self.preset["overtime"] and turn.given is not None:
                sums[turn.seat] += -(-max(0, turn.used - turn.given) // MINUTE)
        return sums

    # ---- what people do; time has passed up to then already ----

    def may_end(self, seat):
        return self.phase() == RUNNING and seat == self.seat and self.now - self.guard_from >= GUARD

    def end(self):
        turn = Turn(self.seat, self.used, self.given())
        turn.came_from = self.goes_on if self.clock == PAUSED else self.clock
        turn.announced = dict(self.announced)
        turn.extra = self.extra
        left = self.round_left()
        turn.round_over = ("round",) in self.line or (left is not None and left <= 0)
        self.line.append(("end", turn))
        self._next_turn()
        return turn

    def _next_turn(self):
        self.seat = self.after(self.seat)
        self.used = self.extra = 0
        self.guard_from = self.now
        self.goes_on = RUNNING

    def take(self, turn, tiles, laid_nothing=True):
        self.line.append(("take", turn, tiles, laid_nothing))

    def penalty(self, turn, choice, tiles):
        row = self.preset["timeouts"][choice]
        self.take(turn, tiles, row["choice"] in LAID_NOTHING or "all_back" in row)

    def cut(self):
        """The box was off: a clock that ran stands."""
        if self.phase() != PAUSED:
            self.why = r.BY_HAND
        if self.clock == RUNNING:
            self.clock, self.goes_on = PAUSED, RUNNING

    def stop(self, why):
        if self.clock != PAUSED:
            self.goes_on = self.clock
        self.clock, self.why = PAUSED, why

    def resume(self):
        self.clock, self.guard_from = self.goes_on, self.now

    def undo(self):
        """The last turn that ended goes on, with what it had; holds for turns before it stay."""
        if self.phase() != PAUSED:
            self.why = r.BY_HAND
        at = max(i for i, item in enumerate(self.line) if item[0] == "end")
        turn = self.line[at][1]
        others = [item for item in self.line[at:] if item[0] == "take" and item[1] is not turn]
        self.line = self.line[:at] + others
        self.undone += self.used
        self.seat, self.used, self.extra = turn.seat, turn.used, turn.extra
        self.announced = dict(turn.announced)
        self.clock, self.goes_on = PAUSED, turn.came_from

    def restart(self):
        self.undone += self.used
        self.used = self.extra = 0
        self.goes_on = RUNNING

    def correct_time(self, seconds):
        change = seconds * 1000 - (self.given() - self.used)
        if self.preset["timing"] in ("bank", "total"):
            self.line.append(("grant", self.seat, change))
        else:
            self.extra += change
        self.goes_on = RUNNING

    def back(self, tiles):
        if self.preset["back"] == "pool":
            self.line.append(("back", tiles))

    def leave(self, seat):
        self.line.append(("leave", seat))
        if seat == self.seat:
            self.undone += self.used
            self._next_turn()

    def end_round(self):
        self.line.append(("round",))

    def mark(self):
        self.line.append(("mark", self.seat))

    def opened(self):
        """Who has laid tiles, and whom a mark says so of: each mark turns round what is known up to then."""
        self.pool()
        opened = set()
        for item in self.line:
            if item[0] == "end" and item[1].laid:
                opened.add(item[1].seat)
            elif item[0] == "mark":
                opened ^= {item[1]}
        return opened

    def announce(self):
        """It is good for this turn and the next of its player."""
        if self._announces(self.seat):
            del self.announced[self.seat]
        else:
            self.announced[self.seat] = self._turns_of(self.seat)

    def _turns_of(self, seat):
        return sum(turn.seat == seat for turn in self.ends())

    def _announces(self, seat):
        return seat in self.announced and self._turns_of(seat) - self.announced[seat] < 2

    def out(self, seat):
        self.winner, self.closed = seat, "out"

    def reopen(self):
        self.winner, self.closed = -1, ""
        self.clock, self.goes_on, self.why = PAUSED, RUNNING, r.BY_HAND

    # ---- what can be compared ----

    def seen(self):
        phase = self.phase()
        given = self.given()
        ends = self.ends()
        return {
            "phase": phase,
            "after the pause": (self.goes_on, self.why) if phase == PAUSED else None,
            "reason": self.reason(),
            "winner": self.winner,
            "on turn": self.seat,
            "next": self.after(self.seat),
            "before": ends[-1].seat if ends else -1,
            "turns": len(ends),
            "playing": self.present(),
            "pool": self.pool(),
            "lap": self.ending()[0],
            "turns to come": self.turns_left(),
            "opened": sorted(self.opened()),
            "announced": sorted(seat for seat in self.seats if self._announces(seat)),
            "time of the turn": (given, self.used),
            "deadline": self.deadline(),
            "round": self.round_left(),
            "thought": self.thought(),
            "stood": (self.undone, self.paused, self.resolving),
            "late": self.late(),
            "blips": [self.blips.get(seat, 0) for seat in range(6)],
        }


def seen(game, now):
    """The same of a game of the core."""

    def seats(bits):
        return [seat for seat in range(6) if bits >> seat & 1]

    return {
        "phase": game.clock.phase,
        "after the pause": (game.clock.goes_on, game.clock.why) if game.clock.phase == PAUSED else None,
        "reason": game.reason,
        "winner": game.winner,
        "on turn": game.seat,
        "next": game.players.after(game.seat),
        "before": game.last_seat,
        "turns": game.turns,
        "playing": seats(game.players.playing),
        "pool": game.pool.left,
        "lap": game.ending.lap,
        "turns to come": game.ending.turns_left,
        "opened": seats(game.opened),
        "announced": seats(game.players.announced),
        "time of the turn": (game.clock.given_ms, game.clock.used_ms),
        "deadline": game.clock.deadline(),
        "round": game.round.left_ms(now),
        "thought": game.accounts.thought_ms,
        "stood": (game.accounts.undone_ms, game.accounts.paused_ms, game.accounts.resolving_ms),
        "late": game.accounts.late,
        "blips": game.accounts.blips,
    }


def bones(thing):
    """All a game is made of, for comparing two of them attribute by attribute."""
    if isinstance(thing, (list, tuple)):
        return [bones(each) for each in thing]
    if hasattr(thing, "__dict__"):
        return {name: bones(value) for name, value in vars(thing).items() if name != "preset"}
    return thing
