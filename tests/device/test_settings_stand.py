"""What is set can be read again: lengths and signs are checked before, and the code outlives the rest."""

import json

import pytest

from tests import presets
from tests.device.locked import CODE, LONG_MS, asked, enter, settings_of
from tests.device.states import title
from tests.device.test_bad_files import DAMAGED, SETTINGS
from tests.host.cable import plugged
from tileclock.storage import settings
from tileclock_host.device.clock import Refused

pytestmark = pytest.mark.needs_models

NAMES = ["Ala", "Łukasz", "Żaneta", "", "", ""]
# C0, DEL, C1, what turns the direction of writing, and what ends a line.
CONTROLS = (
    "\x00\x01\n\r\t\x1b\x1f\x7f\x80\x9b\x9f\u061c\u200b\u200e\u200f\u2028\u202a\u202e\u2066\u2069\ufeff"
)


def test_a_setting_that_is_too_long_is_refused_and_all_others_stand(table):
    before = {"names": NAMES, "language": "pl", "limit": 75, "code": CODE}
    table.settings(**before)
    table.wait(s=1)
    with plugged(table.box) as clock:
        for wrong in ("a" * 2_100, "a" * 13, "nobodys"):
            with pytest.raises(Refused, match=r"^preset cannot be "):
                clock.set({"preset": wrong, "table": 3})
        with pytest.raises(Refused, match=r"^names cannot be "):
            clock.set({"names": ["a" * 13, *NAMES[1:]]})
        assert {name: clock.settings()[name] for name in ("names", "limit", "preset", "table")} == {
            "names": NAMES,
            "limit": 75,
            "preset": "pl",
            "table": 0,
        }
        clock.set({"table": 7})  # whatever was set before would be written down with it
    table.power_cycle()
    assert settings_of(table) == {**before, "table": 7}
    assert "damaged" not in table.log


def test_the_longest_settings_there_are_can_be_read_again():
    longest = {
        "preset": "a" * settings.LONGEST_ID,
        "names": ['"' * settings.LONGEST_NAME] * 6,
        "handicaps": [3600] * 6,
        "code": "A" * settings.LONGEST_CODE,
        "locked": False,
    }
    for name, usual, allowed in settings.FIELDS:
        if name not in longest:
            longest[name] = max(allowed, key=lambda each: len(json.dumps(each)))
        assert settings.fits(longest[name], usual, allowed), name
    assert len(json.dumps(longest)) < settings._LONGEST


def test_signs_that_steer_a_screen_are_refused_in_names_and_the_field_is_said(table):
    table.settings(names=NAMES)
    table.wait(s=1)
    own = dict(presets.built_in("pl"), id="own")
    with plugged(table.box) as clock:
        for sign in CONTROLS:
            with pytest.raises(Refused, match=r"^names cannot be "):
                clock.set({"names": [f"A{sign}a", *NAMES[1:]]})
            with pytest.raises(Refused, match=r"^name: must be "):
                clock.put_preset(dict(own, name=f"Own{sign}rules"))
        assert clock.settings()["names"] == NAMES
        assert "own" not in clock.presets()
        clock.set({"names": ["Їжак–Ż", "O’Hara…", *NAMES[2:]]})
    table.power_cycle()
    assert settings_of(table)["names"][:2] == ["Їжак–Ż", "O’Hara…"]


def test_names_of_an_earlier_program_that_steer_a_screen_are_left_out(table):
    table.settings(names=["A\x1b[2J", *NAMES[1:]], limit=75)
    table.wait_for_log("setting names: ")
    table.to_players()
    assert table.screen.says("75 s")


@pytest.mark.parametrize("how", ["a torn file", "not UTF-8", "random bytes 1", "far too long"])
def test_a_damaged_settings_file_takes_no_code_along(table, how):
    """Neither the code, nor that it is locked."""
    table.settings(language="en", limit=75)
    with plugged(table.box) as clock:
        clock.set_lock(CODE)
    table.back.hold(ms=LONG_MS)
    assert title(table) == "Locked"
    table.box.restart_with({SETTINGS: DAMAGED[how]})
    table.wait_for_log("the settings file is damaged")
    table.choose("Settings")
    assert asked(table)
    enter(table)
    assert title(table) == "Settings"


def test_a_code_among_the_settings_of_an_earlier_program_is_moved(table):
    table.settings(code=CODE, locked=True, limit=75)
    table.wait(s=1)
    files = table.box.files()
    assert files["/data/code"].decode() == f"{CODE} locked"
    assert json.loads(files[SETTINGS]) == {"limit": 75}
    table.box.pull_plug()
    table.box.remove("/data/code")  # as one whose code was forgotten does it, in safe mode
    table.box.start()
    table.choose("Settings")
    assert title(table) == "Settings"
    table.back.press()
    table.to_players()
    assert table.screen.says("75 s"), "the other settings stand"
