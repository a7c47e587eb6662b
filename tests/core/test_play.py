"""A game as the records tell it: turns, holds, pauses, undo, corrections, the last lap – one rule a test."""

import pytest

from tests.core.play import CS, PL, TOURNAMENT, UK, changed, reading
from tileclock.core import records as r
from tileclock.core.clock import EXPIRED, OVER, PAUSED, RUNNING
from tileclock.core.play import Play

A, B, C, D = range(4)
BANK = changed(PL, timing="bank", limit=60, bank=120)
TOTAL = changed(PL, timing="total", limit=0, limits=[], total=600, delay=10)
UNDO_1 = (0, 1)  # in pl: undo the move, take one


class Game:
    """A game of the core in the words of the table; times are seconds since the first turn began."""

    def __init__(self, preset=PL, players=4, limit=None, pool=None, first=A):
        seconds = preset["total"] or preset["limit"] if limit is None else limit
        self.play = Play(preset)
        self.play.happen(r.DEAL, 0, (1 << players) - 1, first, seconds)
        self.play.happen(r.BEGIN, 0)
        self.now = 0
        if pool is not None:  # counted before anybody has drawn
            self.happen(r.CORRECT_POOL, self.pool, pool)

    def __getattr__(self, name):
        return getattr(self.play.game, name)

    @property
    def pool(self):
        return self.play.game.pool.left

    @property
    def left(self):
        return self.play.game.clock.left_ms(self.now) / 1000

    def happen(self, kind, a=0, b=0, c=0, at=None):
        self.now = self.now if at is None else round(at * 1000)
        self.play.happen(kind, self.now, a, b, c)
        return self

    def turns(self, *seconds):
        """So long each of the next turns takes; they are played."""
        for each in seconds:
            self.happen(r.END_TURN, at=self.now / 1000 + each)
        return self

    def draw(self, turns=1):
        """The next players draw, ten seconds each; with an empty pool they pass."""
        for _ in range(turns):
            self.turns(10)
            self.happen(r.DREW if self.pool else r.PASSED, 0)
        return self

    def expire(self):
        return self.happen(r.EXPIRE, at=self.clock.deadline() / 1000)

    def pause(self, after=0, why=r.BY_HAND):
        return self.happen(r.PAUSE, why, at=self.now / 1000 + after)

    def resume(self, after=0):
        return self.happen(r.RESUME, at=self.now / 1000 + after)


# ---- the end of a turn, to the millisecond ----


@pytest.mark.parametrize(("young_ms", "ends"), [(299, False), (300, True), (301, True)])
def test_a_turn_can_be_ended_from_300_ms_on(young_ms, ends):
    game = Game().turns(7)
    assert game.ends_turn(B, 7000 + young_ms) == ends
    assert not game.ends_turn(A, 7000 + young_ms), "only who is on turn ends it"


@pytest.mark.parametrize(("young_ms", "ends"), [(299, False), (300, True)])
def test_the_same_after_a_pause(young_ms, ends):
    game = Game().turns(7).pause(5).resume(60)
    assert game.ends_turn(B, 72_000 + young_ms) == ends


@pytest.mark.parametrize(("used_ms", "left_ms"), [(59_999, 1), (60_000, 0)])
def test_a_press_up_to_the_limit_takes_just_its_time(used_ms, left_ms):
    game = Game()
    assert game.clock.deadline() == 60_000
    assert game.clock.left_ms(used_ms) == left_ms
    game.turns(used_ms / 1000)
    assert (game.seat, game.accounts.thought_ms[A], game.clock.deadline()) == (B, used_ms, used_ms + 60_000)


def test_the_limit_moves_by_the_length_of_a_pause_and_not_by_a_hold():
    game = Game().turns(10)
    game.happen(r.DREW, 0, at=10.6)
    assert game.clock.deadline() == 70_000
    game.pause(9.4).resume(100)
    assert game.clock.deadline() == 170_000


def test_a_budget_that_is_used_up_leaves_the_moment_a_press_needs():
    """Or the turns of such players would end by themselves, all in one instant."""
    game = Game(changed(TOTAL, total=5, delay=0), players=2)
    game.expire().happen(r.RESOLVE, *UNDO_1).turns(1)
    assert (game.seat, game.clock.given_ms) == (A, 0)
    assert game.clock.deadline() == game.now + 300
    assert game.ends_turn(A, game.now + 300)


