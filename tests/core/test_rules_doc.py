"""The user's page about the rules says what the code does: tables, Readings, and presets to copy."""

import json
import re
from pathlib import Path

import pytest

from tests.core.play import ALL, CS, PL, UK, changed, unfinished
from tileclock.core import preset

PAGE = (Path(preset.__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
TESTS = Path(__file__).parents[1]
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]

# Readings about the running clock; their tests come with the turn engine and claim them by number.
OF_THE_CLOCK = {27}


def row(first_cell):
    """The cells of a line of a table, without the first."""
    (line,) = re.findall(rf"^\| {re.escape(first_cell)} \|(.*)\|$", PAGE, re.MULTILINE)
    return [cell.strip() for cell in line.split("|")]


def flat(points):
    return {None: "–", 0: "rack"}.get(points, str(points))


WORDS = {"lap": "last lap", "blocked": "until blocked", None: "see Word"}
SAYS = {
    "players": lambda p: f"{p['sets'][0]['min_players']}–{p['sets'][-1]['max_players']}",
    "time for a turn": lambda p: f"{p['limit']} s",
    "after a time-out": lambda p: ", ".join(f"{r['choice']}: {r['tiles']}" for r in p["timeouts"]),
    "tiles nobody can place": lambda p: p["back"],
    "joker on the rack": lambda p: flat(p.get("joker")),
    "never opened": lambda p: flat(p.get("never_opened")),
    "could have opened": lambda p: flat(p.get("could_open")),
    "pool empty": lambda p: WORDS[p.get("pool_empty")],
    "equal winners": lambda p: p["ties"],
    "nobody went out": lambda p: p.get("unfinished", "–"),
    "the match goes to": lambda p: ", ".join(p["ranking"]),
    "first player": lambda p: p["first"],
    "next first player": lambda p: p["next_first"],
    "who is not on turn may object": lambda p: "yes" if p.get("objections") else "no",
}


@pytest.mark.parametrize("label", SAYS)
def test_the_table_of_the_sheets_says_what_the_presets_say(label):
    assert row(label) == [SAYS[label](each) for each in ALL]


@pytest.mark.parametrize("racks", ["1, 5, 10, 15", "5, 5, 10, 16", "5, 5, 10, 15"])
def test_the_table_of_unfinished_games_is_what_the_clock_computes(racks):
    held = [int(rack) for rack in racks.split(", ")]
    computed = [unfinished(rules, held).points for rules in (PL, UK, CS)]
    printed = [[int(number) for number in cell.replace("−", "-").split()] for cell in row(racks)]
    assert printed == computed


def test_every_reading_is_on_the_page_once_and_held_to_by_a_test():
    on_the_page = [int(number) for number in re.findall(r"^\*\*Reading (\d+)\.\*\* ", PAGE, re.MULTILINE)]
    assert len(set(on_the_page)) == len(on_the_page), "two Readings have the same number"
    sources = [path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py")]
    claimed = {int(number) for text in sources for number in re.findall(r"^@reading\((\d+)\)", text, re.M)}
    assert claimed - set(on_the_page) == set(), "state these Readings in firmware/docs/rules.md"
    assert set(on_the_page) - claimed <= OF_THE_CLOCK, (
        "mark the tests of these Readings with @reading(number)"
    )


def test_the_page_has_a_whole_preset_to_copy_and_changes_to_it():
    whole, *changes = EXAMPLES
    assert preset.read(json.dumps(whole))["cap"] == 25
    assert {change["id"] for change in changes} == {"mso", "saver", "late"}
    for change in changes:
        read = preset.read(json.dumps({**whole, **change}))
        assert all(read[field] == value for field, value in change.items())


def test_the_whole_preset_to_copy_stays_within_what_the_device_reads():
    assert len(json.dumps(EXAMPLES[0], indent=2)) < preset.LONGEST


def test_mind_sports_olympiad_scores_a_joker_50_and_flat_100_and_200():
    mso = changed(EXAMPLES[0], **EXAMPLES[1])
    assert [mso[field] for field in ("joker", "never_opened", "could_open")] == [50, 100, 200]
    assert (mso["timing"], mso["total"], mso["delay"]) == ("total", 600, 10)
