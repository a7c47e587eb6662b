"""A sheet follows from the journal alone, on the device and on the PC alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import presets
from tileclock.core import marks, sheet
from tileclock.core import records as r
from tileclock.core.play import Play, fold
from tileclock.core.preset_box import Refused


def played(preset, racks, winner, laid=(), marked=()):
    """A short game of as many players as racks: somebody is out, or nobody, and the racks are entered.

    Who has `laid` did so in his first turn; who is `marked` had his mark changed in his last.
    """
    play = Play(preset)
    seats = range(len(racks))
    play.happen(r.DEAL, 1_000, (1 << len(racks)) - 1, 1, 40)
    play.happen(r.BEGIN, 2_000)
    at = 2_000
    for turn in range(3 * len(racks)):
        at += 5_000
        seat = (turn + 1) % len(racks)
        if turn >= 2 * len(racks) and seat in marked:
            play.happen(r.OPENED, at - 1_000)
        play.happen(r.END_TURN, at)
        if turn >= len(racks) or seat not in laid:
            play.happen(r.DREW, at + 600, 0)
    play.happen(r.PAUSE, at + 1_000, r.ASKED_OUT)
    play.happen(r.OUT, at + 2_000, winner)
    for seat in seats:
        if seat != winner:
            play.happen(r.RACK, at + 3_000, seat, *racks[seat])
    return play


def lines_of(preset, journal):
    """What a PC makes of the bytes the device has kept."""
    return sheet.result(preset, fold(preset, r.Journal.of(journal.part(0, journal.size)))).lines


@given(
    st.sampled_from(["pl", "tournament", "cs", "uk"]),
    st.lists(st.tuples(st.integers(1, 60), st.integers(0, 0)), min_size=2, max_size=4),
    st.data(),
)
def test_the_pc_makes_the_same_sheet_of_the_journal_as_the_box(name, racks, data):
    preset = presets.built_in(name)
    winner = data.draw(st.integers(0, len(racks) - 1))
    play = played(preset, racks, winner)
    result = sheet.result(preset, play.game)
    assert lines_of(preset, play.journal) == result.lines
    result.check(1)
    assert sum(result.points) == 0, "somebody was out: what the others lose the winner gains"


def test_who_never_laid_a_tile_is_proposed_as_never_opened_and_nobody_else():
    preset = presets.built_in("pl")
    play = played(preset, [(0, 0), (20, 0), (30, 0)], winner=0, laid={0, 1})
    assert marks.asks_marks(preset, play.game)
    assert marks.usual_marks(play.game)[:3] == [0, 0, 1]
    play.happen(r.MARK, play.journal.at + 1, 2, 1)
    assert sheet.result(preset, play.game).points == [120, -20, -100]


def test_a_mark_changes_what_is_proposed_of_its_player_alone():
    preset = presets.built_in("pl")
    play = played(preset, [(0, 0), (20, 0), (30, 0)], winner=0, laid={0, 1}, marked={2})
    assert marks.usual_marks(play.game)[:3] == [0, 0, 0]
    play = played(preset, [(0, 0), (20, 0), (30, 0)], winner=0, laid={0, 1, 2}, marked={1})
    assert marks.usual_marks(play.game)[:3] == [0, 1, 0], "laid, and taken back by the mark"


def test_a_correction_is_a_new_revision_of_the_same_game():
    preset = presets.built_in("tournament")
    play = played(preset, [(0, 0), (20, 0), (30, 0)], winner=0)
    at = play.journal.at
    play.happen(r.STORE, at + 10)
    play.happen(r.RACK, at + 20, 2, 35, 1)
    play.happen(r.STORE, at + 30)
    assert play.game.revision == 2
    assert sheet.result(preset, play.game).points == [20 + 35 + 50, -20, -85]
    assert lines_of(preset, play.journal) == sheet.result(preset, play.game).lines


def test_a_rack_that_cannot_be_is_refused_with_its_player():
    preset = presets.built_in("pl")
    play = played(preset, [(0, 0), (20, 0), (3_000, 0)], winner=0)
    with pytest.raises(Refused) as refusal:
        sheet.result(preset, play.game)
    assert (refusal.value.field, refusal.value.player) == ("tiles", 2)
