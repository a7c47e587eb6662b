"""A game that is taken up again ends with the totals of its match, or says what is missing in them."""

import pytest

from tests import games, presets
from tests.device.scorer import Scorer
from tileclock.core import reading
from tileclock.core.match import Match
from tileclock_host.sheets import text, verify
from tileclock_host.sheets.games import matches
from tileclock_host.sheets.store import Store

pytestmark = pytest.mark.needs_models

BEFORE = 11  # games of the match whose sheets are on the flash
SHEETS = {
    f"/data/sheets/{number:05}-01": sheet.encode() for number, sheet in enumerate(games.match_of(BEFORE), 1)
}
LAST = f"/data/sheets/{BEFORE:05}-01"
COUNT = "/data/count"
# What becomes of the flash while game 12 waits to be taken up, and how many games its totals lack then.
DAMAGED = {
    "the count is gone": ({COUNT: None}, 0),
    "the count is damaged": ({COUNT: b"12 1"}, 0),
    "the count is older": ({COUNT: b"7 1 1"}, 0),
    "the count says another match": ({COUNT: b"12 9 1"}, 0),
    "a sheet in between is gone": ({"/data/sheets/00005-01": None}, 0),
    "the last sheet is gone": ({LAST: None}, 1),
    "the last sheet is damaged": ({LAST: SHEETS[LAST][100:]}, 1),
    "the last sheet and the count are gone": ({LAST: None, COUNT: None}, 1),
    "all are gone, and the count": (dict.fromkeys([*SHEETS, COUNT]), BEFORE),
}


def totals_of(sheets):
    """What the match stands at after these, as the core adds them up."""
    read = [text.read(sheet.decode()) for sheet in sheets]
    return verify.running_totals(read[0].head.rules, [sheet.result for sheet in read])


def in_game_12(table):
    """The image of a box on which it waits to be taken up."""
    table.box.put({**SHEETS, COUNT: b"%d 1 1" % BEFORE})
    scorer = Scorer(table, names=games.head_of(presets.built_in("pl"))["names"])
    scorer.begin("ABC")
    table.wait(s=1)
    table.seat(table.screen.seat).press()
    table.wait(s=1)
    table.box.pull_plug()
    return table.box.flash.read_bytes()


def test_the_totals_of_a_game_that_is_taken_up_follow_the_sheets_or_say_what_is_missing(table, tmp_path):
    image = in_game_12(table)
    for case, (changes, missing) in DAMAGED.items():
        table.box.pull_plug()
        table.box.flash.write_bytes(image)
        table.box.drop(path for path, content in changes.items() if content is None)
        table.box.put({path: content for path, content in changes.items() if content is not None})
        table.box.start()
        table.wait(s=1)
        table.take_up()
        said = table.screen.says(table.words.TOTALS_LACK % missing)
        assert said == bool(missing), (case, table.screen.text)
        if missing:
            table.wait_for_log(f"the totals of match 1 lack {missing} games")
            table.ok.press()
        assert table.screen.says("PAUSE"), (case, table.screen.text)
        finish(table)
        found = {path: sheet for path, sheet in table.box.files("/data/sheets").items() if "/0" in path}
        sheet = text.read(found["/data/sheets/00012-01"].decode())
        assert (sheet.head.match, sheet.head.number) == (1, 12), case
        counted = [content for path, content in SHEETS.items() if int(path[-8:-3]) <= BEFORE - missing]
        expected = totals_of([*counted, found["/data/sheets/00012-01"]])
        assert sheet.result.totals.played == expected.played, case
        assert sheet.result.totals.points == expected.points, case
        assert sheet.result.totals.missing == missing, case
        assert table.box.read(COUNT).split()[1:] == [b"1", b"1"], case
        told = findings([*SHEETS.values(), found["/data/sheets/00012-01"]], tmp_path / case)
        assert len(told) == bool(missing), (case, told)
        if missing:
            lost = "1 game:" if missing == 1 else f"{missing} games:"
            assert told[0].startswith(f"the totals on the sheet of game 12 lack {lost}"), told


