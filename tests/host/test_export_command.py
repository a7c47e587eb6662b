"""`tileclock export` and `tileclock report` as a person types them."""

import csv
import io
import json
import os
import pty
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import unquote

import openpyxl
import pytest
import zxingcpp
from PIL import Image

from tests import evenings, presets
from tests.host.commands import called
from tests.host.forked import in_a_child
from tests.patience import PATIENCE
from tileclock_host.export.command import FORMATS
from tileclock_host.sheets.store import Store

OTHER = "aabbccddeeff"


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A store with three matches of two clocks."""
    place = tmp_path_factory.mktemp("store") / "sheets.sqlite"
    texts = evenings.evening("pl", 3, 2, match=1, first=1)
    texts += evenings.evening("uk", 4, 2, match=2, first=10, date=1_790_500_000, table=7)
    names = ["Ewa", "Filip", "", "", "", ""]
    texts += evenings.evening("pl", 2, 1, match=2, first=10, device=OTHER, names=names)
    with Store(place, lambda _: ()) as store:
        assert all(outcome.kept for outcome in store.add_many((text, "") for text in texts))
    return place


@pytest.fixture
def tileclock(filled, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILECLOCK_DB", str(filled))
    return called


@pytest.fixture
def own(filled, tmp_path, monkeypatch):
    """The same with a store of the test's own."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(filled, tmp_path / "mine")
    monkeypatch.setenv("TILECLOCK_DB", str(tmp_path / "mine"))
    return called


def matches_of(result):
    assert result.exit_code == 0, result.output
    return [(match["device"][-4:], match["match"]) for match in json.loads(result.stdout)["matches"]]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ([], [("51ac", 1), ("eeff", 2), ("51ac", 2)]),
        (["--match", "2"], [("eeff", 2), ("51ac", 2)]),
        (["--match", "2", "--device", "51AC"], [("51ac", 2)]),
        (["--player", "дмит"], [("51ac", 2)]),
        (["--player", "ewa"], [("eeff", 2)]),
        (["--table", "7"], [("51ac", 2)]),
        (["--since", "2026-09-25"], [("51ac", 2)]),
        (["--until", "2026-09-22"], [("51ac", 1), ("eeff", 2)]),
    ],
)
def test_filters_choose_whole_matches(tileclock, filters, found):
    assert sorted(matches_of(tileclock("export", "--format", "json", *filters))) == sorted(found)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_goes_to_a_file(tileclock, tmp_path, name):
    result = tileclock("export", "--format", name, "--match", "1", "--out", "x")
    assert (result.exit_code, result.output) == (0, "")
    assert (tmp_path / "x").stat().st_size > 100
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_goes_to_standard_output(tileclock, tmp_path, name):
    result = tileclock("export", "--format", name, "--match", "1")
    assert result.exit_code == 0 and len(result.stdout_bytes) > 100
    assert not list(tmp_path.iterdir())


def test_the_name_of_the_file_says_the_format(tileclock, tmp_path):
    assert tileclock("export", "--out", "a.xlsx").exit_code == 0
    assert len(openpyxl.load_workbook(tmp_path / "a.xlsx").sheetnames) == 3
    assert tileclock("export", "--match", "1", "--out", "a.png").exit_code == 0
    (code,) = zxingcpp.read_barcodes(Image.open(tmp_path / "a.png").convert("L"))
    link = tileclock("export", "--format", "bgstats", "--match", "1").stdout.strip()
    assert code.text == link


@pytest.mark.parametrize("command", [["export", "--out", "a.csv"], ["report", "--out", "a.csv"]])
def test_nothing_is_overwritten_without_being_told(tileclock, tmp_path, command):
    file = tmp_path / "a.csv"
    file.write_text("mine")
    result = tileclock(*command)
    assert result.exit_code == 1
    assert result.output == "Error: a.csv exists: choose another name, or overwrite it with --force.\n"
    assert file.read_text() == "mine"
    assert tileclock(*command, "--force").exit_code == 0
    assert file.read_text() != "mine"


@pytest.mark.parametrize(
    ("said", "way_out"),
    [
        (["export"], "--format"),
        (["export", "--out", "x.doc"], "--format"),
        (["export", "--format", "csv", "--match", "99"], "tileclock sheets"),
        (["export", "--format", "qr"], "--match"),
        (["export", "--format", "qr", "--out", "x.jpeg"], "x.png"),
        (["export", "--format", "pdf", "--bom", "--out", "x.pdf"], "csv and turns"),
        (["export", "--format", "csv", "--out", "no/such/folder/x.csv"], "--out"),
        (["report", "--match", "99"], "tileclock sheets"),
        (["export", "--format", "csv", "--db", "/proc/nowhere/x"], "--db"),
    ],
)
def test_what_goes_wrong_is_one_sentence_with_the_way_out(tileclock, tmp_path, said, way_out):
    result = tileclock(*said)
    assert result.exit_code == 1
    assert result.output.startswith("Error: ") and result.output.count("\n") == 1
    assert way_out in result.output
    assert not list(tmp_path.iterdir())


