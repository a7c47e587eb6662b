"""Each format, opened by a program that is not ours, and what names from outside can do to it: nothing."""

import csv
import io
import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import jsonschema
import openpyxl
import pypdfium2
import pytest
import zxingcpp
from PIL import Image

from tests import evenings, presets
from tests.host.opening import WRITERS, exported, office
from tileclock_host.export import as_csv, as_json, bgstats
from tileclock_host.facts import tables, words
from tileclock_host.facts.text import clean
from tileclock_host.sheets.exported import NotAnExport, sheets
from tileclock_host.sheets.store import Store

SCHEMA = Path(__file__).parents[2] / "host" / "docs" / "export.schema.json"
LANGUAGES = words.LANGUAGES
PL = presets.built_in("pl")


# ---- CSV ----


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("bom", [False, True])
def test_csv_is_rfc_4180(turns, bom):
    data = exported("turns" if turns else "csv", evenings.nasty(), bom=bom)
    assert data.startswith(as_csv.BOM) == bom
    text = data.decode("utf-8-sig")
    assert text.endswith("\r\n") and not re.search(r"(?<!\r)\n|\r(?!\n)", text)
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert rows[0] == list(tables.TURNS if turns else tables.PLAYERS)
    assert {len(row) for row in rows} == {len(rows[0])}


def test_csv_gives_every_name_back():
    texts = evenings.nasty()
    rows = list(csv.DictReader(io.StringIO(exported("csv", texts).decode(), newline=""), strict=True))
    assert {as_csv.disarmed(row["player"]) for row in rows} == evenings.shown(texts)
    assert not [row["player"] for row in rows if row["player"][:1] in set("=+-@\t\r")]


@pytest.mark.parametrize("text", ["=1", "'=1", "''", "'", "a'b", "", "＝1", "-", "\tx", "plain"])
def test_what_csv_arms_it_disarms(text):
    assert as_csv.disarmed(as_csv.armed(text)) == text
    assert as_csv.armed(text)[:1] not in set("=+-@\t\r\n＝＋－＠")


