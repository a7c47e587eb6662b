"""Lines that are confirmed: what the journal says of it, and what takes it back."""

import pytest

from tests.core.play import WORD
from tests.core.test_judge_and_opening import state
from tests.games import played, result_of
from tileclock.core import records as r
from tileclock.core.match import Match
from tileclock.core.play import fold


def confirmed(play):
    """What a sheet that is stored now says of it: who has, and who has not; None where nobody was asked."""
    result = result_of(play, Match(play.preset))
    assert ("confirmed" in result) == ("unconfirmed" in result)
    return "confirmed" in result and (result["confirmed"], result["unconfirmed"])


def again(play):
    """The same as the PC, or a box that was switched off, makes of the journal."""
    journal = r.Journal.of(play.journal.part(0, play.journal.size))
    return fold(play.preset, journal)


def test_where_nobody_was_asked_the_sheet_says_nothing_of_it():
    assert confirmed(played()) is False


def test_the_sheet_says_who_has_confirmed_and_who_has_not():
    assert confirmed(played(confirmed=[0])) == ([], [0, 1, 2])
    assert confirmed(played(confirmed=[0, 0b010, 0b110, 0b100])) == ([2], [0, 1])
    assert confirmed(played(confirmed=[0, 0b111])) == ([0, 1, 2], [])


def test_it_changes_nothing_else():
    plain, asked = state(played().game), state(played(confirmed=[0, 0b101, 0b111]).game)
    apart = {name for name in plain if plain[name] != asked[name]}
    assert apart == {"racks"}


@pytest.mark.parametrize("record", [(r.RACK, 1, 30, 0), (r.MARK, 1, 1)], ids=["rack", "mark"])
def test_another_line_is_nobodys_until_all_are_asked_again(record):
    play = played(confirmed=[0, 0b111])
    play.happen(record[0], play.journal.at + 1000, *record[1:])
    assert confirmed(play) is False and again(play).racks.confirmed < 0
    play.happen(r.CONFIRM, play.journal.at, 0)
    assert confirmed(play) == ([], [0, 1, 2])


def test_it_outlives_the_storing_and_a_cut():
    play = played(confirmed=[0, 0b011])
    play.happen(r.CUT, play.journal.at + 5, r.POWER)
    play.happen(r.JUDGE, play.journal.at + 5, 1)
    assert confirmed(play) == ([0, 1], [2]) and again(play).racks.confirmed == 0b011


def test_who_has_left_is_not_asked():
    play = played(players=4)
    play.game.players.playing = 0b0111
    play.happen(r.CONFIRM, play.journal.at, 0b011)
    assert confirmed(play) == ([0, 1], [2])


@pytest.mark.parametrize("seats", [0b1000, 1 << 6, 0b1111])
def test_a_journal_in_which_somebody_confirms_who_does_not_play_is_refused(seats):
    play = played()
    play.journal.add(r.CONFIRM, play.journal.at, seats)
    with pytest.raises(r.Unreadable, match="nobody plays there"):
        again(play)


def test_a_game_that_goes_on_after_all_has_no_line_to_confirm():
    play = played(winner=-1, confirmed=[0, 0b111])
    play.happen(r.UNDO, play.journal.at + 1000)
    assert not play.game.reason and play.game.racks.confirmed < 0
    assert again(play).racks.confirmed < 0


def test_in_word_too():
    from tests import evenings  # noqa: PLC0415

    play = evenings.word()
    assert play.preset["game"] == WORD["game"]
    play.happen(r.CONFIRM, play.journal.at, 0b01)
    assert confirmed(play)[0] == [0]
    play.happen(r.REOPEN, play.journal.at + 1000)
    assert play.game.racks.confirmed < 0
