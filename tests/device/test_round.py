"""A round with an end by time: the turn in progress is finished, then everybody has one more."""

import pytest
from rich.console import Console

from tests.device import on_the_pc
from tests.device.scorer import Scorer
from tests.device.table import MS
from tests.host.cable import plugged
from tileclock_host.facts import words
from tileclock_host.facts.match import MatchFacts
from tileclock_host.facts.score import score_of
from tileclock_host.sheets import show

pytestmark = pytest.mark.needs_models

GAME_S = 25  # that a game of a round takes, from its first turn to who is out


def test_a_round_time_set_on_the_box_ends_in_a_last_lap(lay_table):
    table = lay_table(start=False)
    table.settings(round=1)
    table.start_game("AB")
    for seat in "ABAB":
        table.wait(s=14)
        assert table.screen.seat == seat
        table.seat(seat).press()
    table.wait(s=10)  # the minute is over in A's turn, which goes on
    assert table.screen.seat == "A"
    for seat in "ABA":
        table.seat(seat).press()
        table.wait(s=1)
    assert table.screen.says(table.words.REASONS["round"]), "A's turn, then B and A once more each"


def test_without_one_there_is_no_row_to_lengthen_it(table):
    table.start_game("AB")
    table.wait(s=2)
    table.back.press()
    for _ in range(14):
        assert not table.screen.says(table.words.ADD_ROUND)
        table.down.press()


def test_the_judge_may_lengthen_it(lay_table):
    table = lay_table(start=False)
    table.settings(round=1)
    table.start_game("AB")
    table.wait(s=2)
    table.back.press()
    table.choose(table.words.ADD_ROUND)
    table.ok.press()  # five minutes more
    table.wait(s=1)
    table.back.press()
    for seat in "ABABAB":
        table.wait(s=14)
        table.seat(seat).press()
    assert table.screen.seat == "A", "84 s are over, and the round is not"


# ---- several games in one round ----


def store_the_last(table):
    """The result is stored; past the winner of the game to that of the match."""
    table.wait(s=2)
    for _ in range(2):
        table.ok.press()
        table.wait(ms=500)
    assert table.screen.says(table.words.MATCH_OVER), table.screen.text


def play_one(table, scorer, last=False):
    """A game of two that takes 25 s; the second player is out. Counting takes as long again."""
    scorer.begin("AB")
    began = table.now
    first = table.screen.seat
    table.wait(s=10)
    table.seat(first).press()
    table.wait(ms=GAME_S * 1000 - (table.now - began) / MS)
    table.ok.press()
    table.ok.press()
    table.wait(s=GAME_S)
    scorer.confirm({first: 12})
    if last:
        store_the_last(table)
    else:
        scorer.store()


def shown(game):
    console = Console(width=80, record=True)
    console.print(show.page(game))
    return console.export_text()


def test_a_round_of_four_games_that_each_have_the_whole_time(lay_table, tmp_path):
    table = lay_table(start=False)
    scorer = Scorer(table, "tournament", round=1, match_games=4)
    for number in range(1, 5):
        play_one(table, scorer, last=number == 4)
        said = table.words.GAME % (number + 1) if number < 4 else table.words.MATCH_ENDS["games"]
        assert table.screen.says(said), table.screen.text
    assert table.screen.says(table.words.ROUND_FOR[False])
    match = on_the_pc.the_match(table, tmp_path)
    assert [game.result.first for game in match.games] == [0, 1, 0, 1], "the tournament's order goes on"
    assert [game.result.totals.round_left for game in match.games] == [None] * 4
    assert (match.over, match.totals.played[:2]) == ("games", (4, 4))
    assert "round time: 1 min for this game" in shown(match.games[3])
    assert "Round time: 1\u00a0min, each game" in score_of(MatchFacts(match), words.load("en")).notes


