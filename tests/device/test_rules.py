"""Single rules of the sheets, played on the box, and checked by the PC."""

import pytest

from tests.device import on_the_pc
from tests.device.scorer import DEAF_MS, Scorer

pytestmark = pytest.mark.needs_models

READ_MS = 1_700  # a time that is up is read so long, or a press means nothing


@pytest.fixture
def table(lay_table):
    """Not switched on yet."""
    return lay_table(start=False)


def set_pool(table, tiles):
    """Somebody counts it."""
    table.wait(ms=400)
    table.back.press()
    table.choose(table.words.CORRECT_POOL)
    table.down.hold(ms=4000)
    for _ in range(tiles):
        table.up.press()
    table.ok.press()
    table.ok.press()  # and they go on


def run_out(table, choice="OK"):
    """The time of this turn is up, and what is proposed is taken, or what is above it."""
    table.wait_for_time_up()
    table.wait(ms=READ_MS)
    if choice == "UP":
        table.up.press()
    table.ok.press()


def test_who_had_finished_and_pressed_late_takes_nothing_in_cs(table):
    scorer = Scorer(table, "cs")
    scorer.begin(first="A")
    table.wait_for_time_up()
    assert table.screen.says(table.words.TIMEOUTS["in_order"])
    table.wait(ms=READ_MS)
    assert table.screen.chosen.startswith(table.words.TIMEOUTS["nothing"])
    table.up.press()
    table.ok.press()
    assert (table.screen.seat, table.screen.pool) == ("B", 50)
    run_out(table)
    assert (table.screen.seat, table.screen.pool) == ("C", 49)


def test_the_clock_asks_whether_nobody_can_move_when_all_have_run_out_of_time(table, tmp_path):
    scorer = Scorer(table, "uk", limit=30)
    scorer.begin("ABC", first="A")
    set_pool(table, 0)
    for _ in "ABC":
        run_out(table)
    assert table.screen.says(table.words.NOBODY_MOVES)
    table.ok.press()  # no: they go on
    assert table.screen.seat == "A"
    for _ in "AB":
        run_out(table)
        assert not table.screen.says(table.words.NOBODY_MOVES)
    run_out(table)
    table.power_cycle()
    table.take_up()
    assert table.screen.says(table.words.NOBODY_MOVES), "it is asked again"
    table.choose(table.words.YES)
    table.wait(ms=100)
    assert table.screen.says(table.words.REASONS["blocked"])
    table.ok.press()
    table.wait(ms=DEAF_MS)
    scorer.confirm({"A": 5, "B": 8, "C": 10})
    assert scorer.game() == [8, -3, -5]
    scorer.store()
    (game,) = on_the_pc.the_match(table, tmp_path).games
    assert (game.result.reason, game.result.winners) == ("blocked", (0,))
    assert {turn.end for turn in game.story.turns if turn.timed_out} == {"timed out", "passed"}


def test_in_uk_an_unfinished_table_on_an_empty_pool_is_a_pass(table):
    scorer = Scorer(table, "uk", limit=30)
    scorer.begin("AB", first="A")
    set_pool(table, 0)
    run_out(table, "UP")  # round the list to its end
    assert table.screen.pool == 1, "turns to come: of the two who could still pass one is left"
    run_out(table, "UP")
    assert table.screen.says(table.words.REASONS["blocked"])


def test_who_has_left_wins_nothing_with_the_smallest_rack(table, tmp_path):
    scorer = Scorer(table)
    scorer.begin("ABC", first="A")
    table.wait(ms=400)
    table.back.press()
    table.choose(table.words.LEAVES)
    table.choose("C")
    table.choose(table.words.YES)  # really
    table.ok.press()  # and they go on
    scorer.nobody()
    scorer.confirm({"A": 9, "B": 7, "C": 3})
    assert scorer.game() == [-9, 5, -3], "B wins, less his own rack"
    scorer.store()
    (game,) = on_the_pc.the_match(table, tmp_path).games
    assert game.result.winners == (1,)


def test_beginners_may_agree_on_five_letters_and_hear_of_a_new_deal(table):
    scorer = Scorer(table, "word", opening=5)
    for _ in range(3):
        table.ok.press()
    table.seat("A").press()
    table.ok.press()
    scorer.scroll_to("5")
    table.ok.press()
    table.wait(ms=300)
    for text in ("first word: 5 letters", "new deal: at most 3 vowels", "or at most 3 consonants"):
        table.wait_for(text, 20)
    table.ok.press()
    scorer.play("A")
    table.wait(s=1)
    table.seat("A").hold()  # the smallest there may be, which is five, is accepted
    table.wait(s=1)
    table.back.press()
    table.choose(table.words.ENTRIES)
    assert table.screen.says("5 / 5"), table.screen.text