def test_a_binary_file_is_not_poured_into_a_terminal(tileclock, monkeypatch):
    monkeypatch.setattr("tileclock_host.export.choose._is_terminal", lambda: True)
    result = tileclock("export", "--format", "pdf")
    assert result.exit_code == 1 and "--out FILE" in result.output


def test_a_pipe_stays_a_pipe(tileclock, tmp_path):
    """With --force too: a program that runs as root must not put a file in the place of a device."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with open(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:  # before anybody writes
        assert tileclock("export", "--format", "csv", "--out", "pipe", "--force").exit_code == 0
        assert reader.read().startswith(b"device,match,")
    assert pipe.is_fifo()


def test_a_folder_is_no_file(tileclock, tmp_path):
    (tmp_path / "x").mkdir()
    result = tileclock("export", "--format", "csv", "--out", "x", "--force")
    assert result.exit_code == 1 and result.output.count("\n") == 1 and "--out" in result.output


def test_an_export_that_fails_leaves_no_file(tileclock, tmp_path, monkeypatch):
    def broken(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tileclock_host.export.as_csv.tables.player_rows", broken)
    result = tileclock("export", "--out", "x.csv")
    assert result.exit_code == 1 and "No space left" in result.output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", [["export", "--format", "csv"], ["report"]])
def test_a_name_longer_than_the_file_system_takes_is_one_sentence(tileclock, tmp_path, command):
    result = tileclock(*command, "--out", "x" * 300)
    assert result.exit_code == 1 and result.output.count("\n") == 1, result.output
    assert "File name too long" in result.output and "--out" in result.output
    assert not list(tmp_path.iterdir())
    longest = "x" * 255  # of which the file system takes every letter
    assert tileclock(*command, "--out", longest).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == [longest]


def test_a_spreadsheet_with_a_full_temporary_folder_is_one_sentence(tmp_path, monkeypatch):
    """A file that may not grow is refused like one on a full disk; the store's own files are smaller."""
    place, scratch = tmp_path / "store", tmp_path / "scratch"
    scratch.mkdir()
    with Store(place, lambda _: ()) as store:
        store.add_many((text, "") for text in evenings.evening("pl", 6, 6))
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.setattr(tempfile, "tempdir", None)
    said = ["export", "--db", place, "--out"]
    assert called(*said, tmp_path / "good.xlsx").exit_code == 0  # and has loaded what it needs

    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
        return called(*said, tmp_path / "x.xlsx")

    code, output = in_a_child(limited)
    assert code == 1 and "The temporary folder cannot be written (File too large)" in output, output
    assert output.startswith("Error: ") and output.count("\n") == 1 and "TMPDIR" in output
    assert not list(scratch.iterdir()) and not (tmp_path / "x.xlsx").exists()


def test_an_empty_store_says_so(tileclock, tmp_path):
    Store(tmp_path / "new").close()
    result = tileclock("export", "--format", "csv", "--db", str(tmp_path / "new"))
    assert result.exit_code == 1 and "No match is stored yet" in result.output


def test_many_matches_come_complete_and_in_order(tmp_path):
    """More than are looked up one by one, from two clocks whose games come mixed."""
    place = tmp_path / "many"
    rules = presets.built_in("pl")
    play = evenings.lively(rules, 2, 0, 1)
    texts = []
    for n in range(30):
        for device in ("51ac", OTHER):
            at = 1_790_000_000 + 5000 * n
            texts += evenings.sheets([play] * 2, match=n + 1, first=2 * n + 1, device=device, date=at)
    with Store(place, lambda _: ()) as store:
        store.add_many((text, "") for text in reversed(texts))
    said = ["export", "--format", "csv", "--db", str(place)]
    rows = list(csv.DictReader(io.StringIO(called(*said).stdout)))
    games = list(dict.fromkeys((row["device"], int(row["match"]), int(row["game"])) for row in rows))
    assert len(games) == 120
    for device in ("51ac", OTHER):
        mine = [game[1:] for game in games if game[0] == device]
        assert mine == sorted(mine)


def test_a_long_export_shows_its_progress_on_a_terminal(tmp_path):
    place = tmp_path / "many"
    play = evenings.lively(presets.built_in("pl"), 2, 0, 1)
    with Store(place, lambda _: ()) as store:
        store.add_many((evenings.sheets([play], match=n, first=n)[0], "") for n in range(1, 40))
    ours, its = pty.openpty()
    said = ["export", "--db", str(place), "--out", str(tmp_path / "x.csv")]
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80"}
    subprocess.run(
        [sys.executable, "-m", "tileclock_host", *said],
        stderr=its,
        env=environment,
        check=True,
        timeout=PATIENCE,
    )
    os.close(its)
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    assert "matches" in shown and "/39" in shown


