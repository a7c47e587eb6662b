"""The totals that come out are those of the rule sheets, in every format."""

import csv
import io
import json

import openpyxl
import pypdfium2
import pytest

from tests import evenings, presets
from tests.host.opening import exported, office

# The tables printed in the sheets: who was out, and the racks of all, by seat.
THREE = [(0, (0, 5, 16, 3)), (2, (6, 11, 0, 5)), (3, (32, 13, 2, 0))]
FOUR = [*THREE, (2, (10, 25, 0, 6))]


def played(preset, table):
    rules = presets.built_in(preset)
    return [
        evenings.lively(rules, 4, winner, 7 + n, [rack or 1 for rack in racks])
        for n, (winner, racks) in enumerate(table)
    ]


def tie(preset, racks):
    return [evenings.unfinished(presets.built_in(preset), racks)]


CASES = {
    "pl": (played("pl", THREE), [-14, -29, 4, 39], [3, 4, 2, 1]),
    "cs": (played("cs", THREE), [-14, -29, 4, 39], [3, 4, 2, 1]),
    "tournament": (played("tournament", THREE), [-14, -29, 4, 39], [3, 4, 2, 1]),
    "uk": (played("uk", FOUR), [-24, -54, 45, 33], [3, 4, 1, 2]),
    "net": (tie("pl", (1, 5, 10, 15)), [29, -5, -10, -15], [1, 2, 3, 4]),
    "net, shared": (tie("pl", (5, 5, 10, 15)), [8, 7, -10, -15], [1, 2, 3, 4]),
    "difference": (tie("uk", (1, 5, 10, 15)), [27, -4, -9, -14], [1, 2, 3, 4]),
    "plain": (tie("cs", (5, 5, 10, 16)), [13, 13, -10, -16], [1, 1, 3, 4]),
    "word": ([evenings.word((7, 6, 8))], [7, 6, 8], [2, 3, 1]),
    "most rounds, not most points": (
        played("uk", [(0, (0, 2, 2, 2)), (0, (0, 2, 2, 2)), (1, (60, 0, 60, 60))]),
        [-48, 176, -64, -64],
        [1, 2, 3, 3],
    ),
}


@pytest.fixture(params=CASES)
def case(request):
    plays, totals, places = CASES[request.param]
    return evenings.sheets(plays), totals, places


def test_totals_in_csv(case):
    texts, totals, _ = case
    rows = list(csv.DictReader(io.StringIO(exported("csv", texts).decode()), strict=True))
    last = max(int(row["game"]) for row in rows)
    assert [int(row["total"]) for row in rows if int(row["game"]) == last] == totals
    for game in range(1, last + 1):
        points = [int(row["points"]) for row in rows if int(row["game"]) == game]
        told = [sum(int(row[n] or 0) for n in ("loss", "gain", "bonus", "overtime")) for row in rows]
        assert points == [one for one, row in zip(told, rows, strict=True) if int(row["game"]) == game]


def test_totals_in_json(case):
    texts, totals, places = case
    match = json.loads(exported("json", texts))["matches"][0]
    assert [player["points"] for player in match["players"]] == totals
    assert [player["place"] for player in match["players"]] == places


def test_totals_on_paper(case):
    texts, totals, _ = case
    paper = pypdfium2.PdfDocument(exported("pdf", texts))
    words = "".join(page.get_textpage().get_text_range() for page in paper).split()
    page = exported("html", texts).decode()
    for total in totals:
        shown = f"{total:+d}".replace("-", "−") if total else "0"
        assert shown in words
        assert f'<span class="points">{shown}</span>' in page


@pytest.fixture(scope="session")
def books(shared):
    """A folder with every case as XLSX; in office/ they are as LibreOffice has calculated them anew."""

    def make(folder):
        files = [folder / f"{name}.xlsx" for name in CASES]
        for file, (plays, *_) in zip(files, CASES.values(), strict=True):
            file.write_bytes(exported("xlsx", evenings.sheets(plays)))
        office(files, "xlsx:Calc MS Excel 2007 XML")

    return shared.made("books", make)


@pytest.mark.parametrize("name", CASES)
def test_totals_in_xlsx_are_live(books, name):
    """LibreOffice calculates every formula anew and must come to what the clock has stored."""
    _, totals, places = CASES[name]
    file = f"{name}.xlsx"
    stored = openpyxl.load_workbook(books / file, data_only=True).worksheets[0]
    formulas = openpyxl.load_workbook(books / file).worksheets[0]
    fresh = openpyxl.load_workbook(books / "office" / file, data_only=True).worksheets[0]
    rows = {row[0].value: row[0].row for row in formulas.iter_rows(max_col=1) if row[0].value}
    columns = range(4, 4 + len(totals))
    place_row = max(row for value, row in rows.items() if value == "Place")
    for sheet in (stored, fresh):
        assert [sheet.cell(rows["Total on the clock"] - 1, n).value for n in columns] == totals
        assert [sheet.cell(place_row, n).value for n in columns] == places
        for n in columns:
            assert sheet.cell(rows["Total on the clock"] + 1, n).value == "agrees"
    counted = 0
    for line in formulas.iter_rows():
        for cell in line:
            if cell.data_type == "f":
                counted += 1
                before, after = (s[cell.coordinate].value for s in (stored, fresh))
                assert after == pytest.approx(before), f"{cell.coordinate}: {cell.value}"
    assert counted > 8 * len(totals)
