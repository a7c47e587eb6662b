"""The plug is pulled, the program hangs: the game comes back as it was, its clock stopped."""

import hmac
import json

import pytest

from tests.device.box import opened
from tests.device.locked import ASKED, enter
from tests.device.scorer import Scorer, to_correction
from tests.device.states import seconds_left, title
from tileclock.core import reading

pytestmark = pytest.mark.needs_models


def test_a_new_box_offers_no_resume(table):
    assert table.screen.chosen == table.reader.fold("New game")
    table.power_cycle()
    assert not table.screen.says("Resume")


def test_the_plug_is_pulled_in_a_turn(table):
    """The same seat, the pool, and a time that is not more than ten seconds older."""
    table.start_game("ABCD")
    table.wait(s=3)
    table.seat("A").hold()
    table.wait(s=4)
    table.seat("B").press()
    table.wait(s=17)
    assert table.screen.seat == "C"
    pool, time = table.screen.pool, int(table.screen.time)
    table.power_cycle()
    table.take_up()
    assert table.screen.says("PAUSE")
    assert time <= seconds_left(table) <= time + 10
    table.choose("Resume")
    assert (table.screen.seat, table.screen.pool) == ("C", pool)
    table.wait(s=1)
    table.seat("C").press()
    assert table.screen.seat == "D"


def test_a_hung_program_loses_two_seconds_at_most(table):
    table.start_game("ABCD")
    table.wait(s=13)
    time = int(table.screen.time)
    table.box.reset(3)
    table.box.await_picture()
    table.choose("Resume")
    table.wait(s=1)
    assert time <= seconds_left(table) <= time + 2


def test_in_a_pause(table):
    table.start_game("ABCD")
    table.wait(s=5)
    table.back.press()
    before = seconds_left(table)
    table.wait(s=100)
    table.power_cycle()
    table.take_up()
    assert seconds_left(table) == before


def test_when_the_time_was_up(table):
    table.start_game("AB")
    table.wait(s=42)
    assert table.screen.time_is_up
    table.power_cycle()
    table.take_up()
    assert table.screen.time_is_up
    table.wait(s=2)
    table.ok.press()
    assert table.screen.seat == "B"


def test_dealt_but_not_begun(table):
    table.deal("ABC")
    table.wait(s=1)
    table.power_cycle()
    table.take_up()
    assert table.screen.says("A begins")
    table.seat("A").press()
    assert table.screen.seat == "A"


def test_a_game_that_is_not_wanted_any_more(table):
    table.start_game("ABC")
    table.wait(s=2)
    table.seat("A").press()
    table.power_cycle()
    table.choose("New game")
    table.choose("Yes")
    table.wait(s=1)
    assert table.screen.says("Players")
    table.power_cycle()
    assert not table.screen.says("Resume")


def sheets(table):
    files = table.box.files("/data/sheets")
    return {path.rpartition("/")[2]: content for path, content in files.items()}


def test_a_sheet_is_kept_and_the_match_goes_on_after_a_power_cut(table):
    scorer = Scorer(table)
    scorer.begin("ABC", "A")
    scorer.out("A")
    scorer.confirm({"B": 12, "C": 5})
    scorer.store()
    table.box.pull_plug()
    (name,) = sheets(table)
    lines = sheets(table)[name].splitlines(keepends=True)
    head, result = reading.head(lines[0]), reading.result(lines[1])
    assert name == "00001-01" and head["game"] == head["number"] == 1
    assert result["points"] == [17, -12, -5]
    assert lines[3] == b"-\n"
    table.box.start()
    table.choose("New game")
    assert table.screen.says("game 2")


# ---- scores ----


def out(table, scorer):
    scorer.begin("ABC", "A")
    scorer.turns("B")
    scorer.out("B")


