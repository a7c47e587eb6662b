"""Whatever lies on the flash, the box comes up: the usual values, a line in the log, never a dead screen."""

import json
import random

import pytest

from tests import presets
from tests.device.scorer import Scorer
from tests.device.table import MS, S, Table
from tests.host.cable import plugged
from tileclock.storage import settings
from tileclock_host.build import languages
from tileclock_host.device.clock import Refused

pytestmark = pytest.mark.needs_models

SETTINGS = "/data/settings.json"
CLUB = "/data/presets/club.json"


@pytest.fixture
def table(lay_table):
    """Not switched on yet."""
    return lay_table(start=False)


def comes_up_with(table: Table, files: dict[str, bytes]) -> None:
    """Switched on with these files on the flash, it offers a new game in English and deals it."""
    table.box.restart_with(files)
    assert table.screen.says("New game"), table.screen.text
    table.deal()
    assert table.screen.says("A begins") and table.screen.says("60 s")


def garbage(seed: int) -> bytes:
    return random.Random(seed).randbytes(200)


DAMAGED = {
    "nothing": b"",
    "a torn file": b'{"language": "pl", "sou',
    "an erased block": b"\xff" * 4096,
    "zeros": bytes(512),
    "a list": b"[1, 2, 3]",
    "a number": b"7",
    "null": b"null",
    "not UTF-8": b'{"language": "\xc4\x28"}',
    "brackets in brackets": b"[" * 4000,
    "far too long": b"[" + b"1," * 40_000 + b"1]",
    "random bytes 1": garbage(1),
    "random bytes 2": garbage(2),
    "random bytes 3": garbage(3),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_settings_file(table, content):
    comes_up_with(table, {SETTINGS: content})
    table.wait_for_log("the settings file is damaged: all settings are as they were at first")


WRONG = [None, -1, 10**12, 1.5, "", "pl\x00", "xx", [], [1], {}, {"a": 1}, True, ["a"] * 6, [10**6] * 6]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_settings_of_the_wrong_kind(table, wrong):
    """One line in the log for each that cannot be; what can be, counts."""
    impossible = [
        name for name, usual, allowed in settings.FIELDS if not settings.fits(wrong, usual, allowed)
    ]
    stored = dict.fromkeys(impossible, wrong)
    comes_up_with(table, {SETTINGS: json.dumps(stored).encode()})
    for name in impossible:
        table.wait_for_log(f"setting {name}: ")


def test_a_language_that_is_not_there(table):
    comes_up_with(table, {SETTINGS: b'{"language": "fr"}'})
    table.wait_for_log("setting language: 'fr' is not possible, 'en' is used")


def test_a_setting_nobody_knows_is_ignored(table):
    comes_up_with(table, {SETTINGS: b'{"colour": "blue"}'})


def test_a_preset_that_is_gone(table):
    comes_up_with(table, {SETTINGS: b'{"preset": "club"}'})
    table.wait_for_log("preset club: ")


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_preset(table, content):
    comes_up_with(table, {SETTINGS: b'{"preset": "club"}', CLUB: content})
    table.wait_for_log("preset club: ")
    table.wait_for_log("pl is used")


SLIPS = {
    "an unknown field": {"colour": 1},
    "a limit of the wrong kind": {"limit": "40"},
    "a limit out of range": {"limit": -5},
    "no tile sets": {"sets": []},
    "a contradiction": {"timing": "none", "limit": 40},
    "the id of a built-in one": {"id": "tournament"},
}


@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS.keys())
def test_a_preset_with_a_slip(table, slip):
    club = {**presets.built_in("pl"), "id": "club", **slip}
    comes_up_with(table, {SETTINGS: b'{"preset": "club"}', CLUB: json.dumps(club).encode()})
    table.wait_for_log("preset club: ")


def test_files_that_are_no_presets_do_not_end_the_choice_of_rules(table):
    """▲▼ go through all there are; who cannot be read is as if he were the first."""
    files = {CLUB: b"?", "/data/presets/readme.txt": b"hello", "/data/presets/.json": b"{}"}
    table.box.restart_with(files)
    table.ok.press()
    for _ in range(8):
        table.down.press()
        assert table.screen.says("Rules")


