"""A seal that is missing, and one that another desk has seen: no forged sheet counts for a sealed one."""

import csv
import html
import io
import json

import openpyxl
import pypdfium2
import pytest

from tests import games
from tests.games import match_of
from tests.host.cable import box_with, live, plugged
from tests.host.commands import called, says, sentence
from tests.host.sheet_texts import OTHER, SECRET, altered, dumped, revisions, sealed
from tileclock_host.device import sync
from tileclock_host.facts import words
from tileclock_host.sheets import schema, secrets
from tileclock_host.sheets.store import Store, StoreError

DEVICE = games.DEVICE


def knows(*known):
    return lambda device: known


def forged():
    """A sealed sheet, and a second revision of it whose journal and result agree, but which has no seal."""
    first, second = revisions()
    return first, sealed(second, b"")


def points(store):
    (game,) = store.games()
    return game.sheet.revision, game.result.points, game.seal


# ---- what was once known ----


@pytest.mark.parametrize("secret", [(), (OTHER,)])
def test_what_is_derived_anew_keeps_the_seals_that_other_desks_have_seen(place, secret):
    first, second = forged()
    with Store(place, knows(SECRET)) as store:
        store.add_many([(first, ""), (second, "")])
        before = points(store)
        assert before[0] == 1 and before[2] == "sealed"
        with store.engine.begin() as connection:
            connection.execute(schema.store.update().values(derived=schema.DERIVED - 1))
    with Store(place, knows(*secret)) as store:
        assert points(store) == before
        assert "so revision 1, which is sealed, counts" in store.games()[0].conflicts[0]


def test_whatever_a_desk_knew_is_the_least_that_another_one_knows_after_deriving_anew(place):
    texts = [*forged(), *match_of(2, first_game=7, match=2), sealed(match_of(1, first_game=9)[0], OTHER)]
    with Store(place, knows()) as store:
        store.add_many((text, "") for text in texts)
    with Store(place, knows(SECRET)) as store:
        store.recheck()
        before = dumped(store)
        assert {row.seal for row in store.rows()} == {"sealed", "missing", "broken"}
    with Store(place, knows()) as store:
        store.rebuild()
        assert dumped(store) == before
        store.recheck()
        assert dumped(store) == before


def test_a_seal_that_was_seen_says_nothing_of_another_text_in_its_place(place):
    first, second = forged()
    with Store(place, knows(SECRET)) as store:
        store.add(first)
        with store.engine.begin() as connection:
            connection.execute(
                schema.texts.update().values(text=sealed(match_of(1, names=["Eve"] * 6)[0], OTHER))
            )
    with Store(place, knows()) as store:
        store.rebuild()
        assert store.rows()[0].seal == "unknown" and "changed in the store" in store.rows()[0].findings[0]
    assert second


def test_a_check_that_says_an_unsealed_text_is_sealed_is_not_believed(place):
    with Store(place, knows()) as store:
        store.add(sealed(match_of(1)[0], b""))
        with store.engine.begin() as connection:
            connection.execute(schema.checks.update().values(seal="sealed"))
        assert store.games()[0].seal == "unsealed" and "table checks is damaged" in store.damage()[0]


def test_a_program_older_than_what_was_derived_refuses_the_store(place):
    Store(place).close()
    with Store(place) as older, Store(place) as store, store.engine.begin() as connection:
        connection.execute(schema.store.update().values(derived=schema.DERIVED + 1))
        connection.commit()
        with pytest.raises(StoreError, match=r"newer tileclock.*update this program"):
            older.add(match_of(1)[0])  # it had opened the store before
    with pytest.raises(StoreError, match=r"newer tileclock.*update this program"):
        Store(place)
    sentence(called("sheets", "--db", place), "newer tileclock", "update this program")


# ---- a seal that is missing ----


@pytest.mark.parametrize("secret", [(), (SECRET,)])
@pytest.mark.parametrize("order", [1, -1])
def test_an_unsealed_revision_never_supersedes_a_sealed_one(place, secret, order):
    with Store(place, knows(*secret)) as store:
        for text in forged()[::order]:
            last = store.add(text)
        assert last.kind == "conflict" and points(store)[0] == 1
        assert "revision 2 is unsealed, so revision 1, which is sealed" in store.games()[0].conflicts[0]


def test_an_unsealed_sheet_is_refused_at_sync_where_the_secret_is_known(prepared_flash, tmp_path):
    secrets.keep(DEVICE, SECRET)
    good, other = match_of(2, secret=SECRET)
    with live(prepared_flash, tmp_path / "one", [good, sealed(other, b"")]) as it:
        said = says("sync", "--port", it.serial_port, status=1)
        assert "1 of 2 new sheets stored" in said
        assert f"sheet {DEVICE}-2.1 has no seal" in said and "sheets import" in said
        said = says("sync", "--port", it.serial_port, status=1)
        assert "0 of 1 new sheet stored" in said, "it stays on the clock"
    assert says("verify") == "1 game verified, all well.\n"


