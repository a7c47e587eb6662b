"""Every request of the cable, locked, with the code, and without a lock; and the code that comes over it."""

import ast
import hashlib

import pytest

from tests import games, presets
from tests.device.box import opened
from tests.device.locked import CODE, LONG_MS, asked, enter, settings_of
from tests.device.states import STATES, title
from tests.host.cable import plugged
from tests.qa.house import PACKAGE
from tileclock.core import preset
from tileclock_host.device.clock import Busy, Refused
from tileclock_host.device.sync import sync
from tileclock_host.sheets.store import Store

pytestmark = pytest.mark.needs_models

SHEET = "00001-01"
OWN = dict(presets.built_in("pl"), id="own", name="Own")
FREE, GUARDED = "free", "for the judge"
# Every form of every request: a word that is added must be said to be free or guarded.
FORMS = {
    "hello": (FREE, lambda clock: clock.hello()),
    "status": (FREE, lambda clock: clock.status()),
    "list": (FREE, lambda clock: clock.sheets(every=True)),
    "get sheet": (FREE, lambda clock: clock.fetch(SHEET)),
    "get screen": (FREE, lambda clock: clock.screen()),
    "events": (FREE, lambda clock: clock.events()),
    "ack": (
        FREE,
        lambda clock: clock.ack({SHEET: games.match_of(1)[0]}),
    ),  # a locked clock is synced as any other
    "clock": (FREE, lambda clock: clock.set_clock(1_700_000_000)),
    "start": (FREE, lambda clock: clock.start_round(3_600_000)),  # the judge locks a box before a round
    "self-test": (FREE, lambda clock: clock.self_test()),
    "log": (FREE, lambda clock: clock._text("log")),
    "put": (FREE, lambda clock: clock._text("put 0 {}")),  # nothing, until another request takes it
    "settings": (FREE, lambda clock: clock.settings()),
    "settings size crc": (GUARDED, lambda clock: clock.set({"limit": 75, "names": list("abcdef")})),
    "preset list": (FREE, lambda clock: clock.presets()),
    "preset get": (FREE, lambda clock: clock.preset("pl")),
    "preset put": (GUARDED, lambda clock: clock.put_preset(dict(OWN, id="new"))),
    "preset delete": (GUARDED, lambda clock: clock.delete_preset("own")),
    "lock code": (GUARDED, lambda clock: clock.set_lock("FEDCBA")),
    "lock": (GUARDED, lambda clock: clock.set_lock("")),
}


FILES = {
    f"/data/sheets/{SHEET}": games.match_of(1)[0].encode(),
    "/data/presets/own.json": preset.canonical(OWN).encode(),
}


def kept(table):
    """What only the judge may change: the settings, and the presets."""
    files = opened(table.box.flash)
    return settings_of(table), sorted(files.listdir("/data/presets"))


@pytest.fixture
def box(locked):
    """A box with a preset of its own and a sheet; with the code, it is in the judge's settings."""

    def lay(lock):
        it = locked(files=FILES, locked=lock != "open")
        it.table.wait(s=1)  # the boot is counted
        if lock == "with the code":
            it.table.choose("Settings")
            enter(it.table)
        return it.table

    return lay


def test_every_request_is_free_or_guarded(locked):
    with plugged(locked().table.box) as clock:
        said = clock._text("hello 1 1")
    known = set(said.rpartition("requests=")[2].split(","))
    assert known == {form.split()[0] for form in FORMS}, "say here whether the new request is the judge's"
    handled = set(words_of("link", "_handle")) | set(words_of("requests"))
    assert handled == known, "the clock names all it knows"
    assert set(words_of("requests", "_preset")) == {form.split()[1] for form in FORMS if "preset " in form}