def test_a_preset_under_the_name_of_another_is_not_taken_for_it(table):
    comes_up_with(table, {SETTINGS: b'{"preset": "club"}', CLUB: presets.text_of("cs").encode()})
    table.wait_for_log("preset club: id: must be that of its file; pl is used")


def test_a_rule_sheet_more_of_the_program_is_a_file_more(table):
    """It comes behind the others and before those of a PC; nobody can delete or replace it."""
    slovak = {**presets.built_in("cs"), "id": "slovak", "name": "Slovak"}
    own = {**presets.built_in("pl"), "id": "club"}
    packed = languages.deflated(json.dumps(slovak))
    table.box.restart_with({"/tileclock/rules/6-slovak": packed, CLUB: json.dumps(own).encode()})
    with plugged(table.box) as clock:
        assert clock.presets() == [*presets.BUILT_IN, "slovak", "club"]
        assert clock.preset("slovak") == slovak
        with pytest.raises(Refused, match="no preset slovak of your own"):
            clock.delete_preset("slovak")
        with pytest.raises(
            Refused, match="id: must not be a built-in one: pl, tournament, word, cs, uk, slovak"
        ):
            clock.put_preset(slovak)
        clock.set({"preset": "uk"})
    table.ok.press()
    table.up.press()
    assert table.screen.says("Slovak"), table.screen.text


@pytest.mark.parametrize("seats", ["ABCDE", "ABCDEF"])
def test_more_players_than_the_preset_allows(table, seats):
    """They sat here last; these rules are for four: four sit, and a fifth is refused with a blip."""
    sitting = sum(1 << "ABCDEF".index(seat) for seat in seats)
    table.settings(preset="tournament", sitting=sitting)
    table.to_players()
    assert table.screen.says("ABCD") and not table.screen.says("ABCDE")
    table.seat("E").press()
    table.ok.press()
    table.ok.press()
    assert table.screen.says("ABCDE"), "OK does not go on"
    table.seat("E").press()
    table.ok.press()
    table.ok.press()
    table.ok.press()
    assert table.screen.says("A begins")


def test_a_folder_where_a_file_should_be(table):
    table.box.drop([SETTINGS])
    comes_up_with(table, {SETTINGS + "/inside": b"x", CLUB + "/inside": b"x"})


SOME = [pytest.param(seed, marks=() if seed < 2 else pytest.mark.slow) for seed in range(40)]


@pytest.mark.parametrize("seed", SOME)
def test_random_bytes_in_every_file_that_is_kept(table, seed):
    """After an evening of two games, the second of which was being played."""
    scorer = Scorer(table)
    scorer.whole({"B": 12, "C": 5})
    for _ in range(4):
        table.ok.press()
    table.wait(s=2)
    table.box.pull_plug()
    dice = random.Random(seed)
    files = {path: dice.randbytes(dice.randrange(300)) for path in table.box.files()}
    assert {"/data/live/head", "/data/count", "/data/sheets/00001-01"} <= set(files)
    table.box.restart_with(files)
    table.wait(s=5)
    if table.screen.says("Resume"):
        table.choose("Resume")
        assert table.screen.says("Damaged game")
        table.ok.press()
        table.choose("New game")
        table.choose("Yes")
        table.wait(s=1)
        table.back.press()
    comes_up_with(table, {})


@pytest.mark.parametrize("seed", SOME)
def test_random_bytes_in_a_file_of_the_program(table, seed):
    """It says what is wrong, on the panel or at its prompt, and does not start again and again."""
    table.may_crash = True
    dice = random.Random(seed)
    names = sorted(table.box.files("/tileclock"))
    table.box.put({dice.choice(names): dice.randbytes(300)})
    box = table.box
    box.power_on()
    for _ in range(40):
        box.follow(box.now + 50 * MS, 0.1)  # at its prompt nobody answers
    if not any(box.oled.frame()):
        table.wait_for_log(">>> ")
    box.follow(box.now + 60 * S, 0)
    assert table.log.count("rst:") <= 2