def findings(sheets, folder):
    """What the PC, which has all of them, says of the match."""
    with Store(folder) as store:
        for sheet in sheets:
            store.add(sheet.decode(), "test")
        (match,) = matches(store.games())
        return list(match.findings)


def finish(table):
    """Out of the pause to the stored sheet: the seat on turn is out."""
    scorer = Scorer.at(table)
    table.choose("Resume")
    seat = table.screen.seat
    scorer.out(seat)
    scorer.confirm({other: 10 for other in "ABC" if other != seat})
    scorer.store()
    table.wait(s=1)
    assert table.screen.says("game 13"), table.screen.text


def test_what_is_missing_stays_missing_to_the_end_of_the_match(table):
    image = in_game_12(table)
    table.box.flash.write_bytes(image)
    table.box.drop([LAST])
    table.box.start()
    table.wait(s=1)
    table.take_up()
    table.ok.press()
    finish(table)
    table.power_cycle()
    table.choose("New game")
    scorer = Scorer.at(table)
    scorer.begin("ABC")
    scorer.out(table.screen.seat)
    scorer.confirm({other: 10 for other in "ABC" if not table.screen.says(f"{other} is out")})
    scorer.store()
    table.box.pull_plug()
    lines = table.box.read("/data/sheets/00013-01").splitlines()
    assert reading.head(lines[0])["number"] == 13
    totals = reading.result(lines[1])["totals"]
    assert totals["missing"] == 1 and totals["played"][:3] == [12, 12, 12]


@pytest.mark.parametrize("name", ["", "Ж" * 4, "Ж" * 7, "Ж" * 12])
def test_a_match_of_before_is_ranked_by_its_own_rules(lay_table, name):
    """Whatever rules the next game is set up for, and wherever the rules stand in the head of a sheet."""
    table = lay_table(start=False)
    rules = presets.built_in("uk")  # the most games won decide
    totals = Match(rules)
    for game, winner in enumerate((1, 1, 2), 1):
        where = {"game": game, "number": game, "names": [name] * 6}
        sheet = games.sheet_of(games.played(rules, winner=winner), totals, **where)
        table.box.put({f"/data/sheets/{game:05}-01": sheet.encode()})
    assert totals.points[2] > totals.points[1]
    table.box.put({COUNT: b"3 1 0"})
    table.box.start()
    table.choose("Sheets")
    table.wait(s=1)
    assert table.screen.says(f"Match 1  2 won  {totals.points[1]:+d}"), table.screen.text


def test_a_match_ended_by_its_last_sheet_is_over_though_the_power_went_before_that_was_noted(lay_table):
    table = lay_table(start=False)
    for game, sheet in enumerate(games.match_of(2, names=["", "", "", "", "", ""], until=[2, 0]), 1):
        table.box.put({f"/data/sheets/{game:05}-01": sheet.encode()})
    table.box.put({COUNT: b"2 1 1"})
    table.box.start()
    table.choose("New game")
    assert table.screen.says("game 1"), table.screen.text
    table.box.pull_plug()
    assert table.box.read(COUNT) == b"2 1 0"


def test_a_match_that_goes_on_is_ranked_by_its_own_rules(lay_table):
    """Though a PC has chosen other rules for the next game."""
    table = lay_table(start=False)
    rules = presets.built_in("uk")  # the most games won decide
    totals = Match(rules)
    for game, winner in enumerate((1, 1, 2), 1):
        sheet = games.sheet_of(games.played(rules, winner=winner), totals, game=game, number=game)
        table.box.put({f"/data/sheets/{game:05}-01": sheet.encode()})
    table.box.put({COUNT: b"3 1 1"})
    table.settings(preset="pl")
    table.choose("Sheets")
    table.wait(s=1)
    assert table.screen.says(f"1. B Bolek  2 won  {totals.points[1]:+d}"), table.screen.text
