"""A game of Word, record by record: turns stay open until their entries come, in whatever order that is."""

import io
import itertools
import json
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tests.core.play import PL, WORD
from tests.core.test_wordgame_random import Hands
from tests.presets import text_of
from tests.vms import vm32, vm64
from tileclock.core import clock, sheet
from tileclock.core import records as r
from tileclock.core.play import Play

FIRMWARE = Path(clock.__file__).parents[2]
A, B, D = 0, 1, 3
UNDO, TAKE_ONE = 0, 1


class Round:
    """People at seats A, B and D, B begins; each record comes a second after the one before."""

    def __init__(self, seats=0b1011, first=B, preset=WORD):
        self.play = Play(preset)
        self.now = 0
        self.happen(r.DEAL, seats, first, 90)
        self.happen(r.BEGIN)

    def happen(self, kind, a=0, b=0, c=0):
        self.now += 1000
        self.play.happen(kind, self.now, a, b, c)
        return self

    @property
    def game(self):
        return self.play.game

    def lays(self, letters=None, tiles=None):
        """A turn with tiles laid, and with two figures its entry."""
        self.happen(r.END_TURN)
        if letters is not None:
            self.happen(r.ENTRY, self.game.turns - 1, letters, tiles)
        return self

    def draws(self):
        return self.happen(r.END_TURN).happen(r.DREW)

    def enter(self, turn, letters, tiles):
        return self.happen(r.ENTRY, turn, letters, tiles)

    def pause(self):
        return self.happen(r.PAUSE, r.BY_HAND)

    def opened(self):
        for _ in self.game.players.seats:
            self.lays(6, 6)
        return self

    def table(self):
        """Racks, points, pool."""
        word = self.game.word
        return word.racks, word.points, self.game.pool.left

    def near_the_end(self, pool=0):
        """Everybody laid all of fourteen tiles and holds seven; somebody has counted the pool."""
        for _ in self.game.players.seats:
            self.lays(14, 14)
        return self.pause().happen(r.CORRECT_POOL, self.game.pool.left, pool).happen(r.RESUME)


def test_players_are_counted_by_seat_whoever_begins_and_wherever_they_sit():
    table = Round().lays(6, 6).draws().lays(7, 7)
    assert table.table() == ([7, 8, 15], [7, 6, 0], 69)
    assert table.game.opened == 1 << A | 1 << B


def test_a_turn_with_tiles_laid_waits_for_its_entry_and_all_after_it():
    table = Round().lays().draws()
    assert table.table() == ([14, 14, 14], [0, 0, 0], 70)
    assert (table.game.pending(), table.game.pending(B), table.game.pending(D)) == (0, 0, -1)
    table.enter(0, 14, 14)
    assert table.game.pending() == -1
    assert table.table() == ([14, 7, 15], [0, 28, 0], 62)


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_entries_count_in_the_order_of_the_turns_whenever_they_are_made(order):
    table = Round().lays().lays().lays()
    entries = [(14, 14), (8, 8), (6, 6)]
    for turn in order:
        table.enter(turn, *entries[turn])
    assert table.table() == ([8, 7, 7], [6, 28, 8], 62)


def test_a_hold_says_that_he_drew_even_after_an_entry():
    table = Round().lays(6, 6).happen(r.DREW)
    assert table.table() == ([14, 15, 14], [0, 0, 0], 69)


def test_no_tiles_used_means_that_he_drew_after_all():
    assert Round().lays(0, 0).table() == ([14, 15, 14], [0, 0, 0], 69)


def test_a_hold_with_nothing_to_draw_is_a_pass():
    table = Round().near_the_end()
    for kind in (r.DREW, r.PASSED, r.PASSED):
        assert not table.game.reason
        table.happen(r.END_TURN).happen(kind)
    assert (table.game.clock.phase, table.game.reason) == (clock.OVER, "blocked")


def test_a_time_out_and_a_mistake_take_the_move_back():
    table = Round().happen(r.EXPIRE).happen(r.RESOLVE, UNDO, TAKE_ONE)
    assert table.game.pending() == -1
    table.lays(6, 6).pause().happen(r.MISTAKE, 1, UNDO, TAKE_ONE)
    table.happen(r.MISTAKE, 0, UNDO, TAKE_ONE)
    assert table.table() == ([15, 15, 15], [0, 0, 0], 67)


def test_a_mistake_after_a_hold_costs_another_tile():
    assert Round().draws().pause().happen(r.MISTAKE, 1, UNDO, TAKE_ONE).table()[0] == [14, 16, 14]


