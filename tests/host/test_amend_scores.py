"""Amendments of who was out, or of what was laid in a game of Word: the core scores anew, or refuses."""

import json

import pytest

from tests import evenings, presets
from tests.games import match_of, played, sheet_of
from tests.host.commands import says
from tileclock.core import records as r
from tileclock.core.play import Play
from tileclock.core.preset_box import Refused
from tileclock_host.sheets.amend import NOBODY, Changes
from tileclock_host.sheets.store import Store

LAP = sheet_of(played("pl", 3, -1))  # the pool was played out, nobody was out
ABANDONED = evenings.sheets([evenings.abandoned(presets.built_in("pl"))])[0]
WORD = sheet_of(evenings.word())  # Ala 7, Bolek 6, Celina 8 letters, then nobody could move


def amended(store, text, changes):
    store.add(text)
    return store.amend(store.games()[0], changes)


# ---- who was out ----


def test_another_player_was_out(store):
    game = amended(store, match_of(1)[0], Changes(out=1, racks={0: (9, 0)}))
    assert (game.result.winner, game.result.winners) == (1, (1,))
    assert game.result.points == (-9, 17, -8) and sum(game.result.points) == game.result.expected
    assert game.sheet.result.winner == 0, "the sheet stays as it was written"
    assert store.games()[0] == game and store.matches()[0].totals.rounds[:3] == (0, 1, 0)


def test_somebody_was_out_though_the_sheet_says_nobody_was_and_the_other_way_round(store):
    game = amended(store, LAP, Changes(out=2))
    assert game.result.reason == "out" and game.result.winner == 2 and game.result.lines[2].rack == 0
    again = store.amend(game, Changes(out=NOBODY, racks={2: (8, 0)}))
    assert again.result == again.sheet.result.__class__(**vars(again.sheet.result) | {"totals": None})


def test_the_same_player_was_out_changes_nothing(store):
    game = amended(store, match_of(1)[0], Changes(out=0))
    assert game.result.points == game.sheet.result.points and game.amended


