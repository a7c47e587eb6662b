"""The standings as page, paper and spreadsheet, opened by programs that are not ours."""

import csv
import io
import random
import re

import openpyxl
import pypdfium2
import pytest

from tests.evenings import NASTY
from tests.host.commands import called, says, sentence
from tests.host.evening_desk import NAMES, event, lines, seats
from tests.host.opening import office
from tileclock_host.facts.words import LANGUAGES, load

FORMATS = ("html", "pdf", "xlsx")


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "store.sqlite")


def evening(file, names=NAMES):
    """Two tables with a game each in two rounds; the judge has corrected one and excluded another."""
    event(file, "--after-exclusion", "void", "--cut", 4, names=names)
    for number in (1, 2):
        says("event", "draw", "--yes", "--seed", number, "--db", file)
        for table in (1, 2):
            there = ("--table", table, "--game", 1)
            says(
                "event", "result", *there, 10 * number + table, -5 * number, -5 * number, -table, "--db", file
            )


def written(file, tmp_path, kind, *options):
    out = tmp_path / f"standings.{kind}"
    says("event", "standings", "--out", out, *options, "--db", file)
    return out.read_bytes()


def cells(sheet):
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def text_of(paper):
    return "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(paper))


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_paper_say_the_standings_in_that_language(file, tmp_path, language):
    evening(file)
    words = load(language)
    page = written(file, tmp_path, "html", "--lang", language).decode()
    paper = text_of(written(file, tmp_path, "pdf", "--lang", language))
    for name, line in lines(file).items():
        shown = f"{line['points']:+d}".replace("-", "−") if line["points"] else "0"
        assert f"<bdi>{name}</bdi>" in page and f'<td class="points">{shown}</td>' in page
        assert name in paper and shown in paper
    for word in (words.provisional, words.player, words.big_points, words.round.format(2)):
        assert word in page and word in paper
    assert 'last">' in page, "the line for the final"


def test_totals_and_places_of_the_spreadsheet_are_alive(file, tmp_path):
    """Somebody changes a game in it: LibreOffice comes to the standings of those games."""
    evening(file)
    excluded, corrected = seats(file, 1)[3], seats(file, 2)[3]
    says("judge", "correct", corrected, "--points", 3, "--big-points", 1, "a miscount", "--db", file)
    says("judge", "exclude", excluded, "left with a tile", "--round", 2, "--db", file)
    (tmp_path / "made.xlsx").write_bytes(written(file, tmp_path, "xlsx", "--lang", "uk"))
    book = openpyxl.load_workbook(tmp_path / "made.xlsx")
    before = {row[1]: row for row in cells(book.worksheets[0])[4:]}
    assert {row[1] for row in before.values()} == set(NAMES)
    games = book["Ігри"]
    last = next(row for row in games.iter_rows(min_row=2) if row[4].value == seats(file, 2)[1])
    last[5].value += 100
    last[6].value += 5
    book.save(tmp_path / "changed.xlsx")
    office([tmp_path / "made.xlsx", tmp_path / "changed.xlsx"], "xlsx:Calc MS Excel 2007 XML")
    expected = lines(file)
    fresh, changed = (
        {
            row[1]: row
            for row in cells(
                openpyxl.load_workbook(tmp_path / "office" / name, data_only=True).worksheets[0]
            )[4:]
        }
        for name in ("made.xlsx", "changed.xlsx")
    )
    for name, line in expected.items():
        assert fresh[name][3:6] == [line["big_points"], line["points"], line["wins"]]
        assert fresh[name][0] == (line["place"] or "дискваліфікація")
    who = last[4].value
    assert changed[who][3:5] == [expected[who]["big_points"] + 5, expected[who]["points"] + 100]
    assert changed[who][0] == 1 and expected[who]["place"] != 1
    assert sum(row[0] == 1 for row in changed.values()) == 1


