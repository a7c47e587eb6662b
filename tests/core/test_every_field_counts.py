"""No preset field is for show: changing any of them changes what happens at some table."""

import pytest

from tests.core.play import CS, PL, TOURNAMENT, WORD, changed, out, state, unfinished
from tests.core.test_preset_refusals import places
from tileclock.core.marks import COULD, NEVER, OPENED
from tileclock.core.match import Match, first_player, notes
from tileclock.core.play import new_game
from tileclock.core.pool import Ending, Pool
from tileclock.core.preset import FIELDS, GAMES, identity
from tileclock.core.preset_box import Refused
from tileclock.core.preset_time import Allowance, late_minutes, limits, usual_time_out
from tileclock.core.scoring import check_racks
from tileclock.core.word import Word, score_word


def attempt(action, *args):
    """What came of it: the result, or the refusal."""
    try:
        return action(*args)
    except Refused as refused:
        return str(refused)


def pools(preset):
    """How the pool looks while it is drawn empty, for every number of players."""
    for players in range(2, 7):
        pool = attempt(Pool, preset, players)
        if isinstance(pool, str):
            yield pool
            continue
        yield pool.start, pool.stack_left
        for tiles in (3, 8, 8, pool.left):
            pool.draw(tiles)
            yield pool.left, pool.stack_left, pool.new_stack_due
        yield attempt(pool.back, 1)


def times(preset):
    allowance = Allowance(preset)
    for used in (5_000, 5_000, 100_000, 200_000, 1_000):
        yield allowance.turn()
        allowance.spend(used)
    yield limits(preset)
    yield new_game(preset).round_left_ms(0)
    yield usual_time_out(preset)
    yield preset["timeouts"]


def before_a_game(preset):
    yield notes(preset, drawn=True)
    yield [first_player(preset, (0, 1, 2), previous) for previous in (None, 1)]


def numbers_games(preset):
    """Games that use every way of losing and winning points; the last two are played with overtime."""
    late = [late_minutes(100_000, 60_000), 0, 2]
    yield out(preset, [(0, 0), (7, 1), (60, 0)], marks=[OPENED, OPENED, NEVER])
    yield out(preset, [(0, 0), (7, 0), (60, 0)], marks=[OPENED, COULD, OPENED])
    yield out(preset, [(0, 0), (7, 0), (60, 0)], late=late)
    yield unfinished(preset, [(5, 0), (5, 0), (60, 0)], late=late)


def word_games(preset):
    yield score_word(preset, [20, 20, 5], "out")
    yield score_word(preset, [20, 14, 5], "out", late=[1, 0, 0])


def words(preset):
    """A game of Word: openings, refills and doubles."""
    for opening in (3, 4, 5, 6):
        yield attempt(Word, preset, 2, opening).__class__
    table = Word(preset, 2)
    for player, letters, tiles in (
        (0, 5, 5),
        (0, 6, 6),
        (1, 7, 7),
        (0, 2, 1),
        (0, 3, 6),
        (1, 7, 7),
        (0, 4, 4),
    ):
        yield attempt(table.lay, player, letters, tiles)
        yield list(table.points), list(table.racks), table.pool.left
    yield attempt(table.back, 0, 1)
    yield state(table)


def a_last_lap(preset):
    ending = Ending(preset, range(3))
    for seat, passed in ((0, False), (1, False), (2, True)):
        ending.turn(seat, passed, 0)
        yield ending.lap, ending.turns_left


def a_match(preset, games):
    series = Match(preset)
    for result in games:
        series.add(result, (0, 1, 2))
        yield result.lines, result.winners
        yield series.points, series.rounds, series.big_points, series.places()


def everything(preset):
    """All results this preset leads to. The name is only ever shown, so it stands for itself."""
    told = [
        preset["name"],
        identity(preset).split()[:2],
        *pools(preset),
        *times(preset),
        *before_a_game(preset),
    ]
    if preset["game"] == "word":
        return [*told, *words(preset), *a_match(preset, word_games(preset))]
    for racks in ([(0, 0), (100, 3)], [(0, 0), (600, 0)]):
        told.append(attempt(check_racks, preset, racks, 50, 0))
    return [*told, *a_last_lap(preset), *a_match(preset, numbers_games(preset))]


def box(base=PL, **fields):
    return [{**base["sets"][0], **fields}]


BANK = {"timing": "bank", "bank": 60}
TOTAL = {"timing": "total", "limit": 0, "total": 100, "delay": 10}
LATE = {"overtime": 10}

