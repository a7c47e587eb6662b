"""What the set-up says of rules, what it remembers, and when other rules are another match."""

import contextlib

import pytest
from click.testing import CliRunner

from tests.device.scorer import Scorer
from tests.host.cable import plugged
from tileclock_host.device import command

pytestmark = pytest.mark.needs_models

RACKS = {"B": 12, "C": 5}


@pytest.mark.parametrize("language", ["en", "pl", "cs", "uk"])
def test_rules_have_their_names_and_a_line_says_what_they_mean(table, language):
    table.settings(language=language, preset="cs")
    table.choose(table.words.NEW_GAME)
    assert table.screen.says(table.words.RULES_NAMES["cs"])
    table.down.press()
    assert table.screen.says(table.words.RULES_NAMES["word"])
    table.down.press()
    assert table.screen.says(table.words.RULES_NAMES["tournament"])
    line = table.screen.text.splitlines()[0]
    assert table.words.JOKER_COSTS % 50 in line and "−100/200" in line
    table.ok.press()
    assert table.screen.says(table.words.NEW_GAME), "the line is only for the choice"


def test_who_looks_at_other_rules_and_comes_back_has_what_he_had_chosen(table):
    table.settings(preset="pl", limit=90, sitting=0b101)
    table.choose("New game")
    for key in (table.down, table.up):
        key.press()
    assert table.screen.says("Polish sheet") and table.screen.says("AC") and table.screen.says("90 s")


def test_other_rules_than_those_of_the_match_ask_for_a_new_one(table):
    scorer = Scorer(table)
    scorer.whole(RACKS)
    table.down.press()
    for _ in range(3):
        table.ok.press()
    table.seat("A").press()
    table.ok.press()
    assert table.screen.says("A new match?")
    table.choose("no")
    assert table.screen.chosen.startswith("Rules") and table.screen.says("game 2")
    for _ in range(3):
        table.ok.press()
    table.seat("A").press()
    table.ok.press()
    assert table.screen.says("A new match?"), table.screen.text
    table.choose("yes")
    table.wait(s=1)
    assert table.screen.says("Deal")
    table.ok.press()
    scorer.out("A")
    scorer.confirm({"B": 1, "C": 2})
    assert table.screen.says("game 1")


def to_the_deal(table):
    """From the first screen, with everything as it was last time."""
    table.choose("New game")
    for _ in range(4):
        table.ok.press()
    table.wait(ms=300)


def test_a_new_name_at_a_seat_with_points_asks_for_a_new_match(table):
    scorer = Scorer(table, names=["Ala", "Jan", "", "", "", ""])
    scorer.whole(RACKS)
    table.back.press()
    for names, asked in (
        (["Ala", "Jan", "Ewa", "", "", ""], False),
        (["Ala", "Zoe", "Ewa", "", "", ""], True),
    ):
        with plugged(table.box) as clock:
            clock.set({"names": names})
        table.power_cycle()
        to_the_deal(table)
        assert table.screen.says("A new match?") == asked, "a name for a seat that had none changes nobody"
        table.back.press()
        table.back.press()
    to_the_deal(table)
    table.choose("yes")
    table.wait(ms=300)
    table.ok.press()
    scorer.out("A")
    scorer.confirm({"B": 1, "C": 2})
    assert scorer.totals() == [3, -1, -2], "Jan's points are not Zoe's"


def test_the_same_player_under_another_name_goes_on_with_the_match(table):
    scorer = Scorer(table, names=["Ala", "Jan", "", "", "", ""])
    scorer.whole(RACKS)
    table.back.press()
    with plugged(table.box) as clock:
        clock.set({"names": ["Ala", "Janek", "", "", "", ""]})
    to_the_deal(table)
    table.choose("no, same players")
    table.wait(ms=300)
    table.ok.press()
    scorer.out("A")
    scorer.confirm({"B": 1, "C": 2})
    assert scorer.totals() == [20, -13, -7]


def test_a_deal_that_was_taken_back_is_gone(table):
    table.deal("ABC")
    table.wait(s=1)
    table.back.press()
    table.wait(s=1)
    assert table.screen.says("New game")
    with plugged(table.box) as clock:
        clock.set({"preset": "cs"})
    table.power_cycle()
    assert table.screen.chosen == "New game"


def test_the_length_of_a_match_holds_at_once(table):
    scorer = Scorer(table)
    scorer.whole(RACKS)
    with plugged(table.box) as clock:
        clock.set({"match_games": 2})
    scorer.begin("ABC", "B")
    scorer.out("B")
    scorer.confirm({"A": 12, "C": 5})
    scorer.store()
    assert table.screen.says("FINAL") and table.screen.says("1. ")


def test_a_game_keeps_the_names_of_its_deal_and_the_pc_is_told_so(table, monkeypatch):
    table.settings(names=["Ala", "Ola", "Jan", "", "", ""])
    table.start_game("ABC")
    table.wait(s=1)
    table.back.press()  # a clock that runs is not asked for its settings
    with plugged(table.box) as clock:
        monkeypatch.setattr(command, "the_clock", lambda port: contextlib.nullcontext(clock))
        said = CliRunner().invoke(command.roster, ["A=Ewa"]).output
    assert "A  Ewa" in said and "these hold from the next deal" in said
    table.ok.press()
    assert table.screen.says("Ala") and not table.screen.says("Ewa")
    table.power_cycle()
    table.choose("Resume")
    table.wait(s=1)
    with plugged(table.box) as clock:
        assert clock.roster()[1][0] == "Ewa", "what is taken up again leaves the roster alone"
    table.ok.press()
    assert table.screen.says("Ala")
