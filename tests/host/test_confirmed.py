"""Who has confirmed his line on the box: verified, shown, exported, and what the desk makes of it."""

import csv
import io
import json

import pytest

from tests import evenings
from tests.games import match_of, played, sheet_of
from tests.host.commands import says
from tests.host.evening_desk import bring, event, lines, seats, sheets, shown
from tests.host.sheet_texts import SECRET, altered, sealed
from tileclock.core import records as r
from tileclock_host.export import as_html
from tileclock_host.export.as_json import document
from tileclock_host.facts import words
from tileclock_host.facts.score import confirmed as notes
from tileclock_host.sheets import amend, text, turns, verify
from tileclock_host.sheets.games import Version, settle

ALL = 0b111
SOME = [0, 0b001, 0b101, 0b001]  # A confirms, C too, C takes it back


def one(confirmed=SOME, **options):
    return text.read(sheet_of(played(confirmed=confirmed), **options))


# ---- is it true ----


def test_a_sheet_says_what_its_journal_does():
    sheet = one()
    assert (sheet.result.confirmed, sheet.result.unconfirmed) == ((0,), (1, 2))
    assert verify.verify(sheet).good


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"confirmed": [0, 1, 2], "unconfirmed": []}, "confirmed: the sheet says ABC, its journal gives A"),
        ({"confirmed": [], "unconfirmed": []}, "unconfirmed: the sheet says nobody, its journal gives BC"),
    ],
)
def test_who_adds_a_name_is_found_out_by_the_journal_and_by_the_seal(fields, said):
    other = altered(sheet_of(played(confirmed=SOME), None, SECRET), **fields)
    verdict = verify.verify(text.read(other), [SECRET])
    assert verdict.seal == verify.BROKEN and any(said in finding for finding in verdict.findings)
    assert said in "".join(verify.verify(text.read(sealed(other)), [SECRET]).findings), "whatever the seal"


@pytest.mark.parametrize(
    "fields",
    [
        {"confirmed": "ABC"},
        {"confirmed": [3]},
        {"confirmed": [0, 0]},
        {"unconfirmed": [0, 1]},
        {"confirmed": [[]]},
    ],
)
def test_what_no_clock_writes_there_is_refused(fields):
    with pytest.raises(text.Unreadable, match="confirmed is not what a clock writes there"):
        text.read(altered(sheet_of(played(confirmed=SOME)), **fields))


def test_what_is_amended_at_the_pc_has_been_confirmed_by_nobody():
    sheet = one([0, ALL])
    changed = amend.apply(sheet, [amend.to(sheet, amend.Changes(racks={1: (3, 0)}))]).result
    assert (changed.confirmed, changed.unconfirmed) == ((), (0, 1, 2))
    named = amend.apply(sheet, [amend.to(sheet, amend.Changes(note="who was late"))]).result
    assert named.confirmed == (0, 1, 2)


def test_the_story_says_who_did_and_who_took_it_back():
    told = [e for e in turns.story_of(one()).events if e.what == "confirmed"]
    assert [(e.before, e.after) for e in told] == [("", ""), ("", "A"), ("A", "AC"), ("AC", "A")]
    assert [e.seat for e in told[1:]] == [0, 2, 2] and not any(e.correction for e in told)


# ---- for people and for programs ----


@pytest.fixture
def evening(home, tmp_path):
    """Three games of a match: nobody was asked; C has not confirmed; all have."""
    plays = [played(confirmed=bits) for bits in ((), [0, 0b011], [0, ALL])]
    texts = evenings.sheets(plays, names=["Ala", "<script>", "=Celina", "", "", ""])
    (tmp_path / "evening.txt").write_text("".join(texts))
    says("sheets", "import", tmp_path / "evening.txt")
    return texts


def test_show_names_them(evening):
    assert "confirmed by A Ala, B <script>, not by C =Celina" in says("show", "2")
    assert "confirmed by A Ala, B <script>, C =Celina" in says("show", "3")
    assert "not by" not in says("show", "3")
    assert "confirmed" not in says("show", "1")


def test_a_csv_has_a_column_for_it(evening):
    rows = list(csv.DictReader(io.StringIO(says("export", "--format", "csv"))))
    assert [row["confirmed"] for row in rows] == ["", "", "", "1", "1", "0", "1", "1", "1"]


