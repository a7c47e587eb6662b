"""The judge's lock: what is free stays free, what is guarded needs the code, at the keys and on the cable."""

import contextlib
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.device.table import MS, S
from tests.device.test_keys_table import STATES, number, title
from tests.host.paced import Paced
from tileclock.settings import FIELDS, SECRET
from tileclock_host.sim.ports import PtyPort

pytestmark = pytest.mark.needs_models

CODE = "ABCA"
LONG_MS = 2_200
BLIP = 300
ASKED = "Judge's code"
FREE = ("Resume", "Restart", "Call the judge", "How it is set", "Entries", "Racks and points")

# A firmware that says each record it makes, and nothing else: the journal as it grows.
_TALKING = b"""
from tileclock import app
from tileclock.core import play
plain = play.Play.happen
def happen(self, kind, at, a=0, b=0, c=0):
    print("record:", kind, a, b, c)
    return plain(self, kind, at, a, b, c)
play.Play.happen = happen
app.run()
"""
BLIPS, JUDGE, PAUSE, RESUME, RESTART, UNDO, ABANDON = 24, 32, 9, 10, 12, 11, 23


class Locked:
    """A table whose box says its records."""

    def __init__(self, table, **stored):
        self.table = table
        settings = {"preset": "tournament", "code": CODE, "locked": True, **stored}
        table.box.heap += 16 * 1024  # for what the test has it say
        table.box.put({"/main.py": _TALKING, "/data/settings.json": json.dumps(settings).encode()})
        table.box.start()

        table.settings = lambda **values: type(table).settings(table, **{**settings, **values})

    @property
    def records(self):
        """What it said, once its cable is silent: that has a pace of its own."""
        said = None
        while said != self.table.log:
            said = self.table.log
            time.sleep(0.1)
        lines = [line for line in self.table.log.splitlines() if line.startswith("record: ")]
        return [tuple(map(int, line.split()[1:])) for line in lines]

    def kinds(self):
        return [record[0] for record in self.records if record[0] != BLIPS]


@pytest.fixture
def locked(lay_table):
    def lay(lead=None, **stored):
        it = Locked(lay_table(start=False), **stored)
        if lead:
            lead(it.table)
        return it

    return lay


def enter(table, code=CODE):
    for seat in code:
        table.seat(seat).press()
    table.ok.press()


def asked(table):
    return title(table) == ASKED


# ---- the rows of the menus ----


def rows(table):
    shown = []
    while table.screen.chosen not in shown:
        shown.append(table.screen.chosen)
        table.down.press()
    return shown


@pytest.mark.parametrize("state", ["Pause", "Dispute", "Word"])
def test_every_row_of_the_pause_menu_but_the_free_ones_asks_for_the_code(locked, state):
    def lead(table):
        if state == "Word":
            table.deal("ABCD")
            table.seat("A").press()
            for seat in "AB":
                table.wait(s=1)
                table.seat(seat).press()
            table.wait(s=1)
            table.back.press()
        else:
            STATES["Pause"].lead(table)
        if state == "Dispute":
            table.choose("Call the judge")

    stored = {"preset": "word", "limit": 90} if state == "Word" else {"round": 60}
    it = locked(lead, **stored)
    table = it.table
    before = it.kinds()
    guarded = [row for row in rows(table) if not row.startswith(FREE)]
    assert len(guarded) >= (3 if state == "Word" else 11), guarded
    for row in guarded:
        table.choose(row)
        assert asked(table), f"{row!r} must ask for the code but the screen says\n{table.screen.text}"
        table.back.press()
        assert title(table).startswith(("PAUSE", "DISPUTE"))
    assert it.kinds() == before, "what asks for the code and gets none must leave no record"


def test_the_free_rows_work_and_are_on_record(locked):
    it = locked(STATES["Pause"].lead)
    table = it.table
    for row, kind in (("Restart", RESTART), ("Call the judge", PAUSE), ("Resume", RESUME)):
        table.choose(row)
        assert not asked(table)
        assert it.kinds()[-1] == kind
    assert JUDGE not in it.kinds()


def test_a_right_code_does_what_was_chosen_and_holds_until_the_game_goes_on(locked):
    it = locked(STATES["Pause"].lead)
    table = it.table
    table.choose("Undo")
    enter(table)
    assert title(table).startswith("PAUSE B")
    table.choose("Undo")
    assert title(table).startswith("PAUSE A"), "the code must hold"
    assert it.records[-3:] == [(JUDGE, 1, 0, 0), (UNDO, 0, 0, 0), (UNDO, 0, 0, 0)]
    table.choose("Resume")
    assert it.records[-2:] == [(JUDGE, 0, 0, 0), (RESUME, 0, 0, 0)]
    table.wait(s=1)
    table.back.press()
    table.choose("End turn: played")
    assert asked(table), "Resume must have ended it"


