"""No preset field is for show: changing any of them changes what happens at some table."""

import pytest

from tests.core.play import (
    ALL,
    CS,
    PL,
    TOURNAMENT,
    WORD,
    changed,
    named,
    out,
    state,
    unfinished,
    usual_time,
    word_result,
)
from tests.core.test_preset_refusals import places
from tileclock.core import records as r
from tileclock.core.marks import COULD, NEVER, OPENED
from tileclock.core.match import Match, first_player, notes
from tileclock.core.play import Play, new_game
from tileclock.core.pool import Ending, Pool
from tileclock.core.preset import FIELDS, GAMES
from tileclock.core.preset_box import Refused
from tileclock.core.preset_time import late_minutes, limits, usual_time_out
from tileclock.core.scoring import check_racks
from tileclock.core.word import Word
from tileclock_host.sheets.entry import check_entry


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
        play = Play(preset)
        play.happen(r.DEAL, 0, (1 << players) - 1, 0, 40)
        play.happen(r.BEGIN, 0)
        play.happen(r.BACK, 0, 2)
        yield play.game.pool.left


def times(preset):
    allowance = usual_time(preset)
    for used in (5_000, 5_000, 100_000, 200_000, 1_000):
        yield allowance.turn()
        allowance.spend(used)
    yield limits(preset)
    yield new_game(preset).round.left_ms(0)
    yield usual_time_out(preset)
    yield preset["timeouts"]


def late_turns(preset):
    """Each choice after a time-out, with nothing in the pool."""
    for choice, row in enumerate(preset["timeouts"]):
        play = Play(preset)
        for kind, *figures in (
            (r.DEAL, 0b111, 0, 10),
            (r.BEGIN,),
            (r.CORRECT_POOL, 64, 0),
            (r.EXPIRE,),
            (r.RESOLVE, choice, row["tiles"]),
        ):
            play.happen(kind, 10_000, *figures)
        yield play.game.ending.waiting, play.game.late_turns


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
    yield word_result(preset, [20, 20, 5], "out")
    yield word_result(preset, [20, 14, 5], "out", late=[1, 0, 0])


def words(preset):
    """A game of Word: openings, refills and doubles."""
    for opening in (3, 4, 5, 6):
        yield str(attempt(Word, preset, 2, opening).__class__)
    table = attempt(Word, preset, 2)
    if isinstance(table, str):
        yield table
        return
    for player, letters, tiles in (
        (0, 5, 5),
        (0, 6, 6),
        (1, 7, 7),
        (0, 2, 1),
        (0, 3, 6),
        (1, 7, 7),
        (0, 4, 4),
    ):
        refusal = attempt(check_entry, table, player, letters, tiles)
        yield refusal or table.lay(player, letters, tiles)
        yield list(table.points), list(table.racks), table.pool.left
    yield attempt(table.back, 0, 1)
    yield state(table)


def objections(preset):
    play = Play(preset)
    play.happen(r.DEAL, 0, 0b11, 0, 40)
    play.happen(r.BEGIN, 0)
    yield [play.game.may_object(seat) for seat in range(3)]


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
        yield list(series.points), list(series.rounds), list(series.big_points), series.places()
    series.points[:3], series.rounds[:3], series.big_points[:3] = [9, 5, 1], [0, 9, 5], [1, 5, 9]
    yield series.places()


def everything(preset):
    """All results this preset leads to. The name is only ever shown, so it stands for itself."""
    told = [
        preset["name"],
        [preset["id"], str(preset["version"])],
        *pools(preset),
        *times(preset),
        *before_a_game(preset),
        *attempt(list, objections(preset)),
        *attempt(list, late_turns(preset)),
    ]
    if preset["game"] == "word":
        return [*told, *words(preset), *a_match(preset, word_games(preset))]
    for racks in ([(0, 0), (100, 3)], [(0, 0), (600, 0)]):
        told.append(attempt(check_racks, preset, racks, 50, 0))
    return [*told, *a_last_lap(preset), *a_match(preset, numbers_games(preset))]


def box(preset, **fields):
    return {"sets": [{**preset["sets"][0], **fields}]}


def other(preset, field, *values):
    """Of these values the first that the preset does not have."""
    return {field: next(value for value in values if value != preset[field])}


def row(preset, **fields):
    """Its first choice after a time-out, changed."""
    return {"timeouts": [{**preset["timeouts"][0], **fields}, *preset["timeouts"][1:]]}


SHOWN = {"show_stacks": True}
BANK = {"timing": "bank", "bank": 60}
TOTAL = {"timing": "total", "limit": 0, "total": 100, "delay": 10}
LATE = {"overtime": 10}
TWO = {"timeouts": [{"choice": "valid", "tiles": 0}, {"choice": "undo", "tiles": 1}], "timeout": "undo"}
MORE = [{"choice": "unfinished", "tiles": 5}]
NOT_OPENED = {"never_opened": 100, "could_open": 200}