def test_json_has_both_lists_and_is_taken_back(evening, tmp_path):
    said = says("export", "--format", "json")
    found = [(g["confirmed"], g["unconfirmed"]) for g in json.loads(said)["matches"][0]["games"]]
    assert found == [([], []), (["A", "B"], ["C"]), (["A", "B", "C"], [])]
    (tmp_path / "export.json").write_text(said)
    other = tmp_path / "other.sqlite"
    says("sheets", "import", tmp_path / "export.json", "--db", other)
    assert says("export", "--format", "json", "--db", other) == said


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_page_and_paper_say_it_below_the_scores(evening, language):
    (match,) = evenings.matches(evening)
    said = words.load(language)
    expected = [
        said.confirmed_by_all.format(3),
        said.confirmed.format(2, "Ala, <script>", "=Celina"),
    ]
    assert notes(match, said) == expected
    out = io.BytesIO()
    as_html.write([match], said, out)
    page = out.getvalue().decode()
    assert expected[0] in page and "&lt;script&gt;" in page and "<script>" not in page
    assert document(match)["games"][1]["unconfirmed"] == ["C"]


def test_the_spreadsheet_says_it_too(evening, tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    says("export", "--out", tmp_path / "book.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "book.xlsx").worksheets[0]
    cells = {cell.value for row in sheet.iter_rows() for cell in row}
    assert words.load("en").confirmed_by_all.format(3) in cells


# ---- the desk ----


def table_of(place, number=1):
    return shown(place)["tables"][number - 1]


def test_tables_whose_players_have_all_confirmed_need_no_hand_and_the_standings_are_final(place, tmp_path):
    event(place)
    says("event", "draw", "--seed", 1, "--db", place)
    for table in (1, 2):
        assert "provisional" in says("event", "standings", "--db", place)
        bring(place, tmp_path, *sheets(seats(place, table), [0, 1], table, confirmed=[0, 0b1111]))
        assert table_of(place, table)["confirmed"]
    assert shown(place)["troubles"] == []
    assert "Warszawa: standings\n" in says("event", "standings", "--db", place)
    assert "0 tables confirmed, 0 to come" in says("event", "confirm", "--db", place)


def test_who_has_not_is_named_until_the_director_notes_it(place, tmp_path):
    event(place)
    says("event", "draw", "--seed", 1, "--db", place)
    there = seats(place, 1)
    bring(place, tmp_path, *sheets(there, [0, 1], confirmed=[0, 0b1011]))
    said = [each for each in shown(place)["troubles"] if "table 1" in each]
    assert [each.partition(" (")[0] for each in said] == [
        f"round 1, table 1: {there[2]} has not confirmed sheet {name}"
        for name in ("240ac4000001-21", "240ac4000001-22")
    ]
    assert not table_of(place)["confirmed"] and "provisional" in says("event", "standings", "--db", place)
    says("event", "confirm", "--table", 1, "--db", place)
    assert table_of(place)["confirmed"]
    assert not [each for each in shown(place)["troubles"] if "table 1" in each]


def test_a_corrected_sheet_is_provisional_again_and_paper_is_confirmed_by_hand(place, tmp_path):
    event(place)
    says("event", "draw", "--seed", 1, "--db", place)
    there = seats(place, 1)
    first, second = sheets(there, [0, 1], confirmed=[0, 0b1111])
    bring(place, tmp_path, first)
    says("event", "result", "--table", 1, "--game", 2, 24, -5, -16, -3, "--db", place)
    assert not table_of(place)["confirmed"], "the second game is from paper"
    says("event", "undo", "11", "it came as a sheet", "--db", place)
    bring(place, tmp_path, second)
    assert table_of(place)["confirmed"]
    before = lines(place)[there[0]]["points"]
    says("amend", "22", "--rack", "A=40", "--db", place)
    assert lines(place)[there[0]]["points"] != before and not table_of(place)["confirmed"]


def test_a_row_of_the_store_that_names_no_seats_is_left_out_and_said(home, tmp_path):
    from tileclock_host.sheets import tally  # noqa: PLC0415

    version = Version(one(), verify.UNSEALED, ())
    kept = tally.spelled(settle([version], []))
    assert tally.read(kept)[4:] == ((0,), (1, 2))
    old = json.loads(tally.spelled(settle([Version(one(()), verify.UNSEALED, ())], [])))
    assert len(old) == 4, "as it was before anybody could be asked"
    for wrong in (["A"], [[], []], [[0], 5], [[0], ["1"]], [[0]]):
        found = json.loads(kept)[:4] + wrong
        if wrong != [[], []]:
            with pytest.raises((ValueError, TypeError)):
                tally.read(json.dumps(found))


def test_old_sheets_say_nothing_of_it():
    (old,) = match_of(1)
    assert "confirmed" not in old and verify.verify(text.read(old)).good
    assert not any(kind == r.CONFIRM for kind in r.Journal.of(text.read(old).journal).kinds())