def test_a_sheet_of_another_clock_is_refused_at_sync(prepared_flash, tmp_path):
    stranger = match_of(2, device="5f2c91aa240ac40051ac")[1]
    with (
        Store(tmp_path / "store") as store,
        box_with(prepared_flash, tmp_path, [match_of(1)[0], stranger]) as box,
        plugged(box) as clock,
    ):
        (report,) = sync.sync([clock], store)
        assert report.kept == report.told == 1
        assert "is not of the clock that sent it" in report.errors[0] and len(report.errors) == 1
        assert len(store.games()) == 1


@pytest.fixture
def imported(home, tmp_path):
    """An evening with a sheet whose seal is missing, taken in from a file."""
    secrets.keep(DEVICE, SECRET)
    texts = match_of(3, secret=SECRET)
    (tmp_path / "evening.txt").write_text(texts[0] + sealed(texts[1], b"") + texts[2])
    said = says("sheets", "import", tmp_path / "evening.txt", status=1)
    assert "3 new" in said and f"Sheet {DEVICE}-2.1 is stored, but it has no seal" in said
    return tmp_path


def test_a_sheet_without_its_seal_is_flagged_by_every_command(imported):
    assert f"{DEVICE}-2: it has no seal, though its clock has a secret" in says("verify", status=1)
    lines = says("sheets").splitlines()
    assert [("NO SEAL" in line) for line in lines[1:]] == [False, True, False]
    rows = json.loads(says("sheets", "--json"))
    assert [row["seal"] for row in rows] == ["sealed", "missing", "sealed"]
    shown = says("show", "2")
    assert "NOT SEALED, though its clock has a secret" in shown and "it has no seal" in shown
    assert json.loads(says("show", "2", "--json"))["seal"] == "missing"


def told(folder, name, language):
    """What a person reads in an export."""
    file = folder / f"{language}.{name}"
    if name == "report":
        says("report", "--lang", language, "--out", file)
    else:
        says("export", "--lang", language, "--out", file)
    if name == "pdf":
        pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file)]
        return " ".join(" ".join(pages).split())
    if name == "xlsx":
        rows = openpyxl.load_workbook(file).active.iter_rows(values_only=True)
        return " ".join(str(cell) for row in rows for cell in row)
    return html.unescape(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_sheet_without_its_seal_is_flagged_in_every_export(imported, language):
    said = words.load(language).doubts["missing"]
    for name in ("html", "pdf", "xlsx", "report"):
        found = told(imported, name, language)
        assert said.format(2) in found, name
        assert said.format(1) not in found and said.format(3) not in found, name


def test_a_sheet_without_its_seal_is_flagged_for_programs(imported):
    rows = list(csv.DictReader(io.StringIO(says("export", "--format", "csv"))))
    assert {row["game"]: row["seal"] for row in rows} == {"1": "sealed", "2": "missing", "3": "sealed"}
    turns = list(csv.DictReader(io.StringIO(says("export", "--format", "turns"))))
    assert {row["seal"] for row in turns if row["game"] == "2"} == {"missing"}
    (match,) = json.loads(says("export", "--format", "json"))["matches"]
    assert [game["seal"] for game in match["games"]] == ["sealed", "missing", "sealed"]
    assert [len(game["findings"]) for game in match["games"]] == [0, 1, 0]


@pytest.mark.parametrize("fault", ["broken", "wrong"])
def test_a_broken_seal_and_a_sheet_that_contradicts_itself_are_flagged_in_exports(imported, fault, home):
    with Store() as store:
        if fault == "broken":
            store.add(match_of(1, first_game=7, match=2, secret=OTHER, device="77")[0])
            secrets.keep("77", SECRET)
            store.recheck()
        else:
            text = match_of(1, first_game=7, match=2, device="77")[0]
            store.add(sealed(altered(text, 1, points=[65, -57, -9]), b""))
    page = says("export", "--format", "html", "--device", "77", "--match", "2")
    assert html.escape(words.load("en").doubts[fault].format(1)) in page


@pytest.mark.parametrize(
    ("version", "later"),
    [(1, ("confirmed", "unconfirmed", "seal", "findings")), (2, ("confirmed", "unconfirmed"))],
)
def test_an_older_export_is_still_taken_back(imported, version, later):
    document = json.loads(says("export", "--format", "json"))
    assert document["version"] == 3
    for game in document["matches"][0]["games"]:
        for name in later:
            del game[name]
    older = imported / "older.json"
    older.write_text(json.dumps(document | {"version": version}))
    assert "3 new" in says("sheets", "import", older, "--db", imported / "other", status=1)