# ---- holds ----


def test_a_hold_changes_the_pool_and_nothing_else():
    game = Game().turns(10)
    before = game.seat, game.accounts.thought_ms[:], game.clock.given_ms, game.turns
    game.happen(r.DREW, 0)
    assert (game.seat, game.accounts.thought_ms[:], game.clock.given_ms, game.turns) == before
    assert game.pool == 49


def test_the_longest_hold_may_be_decided_three_turns_later():
    """Held for a second, while the others press as fast as the guard allows."""
    game = Game(pool=1).turns(10, 0.3, 0.3, 0.3)
    game.happen(r.DREW, 3, at=11)
    assert (game.pool, game.ending.turns_left) == (0, 1), "A drew the last tile: only he has a turn left"
    game.turns(10)
    assert game.reason == "lap"


# ---- the last lap ----


@reading(11)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_the_last_tile_everybody_has_one_more_turn_its_player_last(players):
    game = Game(players=players, pool=2).draw(2)
    assert (game.pool, game.ending.turns_left) == (0, players)
    had = []
    while game.clock.phase == RUNNING:
        had.append(game.seat)
        game.turns(5)
    assert len(had) == players and had[-1] == B
    assert game.reason == "lap"


@reading(12)
def test_the_last_tile_may_be_the_penalty_for_a_mistake_in_the_turn_just_ended():
    game = Game(pool=1).turns(5).pause(3)
    game.happen(r.MISTAKE, 1, *UNDO_1).resume()
    assert (game.pool, game.seat, game.ending.turns_left) == (0, B, 4)
    game.turns(5, 5, 5)
    assert game.seat == A, "it was A's mistake: A has the last turn"


@pytest.mark.parametrize("preset", [CS, UK], ids=["cs", "uk"])
def test_passes_of_everybody_in_a_row_block_the_game(preset):
    game = Game(preset, pool=1).draw(4)
    assert (game.clock.phase, game.ending.turns_left) == (RUNNING, 1)
    game.draw()
    assert (game.clock.phase, game.reason) == (OVER, "blocked")


@reading(15)
def test_a_mistake_of_the_turn_just_ended_is_a_pass_as_after_a_time_out():
    nothing, unfinished = (1, 1), (2, 3)
    for choice, passes in ((nothing, True), (unfinished, False)):
        game = Game(CS, pool=1).draw(4).turns(5).pause(1)
        assert game.clock.phase == PAUSED, "the fourth has played, so nobody is blocked"
        game.happen(r.MISTAKE, 1, *choice)
        assert (game.reason == "blocked") == passes


@reading(14)
def test_tiles_that_come_back_reset_the_passes():
    game = Game(CS, players=3, pool=1).draw(3).pause()
    assert game.ending.turns_left == 1
    game.happen(r.BACK, 2)
    assert (game.pool, game.ending.turns_left) == (2, 0)
    game.happen(r.LEAVE, game.seat)
    assert game.clock.phase == PAUSED, "there are tiles: nobody is blocked because somebody goes to bed"


def test_tiles_never_come_back_where_they_go_onto_the_rack():
    game = Game(TOURNAMENT).draw(3).pause()
    assert game.happen(r.BACK, 2).pool == 47


@reading(13)
def test_at_the_end_of_the_round_the_turn_is_finished_then_everybody_has_one_more():
    game = Game(changed(TOURNAMENT, round_time=1)).turns(25, 25)
    assert game.ending.lap == ""
    game.turns(25)  # C's turn, in which the minute ran out
    assert (game.ending.lap, game.ending.turns_left) == ("round", 4)
    game.turns(5, 5, 5, 5)
    assert (game.reason, game.last_seat) == ("round", C)


def test_the_end_of_the_round_said_now_does_not_count_for_the_turn_before():
    game = Game(pool=9).turns(5).pause()
    game.happen(r.END_ROUND).happen(r.MISTAKE, 1, *UNDO_1).resume().turns(5)
    assert game.ending.turns_left == 4
    game.turns(5, 5, 5, 5)
    assert (game.reason, game.last_seat) == ("round", B)


