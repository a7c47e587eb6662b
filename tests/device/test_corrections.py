"""A stored sheet is corrected, whatever happened since: another power-on, other games, a pulled plug."""

import hmac

import pytest

from tests.device.locked import asked, enter
from tests.device.scorer import Scorer, to_correction
from tests.games import journal_line
from tests.host.cable import plugged
from tileclock.core import records as r
from tileclock.core import written
from tileclock_host.sheets import games, text, verify

pytestmark = pytest.mark.needs_models

SECRET = "5a" * 32
GAMES = [{"B": 12, "C": 5}, {"B": 3, "C": 40}, {"B": 20, "C": 7}]  # racks; A is out


@pytest.fixture
def table(lay_table):
    """Its sheets are sealed. Not switched on yet."""
    table = lay_table(start=False)
    table.box.put({"/data/secret": SECRET.encode()})
    return table


def evening(table, count, **settings):
    """So many games of a match are stored; then the power goes."""
    scorer = Scorer(table, **settings)
    for racks in GAMES[:count]:
        scorer.whole(racks)
    table.power_cycle()
    return scorer


def store(table):
    scorer = Scorer.at(table)
    for _ in range(3):
        scorer.next_step()
    scorer.store()


def texts(table):
    """Every sheet on the flash, by name; the box is switched off."""
    table.box.pull_plug()
    files = table.box.files("/data/sheets")
    return {path.rpartition("/")[2]: content.decode("ascii") for path, content in files.items()}


def sheets(table):
    """The same, each found true: its seal is the box's, and its journal leads to what it says."""
    found = {name: text.read(content) for name, content in texts(table).items()}
    for name, sheet in found.items():
        body = sheet.text[: -len(sheet.seal) - 1].encode()
        assert hmac.new(bytes.fromhex(SECRET), body, "sha256").hexdigest() == sheet.seal, name
        verdict = verify.verify(sheet, [bytes.fromhex(SECRET)])
        assert verdict.good, (name, verdict.findings)
    return found


def as_match(*editions):
    """What the PC, which has got all of these, makes of the match."""
    versions = {}
    for edition in editions:
        for sheet in edition.values():
            found = games.Version(sheet, verify.SEALED, ())
            versions.setdefault(sheet.head.game, {})[sheet.revision] = found
    return games.matches([games.settle(list(each.values()), []) for each in versions.values()])[0]


# ---- which games, and when ----


def test_the_last_game_after_the_power_was_gone(table):
    scorer = evening(table, 2)
    before = sheets(table)
    table.box.start()
    to_correction(table, 2)
    assert scorer.entered == ["3", "40"]
    table.seat("B").press()
    store(table)
    assert table.screen.says("game 3"), "no game was added"
    after = sheets(table)
    assert list(after) == ["00001-01", "00002-02"]
    assert after["00002-02"].result.points == (44, -4, -40)
    assert after["00002-02"].result.totals.points[:3] == (61, -16, -45)
    assert after["00002-02"].journal.startswith(before["00002-01"].journal)
    assert not as_match(before, after).findings


def test_an_earlier_game_of_the_running_match(table):
    """Its sheet says how the match stood after it; the match goes on from how it stands now."""
    scorer = evening(table, 2)
    before = sheets(table)
    table.box.start()
    to_correction(table, 1)
    assert scorer.entered == ["12", "5"]
    table.seat("B").press()
    for _ in range(3):
        scorer.next_step()
    assert table.screen.says("game 1")
    assert scorer.totals() == [61, -16, -45]
    scorer.store()
    middle = sheets(table)
    assert middle["00001-02"].result.points == (18, -13, -5)
    assert middle["00001-02"].result.totals.points[:3] == (18, -13, -5)
    table.box.start()
    table.choose("Sheets")
    table.wait(s=1)
    assert table.screen.says("1. A") and table.screen.says("+61")
    table.back.press()
    table.choose("New game")
    scorer.whole(GAMES[2])
    after = sheets(table)
    assert after["00003-01"].result.totals.points[:3] == (88, -36, -52)
    match = as_match(before, middle, after)
    assert not match.findings and match.totals.points[:3] == (88, -36, -52)


def revised(table, times):
    """The only sheet on the flash as if it had been corrected so often; the box is switched off."""
    (sheet,) = sheets(table).values()
    journal = r.Journal.of(sheet.journal)
    while (number := len([kind for kind in journal.kinds() if kind == r.STORE])) < times:
        journal.add(r.STORE, journal.at + 1_000)
    head, result, _, _ = sheet.text.splitlines(keepends=True)
    lines = [head, result.replace('"revision": 1', f'"revision": {number}'), journal_line(journal)]
    seal = written.Seal(bytes.fromhex(SECRET))
    for line in lines:
        seal.add(line.encode())
    table.box.remove("/data/sheets/00001-01")
    table.box.put({f"/data/sheets/00001-{times:02}": ("".join(lines) + seal.text() + "\n").encode()})