def words_of(module, function=None):
    """The words a module tells apart: the keys of its handlers, or what a function compares with."""
    tree = ast.parse((PACKAGE / "cable" / f"{module}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == function:
            tree = node
    for node in ast.walk(tree):
        found = ()
        if isinstance(node, ast.Dict) and function != "_preset":
            found = [
                key for key, value in zip(node.keys, node.values, strict=True) if "_" in ast.unparse(value)
            ]
        elif isinstance(node, ast.Compare) and function == "_preset" and ast.unparse(node.left) == "what":
            found = node.comparators
        yield from (each.value for each in found if isinstance(each, ast.Constant))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("lock", ["locked", "with the code", "open"])
def test_a_request(box, form, lock):
    table = box(lock)
    before = kept(table)
    how, ask = FORMS[form]
    refused = how == GUARDED and lock == "locked"
    with plugged(table.box) as clock:
        if refused:
            with pytest.raises(Refused, match="judge"):
                ask(clock)
        else:
            ask(clock)
    assert (kept(table) == before) == (refused or how == FREE), "only the judge changes that, and he does"


def test_a_locked_clock_goes_on_with_the_round_it_has(box):
    with plugged(box("locked").box) as clock:
        for left in (3_600_000, 3_598_000):  # the same signal, told again
            clock.start_round(left)
        for left in (600_000, 7_200_000, 0):
            with pytest.raises(Refused, match="judge"):
                clock.start_round(left)


# ---- what a locked clock believes: that a sheet is stored, and what day it is ----


def new_sheets(clock):
    return [name for name, _ in clock.sheets()]


def said(clock, request):
    """Its answer, or why it refuses."""
    try:
        return clock._text(request)
    except Refused as refusal:
        return str(refusal)


@pytest.mark.parametrize("lock", ["locked", "with the code", "open"])
def test_that_a_sheet_is_stored_is_believed_of_who_has_read_it(box, lock):
    """Size and CRC-32 are told to anybody; without the lock a bare name counts, as older programs say it."""
    text = games.match_of(1)[0]
    right = hashlib.sha256(text.encode()).hexdigest()[:8]
    with plugged(box(lock).box) as clock:
        _, crc = clock._text(f"get {SHEET} 0 0").split()
        for wrong in (crc, right[::-1], right[:7], right + "0", right.upper() + ":", "0" * 8):
            assert "not the checksum of sheet 00001-01" in said(clock, f"ack {SHEET}:{wrong}")
        assert "there is no sheet" in said(clock, f"ack 00009-01:{right}")
        assert new_sheets(clock) == [SHEET]
        if lock == "locked":
            assert "not the checksum" in said(clock, f"ack {SHEET}")
            assert "not the checksum" in said(clock, f"ack {SHEET}:")
            assert new_sheets(clock) == [SHEET]
        else:
            assert said(clock, f"ack {SHEET}") == "1"
        assert said(clock, f"ack {SHEET}:{right}") == "1"
        assert said(clock, f"ack {SHEET}:{right}") == "1", "an answer may be lost, and the request repeated"
        assert not new_sheets(clock)


NOW = 1_790_000_000


def date_of(clock):
    return clock.self_test().figures["date"]


@pytest.mark.parametrize("lock", ["locked", "with the code", "open"])
def test_the_date_of_a_locked_clock_is_set_once_after_the_power_came(box, lock):
    table = box(lock)
    with plugged(table.box) as clock:
        assert date_of(clock) == 0
        for wrong in (0, 1, 1_500_000_000, 4_200_000_000, 9_999_999_999):
            assert "no game is played then" in said(clock, f"clock {wrong}")
        clock.set_clock(NOW)
        clock.set_clock(NOW)  # an answer may be lost, and the request repeated
        clock.set_clock(NOW + 200)  # another PC's
        if lock == "locked":
            assert NOW <= date_of(clock) < NOW + 60, "it stays as it was set first"
            for wrong in (NOW + 3_600, NOW - 3_600):
                assert "judge" in said(clock, f"clock {wrong}")
            assert NOW <= date_of(clock) < NOW + 60
        else:
            clock.set_clock(NOW + 3_600)
            assert NOW + 3_600 <= date_of(clock) < NOW + 3_660
    table.power_cycle()
    with plugged(table.box) as clock:
        clock.set_clock(NOW - 86_400)
        assert NOW - 86_400 <= date_of(clock) < NOW - 86_340


def test_a_sync_at_a_locked_clock_is_as_any_other(box, tmp_path):
    table = box("locked")
    with Store(tmp_path / "store") as store:
        for expected in (1, 0):  # the second time the date is set already
            with plugged(table.box) as clock:
                (report,) = sync([clock], store)
            assert report.good and report.told == report.kept == expected, report


# ---- the code that comes over the cable: `tileclock lock` ----


def test_a_code_that_came_over_the_cable_locks_and_opens_the_box(table):
    with plugged(table.box) as clock:
        clock.set_lock(CODE)
    assert title(table) == "tileclock" and settings_of(table)["code"] == CODE
    table.back.hold(ms=LONG_MS)
    assert title(table) == "Locked"
    with plugged(table.box) as clock, pytest.raises(Refused, match="judge"):
        clock.set_lock("")
    table.ok.press()
    table.choose("Settings")
    enter(table, "FFF")
    assert title(table) == "Wrong code"
    enter(table)
    assert title(table) == "Settings"
    with plugged(table.box) as clock:
        clock.set_lock("")  # the judge is in the settings: he may
    assert not {"code", "locked"} & settings_of(table).keys()
    table.back.press()
    table.choose("Settings")
    assert title(table) == "Settings", "without a code there is no lock"


@pytest.mark.parametrize("state", ["Pause", "Racks", "Result", "Settings", "Deal"])
def test_a_code_may_come_at_any_screen_and_leaves_it_as_it_was(table, state):
    table.settings(preset="tournament")
    STATES[state].lead(table)
    table.wait(s=3)
    shown = STATES[state].look(table)
    with plugged(table.box) as clock:
        clock.set_lock(CODE)
    assert settings_of(table)["code"] == CODE
    assert STATES[state].look(table)[:1] == shown[:1], table.screen.text
    table.back.hold(ms=LONG_MS)
    assert title(table) == "Locked", "it must be the code that counts from now on"


def test_another_code_may_come_while_the_old_one_is_asked_for(table):
    """At a box that is open, who wants to change the code is asked for the old one."""
    table.settings(code="AAA")
    table.choose("Settings")
    table.up.press()
    table.ok.press()
    assert asked(table)
    with plugged(table.box) as clock:
        clock.set_lock(CODE)
    enter(table, "AAA")
    assert title(table) == "Wrong code"
    enter(table)
    assert table.screen.says("Remove the code")


def test_a_game_that_runs_has_no_time_for_a_code(table):
    table.start_game()
    table.wait(s=1)
    with plugged(table.box) as clock, pytest.raises(Busy):
        clock.set_lock(CODE)
    assert table.screen.seat == "A"


# ---- the rules that come over the cable: `tileclock config set preset=…` ----


@pytest.mark.parametrize(
    ("document", "shown"), [({}, "90 s"), ({"limit": 75}, "75 s")], ids=["alone", "both"]
)
def test_rules_that_came_over_the_cable_bring_their_time_unless_another_came_with_them(
    table, document, shown
):
    with plugged(table.box) as clock:
        clock.set({"preset": "word", **document})
    table.to_players()
    assert table.screen.says(shown), table.screen.text
    table.box.pull_plug()
    table.box.start()
    table.to_players()
    assert table.screen.says(shown), "after a night without power too"


def test_after_the_restart_of_a_game_set_up_offers_its_time_again(table):
    table.ok.press()
    while not table.screen.says("Word"):
        table.up.press()
    for _ in range(3):
        table.ok.press()
    table.seat("A").press()
    table.ok.press()
    table.ok.press()
    table.wait(s=1)
    table.ok.press()
    table.wait(s=1)
    table.box.pull_plug()
    table.box.start()
    table.choose("New game")
    table.choose("Yes, abandon it")
    table.wait(s=1)
    assert table.screen.says("Word") and table.screen.says("90 s"), table.screen.text
