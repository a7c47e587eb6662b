"""A second panel at the bus shows the same as the first; unplugged, it costs nobody anything."""

from itertools import pairwise

import pytest

from tests.device.table import MS, S
from tests.device.test_fairness import play
from tests.host.cable import plugged
from tileclock_host.device.checkup import checkup
from tileclock_host.sim import wire
from tileclock_host.sim.oled import Oled

pytestmark = pytest.mark.needs_models

FIRST, SECOND = 1, 2  # as bits of the panels that are plugged in
FOUND_AGAIN_S = 13  # the registers are set every 12 s


@pytest.fixture
def both(lay_table):
    return lay_table(panels=2)


def plug(table, panels):
    table.box.turn_knob(wire.KNOB_PANELS, panels)


def pictures(table):
    return table.box.oled.frame(), table.box.second.frame()


def show_the_same(table):
    first, second = pictures(table)
    return first == second and any(first)


def forgetful(table, which):
    """That panel has been without power."""
    if which == FIRST:
        table.box.oled = Oled()
    else:
        table.box.second = Oled()


def unplugged(table, which):
    plug(table, FIRST + SECOND - which)
    forgetful(table, which)


def test_both_show_the_same_from_power_on_through_a_game(both):
    assert show_the_same(both) and both.screen.says("New game")
    began = both.start_game("ABCD", limit=30)
    for second in (1, 12, 25, 31):
        both.wait_until(began + second * S + 50 * MS)
        assert show_the_same(both)
    assert both.screen.time_is_up


def test_what_people_set_is_set_on_both(lay_table):
    table = lay_table(start=False, panels=2)
    table.settings(flip=True, brightness=30)
    assert show_the_same(table) and table.box.second.contrast == table.box.oled.contrast == 76
    assert not table.box.second.mirrored_rows
    table.start_game()
    table.back.press()
    table.wait(s=400)
    assert table.box.second.contrast == table.box.oled.contrast == 9, "both rest"


def test_each_transfer_is_short_and_keys_are_looked_at_between_two(both):
    sent = []
    both.box.on_transfer = lambda at, payload, us: sent.append((at - us, at, len(payload) + 1))
    both.box.on_second = both.box.on_transfer
    both.start_game(limit=20)
    both.wait(s=15)
    assert len(sent) > 500
    assert max(size for *_, size in sent) <= 128
    assert max(end - begin for begin, end, _ in sent) < 3 * MS
    apart = [later[0] - sooner[1] for sooner, later in pairwise(sent)]
    assert min(apart) > 0, "the sampling has its turn before the next one"


def seat_blocks(table):
    return [bytes(oled.memory[page * 128 : page * 128 + 27]) for oled in boxes(table) for page in range(6)]


def boxes(table):
    return table.box.oled, table.box.second


def test_both_say_who_is_on_turn_before_either_says_for_how_long(both):
    began = both.start_game("ABCD", limit=60)
    both.wait_until(began + 7 * S + 500 * MS)
    before, seen = [bytes(oled.memory) for oled in boxes(both)], []

    def note(*_):
        seen.append((seat_blocks(both), [bytes(oled.memory) for oled in boxes(both)]))

    both.box.on_transfer = both.box.on_second = note
    both.seat("A").press()
    both.wait(ms=300)
    stood = next(memory for blocks, memory in seen if blocks == seat_blocks(both))
    digits = slice(32, 99)
    assert before[0] != stood[0] and before[1] != stood[1]
    for old, new in zip(before, stood, strict=True):
        for page in range(6):
            assert old[page * 128 :][digits] == new[page * 128 :][digits]


def test_nobody_is_charged_for_it(lay_table):
    table = lay_table(start=False, panels=2)
    table.steady()
    turns = [(700 * MS + 37 * MS * n, None, 0) for n in range(20)]
    stamped, _ = play(table, turns)
    assert all(0 <= contact - stamp <= 5 * MS for contact, stamp in stamped)


def test_a_box_with_one_panel_says_nothing_to_another(table):
    said = []
    table.box.on_second = lambda *transfer: said.append(transfer)
    table.start_game()
    table.wait(s=30)
    assert said == []


def test_it_is_looked_for_at_power_on_only(table):
    plug(table, FIRST + SECOND)
    table.start_game()
    table.wait(s=FOUND_AGAIN_S)
    assert not any(table.box.second.frame())
    table.power_cycle()
    assert show_the_same(table)


@pytest.mark.parametrize("which", [FIRST, SECOND])
def test_one_that_is_unplugged_in_a_game_costs_nothing_and_comes_back(both, which):
    began = both.start_game("ABCD", limit=300)
    both.wait_until(began + 10 * S)
    unplugged(both, which)
    both.wait(s=5)
    both.seat("A").press(at=began + 20 * S)
    both.wait_until(began + 50 * S + 100 * MS)
    pair = pictures(both)
    assert not any(pair[which - 1])
    assert both.reader.read(pair[2 - which]), "the other one goes on"
    plug(both, FIRST + SECOND)
    both.wait(s=FOUND_AGAIN_S)
    assert show_the_same(both)
    both.wait_until(began + 80 * S + 100 * MS)
    assert (both.screen.seat, both.screen.time) == ("B", "4:00"), "nobody has lost time"


def test_both_are_unplugged_and_come_back_one_after_the_other(both):
    began = both.start_game("ABCD", limit=300)
    both.wait_until(began + 10 * S)
    plug(both, 0)
    forgetful(both, FIRST)
    forgetful(both, SECOND)
    both.seat("A").press(at=began + 20 * S)
    plug(both, SECOND)
    both.wait(s=2)
    assert any(both.box.second.frame()) and not any(both.box.oled.frame())
    plug(both, FIRST + SECOND)
    both.wait(s=FOUND_AGAIN_S)
    assert show_the_same(both) and both.screen.seat == "B"


def test_one_that_comes_and_goes_never_stops_the_clock(both):
    began = both.start_game("ABCD", limit=300)
    for n in range(40):
        plug(both, (FIRST + SECOND, FIRST, SECOND, 0)[n * 7 % 4])
        both.wait(ms=333)
    plug(both, FIRST + SECOND)
    both.wait(s=FOUND_AGAIN_S)
    assert show_the_same(both)
    both.wait_until(began + 60 * S + 100 * MS)
    assert both.screen.time == "4:00"


def test_the_self_test_says_how_many_there_are(both):
    with plugged(both.box) as clock:
        assert clock.self_test().figures["panel"] == 2
        assert (True, "its 2 displays answer") in list(checkup(clock))
        for panels, found in ((FIRST, 1), (SECOND, 1), (0, 0), (FIRST + SECOND, 2)):
            plug(both, panels)
            assert clock.self_test().figures["panel"] == found
    both.choose("Self-test")
    both.choose("Display")
    both.wait(s=4)
    assert both.screen.says("✓ 2") and show_the_same(both)


def test_a_box_waits_for_its_first_panel_whether_or_not_there_is_a_second(lay_table):
    table = lay_table(start=False, panels=2)
    plug(table, SECOND)
    table.box.power_on()
    table.wait(s=2)
    table.wait_for_log("plug the display in")
    plug(table, FIRST + SECOND)
    table.wait_for("New game", within_s=1)
    assert show_the_same(table)


def test_what_broke_the_program_is_on_both(lay_table):
    table = lay_table(start=False, panels=2)
    table.break_screen("turn", "raise ValueError('broken')")
    table.start_game()
    table.wait(s=1)
    assert table.screen.says(table.words.CRASH) and show_the_same(table)