def test_the_hundredth_revision_and_those_after_it(table):
    """The box finds them, goes on with their totals, and the PC gets them."""
    evening(table, 1)
    revised(table, 99)
    for number, points in ((100, 18), (101, 19)):
        table.box.start()
        to_correction(table, 1)
        table.seat("B").press()
        store(table)
        table.power_cycle()
        table.choose("Sheets")
        table.wait(s=1)
        assert table.screen.says(f"1. A  +{points}"), table.screen.text
        with plugged(table.box) as clock:
            ((name, size),) = clock.sheets()
            assert name == f"00001-{number}" and len(clock.fetch(name)) == size
        assert list(sheets(table)) == [name]


def test_the_last_revision_there_can_be_is_not_corrected(table):
    evening(table, 1)
    revised(table, 255)
    table.box.start()
    table.choose("Sheets")
    table.wait(s=1)
    table.choose("game 1")
    assert table.screen.says("A  +17") and not table.screen.says("Correct"), table.screen.text


def test_a_match_that_is_over(table):
    """After another evening without a game, too; the next game begins another match all the same."""
    evening(table, 2, match_games=2)
    table.power_cycle()
    assert table.screen.says("New game")
    to_correction(table, 1)
    table.seat("C").press()
    store(table)
    assert table.screen.says("FINAL") and table.screen.says("+61")
    table.ok.press()
    table.choose("New game")
    assert table.screen.says("game 1")
    table.back.press()
    table.choose("Sheets")
    table.wait(s=1)
    assert table.screen.says("Match 1") and table.screen.says("+61")
    found = sheets(table)
    assert list(found) == ["00001-02", "00002-01"]


def test_a_game_of_the_last_match_while_another_one_has_no_game_yet(table):
    scorer = evening(table, 1, match_games=1)
    table.choose("New game")
    scorer.begin("ABC", "B")
    table.wait(ms=400)
    table.back.press()
    table.choose("Abandon the game")
    table.choose("Yes, abandon it")
    table.ok.press()
    table.power_cycle()
    to_correction(table, 1)
    table.seat("C").press()
    store(table)
    table.ok.press()
    table.choose("New game")
    assert table.screen.says("game 1")
    found = sheets(table)
    assert found["00001-02"].result.totals.points[:3] == (18, -12, -6)


def test_not_while_a_game_waits_to_be_taken_up(table):
    scorer = evening(table, 1)
    table.choose("New game")
    scorer.begin("ABC", "B")
    table.power_cycle()
    table.choose("Sheets")
    table.wait(s=1)
    table.choose("game 1")
    seen = table.screen.text
    for _ in range(6):
        table.down.press()
        seen += table.screen.text
    assert "+17" in seen and "Correct" not in seen
    table.back.press()
    table.back.press()
    assert table.screen.chosen == "Resume"


def test_the_judge_is_asked_and_it_is_on_record(table):
    evening(table, 1, code="CAFE", locked=True)
    table.choose("Sheets")
    table.wait(s=1)
    table.choose("game 1")
    table.choose("Correct this sheet")
    assert asked(table)
    enter(table, "CAFE")
    table.wait(s=1)
    table.seat("B").press()
    store(table)
    sheet = sheets(table)["00001-02"]
    story = verify.Journal.of(sheet.journal)
    story.rewind()
    kinds = []
    while story.read():
        kinds.append((story.kind, story.figures[0]))
    first, second = [i for i, (kind, _) in enumerate(kinds) if kind == r.STORE]
    assert (r.JUDGE, 1) in kinds[first:second]


def test_what_was_chosen_for_the_next_game_stays(table):
    """Another preset, other names and other players than those of the game that is corrected."""
    scorer = evening(table, 1, names=["Ala", "Ola", "Jan", "", "", ""], match_games=1)
    names = ["Ewa", "Iza", "", "", "", ""]
    table.settings(preset="tournament", names=names, sitting=0b1111, match_games=1)
    to_correction(table, 1)
    assert scorer.entered == ["12", "5"]
    table.seat("B").press()
    for _ in range(3):
        scorer.next_step()
    assert table.screen.says("A Ala")
    scorer.store()
    table.ok.press()
    table.choose("New game")
    assert table.screen.says("ABCD") and table.screen.says("Tournament")
    assert sheets(table)["00001-02"].head.names[:3] == ("Ala", "Ola", "Jan")


def test_a_correction_that_is_left(table):
    evening(table, 2)
    before = texts(table)
    table.box.start()
    table.wait(s=1)
    to_correction(table, 1)
    table.seat("B").press()
    table.wait(s=3)
    table.back.press()
    table.wait(s=1)
    assert table.screen.says("Sheets") and table.screen.says("+60")
    table.back.press()
    assert table.screen.chosen == "New game"
    assert texts(table) == before
    table.box.start()
    assert table.screen.chosen == "New game"