@reading(27)
def test_a_dispute_stops_the_round_too_and_a_pause_does_not():
    game = Game(changed(TOURNAMENT, round_time=10)).turns(20).pause(10, r.DISPUTE).resume(120)
    assert game.round.left_ms(game.now) == (600 - 30) * 1000
    assert game.left == 30, "the turn goes on with the time it had"
    game.pause(10).resume(120)
    assert game.round.left_ms(game.now) == (600 - 160) * 1000


@reading(27)
def test_an_undo_during_a_dispute_leaves_it_one():
    game = Game(changed(TOURNAMENT, round_time=10)).turns(20).pause(10, r.DISPUTE)
    game.happen(r.UNDO, at=60).resume(60)
    assert game.round.left_ms(game.now) == (600 - 30) * 1000


@reading(29)
def test_who_leaves_is_skipped_and_nobody_waits_for_him():
    game = Game(pool=1).draw().pause()
    game.happen(r.LEAVE, C)
    assert game.ending.turns_left == 3
    game.resume().turns(5)
    assert game.seat == D


def test_who_leaves_in_his_own_turn_takes_its_time_with_him():
    game = Game().turns(5).pause(8)
    game.happen(r.LEAVE, B)
    assert (game.seat, game.accounts.thought_ms[B], game.accounts.undone_ms) == (C, 0, 8000)
    assert game.left == 60


# ---- undo and restart ----


@pytest.mark.parametrize(
    ("preset", "lefts"), [(PL, (60, 35)), (BANK, (60, 35 + 30)), (TOTAL, (610, 590 - 25))]
)
def test_an_undo_gives_back_the_time_that_was_left_at_the_press_and_stays_paused(preset, lefts):
    whole, rest = lefts
    game = Game(preset, players=2)
    assert game.left == whole
    game.turns(30, 7, 25).pause(4)  # A has used 30 in his first turn, 25 in his second
    game.happen(r.UNDO, at=100)
    assert (game.clock.phase, game.seat, game.left) == (PAUSED, A, rest)
    game.resume(50)
    assert (game.clock.phase, game.left) == (RUNNING, rest)
    own = game.accounts
    assert (own.thought_ms[:2], own.undone_ms, own.paused_ms) == ([55_000, 7000], 4000, 34_000 + 50_000)


def test_undoing_every_turn_brings_back_the_pool_the_marks_and_the_ending():
    game = Game(pool=2)
    game.happen(r.OPENED).draw().happen(r.ANNOUNCE).draw().turns(5).pause()
    assert (game.pool, game.ending.lap, game.opened, game.players.announced) == (
        0,
        "lap",
        1 << A | 1 << C,
        1 << B,
    )
    game.happen(r.UNDO).happen(r.UNDO)
    assert (game.pool, game.ending.lap, game.seat, game.players.announced) == (1, "", B, 1 << B)
    game.happen(r.UNDO)
    assert (game.pool, game.seat, game.opened, game.players.announced) == (2, A, 1 << A, 0)
    assert not game.play.can_undo()


def test_an_undone_time_out_comes_back_expired():
    game = Game().expire().happen(r.RESOLVE, *UNDO_1, at=65).pause(5)
    assert game.pool == 49
    game.happen(r.UNDO)
    assert (game.clock.phase, game.seat, game.pool, game.left) == (PAUSED, A, 50, 0)
    assert game.resume().clock.phase == EXPIRED


def test_a_tile_held_for_the_turn_before_the_undone_one_stays_drawn():
    game = Game().turns(10, 0.4)
    game.happen(r.DREW, 1, at=10.6)  # A's finger, decided after B's turn
    game.pause().happen(r.UNDO)
    assert (game.seat, game.pool) == (B, 49)


def test_minutes_the_judge_has_added_stay_when_a_turn_is_undone():
    game = Game(changed(TOURNAMENT, round_time=10)).turns(20).pause()
    game.happen(r.ADD_ROUND, 3).happen(r.UNDO)
    assert game.round.left_ms(game.now) == 12 * 60_000 + 40_000