def test_hostile_names_are_names_on_page_paper_and_spreadsheet(file, tmp_path):
    names = [name for name in NASTY if name.strip()]
    names += [f"x{n}" for n in range(-len(names) % 4)]
    listed = tmp_path / "players.txt"
    event(file, names=["y0", "y1", "y2", "y3"])
    listed.write_text("\n".join(['"' + name.replace('"', '""') + '"' for name in names]), encoding="utf-8")
    says("event", "add", "--from", listed, "--new", "--db", file)
    page = written(file, tmp_path, "html").decode()
    assert "<script" not in page and "<img" not in page and "&lt;script&gt;" in page
    book = openpyxl.load_workbook(io.BytesIO(written(file, tmp_path, "xlsx")))
    found = {row[1].value: row[1].data_type for row in book.worksheets[0].iter_rows(min_row=5)}
    assert set(found.values()) == {"s"} and "-2+3" in found and len(found) == len(names) + 4
    paper = text_of(written(file, tmp_path, "pdf"))
    assert "<script>alert(1)</script>" in paper and re.search(r"Żółć Příliš Ґанок", paper)


def test_a_file_that_is_there_stays_and_a_terminal_gets_no_paper(file, tmp_path):
    event(file)
    out = tmp_path / "wall.pdf"
    says("event", "standings", "--out", out, "--db", file)
    before = out.read_bytes()
    sentence(called("event", "standings", "--out", out, "--db", file), "exists", "--force")
    assert out.read_bytes() == before
    says("event", "standings", "--out", out, "--force", "--format", "html", "--db", file)
    assert out.read_bytes().startswith(b"<!doctype html>")


def test_standings_are_in_no_format_that_nobody_knows(tmp_path):
    says("event", "new", "Cup", "--db", tmp_path / "desk")
    out = tmp_path / "wall.doc"
    result = called("event", "standings", "--out", out, "--db", tmp_path / "desk")
    sentence(result, "wall.doc says no format: give one with --format")
    assert not out.exists()
    says("event", "standings", "--out", tmp_path / "wall.txt", "--db", tmp_path / "desk")
    assert (tmp_path / "wall.txt").read_text().startswith("Cup: ")


@pytest.mark.parametrize("rounds", [2, 5, 8, 14])
def test_whoever_adds_up_the_paper_comes_to_the_points_of_the_standings(file, tmp_path, rounds):
    """All rounds are on it, and all that the judge has given, however many they are."""
    dice = random.Random(rounds)
    event(file, "--games", 1, names=NAMES[:4])
    for number in range(1, rounds + 1):
        says("event", "draw", "--seed", number, "--db", file)
        lost = [-dice.randrange(5, 90) for _ in range(3)]
        says("event", "result", "--table", 1, "--game", 1, *lost, -sum(lost), "--db", file)
    says("judge", "correct", "Ala", "--points", -20, "--big-points", -1, "a miscount", "--db", file)
    says("judge", "correct", "Bolek", "--points", 7, "another", "--db", file)
    paper = text_of(written(file, tmp_path, "pdf"))
    signs = [int(found.replace("−", "-")) for found in re.findall(r"[+−]\d+", paper)]
    expected = []
    for name, line in lines(file).items():
        parts = [*line["rounds"].values()] + [given for given in (line["corrected"],) if given]
        assert sum(parts) == line["points"] and name in paper
        expected += [line["points"], *parts]
    assert sorted(signs) == sorted([*expected, -1]), "the points, and of what they are the sum; a big point"
    assert re.search(rf"Round\s+{rounds}\b", paper) and "Judge" in paper
    page = written(file, tmp_path, "html").decode()
    assert '<td class="round">−20</td>' in page and '<th scope="col" class="round">Judge</th>' in page
    rows = csv.reader(io.StringIO(says("event", "standings", "--format", "csv", "--db", file)))
    (row,) = [row for row in rows if row[1] == "Ala"]
    assert row[-2:] == ["-20", "-1"] and int(row[3]) == sum(map(int, row[7:-1]))