def test_what_is_said_of_a_turn_without_tiles_counts_the_one_of_the_mistake():
    table = Round().draws().pause().happen(r.MISTAKE, 1, UNDO, TAKE_ONE).enter(0, 6, 6)
    table.game.look_at(0)
    assert table.game.entry.takes(0, table.game.pool.left) == 2
    assert table.enter(0, 0, 0).table()[0] == [14, 16, 14]


def test_a_correction_folds_everything_after_it_again():
    table = Round().opened().lays(4, 3).lays(3, 2).pause().enter(0, 14, 14)
    assert table.table() == ([8, 7, 7], [6, 28 + 4, 6 + 3], 59)
    assert table.enter(0, 6, 6).table() == ([8, 7, 7], [6, 6 + 4, 6 + 3], 67)


def test_an_entry_that_became_impossible_waits_again_and_comes_back_when_it_is_possible():
    table = Round().opened().lays(4, 8).pause()
    points = table.table()[1]
    table.enter(0, 14, 14)
    assert table.game.pending() == 3, "he held seven then: he cannot have laid eight"
    assert table.game.entered(3) == (4, 8, 1, True), "what was entered is still there to be seen"
    table.enter(0, 6, 6)
    assert table.game.pending() == -1
    assert table.table()[1] == points


def test_what_can_be_behind_an_open_turn_is_never_refused():
    table = Round(seats=0b11, first=A).opened().lays().lays()
    table.game.look_at(3)
    assert not table.game.entry.fault(20, 6), "the other may have laid all his eight"
    table.enter(2, 3, 1)
    table.game.look_at(3)
    assert table.game.entry.fault(20, 6)
    assert not table.game.entry.fault(19, 6)


def test_an_undo_takes_the_entry_along_but_not_those_of_turns_that_stand():
    table = Round().lays().lays().enter(0, 7, 7).enter(1, 8, 8).pause().happen(r.UNDO)
    assert table.game.pending() == -1
    assert table.table() == ([14, 7, 14], [0, 7, 0], 70)
    table.happen(r.RESUME).lays()
    assert table.game.pending() == 1, "the turn that was played again has no entry yet"


def test_out_with_an_empty_pool_and_those_with_fewer_turns_have_one_more():
    table = Round().near_the_end().lays(5, 7)
    assert (table.game.ending.lap, table.game.ending.turns_left) == ("out", 2)
    table.draws().lays(3, 1)
    assert (table.game.clock.phase, table.game.reason) == (clock.OVER, "out")
    result = sheet.result(WORD, table.game)
    assert (result.points, result.winners, result.rule) == ([28 + 3, 28 + 10, 28], [1], "word")


def test_it_is_known_that_the_last_turns_are_over_though_entries_are_missing():
    table = Round().near_the_end().lays(5, 7)
    assert not table.game.turns_made(), "two have one more"
    assert not table.draws().game.turns_made()
    table.lays()
    assert (table.game.turns_made(), table.game.reason) == (True, "")
    assert table.enter(5, 3, 1).game.reason == "out"


def test_an_entry_may_show_that_the_last_turns_were_made_already():
    table = Round().near_the_end().lays().lays().lays()
    assert not table.game.turns_made(), "nobody knows that B is out"
    assert table.enter(3, 5, 7).game.turns_made()
    assert table.enter(4, 0, 0).enter(5, 3, 1).game.reason == "out"


def test_of_a_round_that_is_over_the_last_turns_are_known_before_their_entries():
    table = Round().opened().happen(r.END_ROUND).lays()
    for _ in range(3):
        assert not table.game.turns_made()
        table.lays()
    assert table.game.turns_made()
    left = Round().opened().happen(r.END_ROUND).lays().lays().lays().happen(r.GONE, B)
    assert left.game.turns_made(), "a player who has left has no turn to come"


def test_turns_played_after_an_end_that_nobody_knew_of_never_were():
    table = Round().near_the_end().lays(5, 7).lays().lays(3, 1).lays(7, 7).lays()
    assert table.game.clock.phase == clock.RUNNING
    table.enter(4, 4, 2)
    assert (table.game.clock.phase, table.game.reason, table.game.pending()) == (clock.OVER, "out", -1)
    assert table.table()[1] == [31, 38, 32]


def test_back_from_the_end_the_clock_stands_until_somebody_goes_on():
    table = Round().near_the_end().lays(5, 7).draws().lays(3, 1).happen(r.REOPEN)
    assert table.game.clock.phase == clock.PAUSED
    assert table.enter(5, 5, 2).game.clock.phase == clock.PAUSED
    assert table.happen(r.RESUME).game.reason == "out"
    assert table.table()[1] == [28 + 5, 38, 28]