def test_an_undo_gives_back_the_game_that_had_ended():
    game = Game(players=2, pool=1).draw().turns(5, 5)
    assert game.clock.phase == OVER
    game.happen(r.UNDO)
    assert (game.clock.phase, game.seat, game.reason) == (PAUSED, A, "")


def test_a_restarted_turn_has_its_full_time_and_what_it_used_is_nobodys_turn():
    game = Game().turns(10).pause(15)
    game.happen(r.RESTART)
    assert (game.left, game.accounts.thought_ms[B], game.accounts.undone_ms) == (60, 0, 15_000)


def test_a_time_out_can_be_restarted():
    game = Game().expire().pause(2)
    game.happen(r.RESTART).resume()
    assert (game.clock.phase, game.left) == (RUNNING, 60)


# ---- counting the pool ----


def test_a_count_that_finds_more_cancels_a_last_lap_begun_too_early():
    game = Game(pool=2).draw(2).turns(5).pause()
    assert game.ending.turns_left == 3
    game.happen(r.CORRECT_POOL, 0, 1).resume()
    assert (game.ending.lap, game.ending.turns_left) == ("", 0)
    game.draw()
    assert (game.pool, game.ending.turns_left, game.last_seat) == (0, 4, D)


def test_a_count_that_finds_none_starts_the_lap_at_the_turn_that_took_the_last_tile():
    game = Game(pool=3).draw(2).turns(5).pause()  # one of B's two tiles was never told
    game.happen(r.CORRECT_POOL, 1, 0).resume()
    assert (game.ending.lap, game.ending.turns_left, game.seat) == ("lap", 3, D)
    game.turns(5, 5, 5)
    assert (game.reason, game.last_seat) == ("lap", B)


def test_the_game_may_turn_out_to_be_over_already_and_what_was_measured_stays():
    game = Game(players=3, pool=2).draw().turns(5, 5, 5, 5).pause()
    thought = game.accounts.thought_ms[:]
    game.happen(r.CORRECT_POOL, 1, 0)
    assert (game.clock.phase, game.reason) == (OVER, "lap")
    assert game.accounts.thought_ms == thought
    game.happen(r.UNDO)
    assert (game.clock.phase, game.pool) == (PAUSED, 1), "the count goes with the turn it came after"


def test_a_count_no_press_can_explain_is_taken_as_it_is():
    game = Game(pool=2).draw(2).pause()
    game.happen(r.BACK, 5).happen(r.CORRECT_POOL, 5, 1)
    assert game.pool == 1
    assert game.happen(r.CORRECT_POOL, 1, 106).pool == 106


def test_tiles_on_record_fold_even_if_a_count_leaves_no_room_for_them():
    game = Game().draw(20).pause()
    game.happen(r.BACK, 10).resume().draw(20).pause()
    assert game.happen(r.CORRECT_POOL, 20, 106).pool == 106


# ---- corrections of time ----


@pytest.mark.parametrize("left", [1, 30, 500])
def test_a_corrected_time_is_what_is_left_and_changes_no_measured_time(left):
    game = Game().pause(20)
    game.happen(r.CORRECT_TIME, 40, left)
    assert (game.left, game.accounts.thought_ms[A]) == (left, 20_000)


def test_a_correction_counts_for_this_turn_unless_time_is_saved_up():
    game = Game(players=2).pause(20)
    game.happen(r.CORRECT_TIME, 40, 300).resume().turns(1, 1)
    assert game.left == 60


def test_what_is_given_to_a_budget_lasts_for_all_its_turns():
    game = Game(TOTAL, players=2).pause(20)
    assert game.left == 590
    game.happen(r.CORRECT_TIME, 590, 690).resume().turns(10, 1)  # 30 s: 20 more than cost nothing
    assert game.left == 600 + 100 - 20 + 10


def test_time_given_to_somebody_expired_lets_him_go_on():
    game = Game().expire().pause()
    assert game.happen(r.CORRECT_TIME, 0, 20).resume().clock.phase == RUNNING
    assert game.left == 20


# ---- marks ----


