"""The page about the settings has a row for each, with what it may be and what it is at first."""

import json
import re

import pytest

from tests.host.commands import called
from tests.qa.house import FIRMWARE, module
from tileclock.storage.settings import FIELDS, LONGEST_NAME, SECRET
from tileclock_host.device.config_command import MEANINGS

PAGE = (FIRMWARE / "docs" / "settings.md").read_text(encoding="utf-8")
ROWS = {row[0].strip("`"): row[1:] for row in (
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in re.findall(r"^\| `.*$", PAGE, re.MULTILINE)
)}  # fmt: skip
OTHERS = {
    "preset": ("the id of a preset", '`"pl"`'),
    "names": (f"six texts of up to {LONGEST_NAME} letters", "six empty ones"),
    "handicaps": ("six numbers, `0` to `3600`", "six zeros"),
    "code": ("3 to 8 of the letters A to F, or none", "none"),
    "locked": ("`true` `false`", "`false`"),
}


def possible(name, allowed):
    if isinstance(allowed, tuple):
        return " ".join(f"`{json.dumps(value)}`" for value in allowed)
    if isinstance(allowed, range):
        return f"`{allowed[0]}` to `{allowed[-1]}`"
    return OTHERS[name][0]


def test_it_has_a_row_for_every_setting_in_their_order():
    assert list(ROWS) == [name for name, *_ in FIELDS]


@pytest.mark.parametrize(("name", "usual", "allowed"), FIELDS, ids=[field[0] for field in FIELDS])
def test_a_row_says_what_the_box_obeys(name, usual, allowed):
    on_screen, may_be, at_first, does = ROWS[name]
    assert may_be == possible(name, allowed)
    assert at_first == (OTHERS[name][1] if name in OTHERS else f"`{json.dumps(usual)}`")
    assert len(does) > 20, "say what it does"
    labels = module("en")
    known = [
        *labels.SETTING.values(),
        labels.AUTO,
        labels.NAMES,
        labels.HANDICAPS,
        labels.CODE,
        labels.LOCKED,
    ]
    known += [
        f"{labels.NEW_GAME}: {row}" for row in (labels.RULES, labels.PLAYERS, labels.LIMIT, labels.FIRST_WORD)
    ]
    known.append("–")  # only the PC sets it
    assert on_screen in known, f"{on_screen!r} is no row of the screen"


def test_the_command_says_what_each_setting_does_and_may_be():
    """For who has the installed program and not this page."""
    known = [name for name, *_ in FIELDS if name not in SECRET]
    assert list(MEANINGS) == known
    printed = called("config", "--help").output.partition("Settings:")[2]
    assert [line.split()[0] for line in printed.strip().splitlines()[: len(known)]] == known, "one line each"
    assert "limit         0 to 3600 – seconds for a turn" in printed
