"""Every request of the cable, locked, with the code, and without a lock; and the code that comes over it."""

import ast

import pytest

from tests import games
from tests.device.box import opened
from tests.device.locked import CODE, LONG_MS, asked, enter, settings_of
from tests.device.states import STATES, title
from tests.host.cable import plugged
from tests.qa.house import PACKAGE
from tileclock.core import preset, presets
from tileclock_host.device.clock import Busy, Refused

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
    "ack": (FREE, lambda clock: clock.ack([SHEET])),  # a locked clock is synced as any other
    "clock": (FREE, lambda clock: clock.set_clock(1_700_000_000)),
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
    while not table.screen.says("word"):
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
    assert table.screen.says("word") and table.screen.says("90 s"), table.screen.text