@pytest.mark.parametrize(
    ("text", "changes", "part"),
    [
        (match_of(1)[0], Changes(out=1), "of A is missing"),
        (match_of(1)[0], Changes(out=NOBODY), "of A is missing"),
        (match_of(1)[0], Changes(out=NOBODY, racks={0: (5, 0)}), "cannot be nobody"),
        (match_of(1)[0], Changes(out=5), "a seat of this game"),
        (match_of(1)[0], Changes(out=1, racks={0: (5, 0), 1: (3, 0)}), "must be 0 for the player who is out"),
        (match_of(1)[0], Changes(entries={0: (5, 5)}), "of games of Word"),
        (ABANDONED, Changes(out=1), "out: this game was abandoned"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_stored(store, text, changes, part):
    with pytest.raises(Refused, match=part):
        amended(store, text, changes)
    assert not store.games()[0].amended


def test_of_amendments_in_the_same_second_the_later_one_is_the_later(place):
    with Store(place, now=lambda: 7) as store:
        game = amended(store, match_of(1)[0], Changes(table=1))
        for table in range(2, 9):
            game = store.amend(game, Changes(table=table))
        assert game.table == store.games()[0].table == 8


# ---- Word ----


def test_an_entry_of_word_is_corrected_and_the_points_follow(store):
    game = amended(store, WORD, Changes(entries={1: (9, 9)}))
    assert game.result.points[1] == game.sheet.result.points[1] + 3
    assert game.result.points[::2] == game.sheet.result.points[::2]
    assert store.games()[0] == game


def test_several_entries_that_are_only_possible_together(store):
    """Who did not open in his first turn cannot have built on his own word in the second."""
    text = sheet_of(two_words())
    with pytest.raises(Refused, match="A laid in turn 3 impossible"):
        amended(store, text, Changes(entries={0: (0, 0)}))
    game = store.amend(store.games()[0], Changes(entries={0: (0, 0), 2: (7, 7)}))
    assert game.result.points[0] == 7


def two_words():
    play = Play(presets.built_in("word"))
    play.happen(r.DEAL, 0, 0b11, 0, 90)
    play.happen(r.BEGIN, 1000)
    at = 1000
    for turn, (letters, tiles) in enumerate([(7, 7), (8, 8), (4, 2), (5, 2)]):
        at += 20_000
        play.happen(r.END_TURN, at)
        play.happen(r.ENTRY, at + 900, turn, letters, tiles)
    evenings.without_tiles(play, at)
    return play


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        (Changes(entries={1: (9, 3)}), "letters: must be the tiles used"),
        (Changes(entries={1: (200, 200)}), "tiles: must be 1 to"),
        (Changes(entries={1: (4, 0)}), "letters: must be 0"),
        (Changes(entries={99: (5, 5)}), "must be of a turn that ended"),
        (Changes(entries={1: (999, 1)}), "0 to 255"),
        (Changes(racks={1: (5, 0)}), "nothing of Word"),
        (Changes(marks={1: 1}), "nothing of Word"),
        (Changes(out=1), "nothing of Word"),
        (Changes(out=1, entries={1: (9, 9)}), "nothing of Word"),
    ],
)
def test_what_cannot_be_laid_is_refused_and_nothing_is_stored(store, changes, part):
    with pytest.raises(Refused, match=part):
        amended(store, WORD, changes)
    assert not store.games()[0].amended


# ---- on the command line ----


@pytest.fixture
def evening(home):
    with Store() as store:
        store.add_many([(match_of(1)[0], ""), (sheet_of(undone(), game=2, match=2), "")])


def undone():
    """A game of Word whose second turn was undone and played again: turns are numbered as people saw them."""
    play = Play(presets.built_in("word"))
    play.happen(r.DEAL, 0, 0b11, 0, 90)
    play.happen(r.BEGIN, 1000)
    play.happen(r.END_TURN, 10_000)
    play.happen(r.ENTRY, 11_000, 0, 7, 7)
    play.happen(r.END_TURN, 20_000)
    play.happen(r.PAUSE, 21_000, r.BY_HAND)
    play.happen(r.UNDO, 22_000)
    play.happen(r.RESUME, 23_000)
    play.happen(r.END_TURN, 30_000)
    play.happen(r.ENTRY, 31_000, 1, 8, 8)
    evenings.without_tiles(play, 31_000)
    return play


def test_out_on_the_command_line(evening):
    rows = [line.split() for line in says("amend", "1", "--out", "b", "--rack", "A=9").splitlines()]
    assert ["out", "A", "B"] in rows and ["points", "of", "B", "-57", "17"] in rows
    shown = says("show", "1")
    assert "Bolek was out; A began" in shown and "B was out; rack of A 9+0" in shown
    assert "amended" in says("sheets")
    assert says("amend", "1", "--out", "x", status=2) and says("amend", "1", "--out", "", status=2)
    assert "cannot be nobody" in says("amend", "1", "--out", "nobody", "--rack", "B=9", status=1)


def test_entries_on_the_command_line_have_the_numbers_that_are_shown(evening):
    turns = json.loads(says("show", "2", "--json"))["turns"]
    (number,) = [turn["number"] for turn in turns if turn["laid"] == 8]
    gone = [turn["number"] for turn in turns if turn["undone"]]
    assert number == 2 and gone == [3], turns
    rows = says("amend", "2", "--entry", f"{number}=9/9").splitlines()
    assert any(
        " ".join(row.split()) == "turn 2 of B 8 letters with 8 tiles 9 letters with 9 tiles" for row in rows
    )
    assert "turn 2 9 letters with 9 tiles" in says("show", "2")
    assert "There is no turn 3 " in says("amend", "2", "--entry", "3=9/9", status=1)
    assert "There is no turn 99 " in says("amend", "2", "--entry", "99=9/9", status=1)
    assert "two things of turn 2" in says("amend", "2", "--entry", "2=9/9", "--entry", "02=8/8", status=2)
    for wrong in ("2", "2=9", "a=9/9", "2=9/9/9", "2=-1/3"):
        assert "--entry" in says("amend", "2", "--entry", wrong, status=2)
    assert "B, letters: must be the tiles used" in says("amend", "2", "--entry", "2=9/3", status=1)
    assert "nothing of Word" in says("amend", "2", "--rack", "B=3", status=1)
