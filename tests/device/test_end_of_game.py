"""The end of a game says what its keys do, charges nobody by itself, and stores only what could be read."""

import re

import pytest

from tests.core.play import reading
from tests.device.scorer import DEAF_MS, READ_MS, Scorer
from tests.device.table import MS
from tileclock_host.sheets import text, verify

pytestmark = pytest.mark.needs_models


@pytest.fixture
def table(lay_table):
    """Not switched on yet."""
    return lay_table(start=False)


def test_one_mark_of_another_player_charges_nobody(table):
    scorer = Scorer(table)
    scorer.begin("ABC", "A")
    table.down.press()  # A has opened, somebody says
    scorer.out("A")
    scorer.confirm({"B": 12, "C": 5})
    assert scorer.game() == [17, -12, -5]


def to_fresh_result(table):
    """The last OK of the racks has just led to it."""
    scorer = Scorer(table)
    scorer.begin("ABC", "A")
    scorer.out("A")
    scorer.enter({"B": 12, "C": 5})
    scorer.next_step()
    scorer.next_step()
    return table.ok.press()


def waits(table):
    return table.screen.says(table.words.RESULT_HINT.partition("  ")[0])


def test_one_ok_too_many_stores_nothing(table):
    """The points are there to be read: they stand for a second before OK stores them."""
    shown = to_fresh_result(table)
    for ms in (350, 650, 950):
        table.ok.press(at=shown + ms * MS)
        assert waits(table)
    table.ok.press(at=shown + 1_300 * MS)
    table.wait(ms=500)
    assert not waits(table) and table.screen.says(table.words.WINNER)


@pytest.mark.parametrize("every_ms", [400, 800, 990])
def test_ok_tapped_on_and_on_stores_after_a_second(table, every_ms):
    """However fast somebody taps, the key is never deaf for good."""
    shown = to_fresh_result(table)
    taps = 0
    while waits(table):
        taps += 1
        assert taps * every_ms < 2_000, "OK is deaf"
        table.ok.press(at=shown + taps * every_ms * MS)
        table.wait(ms=1)
    assert taps * every_ms >= 1_000


def test_the_result_of_four_says_how_to_change_it(table):
    """Their points need every line, so the title says the two keys in turn."""
    scorer, (store, change) = Scorer(table), table.words.RESULT_HINT.split("   ")
    scorer.begin("ABCD", "A")
    scorer.out("A")
    scorer.confirm({"B": 12, "C": 5, "D": 7})
    assert table.screen.says(store) and not table.screen.says(change)
    table.wait_for(change, within_s=3)
    assert not table.screen.says(store)
    assert table.screen.says("+24"), "what there is to change"
    table.wait_for(store, within_s=3)
    table.back.press()
    assert table.screen.says(table.words.STEP_MARKS)


def test_a_number_is_taken_back_on_the_own_button(table):
    scorer = Scorer(table)
    scorer.begin("ABC", "A")
    scorer.out("A")
    scorer.enter({"B": 12, "C": 5})
    table.seat("B").press()
    table.seat("B").hold()
    assert scorer.entered == ["5"], "B has a dash again"
    table.wait(s=1)
    table.seat("B").hold()
    assert scorer.entered == ["10", "5"], "a hold by itself adds tens"


@reading(19)
def test_who_announced_is_proposed_100_and_may_be_charged_200(table):
    scorer, words = Scorer(table, "tournament"), table.words
    scorer.begin()
    scorer.play("A")
    table.up.press()  # B will open next turn
    for seat in "BC":
        table.wait(ms=400)
        table.seat(seat).hold()
    scorer.play("D")
    table.wait(ms=400)
    table.ok.press()
    table.seat("A").press()
    table.wait(ms=DEAF_MS)
    scorer.enter({"B": 7, "C": 8, "D": 9})
    for _ in range(2):
        scorer.next_step()
    never, could = words.OPENED[1] + " −100", words.OPENED[2] + " −200"
    assert _marks(table) == {"B": never, "C": never, "D": words.OPENED[0]}, "as the presses say"
    for seat in "BC":
        table.seat(seat).press()
    assert _marks(table) == {"B": could, "C": could, "D": words.OPENED[0]}
    scorer.next_step()
    assert scorer.game() == [409, -200, -200, -9]
    scorer.scroll_to("Sum")
    assert table.screen.says("0 ✓")


@pytest.mark.parametrize(
    ("preset", "points", "rest", "winner"),
    [("tournament", [9, 9, -4, -15], 1, "+9"), ("uk", [10, 9, -4, -15], 0, "A +10  B +9")],
)
def test_tied_winners_see_their_own_points_and_the_rest_is_said(table, preset, points, rest, winner):
    scorer = Scorer(table, preset)
    scorer.begin("ABCD", None if preset == "tournament" else "A")
    scorer.nobody()
    scorer.confirm({"A": 10, "B": 10, "C": 14, "D": 25})
    assert scorer.game() == points
    scorer.scroll_to("Sum")
    assert table.screen.says(f"{-rest} ✓")
    scorer.scroll_to("A  1 won")
    assert table.screen.says("Rest") == bool(rest)
    table.wait(ms=READ_MS)
    table.ok.press()
    table.wait(ms=500)
    assert table.screen.says("A + B")
    assert table.screen.says(winner)
    table.box.pull_plug()
    (stored,) = table.box.files("/data/sheets").values()
    sheet = text.read(stored.decode())
    assert (sheet.result.rest, verify.verify(sheet).findings) == (rest, ())


def _marks(table):
    """What the last step says of each seat, in words."""
    rows = re.findall(r"^ *([A-F]) +\d+(?:\+\d\w)? +(.*)$", table.screen.text, re.M)
    return dict(rows)


def test_the_result_says_how_long_players_stopped_the_clock_and_in_whose_turns(table):
    scorer = Scorer(table)
    scorer.begin("ABC", "A")
    table.wait(s=1)
    table.back.press()
    table.wait(s=130)
    table.back.press()  # on with the turn
    scorer.play("A")
    table.wait(s=1)
    table.ok.press()  # "Who is out?"
    table.wait(s=20)
    table.back.press()  # nobody
    table.back.press()
    table.choose(table.words.DISPUTE)  # the judge's time is no pause
    table.wait(s=50)
    table.back.press()
    scorer.turns("A")
    scorer.out("A")
    scorer.confirm({"B": 12, "C": 5})
    for _ in range(2):
        table.up.press()  # past the first row to the last ones
    rows = re.findall(r"(PAUSE|[A-F])  (\d):(\d\d)$", table.screen.text, re.M)
    said = {label: int(minutes) * 60 + int(seconds) for label, minutes, seconds in rows}
    assert list(said) == ["PAUSE", "A", "B"], "but not that A was asked for a moment who is out"
    assert said["A"] == 130 and 20 <= said["B"] < 30, "B's, with the way to the judge, without the dispute"
    assert 0 <= said["PAUSE"] - said["A"] - said["B"] <= 1
    scorer.store()
    table.box.pull_plug()
    (stored,) = table.box.files("/data/sheets").values()
    sheet = text.read(stored.decode())
    assert verify.verify(sheet).findings == ()


def test_racks_of_a_game_nobody_has_won_by_going_out_outlive_the_power(table):
    scorer = Scorer(table)
    scorer.begin("ABC", "A")
    scorer.nobody()
    for seat in "ABC":
        table.seat(seat).press()
    table.wait(s=1.3)  # until it is on record
    table.power_cycle()
    table.take_up()
    table.ok.press()
    table.wait(ms=600)
    assert table.screen.says(table.words.STEP_JOKERS), table.screen.text