# field: what a preset is changed to first (so that the field can matter), the one change that counts.
# A few fields cannot change alone, because others would contradict them.
CHANGES = {
    "id": ({}, lambda p: {"id": "other"}),
    "name": ({}, lambda p: {"name": "Ours"}),
    "version": ({}, lambda p: {"version": p["version"] + 1}),
    "sets": ({}, lambda p: box(p, max_players=3)),
    "sets.min_players": ({}, lambda p: box(p, min_players=3)),
    "sets.max_players": ({}, lambda p: box(p, max_players=3)),
    "sets.tiles": ({}, lambda p: box(p, tiles=p["sets"][0]["tiles"] + 13, odd=p["sets"][0]["odd"] + 13)),
    "sets.jokers": ({}, lambda p: box(p, jokers=15)),
    "sets.highest": ({}, lambda p: box(p, highest=26)),
    "sets.stacks": (SHOWN, lambda p: box(p, stacks=p["sets"][0]["stacks"] - 2, odd=p["sets"][0]["odd"] + 14)),
    "sets.stack": (SHOWN, lambda p: box(p, stacks=p["sets"][0]["stacks"] // 2, stack=14)),
    "sets.odd": (SHOWN, lambda p: box(p, stacks=p["sets"][0]["stacks"] - 2, odd=p["sets"][0]["odd"] + 14)),
    "deal": ({}, lambda p: {"deal": 7}),
    "show_stacks": ({}, lambda p: {"show_stacks": not p["show_stacks"]}),
    "back": ({}, lambda p: other(p, "back", "pool", "rack")),
    "timing": ({}, lambda p: BANK),
    "limit": ({}, lambda p: {"limit": p["limit"] + 1}),
    "limits": ({}, lambda p: {"limits": [45]}),
    "bank": (BANK, lambda p: {"bank": 61}),
    "total": (TOTAL, lambda p: {"total": 101}),
    "delay": (TOTAL, lambda p: {"delay": 11}),
    "overtime": ({}, lambda p: LATE),
    "round_time": ({}, lambda p: {"round_time": 30}),
    "timeouts": (
        {},
        lambda p: {"timeouts": [r for r in p["timeouts"] if r["choice"] == p["timeout"]] + MORE},
    ),
    "timeouts.choice": (TWO, lambda p: row(p, choice="in_order")),
    "timeouts.tiles": ({}, lambda p: row(p, tiles=4)),
    "timeouts.all_back": (TWO, lambda p: row(p, all_back=True)),
    "timeout": (TWO, lambda p: {"timeout": "valid"}),
    "objections": ({}, lambda p: {"objections": not p.get("objections")}),
    "pool_empty": ({}, lambda p: other(p, "pool_empty", "lap", "blocked")),
    "joker": ({}, lambda p: {"joker": 31}),
    "never_opened": ({}, lambda p: {"never_opened": 101}),
    "could_open": (NOT_OPENED, lambda p: {"could_open": 201}),
    "unfinished": ({}, lambda p: other(p, "unfinished", "net", "plain")),
    "cap": ({}, lambda p: {"cap": 25}),
    "bonus": ({}, lambda p: {"bonus": "instead"}),
    "winner_bonus": ({}, lambda p: {"winner_bonus": 50}),
    "second_bonus": ({}, lambda p: {"second_bonus": 5}),
    "ties": ({}, lambda p: {"ties": "first"}),
    "big_points": ({}, lambda p: {"big_points": p["big_points"] + 1}),
    "ranking": ({}, lambda p: other(p, "ranking", ["points"], ["rounds"])),
    "first": ({}, lambda p: other(p, "first", "seat_a", "highest")),
    "next_first": ({}, lambda p: other(p, "next_first", "left", "drawn")),
    "opening": ({}, lambda p: {"opening": p["opening"] + 1}),
    "openings": ({}, lambda p: {"openings": [5]}),
    "shortest": ({"openings": []}, lambda p: {"shortest": 2}),
    "refill": ({}, lambda p: {"refill": 8}),
    "double": ({}, lambda p: {"double": 0}),
    "redeal": ({}, lambda p: {"redeal": "none", "redeal_count": 0}),
    "redeal_count": ({}, lambda p: {"redeal_count": 4}),
    "reminders": ({}, lambda p: other(p, "reminders", ["call_name"], ["look_up"])),
}
ONLY_WITH = {"redeal_count": "redeal"}  # means nothing where that is "none"


def has(preset, field):
    names = field.split(".")
    needs = ONLY_WITH.get(field)
    there = preset[names[0]][0] if names[1:] else preset
    return (names[-1] in there or field == "timeouts.all_back") and (not needs or preset[needs] != "none")


def shows(preset, field):
    """Whether the change of that field shows at some table."""
    first, change = CHANGES[field]
    before = changed(preset, **first)
    after = changed(before, **change(before))
    return before != after and everything(before) != everything(after)


def test_every_field_of_the_table_has_a_change_here():
    known = {
        ".".join(str(step) for step in path if step != 0)
        for game in GAMES
        for path, _ in places(FIELDS, game)
    }
    known = known - {"game"} | {"timeouts.all_back"}
    assert known == set(CHANGES), "give the new field a change that shows at some table"


@pytest.mark.parametrize("preset", **named(ALL))
@pytest.mark.parametrize("field", sorted(CHANGES))
def test_changing_a_field_changes_some_result_of_every_preset_that_has_it(preset, field):
    if field in ("redeal", "redeal_count") and preset["redeal"] == "none":
        preset = changed(preset, redeal="pairs", redeal_count=3)
        field = "redeal"
    if has(preset, field):
        assert shows(preset, field), f"no result of {preset['id']} depends on {field!r}: use it or drop it"


@pytest.mark.parametrize("preset", **named(ALL))
@pytest.mark.parametrize("field", ["limits", "openings", "reminders"])
def test_nothing_a_built_in_preset_lists_is_for_show(preset, field):
    for item in preset.get(field, ()):
        without = changed(preset, **{field: [each for each in preset[field] if each != item]})
        assert everything(without) != everything(changed(preset)), f"{item} of {field} changes nothing"


def test_each_of_tied_winners_may_get_the_full_sum():
    for preset in (PL, TOURNAMENT, CS):
        assert everything(changed(preset, ties="full")) != everything(changed(preset))


def test_the_game_decides_everything():
    assert everything(PL) != everything(WORD)


def test_the_same_preset_gives_the_same_results():
    for preset in (PL, TOURNAMENT, WORD, CS):
        assert everything(preset) == everything(changed(preset, id=preset["id"]))