def test_word(table):
    """Its turns are corrected in a pause; the game is over again when it goes on."""
    table.settings(preset="word", limit=90)
    table.deal("AB")
    table.seat("A").press()
    table.wait(s=1)
    for seat in "AB":
        table.seat(seat).hold()
        table.wait(s=1)
    table.back.press()
    table.choose("Correct the pool")
    table.down.hold(ms=4_000)
    table.ok.press()
    table.choose("Resume")
    for seat in "AB":
        table.wait(s=1)
        table.seat(seat).hold()
    table.wait(s=1)
    table.ok.press()
    table.wait(s=1)
    table.power_cycle()
    table.choose("Sheets")
    table.wait(s=1)
    table.choose("game 1")
    table.choose("Correct this sheet")
    table.wait(s=1)
    assert table.screen.says("PAUSE")
    table.power_cycle()
    table.choose("Resume")
    table.wait(s=1)
    assert table.screen.says("PAUSE")
    table.choose("Resume")
    table.wait(s=1)
    table.ok.press()
    table.wait(s=1)
    assert list(sheets(table)) == ["00001-02"]


def test_a_sheet_that_cannot_be_read_is_said_to_be_damaged(table):
    evening(table, 1)
    lines = texts(table)["00001-01"].splitlines(keepends=True)
    lines[2] = lines[2][:40] + "AAAA" + lines[2][44:]
    table.box.restart_with({"/data/sheets/00001-01": "".join(lines).encode()})
    table.wait(s=1)
    to_correction(table, 1)
    assert table.screen.says("Damaged game")
    table.ok.press()
    table.wait(s=1)
    assert table.screen.says("Sheets")
    assert texts(table)["00001-01"] == "".join(lines)


# ---- the plug ----


def test_racks_that_are_being_entered_come_back(table):
    """Not even confirmed: a moment after the last press they are on record."""
    scorer = Scorer(table)
    scorer.begin("ABC", "A")
    scorer.out("A")
    scorer.enter({"B": 12})
    table.wait(s=2)
    table.power_cycle()
    table.choose("Resume")
    table.wait(s=1)
    assert table.screen.says("Points") and scorer.entered == ["12"]
    table.ok.press()
    assert table.screen.says("C: points?")
    scorer.enter({"C": 5})
    table.ok.press()
    table.seat("C").press()
    table.wait(s=2)
    table.power_cycle()
    table.choose("Resume")
    table.wait(s=1)
    assert table.screen.says("Jokers") and scorer.entered == ["0", "1"]
    scorer.next_step()
    scorer.next_step()
    assert scorer.game() == [47, -12, -35]


@pytest.mark.parametrize("stage", ["begun", "entered", "confirmed", "result"])
def test_the_plug_is_pulled_in_a_correction(table, stage):
    """It comes back with what was corrected, and the match counts the game once."""
    scorer = evening(table, 2)
    to_correction(table, 1)
    presses = 0
    if stage != "begun":
        table.seat("B").press()
        presses = 1
    for _ in range({"confirmed": 1, "result": 3}.get(stage, 0)):
        scorer.next_step()
    table.wait(s=2)
    table.power_cycle()
    table.choose("Resume")
    table.wait(s=2)
    assert scorer.entered == [str(12 + presses), "5"]
    for _ in range(3):
        scorer.next_step()
    assert scorer.game() == [17 + presses, -12 - presses, -5]
    assert scorer.totals() == [60 + presses, -15 - presses, -45]
    scorer.store()
    found = sheets(table)
    assert list(found) == ["00001-02", "00002-01"]
    table.box.start()
    table.choose("New game")
    assert table.screen.says("game 3"), table.screen.text


def test_a_correction_that_was_cut_off_can_be_given_up(table):
    evening(table, 2)
    before = texts(table)
    table.box.start()
    table.wait(s=1)
    to_correction(table, 1)
    table.seat("B").press()
    table.wait(s=2)
    table.power_cycle()
    table.choose("New game")
    table.choose("Yes")
    table.wait(s=1)
    assert table.screen.says("game 3")
    table.back.press()
    assert table.screen.chosen == "New game"
    assert texts(table) == before


def test_a_correction_of_the_last_match_is_cut_off(table):
    """The match is over: what is taken up belongs to it, and to no other."""
    scorer = evening(table, 2, match_games=2)
    to_correction(table, 2)
    table.seat("B").press()
    table.wait(s=2)
    table.power_cycle()
    table.choose("Resume")
    table.wait(s=2)
    for _ in range(3):
        scorer.next_step()
    assert scorer.totals() == [61, -16, -45]
    scorer.store()
    assert table.screen.says("FINAL")
    assert sheets(table)["00002-02"].result.totals.points[:3] == (61, -16, -45)
