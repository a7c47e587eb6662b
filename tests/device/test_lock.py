"""The judge's lock at the keys: what is free stays free, what is guarded needs the code."""

import pytest

from tests.device.locked import (
    ASKED,
    BLIP,
    CODE,
    LONG_MS,
    asked,
    enter,
    settings_of,
    unfinished,
)
from tests.device.states import STATES, number, title
from tileclock.core import records as r
from tileclock.storage.settings import FIELDS, SECRET

pytestmark = pytest.mark.needs_models


# ---- the rows of the pause menu; test_lock_rows.py has each of them ----


def test_the_free_rows_work_and_are_on_record(locked):
    it = locked(STATES["Pause"].lead)
    table = it.table
    for row, kind in (("Restart", r.RESTART), ("Call the judge", r.PAUSE), ("Resume", r.RESUME)):
        table.choose(row)
        assert not asked(table)
        assert it.kinds()[-1] == kind
    assert r.JUDGE not in it.kinds()


def test_a_right_code_does_what_was_chosen_and_holds_until_the_game_goes_on(locked):
    it = locked(STATES["Pause"].lead)
    table = it.table
    table.choose("Undo")
    enter(table)
    assert title(table).startswith("PAUSE B")
    table.choose("Undo")
    assert title(table).startswith("PAUSE A"), "the code must hold"
    assert it.records[-3:] == [(r.JUDGE, 1, 0, 0), (r.UNDO, 0, 0, 0), (r.UNDO, 0, 0, 0)]
    table.choose("Resume")
    assert it.records[-2:] == [(r.JUDGE, 0, 0, 0), (r.RESUME, 0, 0, 0)]
    table.wait(s=1)
    table.back.press()
    table.choose("End turn: played")
    assert asked(table), "Resume must have ended it"


def test_without_the_lock_nothing_asks(locked):
    it = locked(STATES["Pause"].lead, locked=False)
    it.table.choose("Undo")
    assert title(it.table).startswith("PAUSE B") and r.JUDGE not in it.kinds()


# ---- every key of every screen ----

# What a key may bring on record while the box is locked: playing, pausing, restarting, scoring, waking up.
HARMLESS = {
    *(r.DEAL, r.HANDICAP, r.OPENING, r.BEGIN, r.END_TURN, r.DREW, r.PASSED, r.EXPIRE, r.RESOLVE, r.ANNOUNCE),
    *(r.OPENED, r.OUT, r.PAUSE, r.RESUME, r.RESTART, r.BLIPS, r.ENTRY, r.RACK, r.MARK, r.STORE, r.CUT),
}
GUARDED = {name for name, *_ in FIELDS} - {"sitting"}  # settings only the judge changes
# Every screen but the one that asks for the code; and the first one when it offers a game to go on with.
WALKED = {name: how.lead for name, how in STATES.items() if how.lead and name != "Code"}
WALKED["Home, a game waits"] = unfinished


@pytest.mark.parametrize("state", WALKED)
@pytest.mark.parametrize("key", ["A", "B", "D", "F", "up", "down", "ok", "back"])
@pytest.mark.slow
def test_no_key_does_anything_guarded_in_any_state(locked, state, key):
    _walk(locked, state, [key])


@pytest.mark.parametrize("state", WALKED)
def test_no_key_does_anything_guarded(locked, state):
    _walk(locked, state, ["F", "up", "down", "back", "ok"])


def _walk(locked, state, keys):
    """Get there while it is open, lock it there, press, look at what happened."""
    it = locked(locked=False)
    table = it.table
    WALKED[state](table)
    table.back.hold(ms=LONG_MS)
    assert title(table) == "Locked", table.screen.text
    table.ok.press()
    table.wait(s=2)
    before, stored = it.records, settings_of(table)
    for key in keys:
        button = table.seat(key) if len(key) == 1 else getattr(table, key)
        button.press()
        button.hold()
        if asked(table):
            enter(table, "FFF")
            table.back.press()
    made = {record[0] for record in it.records[len(before) :]}
    assert made <= HARMLESS, f"{state}: {made - HARMLESS} on record"
    guarded = {name: value for name, value in settings_of(table).items() if name in GUARDED}
    assert guarded == {name: value for name, value in stored.items() if name in GUARDED}


# ---- other screens ----


def test_settings_rules_and_time_ask_but_players_and_the_first_do_not(locked):
    it = locked()
    table = it.table
    table.choose("Settings")
    assert asked(table)
    table.back.press()
    assert title(table) == "tileclock"
    table.choose("New game")
    table.up.press()
    assert asked(table)
    table.back.press()
    assert table.screen.chosen.startswith("Rules") and table.screen.says("Tournament")
    table.ok.press()
    table.down.press()
    assert table.screen.says("ABC") and not asked(table)
    table.ok.press()
    table.up.press()
    assert asked(table), table.screen.text
    enter(table)
    assert table.screen.chosen.startswith("Time") and table.screen.says("40 s")
    table.up.press()
    assert not table.screen.says("40 s")
    table.ok.press()
    table.up.press()
    assert table.screen.chosen.startswith("First player") and not asked(table)