def test_an_announcement_lasts_until_the_end_of_his_next_turn():
    game = Game(players=2).happen(r.ANNOUNCE).turns(5)
    assert game.players.announced == 1 << A
    game.turns(5)
    assert game.players.announced == 1 << A, "it is the turn he announced it for"
    game.turns(5)
    assert game.players.announced == 0
    game.happen(r.ANNOUNCE).happen(r.ANNOUNCE)
    assert game.players.announced == 0, "the same key takes it back"


# ---- out ----


def test_who_is_out_ends_the_game_and_nobody_out_goes_on_with_the_clock_stopped():
    game = Game().turns(5).pause(7, r.ASKED_OUT)
    game.happen(r.OUT, A, at=20)  # he clicked out of habit
    assert (game.clock.phase, game.winner, game.reason) == (OVER, A, "out")
    game.happen(r.REOPEN, at=50)
    assert (game.clock.phase, game.seat, game.left, game.winner) == (PAUSED, B, 53, -1)
    assert (game.accounts.paused_ms, game.accounts.resolving_ms) == (8000, 30_000)


# ---- what players stopped ----


def test_a_pause_is_of_who_was_on_turn_and_a_dispute_of_nobody():
    game = Game(players=3).turns(5)
    game.pause(2).resume(90).pause(1).pause(3, r.DISPUTE).resume(50)
    assert game.accounts.stopped_ms == [0, 93_000, 0, 0, 0, 0]
    assert (game.accounts.paused_ms, game.accounts.disputed_ms) == (143_000, 50_000)


def test_to_ask_who_is_out_is_a_pause_unless_somebody_is():
    game = Game(players=3).pause(5, r.ASKED_OUT).resume(20).pause(5, r.ASKED_OUT)
    game.happen(r.OUT, A, at=60)
    assert game.accounts.stopped_ms == [20_000, 0, 0, 0, 0, 0]


def test_a_pause_in_turns_that_are_undone_stays_with_its_player():
    game = Game(players=3).turns(5).pause(2).resume(30).turns(4).pause(1).happen(r.UNDO, at=50).resume(10)
    assert (game.seat, game.players.seats) == (B, [A, B, C])
    assert game.accounts.stopped_ms[:3] == [0, 30_000, 18_000]
    game.pause(1).happen(r.UNDO, at=90).resume(7)
    assert (game.seat, game.accounts.stopped_ms[:3]) == (A, [0, 66_000, 18_000])


def test_the_time_after_a_cut_is_nobodys_pause():
    game = Game(players=3)
    game.happen(r.CUT, r.POWER, at=4).resume(60)
    assert (game.accounts.paused_ms, sum(game.accounts.stopped_ms)) == (60_000, 0)


# ---- a turn that is restarted ----


def test_a_turn_remembers_what_it_used_before_it_was_restarted():
    game = Game(players=3).turns(5).pause(4).happen(r.RESTART).resume().pause(3)
    assert (game.clock.used_ms, game.clock.restarted_ms) == (3000, 4000)
    game.happen(r.RESTART).resume().turns(1)
    assert (game.clock.used_ms, game.clock.restarted_ms) == (0, 0)


# ---- what a time-out tells ----


@pytest.mark.parametrize(("preset", "choice"), [(TOURNAMENT, 0), (CS, 0), (UK, 0), (UK, 1), (CS, 2), (PL, 0)])
@pytest.mark.parametrize("pool", [0, 20])
def test_a_time_out_does_not_say_that_its_player_has_opened(preset, choice, pool):
    tiles = preset["timeouts"][choice]["tiles"]
    game = Game(preset, players=3, pool=pool).expire().happen(r.RESOLVE, choice, tiles)
    assert game.opened == 0
    game.pause(1).happen(r.MISTAKE, 0, choice, tiles).resume()
    assert game.opened == 0
    game.turns(5, 5)
    assert game.opened == 1 << C | 1 << A, "a press does"
    assert Play(preset, game.play.journal).game.opened == game.opened


def test_a_hold_of_a_turn_before_leaves_a_time_out_unopened():
    game = Game(TOURNAMENT, players=3).turns(5).expire().happen(r.RESOLVE, 0, 0).happen(r.DREW, 1)
    assert (game.opened, game.pool) == (0, 63)