def test_csv_in_libreoffice_holds_names_and_no_formulas(tmp_path):
    texts = evenings.nasty()
    file = tmp_path / "club.csv"
    file.write_bytes(exported("csv", texts, bom=True))
    sheet = openpyxl.load_workbook(
        office([file], "xlsx:Calc MS Excel 2007 XML", reading="CSV:44,34,76,1")[0]
    ).active
    column = next(cell.column for cell in sheet[1] if cell.value == "player")
    names = [row[column - 1] for row in sheet.iter_rows(min_row=2)]
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n", "d"}
    assert {as_csv.disarmed(str(cell.value or "")) for cell in names} == evenings.shown(texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_are_in_the_language_and_none_twice(language):
    for turns in (False, True):
        heads = (
            exported("turns" if turns else "csv", evenings.evening(count=1), language)
            .decode()
            .split("\r\n")[0]
        )
        assert len(set(heads.split(","))) == len(heads.split(","))
        assert (heads.split(",")[0] == "device") == (language == "en")


# ---- XLSX ----


def test_xlsx_has_a_sheet_per_match_and_names_as_text(tmp_path):
    texts = evenings.nasty()
    file = tmp_path / "club.xlsx"
    file.write_bytes(exported("xlsx", texts))
    book = openpyxl.load_workbook(file)
    assert book.sheetnames == [f"Match {n + 1}" for n in range(len(evenings.matches(texts)))]
    found = {sheet.cell(4, column).value or "" for sheet in book for column in range(4, 7)}
    assert found == evenings.shown(texts)
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type != "f" or re.match(r"=(SUM|IF|COUNTIF|1\+SUMPRODUCT)", cell.value)
                assert cell.hyperlink is None
        assert len(sheet._charts) == 1
    charts = [name for name in ZipFile(file).namelist() if "charts/chart" in name]
    assert len(charts) == len(book.sheetnames)


def test_xlsx_says_what_was_corrected_and_abandoned(tmp_path):
    file = tmp_path / "club.xlsx"
    file.write_bytes(exported("xlsx", evenings.mixed()))
    sheet = openpyxl.load_workbook(file).worksheets[0]
    cells = [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert any(cell.startswith("Game 1, corrected; before: Ala +") for cell in cells)
    assert "abandoned" in cells


# ---- JSON ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_json_is_as_published_in_any_language(language):
    data = exported("json", evenings.mixed() + evenings.nasty(), language)
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(data), schema)
    assert data == exported("json", evenings.mixed() + evenings.nasty())


def test_json_is_taken_back_equal(tmp_path):
    texts = evenings.mixed()
    with Store(tmp_path / "one", lambda _: ()) as one, Store(tmp_path / "two", lambda _: ()) as two:
        for text in texts:
            assert one.add(text).kept
        first = _document(one)
        for text in sheets(io.BytesIO(first), []):
            assert two.add(text).good
        assert _document(two) == first


def _document(store):
    out = io.BytesIO()
    as_json.write(map(evenings.MatchFacts, store.matches()), words.load("en"), out)
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{}", b"[" * 100_000, b'{"format": "tileclock-export", "version": 1}', b"\xff"],
)
def test_what_is_no_export_is_a_sentence(data):
    with pytest.raises(NotAnExport, match="not an export"):
        list(sheets(io.BytesIO(data), []))


def test_a_newer_export_is_refused_with_its_version():
    with pytest.raises(NotAnExport, match="version 4, this program reads 1 to 3"):
        list(sheets(io.BytesIO(b'{"format": "tileclock-export", "version": 4, "matches": []}'), []))


# ---- HTML ----


class Checked(HTMLParser):
    """The page as a browser would take it apart."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.tags, self.text, self.attributes = set(), "", set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("language", LANGUAGES)
def test_html_holds_the_names_and_nothing_that_runs(language):
    texts = evenings.nasty() + evenings.mixed()
    page = Checked()
    page.feed(exported("html", texts, language).decode())
    assert not page.tags & {"script", "img", "iframe", "link", "object", "embed", "base", "form"}
    assert not [name for name in page.attributes if name.startswith("on") or name in {"src", "href", "style"}]
    for name in evenings.shown(texts):
        assert name in page.text


def test_html_shows_the_correction_and_the_abandoned_game():
    page = exported("html", evenings.mixed()).decode()
    assert "* Game 1, corrected; before: Ala +" in page and ">abandoned</bdi>" in page


# ---- PDF ----


def text_of(data):
    paper = pypdfium2.PdfDocument(data)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in paper]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pdf_says_it_in_the_language(language):
    pages = text_of(
        exported("pdf", evenings.evening(names=["Żółć", "Příliš", "Ґанок", "Łoś", "", ""]), language)
    )
    assert len(pages) == 1
    said = words.load(language)
    for told in (said.match(1), said.total, said.rounds, "Żółć", "Příliš", "Ґанок", "Łoś"):
        assert told in pages[0]
    assert "?" not in pages[0]


def test_pdf_has_all_letters_of_its_words():
    """Whatever the program itself says must be in the typeface."""
    for language in LANGUAGES:
        for page in text_of(exported("pdf", evenings.mixed(), language)):
            assert "?" not in page


def test_pdf_with_nasty_names_is_readable():
    texts = evenings.nasty()
    pages = text_of(exported("pdf", texts))
    assert len(pages) == len(evenings.matches(texts))
    joined = " ".join(pages)
    assert "<script>alert(1)</script>" in joined and "Żółć Příliš Ґанок" in joined
    assert "{{ 7*7 }}" in joined


def test_pdf_stays_on_its_paper():
    """Nothing is drawn beyond the margins, however long names are, and many games go on to a second page."""
    names = ["W" * 60, "=" * 60, "Щ" * 60, "i" * 60, "Long Name " * 6, "Ž"]
    xp = evenings.evening("pl", 6, 9, names=names)
    many = evenings.sheets([evenings.lively(PL, 2, 0, 1)] * 40, match=2, first=50)
    paper = pypdfium2.PdfDocument(exported("pdf", xp + many))
    assert len(paper) == 3
    for page in paper:
        picture = page.render(scale=1).to_pil().convert("L")
        edge = round(10 / 25.4 * 72)
        below_head = picture.crop((0, round(41 / 25.4 * 72), picture.width, picture.height))
        for side in ((0, 0, edge, below_head.height), (below_head.width - edge, 0, *below_head.size)):
            assert below_head.crop(side).getextrema() == (255, 255)


# ---- BG Stats ----


def play_in(address):
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    return json.loads(parse_qs(parts.query, strict_parsing=True)["data"][0])


def test_the_link_has_the_documented_fields_and_every_boolean():
    texts = evenings.evening()
    play = play_in(exported("bgstats", texts).decode().strip())
    assert set(play) == {
        *("sourceName", "sourcePlayId", "playDate", "durationMin", "comments", "location", "board"),
        *("game", "players"),
    }
    assert type(play["game"]["bggId"]) is int and type(play["durationMin"]) is int
    assert [type(play["game"][name]) for name in ("highestWins", "noPoints")] == [bool, bool]
    match = evenings.matches(texts)[0]
    for player, seat in zip(play["players"], match.seats, strict=True):
        assert set(player) == {"name", "sourcePlayerId", "startPlayer", "score", "rank", "role", "winner"}
        assert type(player["startPlayer"]) is bool and type(player["winner"]) is bool
        assert (player["score"], player["rank"]) == (match.totals.points[seat], match.places[seat])
    assert sum(player["startPlayer"] for player in play["players"]) == 1
    ended = datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    last = match.games[-1]
    assert last.date is not None and abs((ended - last.date).total_seconds() - last.length_ms / 1000) < 1


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_code_says_what_the_link_says(kind, tmp_path):
    match = evenings.matches(evenings.evening())[0]
    said = words.load("uk")
    data = bgstats.code_picture(match, said, kind)
    if kind == "svg":
        assert b"<svg" in data and b"<script" not in data
        data = bgstats.code_picture(match, said, "png")
    read = zxingcpp.read_barcodes(Image.open(io.BytesIO(data)).convert("L"))
    assert [code.text for code in read] == [bgstats.link(match, said)]


def test_long_names_are_cut_in_the_code_only():
    names = [letter * 60 for letter in "ЩЖШЮЯЇ"]
    match = evenings.matches(evenings.evening("pl", 6, 2, names=names))[0]
    said = words.load("en")
    assert [player["name"] for player in play_in(bgstats.link(match, said))["players"]] == names
    data = bgstats.code_picture(match, said, "png")
    (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(data)).convert("L"))
    short = play_in(code.text)["players"]
    assert all(player["name"].endswith("…") for player in short)
    assert [p["score"] for p in short] == [match.totals.points[seat] for seat in match.seats]


@pytest.mark.parametrize("texts", [evenings.sheets([evenings.abandoned(PL)])])
def test_an_abandoned_match_is_no_play(texts):
    with pytest.raises(bgstats.NoPlay, match="no game that was scored"):
        exported("bgstats", texts)


def test_a_match_without_a_date_is_no_play():
    with pytest.raises(bgstats.NoPlay, match="date"):
        exported("bgstats", evenings.sheets([evenings.lively(PL, 2, 0, 2)], date=None))


# ---- all of them ----


@pytest.mark.parametrize("name", WRITERS)
def test_the_same_sheets_give_the_same_names_twice(name):
    if name in {"xlsx", "pdf"}:  # these say when they were made
        assert len(exported(name, evenings.mixed())) > 1000
    else:
        assert exported(name, evenings.mixed()) == exported(name, evenings.mixed())


@pytest.mark.parametrize(
    "text", (*evenings.NASTY, "a\u202eb", "x\u0000y", "\ud800", "👨‍👩‍👧", "a\u2028b\r\nc", "")
)
def test_a_clean_text_is_one_line_that_turns_nothing_round(text):
    found = clean(text)
    assert not set(found) & set(
        "\r\n\t\v\f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )
    assert found == clean(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything(language):
    said, english = words.load(language), words.load("en")
    assert set(said.how) == set(english.how) and set(said.stop) == set(english.stop)
    if language != "en":
        assert set(said.columns) == set(tables.PLAYERS) | set(tables.TURNS)
    for name, text in vars(said).items():
        if isinstance(text, str):
            assert text, name
            assert text.count("{}") == getattr(english, name).count("{}"), name


# ---- what the figures do not tell ----


def paused(seed):
    """A tied game of the tournament, and one with pauses."""
    rules = presets.built_in("tournament")
    tied = evenings.unfinished(rules, [10, 10, 14, 25])
    return [tied, evenings.lively(rules, 4, 1, seed)]


@pytest.mark.parametrize("seed", range(4))
def test_the_pauses_of_a_sheet_are_those_the_clock_counted(seed):
    plays = paused(seed)
    (match,) = evenings.matches(evenings.sheets(plays))
    for play, game in zip(plays, match.games, strict=True):
        counted = {seat: ms for seat, ms in enumerate(play.game.accounts.stopped_ms) if ms >= 1000}
        assert game.stopped_ms == counted


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_paper_and_spreadsheet_say_the_rest_of_equals_and_who_paused(language):
    plays = paused(1)
    texts, said = evenings.sheets(plays), words.load(language)
    stopped = {seat: ms for seat, ms in enumerate(plays[1].game.accounts.stopped_ms) if ms}
    assert stopped, "take a seed with a pause"
    whose = ", ".join(f"{evenings.NAMES[seat]} {said.duration(ms)}" for seat, ms in stopped.items())
    expected = [said.rest.format(1, 1), said.pauses.format(said.duration(sum(stopped.values())), whose)]
    pdf = pypdfium2.PdfDocument(exported("pdf", texts, language))
    printed = " ".join("".join(page.get_textpage().get_text_range() for page in pdf).split())
    page = exported("html", texts, language).decode()
    book = openpyxl.load_workbook(io.BytesIO(exported("xlsx", texts, language)))
    cells = {cell.value for row in book.worksheets[0].iter_rows() for cell in row}
    for note in expected:
        assert note in cells and note in page and " ".join(note.split()) in printed