def test_amendments_come_along_with_an_export(own, tmp_path):
    name = json.loads(own("sheets", "--json").stdout)[0]["sheet"]
    assert own("amend", name, "--name", "A=Zofia", "--table", "7", "--note", "ein Gast").exit_code == 0
    assert own("amend", name, "--table", "8").exit_code == 0
    first = own("export", "--format", "json")
    (tmp_path / "club.json").write_bytes(first.stdout_bytes)
    other = str(tmp_path / "other")
    said = own("sheets", "import", "club.json", "--db", other)
    assert said.exit_code == 0 and "2 amended" in said.output
    assert own("export", "--format", "json", "--db", other).stdout_bytes == first.stdout_bytes
    shown = json.loads(own("show", name, "--json", "--db", other).stdout)
    assert (shown["table"], shown["players"][0]["name"], len(shown["amendments"])) == (8, "Zofia", 2)
    again = own("sheets", "import", "club.json", "--db", other)
    assert again.exit_code == 0 and "amended" not in again.output
    told = own("sheets", "import", "--help").output
    assert "amendments" in told


@pytest.mark.parametrize(
    ("what", "to"),
    [
        ('"table": 7', '"table": 70000'),
        ('"uid": "', '"uid": "x'),
        ('"changes": {', '"changes": {"out": "A", '),
        ('"made": "20', '"made": "90'),
    ],
)
def test_an_amendment_that_cannot_be_is_not_taken(own, tmp_path, what, to):
    name = json.loads(own("sheets", "--json").stdout)[0]["sheet"]
    assert own("amend", name, "--table", "7").exit_code == 0
    text = own("export", "--format", "json").stdout
    assert what in text.partition('"amendments": [{')[2]
    head, begin, rest = text.partition('"amendments": [{')
    (tmp_path / "club.json").write_text(head + begin + rest.replace(what, to, 1), encoding="utf-8")
    other = str(tmp_path / "other")
    said = own("sheets", "import", "club.json", "--db", other)
    assert said.exit_code == 1 and "1 amended" not in said.output
    if not Path(other).exists():  # nothing was stored, so no store was made
        return
    rows = json.loads(own("sheets", "--json", "--db", other).stdout)
    assert not any(row["table"] == 70000 for row in rows)


def test_an_export_is_imported_again(tileclock, tmp_path):
    first = tileclock("export", "--format", "json")
    (tmp_path / "club.json").write_bytes(first.stdout_bytes)
    other = str(tmp_path / "other")
    assert tileclock("sheets", "import", "club.json", "--db", other).exit_code == 0
    assert tileclock("export", "--format", "json", "--db", other).stdout_bytes == first.stdout_bytes
    (tmp_path / "cut.json").write_bytes(first.stdout_bytes[:500])
    result = tileclock("sheets", "import", "cut.json", "--db", other)
    assert result.exit_code == 1 and "cut.json" in result.output and result.output.strip().count("\n") == 0


def test_the_report_is_of_the_latest_match(tileclock, tmp_path):
    result = tileclock("report", "--lang", "uk")
    assert (result.exit_code, result.output) == (0, "Open report.html in a browser.\n")
    page = (tmp_path / "report.html").read_text()
    assert page.count("<article>") == 1 and "Дмитро" in page and 'lang="uk"' in page


def test_the_report_of_several_matches_is_an_index_and_a_page_each(tileclock, tmp_path):
    several = ["report", "--since", "2000-01-01", "--out", "all of them.html"]
    result = tileclock(*several)
    assert (result.exit_code, result.output) == (0, "Open all of them.html in a browser.\n")
    index = (tmp_path / "all of them.html").read_text()
    links = [unquote(link) for link in re.findall('href="([^"]+)"', index)]
    assert len(links) == len(set(links)) > 1 and "<article>" not in index and "<script" not in index
    assert {tmp_path / link for link in links} == set((tmp_path / "all of them-matches").iterdir())
    for link in links:
        device, match = re.search(r"/(\w+)-m(\d+)\.html", link).groups()
        alone = tileclock("report", "--match", match, "--device", device, "--out", "-")
        assert (tmp_path / link).read_text() == alone.output
    assert len(list(tmp_path.iterdir())) == 2
    (tmp_path / "all of them.html").unlink()
    result = tileclock(*several)
    assert result.exit_code == 1 and "--force" in result.output and result.output.count("\n") == 1
    assert len(list(tmp_path.iterdir())) == 1
    assert tileclock(*several, "--force").exit_code == 0
    assert (tmp_path / "all of them.html").read_text() == index


def test_help_needs_no_library_of_a_format():
    program = "import sys; from tileclock_host.export.command import export; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    for library in ("xlsxwriter", "fpdf", "segno", "jinja2"):
        assert library not in run.stdout.split()
