"""Where that is set, each player confirms his line with his own button; OK stores all the same."""

import re

import pytest

from tests.device.locked import enter
from tests.device.scorer import READ_MS, Scorer, to_correction
from tests.device.states import title
from tests.host.cable import plugged
from tileclock.core import records as r
from tileclock_host.device.clock import Refused
from tileclock_host.sheets import text, verify

pytestmark = pytest.mark.needs_models

BLIP = 300  # Hz
SECRET = "5a" * 32
SIX = {"A": 20, "B": 10, "C": 30, "D": 50, "E": 120}  # F is out


@pytest.fixture
def at_result(lay_table):
    """A table at its result, which nobody has read yet: each who was not out has a point."""

    def lead(seats="ABC", preset="tournament", **settings):
        table = lay_table(start=False)
        table.box.put({"/data/secret": SECRET.encode()})
        scorer = Scorer(table, preset, **{"confirm": True, **settings})
        scorer.begin(seats, seats[0])
        scorer.out(seats[-1])
        scorer.confirm(dict.fromkeys(seats[:-1], 1))
        return table

    return lead


def confirmed(table):
    """The seats whose lines on the screen have the sign."""
    return "".join(re.findall("^✓ ([A-F])", table.screen.text, re.M))


def read(table):
    table.wait(ms=READ_MS)


def store(table):
    """The sheet as the PC finds it, which is true."""
    read(table)
    table.ok.press()
    table.wait(s=1)
    return stored(table)


def stored(table):
    table.box.pull_plug()
    (path, content), *_ = table.box.files("/data/sheets").items()
    sheet = text.read(content.decode("ascii"))
    verdict = verify.verify(sheet, [bytes.fromhex(SECRET)])
    assert verdict.good and verdict.seal == verify.SEALED, (path, verdict.findings)
    return sheet


def said(sheet):
    return sheet.result.confirmed, sheet.result.unconfirmed


def records(sheet):
    journal = r.Journal.of(sheet.journal)
    journal.rewind()
    found = []
    while journal.read():
        if journal.kind == r.CONFIRM:
            found.append(journal.figures[0])
    return found


def test_each_confirms_with_his_own_button_and_takes_it_back_with_the_next_press(at_result):
    table = at_result()
    read(table)
    for seat, now in (("B", "B"), ("A", "AB"), ("B", "A"), ("C", "AC"), ("B", "ABC")):
        table.seat(seat).press()
        assert confirmed(table) == now
    sheet = store(table)
    assert said(sheet) == ((0, 1, 2), ())
    assert records(sheet) == [0, 0b010, 0b011, 0b001, 0b101, 0b111]


def test_who_does_not_play_confirms_nothing_and_nobody_in_the_first_second(at_result):
    table = at_result()
    table.seat("A").press()
    read(table)
    before = table.now
    for seat in "DEF":
        table.seat(seat).press()
    assert confirmed(table) == "" and set(table.heard_since(before)) == {BLIP}


def test_of_six_lines_the_first_press_shows_those_that_nobody_has_seen(at_result):
    table = at_result("ABCDEF", "pl")
    read(table)
    table.seat("A").press()
    assert table.screen.chosen.startswith("F") and confirmed(table) == ""
    table.seat("A").press()
    assert table.screen.chosen.startswith("✓ A"), "now it is on the screen, and confirmed"


def test_who_has_scrolled_through_all_confirms_at_once(at_result):
    table = at_result("ABCDEF", "pl")
    read(table)
    for _ in range(5):
        table.down.press()
    table.seat("B").press()
    assert confirmed(table) == "B"


def test_ok_says_who_has_not_and_stores_when_it_is_pressed_again(at_result):
    table = at_result()
    read(table)
    table.seat("B").press()
    before = table.now
    table.ok.press()
    assert title(table) == "Not confirmed A C" and BLIP in table.heard_since(before)
    table.ok.press()
    assert title(table) == "Not confirmed A C", "who presses twice has not read it"
    assert said(store(table)) == ((1,), (0, 2))


def test_who_was_named_can_confirm_still(at_result):
    table = at_result()
    read(table)
    table.seat("B").press()
    table.ok.press()
    for seat in "AC":
        table.seat(seat).press()
    assert confirmed(table) == "ABC" and not title(table).startswith("Not")
    assert said(store(table)) == ((0, 1, 2), ())


def test_an_entry_that_is_altered_clears_them_and_one_that_was_looked_at_does_not(at_result):
    table = at_result()
    scorer = Scorer.at(table)
    read(table)
    for seat in "AB":
        table.seat(seat).press()
    table.back.press()
    table.wait(s=1)
    table.ok.press()
    table.wait(s=1)
    assert confirmed(table) == "AB"
    for _ in range(3):
        table.back.press()
        table.wait(s=1)
    table.seat("A").press()
    table.wait(s=2)
    for _ in range(3):
        scorer.next_step()
    assert confirmed(table) == ""
    read(table)
    table.seat("C").press()
    table.ok.press()
    assert said(store(table)) == ((2,), (0, 1))


def test_they_stand_when_the_plug_was_pulled(at_result):
    table = at_result()
    read(table)
    table.seat("B").press()
    table.wait(s=1)
    table.power_cycle()
    table.take_up()
    table.wait(s=1)
    Scorer.at(table).next_step()
    assert confirmed(table) == "B"


def test_who_has_left_is_not_asked(lay_table):
    table = lay_table(start=False)
    table.box.put({"/data/secret": SECRET.encode()})
    scorer = Scorer(table, "tournament", confirm=True)
    scorer.begin("ABC", "A")
    scorer.play("A")
    table.back.press()
    table.choose(table.words.LEAVES)
    table.choose("B")
    table.choose(table.words.YES)
    table.choose(table.words.RESUME)
    scorer.out("A")
    scorer.confirm({"B": 1, "C": 1})
    read(table)
    for seat in "ABC":
        table.seat(seat).press()
    assert confirmed(table) == "AC"
    assert said(store(table)) == ((0, 2), ())


def test_a_correction_asks_anew_and_the_first_sheet_stays_as_it_was(at_result):
    table = at_result()
    read(table)
    for seat in "ABC":
        table.seat(seat).press()
    before = store(table)
    table.box.start()
    to_correction(table, 1)
    table.seat("B").press()
    table.wait(s=2)
    for _ in range(3):
        Scorer.at(table).next_step()
    assert confirmed(table) == ""
    read(table)
    table.seat("B").press()
    table.ok.press()
    after = store(table)
    assert (before.revision, after.revision) == (1, 2) and after.journal.startswith(before.journal)
    assert said(after) == ((1,), (0, 2))


def test_where_it_is_not_set_nobody_is_asked(at_result):
    table = at_result(confirm=False)
    read(table)
    table.seat("A").press()
    assert confirmed(table) == ""
    sheet = store(table)
    assert said(sheet) == ((), ()) and records(sheet) == [] and '"confirmed"' not in sheet.text


def test_the_pc_sets_it_and_not_while_the_judge_has_locked_the_box(lay_table):
    table = lay_table(start=False)
    table.settings(code="ABC", locked=True)
    with plugged(table.box) as clock, pytest.raises(Refused, match="the judge has locked this clock"):
        clock.set({"confirm": True})
    table.choose(table.words.SETTINGS)
    enter(table, "ABC")
    table.choose(table.words.SETTING["confirm"])
    assert re.search("Players confirm +yes", table.screen.text)
    table.back.press()
    with plugged(table.box) as clock:
        assert clock.settings()["confirm"] is True