def test_before_the_racks_are_in(table):
    """Who is out is known; what was being entered is entered again."""
    scorer = Scorer(table)
    out(table, scorer)
    table.seat("A").press()
    table.power_cycle()
    table.take_up()
    assert table.screen.says("Points"), table.screen.text
    assert table.screen.says("B is out")
    table.wait(s=1)
    scorer.confirm({"A": 12, "C": 5})
    assert scorer.game() == [-12, 17, -5]


def test_after_the_racks_are_in(table):
    """They are as they were; OK leads to the result."""
    scorer = Scorer(table)
    out(table, scorer)
    scorer.confirm({"A": 12, "C": 5})
    table.power_cycle()
    table.take_up()
    table.ok.press()
    assert scorer.game() == [-12, 17, -5]
    scorer.store()
    assert table.screen.says("game 2")


def test_an_abandoned_game_has_a_sheet_that_says_so(table):
    table.start_game("ABC")
    table.wait(s=1)
    table.back.press()
    table.choose("Abandon")
    table.choose("Yes")
    table.ok.press()
    table.wait(s=1)
    table.box.pull_plug()
    (text,) = sheets(table).values()
    result = reading.result(text.splitlines()[1])
    assert (result["reason"], result["lines"]) == ("abandoned", [])


def test_a_correction_makes_a_second_revision(table):
    scorer = Scorer(table)
    out(table, scorer)
    scorer.confirm({"A": 12, "C": 5})
    scorer.store()
    table.back.press()
    to_correction(table, 1)
    table.seat("A").press()
    for _ in range(3):
        scorer.next_step()
    scorer.store()
    table.box.pull_plug()
    ((name, text),) = sheets(table).items()
    assert name == "00001-02"
    result = text.splitlines()[1]
    assert reading.result(result)["points"] == [-13, 18, -5]
    assert reading.result(result)["totals"]["points"] == [-13, 18, -5, 0, 0, 0]
    table.box.start()
    table.choose("Sheets")
    table.wait(s=1)
    assert table.screen.says("1. B") and table.screen.says("+18")


# ---- Word ----


def test_an_entry_that_waits(table):
    """Turns of Word that nobody has entered yet wait on."""
    table.settings(preset="word")
    table.choose("New game")
    table.ok.press()
    table.sit("AB")
    for _ in range(2):  # the players, the time
        table.ok.press()
    table.seat("A").press()
    for _ in range(2):  # who begins, the first word
        table.ok.press()
    table.wait(ms=300)
    table.seat("A").press()
    table.wait(s=3)
    table.seat("A").press()
    table.wait(s=2)
    table.power_cycle()
    table.take_up()
    table.choose("Entries")
    assert table.screen.says("1. A"), table.screen.text


# ---- everything that is not a game ----


def test_the_seal_is_made_with_the_secret_and_nobody_says_it(lay_table):
    table = lay_table(start=False)
    secret = "5a" * 32
    table.box.put({"/data/secret": secret.encode()})
    scorer = Scorer(table)
    out(table, scorer)
    scorer.confirm({"A": 12, "C": 5})
    scorer.store()
    table.box.pull_plug()
    (text,) = sheets(table).values()
    head, result, journal, seal = text.splitlines(keepends=True)
    expected = hmac.new(bytes.fromhex(secret), head + result + journal, "sha256").hexdigest()
    assert seal.decode().strip() == expected
    assert secret not in table.log


def test_a_game_of_a_newer_program_is_left_as_it_is(table):
    table.start_game("ABC")
    table.wait(s=1)
    table.box.pull_plug()
    files = table.box.files("/data/live")
    newer = {path: b"\x4a\x02" + data[2:] for path, data in files.items() if path[-2:] in ("/a", "/b")}
    table.box.restart_with(newer)
    table.choose("Resume")
    assert table.screen.says("newer")
    table.box.pull_plug()
    assert table.box.files("/data/live") == {**files, **newer}


