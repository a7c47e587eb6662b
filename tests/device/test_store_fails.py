"""The flash takes no sheet: the screen says so and what to do, and nothing is lost."""

import json

import pytest

from tests.device.locked import LONG_MS, asked, enter
from tests.device.scorer import Scorer, to_correction
from tests.qa.house import FIRMWARE
from tileclock.core import reading

pytestmark = pytest.mark.needs_models

# A room that refuses, as often as there are files that say so, with the error their name ends with.
_REFUSING = """
_keep = keep
def keep(*arguments):
    for name in os.listdir("/data"):
        if name.startswith("refuse"):
            os.remove("/data/" + name)
            raise OSError(int(name[-2:]))
    _keep(*arguments)
"""
FULL, WORN = 28, 5
RACKS = {"B": 12, "C": 5}  # A is out


@pytest.fixture
def refusing(lay_table):
    """Lay a table whose flash refuses so many sheets."""

    def lay(times, error, **settings):
        table = lay_table(start=False)
        code = (FIRMWARE / "tileclock/storage/sheet_files.py").read_text(encoding="utf-8")
        table.replace("storage/sheet_files", code + _REFUSING)
        table.box.put({f"/data/refuse{i}-{error:02}": b"" for i in range(times)})
        return table, Scorer(table, **settings)

    return lay


def sheets(table):
    table.box.pull_plug()
    files = table.box.files("/data/sheets")
    return {path.rpartition("/")[2]: content.splitlines() for path, content in files.items()}


def only_sheet(table):
    ((name, lines),) = sheets(table).items()
    return name, reading.result(lines[1])


@pytest.mark.parametrize("language", ["en", "pl", "cs", "uk"])
def test_it_is_said_in_every_language(refusing, language):
    table, scorer = refusing(2, WORN, language=language)
    scorer.whole(RACKS)
    words = table.words
    for text in (words.STORE_FAILED, words.TRY_AGAIN, words.STORE_WORN, *words.STORE_KEPT):
        assert table.screen.says(text), text
    table.ok.press()
    table.wait(s=1)
    assert table.screen.says(words.STORE_FAILED), "the second time it is refused too"
    table.ok.press()
    table.wait(s=1)
    scorer.past_the_winner()
    assert table.screen.says(words.GAME % 2)
    name, result = only_sheet(table)
    assert (name, result["revision"], result["points"]) == ("00001-01", 1, [17, -12, -5])


def test_the_plug_is_pulled_then(refusing):
    """The game is there as it was, and is stored once, as its first revision."""
    table, scorer = refusing(1, WORN)
    scorer.whole(RACKS)
    table.wait(s=1)
    table.power_cycle()
    table.choose("Resume")
    table.wait(s=2)
    table.ok.press()
    assert scorer.game() == [17, -12, -5]
    scorer.store()
    assert table.screen.says("game 2")
    name, result = only_sheet(table)
    assert (name, result["revision"], result["totals"]["points"][:3]) == ("00001-01", 1, [17, -12, -5])


def test_back_to_the_racks_and_stored_then(refusing):
    table, scorer = refusing(1, WORN)
    scorer.whole(RACKS)
    table.back.press()
    assert scorer.game() == [17, -12, -5]
    table.back.press()
    table.wait(s=1)
    for _ in range(2):
        table.back.press()
    table.seat("B").press()
    for _ in range(3):
        scorer.next_step()
    assert scorer.totals() == [18, -13, -5], "the match counts it once"
    scorer.store()
    name, result = only_sheet(table)
    assert (name, result["revision"], result["points"]) == ("00001-01", 1, [18, -13, -5])


def test_back_into_the_turn_and_played_on(refusing):
    """The refused sheet does not stand, so this is no correction."""
    table, scorer = refusing(1, WORN)
    scorer.whole(RACKS)
    for _ in range(2):
        table.back.press()
        table.wait(s=1)
    for _ in range(3):
        table.back.press()
    assert table.screen.says("PAUSE")
    table.choose("Resume")
    scorer.out("B")
    scorer.confirm({"A": 1, "C": 2})
    scorer.store()
    assert table.screen.says("game 2"), table.screen.text
    _, result = only_sheet(table)
    assert result["points"] == [-1, 3, -2]


@pytest.mark.parametrize("locked", [False, True])
def test_a_full_flash_offers_what_makes_room(refusing, locked):
    """What the PC has goes when it is tried again; the oldest match if somebody, or the judge, says so."""
    table, scorer = refusing(0, FULL, match_games=1, code="ABC")
    for _ in range(2):
        scorer.whole(RACKS)
        table.ok.press()
        table.choose("New game")
    table.box.pull_plug()
    table.box.put({f"/data/refuse{i}-28": b"" for i in range(2)})
    table.box.start()
    if locked:
        table.back.hold(ms=LONG_MS)
        table.ok.press()
    table.choose("New game")
    scorer.whole(RACKS)
    assert table.screen.says("No room for the sheet") and table.screen.says("save sheets to PC")
    table.choose("Match 1: totals only")
    table.choose("no")
    assert table.screen.says("No room for the sheet")
    table.choose("Match 1: totals only")
    table.choose("yes")
    assert asked(table) == locked
    if locked:
        table.back.press()
        assert table.screen.says("Match 1: totals only"), "the sheet must not be left behind"
        table.choose("yes")
        enter(table, "ABC")
    table.wait(s=1)
    assert table.screen.says("No room for the sheet"), "it was refused once more"
    table.ok.press()
    table.wait(s=1)
    scorer.past_the_winner()
    assert table.screen.says("FINAL")
    assert sorted(sheets(table)) == ["00002-01", "00003-01"]
    total = json.loads(table.box.read("/data/totals"))
    assert (total["match"], total["games"]) == (1, 1)


def test_an_abandoned_game(refusing):
    table, scorer = refusing(1, WORN)
    scorer.begin("ABC", "A")
    table.wait(ms=400)
    table.back.press()
    table.choose("Abandon the game")
    table.choose("Yes, abandon it")
    table.ok.press()
    table.wait(s=1)
    assert table.screen.says("Sheet not stored")
    table.ok.press()
    table.wait(s=1)
    assert table.screen.chosen == "New game"
    assert only_sheet(table)[1]["reason"] == "abandoned"


def test_a_correction(refusing):
    table, scorer = refusing(0, WORN)
    scorer.whole(RACKS)
    table.box.pull_plug()
    table.box.put({"/data/refuse-05": b""})
    table.box.start()
    table.wait(s=1)
    to_correction(table, 1)
    table.seat("B").press()
    for _ in range(3):
        scorer.next_step()
    scorer.store()
    assert table.screen.says("Sheet not stored")
    table.box.pull_plug()
    assert list(sheets(table)) == ["00001-01"]
    table.box.start()
    table.choose("Resume")
    table.wait(s=2)
    for _ in range(3):
        scorer.next_step()
    assert scorer.totals() == [18, -13, -5]
    scorer.store()
    name, result = only_sheet(table)
    assert (name, result["revision"], result["totals"]["points"][:3]) == ("00001-02", 2, [18, -13, -5])