def test_after_an_undo_of_the_last_turn_the_game_goes_on():
    table = Round().near_the_end().lays(5, 7).draws().lays(3, 1).happen(r.REOPEN).happen(r.UNDO)
    assert table.game.clock.phase == clock.PAUSED
    assert table.happen(r.RESUME).game.clock.phase == clock.RUNNING


def test_a_counted_pool_holds_from_there_on_and_shows_that_nobody_was_blocked():
    table = Round().near_the_end()
    for _ in range(3):
        table.draws()
    assert table.game.reason == "blocked"
    table.happen(r.REOPEN).happen(r.CORRECT_POOL, 0, 5).happen(r.RESUME)
    assert (table.game.clock.phase, table.game.pool.left) == (clock.RUNNING, 5)
    assert table.draws().game.pool.left == 4


def test_tiles_of_the_table_go_onto_the_rack_of_who_is_on_turn():
    table = Round().opened().pause().happen(r.BACK, 3)
    assert table.table()[0] == [8, 8 + 3, 8]
    assert table.happen(r.BACK, 99).table()[0] == [8, 11 + 15, 8], "never more than lie there"


def test_who_leaves_is_not_waited_for():
    table = Round().near_the_end().lays(5, 7).pause().happen(r.LEAVE, D).happen(r.RESUME)
    assert table.game.ending.turns_left == 1
    assert table.lays(3, 1).game.reason == "out"


def test_a_game_of_numbers_does_not_care_for_entries():
    table = Round(preset=PL).lays(5, 5)
    assert table.game.pool.left == 106 - 3 * 14


# Under a locked heap any allocation raises MemoryError.
TURNS = """
import micropython
from tileclock.core import preset, records
from tileclock.core.wordgame import WordGame
game = WordGame(preset.read(WORD_SHEET))
game.apply(records.DEAL, 0, records.NOBODYS, 15, 0, 90)
game.apply(records.BEGIN, 0, records.NOBODYS)

def play():
    for turn in range(96):
        at = turn * 2000
        game.apply(records.END_TURN, at, records.RAN)
        if turn % 3 == 0:
            game.apply(records.DREW, at + 600, records.RAN, 0)
            continue
        number = game.pending()
        game.pending(game.turn_seat(number))
        if turn % 3 == 2:
            while number >= 0:
                game.look_at(number)
                letters = 3 if game.entry.has_opened else 6
                tiles = 1 if game.entry.has_opened else 6
                assert not game.entry.fault(letters, tiles)
                game.entry.points(letters, tiles)
                game.entry.takes(tiles, game.pool.left)
                game.apply(records.ENTRY, at + 700, records.RAN, number, letters, tiles)
                number = game.pending()

micropython.heap_lock()
play()
micropython.heap_unlock()
print(game.turns, game.word.points)
"""


def test_turns_and_their_entries_allocate_nothing():
    program = f"WORD_SHEET = {text_of('word')!r}\n{TURNS}"
    printed = vm64(program, FIRMWARE)
    assert printed.startswith("96 [")
    assert vm32(program, FIRMWARE)[0] == printed


# What both MicroPythons fold, and tell in one line per record.
PROGRAM = """
import json
from tileclock.core import records
from tileclock.core.play import Play

def state(word):
    ending = word.ending
    return word.racks, word.points, word.turns, word.opened, word.pool.left, ending.waiting, ending.lap

for rules, data in json.loads(GAMES):
    journal = records.Journal.of(bytes(data))
    play = Play(rules)
    journal.rewind()
    while journal.read():
        play.happen(journal.kind, journal.read_at, *journal.figures)
        game = play.game
        if journal.kind != records.DEAL:
            print(game.clock.phase, game.reason, game.turns, game.pending(), state(game.word))
            print(game.accounts.total_ms())
    again = Play(rules, play.journal).game
    print(state(again.word), again.pending(), bytes(again._items[: again._size]))
"""


def test_both_vms_fold_the_same_games_as_the_pc():
    games = []
    for seed in range(7, 15):
        hands = Hands(seed, lambda hands: None).play()
        games.append((hands.preset, list(hands.core.journal.part(0, hands.core.journal.size))))
    program = f"GAMES = {json.dumps(games)!r}\n{PROGRAM}"
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(program, {"__name__": "games"})
    assert len(printed.getvalue().splitlines()) > 300
    assert vm64(program, FIRMWARE) == printed.getvalue()
    assert vm32(program, FIRMWARE)[0] == printed.getvalue()