def test_a_game_whose_slots_cannot_be_read_is_not_taken_for_none(table):
    table.start_game("ABC")
    table.wait(s=1)
    table.box.pull_plug()
    table.box.restart_with(
        {path: b"?" for path in table.box.files("/data/live") if path[-2:] in ("/a", "/b")}
    )
    table.choose("Resume")
    assert table.screen.says("Damaged game")


def test_a_box_whose_second_slot_lay_in_the_first_ones_folder(table):
    """It was so once: the game goes on."""
    table.start_game("ABC")
    table.wait(s=3)
    for seat in "AB":
        table.seat(seat).press()
        table.wait(s=1)
    table.box.pull_plug()
    files = table.box.files("/data/live")
    second = files["/data/live/2/b"]
    assert int.from_bytes(second[2:6], "little") > int.from_bytes(files["/data/live/a"][2:6], "little")
    flash = opened(table.box.flash)
    flash.rename("/data/live/2/b", "/data/live/b")
    flash.rmdir("/data/live/2")
    flash.unmount()
    table.power_cycle()
    table.take_up()
    table.choose("Resume")
    assert table.screen.seat == "C"
    table.wait(s=1)
    table.seat("C").press()
    table.power_cycle()
    table.take_up()
    table.choose("Resume")
    assert table.screen.seat == "A"


def test_a_damaged_game_can_be_given_up(table):
    table.start_game("ABC")
    table.wait(s=1)
    table.box.restart_with({"/data/live/head": b"{"})
    table.choose("Resume")
    assert table.screen.says("Damaged game")
    table.ok.press()
    table.choose("New game")
    table.choose("Yes")
    table.wait(s=1)
    assert table.screen.says("Players")
    table.box.pull_plug()
    assert table.box.files("/data/lost") and not table.box.files("/data/live")


@pytest.mark.parametrize("locked", [False, True])
def test_no_room_is_said_before_the_game_and_a_match_can_be_reduced(table, locked):
    """Two matches are over; then somebody fills the flash. What is locked, the judge reduces."""
    scorer = Scorer(table)
    for _ in range(2):
        out(table, scorer)
        scorer.confirm({"A": 12, "C": 5})
        scorer.store()
        table.back.press()
        table.choose("Sheets")
        table.wait(s=1)
        table.choose("End of the match")
        for _ in range(2):  # past the winner and the ranking
            table.ok.press()
        table.choose("New game")
    table.box.pull_plug()
    files = opened(table.box.flash)
    free = 512 - files.used_block_count
    settings = json.loads(files.open("/data/settings.json").read()) | {"code": "ABC", "locked": locked}
    table.box.put({"/data/settings.json": json.dumps(settings).encode()})
    table.box.put({"/data/big": bytes(4096 * (free - 17))})
    table.box.start()
    for _ in range(4):
        table.ok.press()
    table.seat("A").press()
    table.ok.press()
    table.wait(s=1)
    assert table.screen.says("No room for a game"), table.screen.text
    table.choose("Match 1: totals only")
    table.choose("yes")
    if locked:
        assert title(table) == ASKED
        enter(table, "ABC")
    table.wait(s=1)
    table.box.pull_plug()
    assert list(sheets(table)) == ["00002-01"]
    files = opened(table.box.flash)
    total = json.loads(files.open("/data/totals").read())
    assert (total["match"], total["games"], total["totals"]["points"][:3]) == (1, 1, [-12, 17, -5])


@pytest.mark.parametrize("ms", [100, 200])
def test_a_press_while_the_folder_of_sheets_is_looked_through_counts(lay_table, ms):
    """After a deal that was undone the box looks for the latest sheet, once its first screen is shown."""
    table = lay_table(start=False)
    sheets = {f"/data/sheets/{game:05}-01": bytes(1500) for game in range(1, 161)}
    table.box.put(sheets | {"/data/count": b"200 9 0"})
    table.box.start()
    table.wait(ms=ms)
    table.ok.press()  # a new game
    table.wait(s=2)
    assert table.screen.says(table.words.PLAYERS), table.screen.text
