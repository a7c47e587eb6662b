"""Two kinds of record: the judge's code, which changes nothing, and the length of a first word."""

import pytest

from tests import presets
from tests.core.play import WORD
from tests.core.turns import bones
from tileclock.core import records as r
from tileclock.core.play import Play, fold

PARTS = ("accounts", "clock", "players", "racks", "round")
RUMMY = presets.built_in("tournament")


def state(game):
    kept = {name: value for name, value in vars(game).items() if isinstance(value, int | str | list)}
    return {**kept, "pool": game.pool.left, **{part: bones(getattr(game, part)) for part in PARTS}}


def begun(preset=RUMMY, before=()):
    play = Play(preset)
    play.happen(r.DEAL, 0, 0b1111, 0, 40)
    for kind, figure in before:
        play.happen(kind, 0, figure)
    play.happen(r.BEGIN, 0)
    return play


def turns(play, judged):
    """Two turns, a pause in which one is undone and the time corrected, and on."""
    at = 0
    for kind, *figures in (
        (r.END_TURN,), (r.DREW, 0), (r.END_TURN,),
        (r.PAUSE, 0), (r.JUDGE, 1), (r.UNDO,), (r.CORRECT_TIME, 9, 30), (r.JUDGE, 0), (r.RESUME,),
        (r.END_TURN,),
        (r.PAUSE, 0), (r.JUDGE, 1), (r.UNDO,), (r.UNDO,), (r.RESUME,),
    ):  # fmt: skip
        at += 1000
        if judged or kind != r.JUDGE:
            play.happen(kind, at, *figures)
    return play.game


@pytest.mark.parametrize("preset", [RUMMY, WORD], ids=["rummy", "word"])
def test_the_judges_code_changes_nothing_not_even_among_undone_records(preset):
    plain, judged = begun(preset), begun(preset)
    assert state(turns(plain, False)) == state(turns(judged, True))
    assert judged.journal.count == plain.journal.count + 3
    assert state(fold(preset, judged.journal)) == state(judged.game)


def test_a_first_word_can_be_as_short_as_was_agreed():
    play = begun(WORD, [(r.OPENING, 4)])
    play.happen(r.END_TURN, 1000)
    play.game.look_at(0)
    entry = play.game.entry
    assert entry.least == 4 and not entry.fault(4, 4) and entry.fault(3, 3)
    play.happen(r.ENTRY, 2000, 0, 4, 4)
    assert play.game.word.points == [4, 0, 0, 0]
    assert fold(WORD, play.journal).word.points == [4, 0, 0, 0]
    play.game.look_at(0)
    assert play.game.entry.least == 4, "a correction knows it too"


@pytest.mark.parametrize(
    ("preset", "before"),
    [(WORD, [(r.OPENING, 2)]), (RUMMY, [(r.OPENING, 4)])],
    ids=["not offered", "no Word"],
)
def test_one_that_is_not_offered_is_refused(preset, before):
    with pytest.raises(ValueError):
        begun(preset, before)


def test_it_is_agreed_before_the_game_begins():
    play = begun(WORD)
    play.journal.add(r.OPENING, 0, 4)
    with pytest.raises(r.Unreadable):
        fold(WORD, play.journal)