def test_without_the_lock_nothing_asks(locked):
    it = locked(STATES["Pause"].lead, locked=False)
    it.table.choose("Undo")
    assert title(it.table).startswith("PAUSE B") and JUDGE not in it.kinds()


# ---- every key of every screen ----

# What a key may bring on record while the box is locked: playing, pausing, restarting, scoring.
HARMLESS = {4, 5, 6, 7, 8, 9, 10, 12, 17, 18, 19, 24, 26, 27, 28, 29, 1, 2, 3, 31}


@pytest.mark.parametrize("state", [name for name, how in STATES.items() if how.lead and name != "Code"])
@pytest.mark.parametrize("key", ["A", "B", "D", "F", "up", "down", "ok", "back"])
@pytest.mark.slow
def test_no_key_does_anything_guarded_in_any_state(locked, state, key):
    _walk(locked, state, [key])


@pytest.mark.parametrize("state", [name for name, how in STATES.items() if how.lead and name != "Code"])
def test_no_key_does_anything_guarded(locked, state):
    _walk(locked, state, ["F", "up", "down", "back", "ok"])


def _walk(locked, state, keys):
    """Get there with the code where it takes the code, forget the session, press, look at what happened."""
    it = locked(locked=False)
    table = it.table
    try:
        STATES[state].lead(table)
    except AssertionError:
        pytest.skip("its way there is for another rule sheet")
    # The lock closes: from now on it is held without a session.
    if running(table):
        table.back.press()
        table.wait(ms=100)
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


GUARDED = {name for name, *_ in FIELDS} - {"sitting"}


def settings_of(table):
    return json.loads(table.box.read("/data/settings.json"))


def running(table):
    return any(item.font == "seat" for item in table.screen.items)


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
    assert table.screen.chosen.startswith("Rules") and table.screen.says("tournament")
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
    assert table.screen.chosen.startswith("Begins") and not asked(table)


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
    assert it.kinds()[len(before) :] == [JUDGE, 25]


def test_a_stored_sheet_is_corrected_with_the_code_and_says_so(locked):
    it = locked(STATES["Result"].lead)
    table = it.table
    table.ok.press()
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
    assert title(table).startswith("Opened?")
    assert it.kinds()[len(before) :] == [JUDGE]


# ---- ↩ held ----


def test_without_a_code_a_hold_says_how_to_get_one(table):
    table.back.hold(ms=LONG_MS)
    assert table.screen.says("It has no lock yet") and table.screen.says(ASKED)
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


# ---- the cable ----

MPREMOTE = Path(sys.executable).with_name("mpremote")


@contextlib.contextmanager
def on_the_cable(table, speed=1.0):
    """The box runs by the wall clock, and mpremote can be tried on it."""
    paced = Paced(table.box, speed)
    try:
        with contextlib.closing(PtyPort(table.box.console)) as port:
            yield paced, port.name
    finally:
        paced._ending = True
        paced._thread.join()