def test_a_round_of_four_games_that_have_one_time_together(lay_table, tmp_path):
    table = lay_table(start=False)
    scorer = Scorer(table, "tournament", round=1, spans=True)
    play_one(table, scorer)
    table.power_cycle()  # what is left is kept
    table.choose(table.words.NEW_GAME)
    play_one(table, scorer)
    assert table.screen.says(table.words.GAME % 3)
    scorer.begin("AB")
    table.wait(s=5)
    table.back.press()
    table.choose(table.words.ADD_ROUND)
    table.ok.press()  # the judge gives five minutes more
    table.wait(s=1)
    table.back.press()
    scorer.out(table.screen.seat)
    scorer.confirm({"B": 7})
    scorer.store()
    scorer.begin("AB")
    scorer.nobody()  # the judge ends the round
    scorer.confirm({"A": 5, "B": 8})
    store_the_last(table)
    assert table.screen.says(table.words.MATCH_ENDS["round"])
    assert table.screen.says(table.words.ROUND_FOR[True])
    match = on_the_pc.the_match(table, tmp_path)
    one, two, three, four = [game.result.totals.round_left for game in match.games]
    assert (one, two) == (60 - GAME_S, 60 - 2 * GAME_S)
    assert 295 < three < 305, "five minutes, and what was left of the first"
    assert (four, match.over) == (0, "round")
    assert [game.result.first for game in match.games] == [0, 1, 0, 1]
    assert "round time: 1 min for all games, 0:35 left for the next" in shown(match.games[0])
    assert "Czas rundy: 1\u00a0min, na wszystkie gry" in score_of(MatchFacts(match), words.load("pl")).notes


def test_the_round_of_all_tables_runs_from_the_start_signal_and_not_from_the_first_turn(lay_table, tmp_path):
    """Who deals slowly has less of it; a game that begins when it is over is its last lap."""
    table = lay_table(start=False)
    scorer = Scorer(table, "tournament")
    with plugged(table.box) as clock:
        clock.start_round(120_000)
        table.wait(s=20)
        clock.start_round(100_000)  # a PC that comes again says what is left
        play_one(table, scorer)
        clock.start_round(40_000)
    play_one(table, scorer)
    table.wait(s=20)
    play_one(table, scorer, last=True)  # the box deals once more, and that is the last lap
    assert table.screen.says(table.words.MATCH_ENDS["round"])
    match = on_the_pc.the_match(table, tmp_path)
    left = [game.result.totals.round_left for game in match.games]
    assert 0 < left[0] < 100 - GAME_S and left[1] < 40 - GAME_S and left[2] == 0, left


def test_all_tables_sound_at_the_start_signal_once(lay_table):
    table = lay_table()
    with plugged(table.box) as clock:
        clock.start_round(60_000)
        heard = set()
        for _ in range(30):
            table.wait(s=0.02)
            heard.add(table.box.buzzer.tone)
        assert heard > {0}
        clock.start_round(60_000)
        table.wait(s=0.1)
        assert not table.box.buzzer.tone, "told again it is the same signal"
        clock.start_round(0)
    table.start_game("AB")
    assert "round" not in table.screen.text


def test_the_time_of_all_games_is_over_in_one_of_them(lay_table):
    table = lay_table(start=False)
    scorer = Scorer(table, "tournament", round=1, spans=True)
    play_one(table, scorer)
    play_one(table, scorer)
    scorer.begin("AB")
    table.wait(s=11)  # of the minute 10 s were left
    for seat in "ABA":
        assert table.screen.seat == seat
        table.seat(seat).press()
        table.wait(s=1)
    assert table.screen.says(table.words.REASONS["round"])
    table.ok.press()
    table.wait(ms=600)
    scorer.confirm({"A": 5, "B": 8})
    scorer.store()
    assert table.screen.says(table.words.MATCH_OVER)
    table.ok.press()
    table.choose(table.words.NEW_GAME)
    assert table.screen.says(table.words.GAME % 1), "another match, with a round of its own"
