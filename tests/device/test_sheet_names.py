"""What is stored is shown under the names written in it, whoever sits there today."""

import pytest

from tests.device.places import step
from tests.device.scorer import Scorer
from tests.device.test_both_doors import names

pytestmark = pytest.mark.needs_models

THEN, TODAY = ["Jan", "Ola", "", "", "", ""], ["Zoe", "Ola", "", "", "", ""]


@step
def to_stored_game(table):
    """Jan has won; then Zoe takes his seat, and the box was off in between."""
    Scorer(table, names=THEN).whole({"B": 12, "C": 5})
    table.power_cycle()
    names(table, TODAY, before=THEN)
    table.back.press()
    table.power_cycle()


def rows_of(table):
    """All rows of the list, from the first one on."""
    found = []
    while table.screen.chosen not in found:
        found.append(table.screen.chosen)
        table.down.press()
    return found


def test_a_stored_game_and_its_match_keep_their_names(table):
    to_stored_game(table)
    table.choose(table.words.SHEETS)
    table.wait(s=1)
    rows = rows_of(table)
    assert rows[0] == "1. A Jan", "the ranking of the match that goes on"
    assert "game 1  A Jan" in rows
    table.choose("game 1")
    assert rows_of(table)[:3] == ["A Jan", "B Ola", "C"]
    assert not table.screen.says("Zoe")


def test_the_end_of_a_match_names_those_who_played_it(table):
    to_stored_game(table)
    table.choose(table.words.SHEETS)
    table.wait(s=1)
    table.choose(table.words.END_MATCH)
    table.wait(s=1)
    assert table.screen.says(table.words.MATCH_OVER) and table.screen.says("Jan")
    table.ok.press()
    table.wait(s=1)
    assert table.screen.says("1. A Jan"), table.screen.text


def test_a_match_that_is_over_keeps_its_names(table):
    to_stored_game(table)
    table.choose(table.words.SHEETS)
    table.wait(s=1)
    table.choose(table.words.END_MATCH)
    table.wait(s=1)
    table.power_cycle()
    table.choose(table.words.SHEETS)
    table.wait(s=1)
    table.choose("Match 1")
    assert table.screen.says("1. A Jan"), table.screen.text


def test_the_ranking_after_a_correction_names_those_who_played(table):
    """Of a match that is over."""
    to_stored_game(table)
    table.choose(table.words.SHEETS)
    table.wait(s=1)
    table.choose(table.words.END_MATCH)
    table.wait(s=1)
    table.power_cycle()
    table.choose(table.words.SHEETS)
    table.wait(s=1)
    table.choose("game 1")
    table.choose(table.words.CORRECT_SHEET)
    table.wait(s=1)
    scorer = Scorer.at(table)
    for _ in range(3):
        scorer.next_step()
    table.wait(s=1.2)
    table.ok.press()
    table.wait(s=1)
    assert table.screen.says("1. A Jan"), table.screen.text