def mpremote(port, *arguments, timeout=6):
    try:
        done = subprocess.run(
            [MPREMOTE, "connect", port, *arguments],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    return done.stdout.decode() if done.returncode == 0 else None


def test_nobody_gets_to_the_prompt_of_a_locked_box(table):
    table.may_crash = True  # what a Ctrl-C ends, says where
    table.settings(code=CODE, locked=True)
    with on_the_cable(table) as (paced, port):
        for bytes_ in (b"\x03", b"\x03\x03\x03", b"\x04", b"\r\x03\x01", b"\x02\x03\x04", b"\x05A\x01"):
            table.box.console.write(bytes_)
            paced.wait_until(lambda: not table.box.console._waiting)
        assert mpremote(port, "resume", "eval", "6 * 7", timeout=3) is None
        assert mpremote(port, "eval", "6 * 7", timeout=3) is None
        assert b">>>" not in paced.heard and b"raw REPL" not in paced.heard
    assert title(table) == "tileclock"
    assert b"rst:" not in paced.heard
    table.back.hold(ms=LONG_MS)
    enter(table)
    assert title(table) == "Unlocked"
    table.box.pull_plug()  # what was typed at the locked box is gone with the power
    table.box.start()
    with on_the_cable(table) as (paced, port):
        assert mpremote(port, "resume", "eval", "6 * 7") == "42\r\n", bytes(paced.heard)


def test_a_locked_box_that_breaks_starts_anew(table):
    table.may_crash = True
    broken = b"def load(name, log):\n  raise ValueError('no rules')\n"
    table.box.pull_plug()
    table.box.put(
        {
            "/tileclock/rulebook.py": broken,
            "/data/settings.json": json.dumps({"code": CODE, "locked": True}).encode(),
        }
    )
    table.box.power_on()
    starts = table.log.count("rst:")
    table.wait(s=14)
    assert table.log.count("rst:") >= starts + 1
    assert ">>>" not in table.log


# ---- safe mode ----


def start_with_keys_down(table):
    table.box.pull_plug()
    table.up.down()
    table.back.down()
    table.box.power_on()
    table.wait(ms=1_500)


def test_safe_mode_opens_the_prompt_of_a_locked_box_and_is_counted(table):
    table.settings(code=CODE, locked=True)
    for times in (1, 2):
        start_with_keys_down(table)
        table.up.up()
        table.back.up()
        for _ in range(20):
            table.box.follow(table.box.now + 50 * MS, 0.05)
        table.wait_for_log(f"safe mode, entered {times} times")
        assert table.screen.says("Safe mode")
        assert table.box.read("/data/safe") == str(times).encode()
    with on_the_cable(table) as (_, port):
        assert mpremote(port, "resume", "eval", "6 * 7") == "42\r\n"
    start_with_keys_down(table)
    table.up.up()
    table.back.up()
    table.box.follow(table.box.now + 60 * S, 0.2)
    assert table.log.count("safe mode, entered 3") == 1, "no watchdog may end it"


def test_keys_that_stay_down_are_stuck_and_the_box_starts_as_ever(table):
    table.settings(code=CODE, locked=True)
    start_with_keys_down(table)
    table.wait(s=7)
    assert title(table) == "tileclock"
    table.up.up()
    table.back.up()
    table.choose("Settings")
    assert asked(table)


# ---- the self-test, and a full memory ----


def test_the_self_test_finds_a_box_sound(table):
    table.choose("Self-test")
    for row in ("Lights", "Buzzer", "Display", "Memory", "Time"):
        began = table.now
        table.choose(row)
        table.wait(s=4)
        assert table.screen.chosen.startswith(row) and "✓" in table.screen.text, table.screen.text
        if row == "Buzzer":
            assert len(table.heard_since(began)) >= 8
    table.choose("Keys")
    for seat in "ABCDEF":
        table.seat(seat).press()
        assert table.light(seat) == "white"
    for key in (table.up, table.down, table.ok, table.back):
        key.press()
    assert "✓" in next(i.text for i in table.screen.items if i.y > 14 and "✓" in i.text)
    table.back.press()
    assert title(table) == "tileclock"


def test_the_self_test_names_missing_and_stuck_keys(table):
    table.choose("Self-test")
    table.ok.press()
    table.seat("A").press()
    table.back.press()
    assert table.screen.says("8 missing")
    table.ok.press()
    table.seat("C").down()
    table.wait(s=5)
    assert table.screen.says("C stuck")
    table.seat("C").up()


def test_a_full_memory_has_a_screen_of_its_own_and_ok_restarts(table):
    filling = "self.kept = []\n  while True:\n   self.kept.append(bytearray(99))"
    table.break_screen("turn", filling)
    table.start_game()
    table.wait(s=1)
    assert table.screen.says("No room in memory") and table.screen.says("Nothing is lost")
    table.wait_for_log("MemoryError")
    table.ok.press()
    table.wait_for("New game", within_s=3)


# ---- the record, and the first word ----


def last_figure(table):
    return table.screen.items[-1].text


def test_beginners_choose_a_shorter_first_word_and_the_sheet_says_so(locked):
    it = locked(locked=False, preset="word", limit=90)
    table = it.table
    table.to_players()
    for _ in range(2):
        table.ok.press()
    table.seat("A").press()
    table.ok.press()
    assert table.screen.chosen.startswith("First word") and last_figure(table) == "6"
    table.down.press()
    assert last_figure(table) == "4"
    table.ok.press()
    table.wait_for("first word: 4 letters", within_s=10)
    assert it.records[-1] == (31, 4, 0, 0)
    table.seat("A").press()
    table.wait(s=1)
    table.seat("A").press()
    table.wait(ms=400)
    for _ in range(2):
        table.seat("A").press()  # to 4, the least, and one more
    table.seat("A").hold()
    table.wait(ms=200)
    assert it.records[-1][:2] == (29, 0) and it.records[-1][2] == it.records[-1][3] <= 5
    assert settings_of(table)["opening"] == 4


def test_rules_without_a_choice_have_no_such_row(table):
    table.to_players()
    for _ in range(2):
        table.ok.press()
    assert not table.screen.says("First word")