def test_the_limit_held_for_any_other_time_asks_too(locked):
    it = locked()
    table = it.table
    table.to_players()
    table.ok.press()
    table.ok.hold()
    assert asked(table)
    enter(table)
    assert number(table) == 40
    table.back.press()
    table.up.press()
    assert not asked(table), "the code must hold while the game is prepared"


def test_back_from_the_racks_asks(locked):
    it = locked(STATES["Racks"].lead)
    table = it.table
    before = it.kinds()
    table.back.press()
    assert asked(table)
    enter(table, "ABC")
    assert title(table) == "Wrong code" and it.kinds() == before
    enter(table)
    assert title(table).startswith("PAUSE")
    assert it.kinds()[len(before) :] == [r.JUDGE, r.REOPEN]


def test_a_stored_sheet_is_corrected_with_the_code_and_says_so(locked):
    it = locked(STATES["Ranking"].lead)
    table = it.table
    table.back.press()
    table.choose("Sheets")
    for _ in range(9):
        if table.screen.chosen.startswith("game"):
            break
        table.down.press()
    table.ok.press()
    before = it.kinds()
    table.choose("Correct this sheet")
    assert asked(table)
    enter(table)
    table.wait(s=1)  # the sheet is read
    assert "Points" in title(table)
    assert it.kinds()[len(before) :] == [r.JUDGE]


# ---- ↩ held ----


def test_without_a_code_a_hold_says_how_to_get_one(table):
    table.back.hold(ms=LONG_MS)
    assert table.screen.says("No code set yet") and table.screen.says(ASKED)
    table.ok.press()
    assert title(table) == "tileclock"


def test_a_hold_locks_and_with_the_code_unlocks_and_a_power_cycle_changes_neither(table):
    table.settings(code=CODE)
    table.start_game()
    table.wait(s=3)
    table.back.hold(ms=LONG_MS)
    assert title(table) == "Locked"
    table.back.press()
    assert title(table).startswith("PAUSE A")
    table.box.pull_plug()
    table.box.start()
    table.choose("Settings")
    assert asked(table), "it must stay locked without power"
    table.back.press()
    table.back.hold(ms=LONG_MS)
    assert asked(table)
    enter(table)
    assert title(table) == "Unlocked"
    table.ok.press()
    table.box.pull_plug()
    table.box.start()
    table.choose("Settings")
    assert title(table) == "Settings"


def test_a_shorter_hold_does_not_lock(table):
    table.settings(code=CODE)
    table.back.hold(ms=1_900)
    assert title(table) == "tileclock"


def test_the_hold_counts_from_the_press_that_stopped_the_clock(table):
    table.settings(code=CODE)
    table.start_game()
    table.wait(s=1)
    table.back.down()
    table.wait(ms=1_900)
    assert title(table).startswith("PAUSE")
    table.wait(ms=300)
    assert title(table) == "Locked"
    table.back.up()


def test_a_hold_that_outlasts_the_pause_locks_nothing(table):
    """Somebody has gone on with OK, the finger still on ↩: nobody asks for a code in a running turn."""
    table.settings(code=CODE)
    table.start_game()
    table.wait(s=1)
    table.back.down()
    table.wait(ms=1_000)
    table.ok.press()
    assert table.screen.seat == "A"
    table.wait(ms=1_500)
    assert table.screen.seat == "A" and not settings_of(table).get("locked")
    table.back.up()
    table.wait(ms=100)
    table.back.hold(ms=LONG_MS)
    assert title(table) == "Locked", "the next hold counts"


def test_a_hold_where_the_code_is_asked_for_changes_nothing(locked):
    table = locked().table
    table.choose("Settings")
    table.seat("A").press()
    table.back.down()
    table.wait(ms=LONG_MS)
    assert asked(table)
    table.back.up()
    enter(table, CODE[1:])
    assert title(table) == "Settings", "what was entered before it must count"


# ---- the code ----


def test_three_wrong_codes_make_it_wait(locked):
    it = locked()
    table = it.table
    table.choose("Settings")
    for code in ("A", "ABCB", "ABCAABCA"):
        began = table.now
        enter(table, code)
    assert BLIP in table.heard_since(began) and title(table) == "Wait 10 s"
    enter(table)
    assert title(table).startswith("Wait"), "even the right one must wait"
    table.back.press()
    table.choose("Settings")
    assert title(table).startswith("Wait"), "leaving does not help"
    table.wait(s=11)
    enter(table)
    assert title(table) == "Settings"


def test_it_is_set_entered_twice_changed_and_removed(table):
    def to_row():
        table.choose("Settings")
        table.up.press()
        table.ok.press()

    to_row()
    enter(table, "AB")
    assert title(table) == "3 to 8 presses"
    enter(table, CODE)
    assert title(table) == "Once more"
    enter(table, "AAAA")
    assert title(table) == "Not the same"
    enter(table, CODE)
    assert title(table) == "Settings"
    assert settings_of(table)["code"] == CODE, "it must be kept at once"
    table.ok.press()
    assert asked(table)
    enter(table)
    table.choose("Remove the code")
    assert title(table) == "Settings" and "code" not in settings_of(table)


def test_a_lock_without_a_code_is_open(table):
    table.settings(locked=True)
    table.choose("Settings")
    assert title(table) == "Settings"


def test_the_code_is_among_what_never_leaves_the_box():
    assert set(SECRET) <= {name for name, *_ in FIELDS}