# field: the preset, what it is changed to first (so that the field can matter), the one change that counts.
# A few fields cannot change alone, because others would contradict them.
CHANGES = {
    "id": (PL, {}, {"id": "other"}),
    "name": (PL, {}, {"name": "Ours"}),
    "version": (PL, {}, {"version": 2}),
    "game": (PL, {}, {}),  # the fields differ: see the test below
    "sets": (PL, {}, {"sets": PL["sets"][:1]}),
    "sets.min_players": (PL, {"sets": box()}, {"sets": box(min_players=3)}),
    "sets.max_players": (PL, {"sets": box()}, {"sets": box(max_players=3)}),
    "sets.tiles": (PL, {"sets": box()}, {"sets": box(tiles=119, odd=21)}),
    "sets.jokers": (PL, {"sets": box()}, {"sets": box(jokers=15)}),
    "sets.highest": (PL, {"sets": box()}, {"sets": box(highest=26)}),
    "sets.stacks": (PL, {"sets": box()}, {"sets": box(stacks=15, odd=1)}),
    "sets.stack": (PL, {"sets": box()}, {"sets": box(stack=14, stacks=7)}),
    "sets.odd": (PL, {"sets": box()}, {"sets": box(odd=1, stacks=15)}),
    "deal": (PL, {}, {"deal": 7}),
    "show_stacks": (PL, {}, {"show_stacks": False}),
    "back": (PL, {}, {"back": "rack"}),
    "timing": (PL, {}, BANK),
    "limit": (PL, {}, {"limit": 61}),
    "limits": (PL, {}, {"limits": [45]}),
    "bank": (PL, BANK, {"bank": 61}),
    "total": (PL, TOTAL, {"total": 101}),
    "delay": (PL, TOTAL, {"delay": 11}),
    "overtime": (PL, {}, LATE),
    "round_time": (PL, {}, {"round_time": 30}),
    "timeouts": (PL, {}, {"timeouts": [*PL["timeouts"], {"choice": "valid", "tiles": 0}]}),
    "timeouts.choice": (TOURNAMENT, {}, {"timeouts": [{"choice": "in_order", "tiles": 0}, *PL["timeouts"]]}),
    "timeouts.tiles": (PL, {}, {"timeouts": [{"choice": "undo", "tiles": 2}]}),
    "timeout": (TOURNAMENT, {}, {"timeout": "valid"}),
    "pool_empty": (PL, {}, {"pool_empty": "blocked"}),
    "joker": (PL, {}, {"joker": 31}),
    "never_opened": (PL, {}, {"never_opened": 101}),
    "could_open": (PL, {}, {"could_open": 201}),
    "unfinished": (PL, {}, {"unfinished": "plain"}),
    "cap": (PL, {}, {"cap": 25}),
    "bonus": (PL, {}, {"bonus": "instead"}),
    "winner_bonus": (PL, {}, {"winner_bonus": 50}),
    "second_bonus": (PL, {}, {"second_bonus": 5}),
    "ties": (CS, {}, {"ties": "first"}),
    "big_points": (PL, {}, {"big_points": 1}),
    "ranking": (PL, {}, {"ranking": ["rounds"]}),
    "first": (PL, {}, {"first": "highest_number"}),
    "next_first": (PL, {}, {"next_first": "drawn"}),
    "opening": (WORD, {}, {"opening": 7}),
    "openings": (WORD, {}, {"openings": [5]}),
    "shortest": (WORD, {"openings": []}, {"shortest": 2}),
    "refill": (WORD, {}, {"refill": 8}),
    "double": (WORD, {}, {"double": 0}),
    "redeal": (WORD, {}, {"redeal": "none", "redeal_count": 0}),
    "redeal_count": (WORD, {}, {"redeal_count": 4}),
    "reminders": (PL, {}, {"reminders": ["call_name"]}),
}


def test_every_field_of_the_table_has_a_change_here():
    known = {
        ".".join(str(step) for step in path if step != 0)
        for game in GAMES
        for path, _ in places(FIELDS, game)
    }
    assert known == set(CHANGES), "give the new field a change that shows at some table"


@pytest.mark.parametrize("field", sorted(set(CHANGES) - {"game"}))
def test_changing_a_field_changes_some_result(field):
    base, first, change = CHANGES[field]
    before, after = changed(base, **first), changed(base, **{**first, **change})
    assert before != after
    assert everything(before) != everything(after), f"no result depends on {field!r}: use it or drop it"


def test_the_game_decides_everything():
    assert everything(PL) != everything(WORD)


def test_the_same_preset_gives_the_same_results():
    for preset in (PL, TOURNAMENT, WORD, CS):
        assert everything(preset) == everything(changed(preset, id=preset["id"]))
