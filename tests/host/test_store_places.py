"""Where a store is: in which file or database, as it is said, as settings have it; and what is none."""

import os
import shlex
import sys
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest

from tests.games import DEVICE, match_of
from tests.host.commands import called, says, sentence
from tests.host.forked import give_up_privileges, in_a_child
from tests.host.sheet_texts import SECRET, altered, sealed
from tileclock_host.sheets import secrets, settings
from tileclock_host.sheets.store import Store

READING = """sheets; sheets --json; show 1; verify; amend 1 --note late; export --out games.csv;
report --out report.html; backup copy.sqlite; players; event; event show; event undo 1; event season"""


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("sheets", "TILECLOCK_DB"),
        ("sheets", "settings"),
        *((words.strip(), "--db") for words in READING.split(";")),
    ],
)
def test_a_mistyped_store_is_named_and_not_made(words, named, home, tmp_path, monkeypatch):
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    typed = words.split()
    if named == "--db":
        typed += ["--db", "clubb/clubb.sqlite"]
    elif named == "TILECLOCK_DB":
        monkeypatch.setenv("TILECLOCK_DB", "clubb/clubb.sqlite")
    else:
        settings.file().parent.mkdir(parents=True)
        settings.file().write_text(f'db = "{folder}/clubb/clubb.sqlite"\n')
    result = called(*typed)
    sentence(result, "There is no store ", "clubb.sqlite: name another one with --db")
    assert not list(folder.iterdir())


def test_a_file_of_settings_names_the_store(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = tmp_path / "tileclock" / "config.toml"
    file.parent.mkdir()
    with Store(file.parent / "club.sqlite") as store:
        store.add_many((text, "") for text in match_of(1))
    file.write_text('db = "club.sqlite"\n')
    assert "51ac-1" in says("sheets")
    Store(tmp_path / "other").close()
    assert "No game" in says("sheets", "--db", tmp_path / "other")
    monkeypatch.setenv("TILECLOCK_DB", str(tmp_path / "other"))
    assert "No game" in says("sheets")


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("db = 7", "db must be a text"),
        ("db = ''", "db must be"),
        ("dB = 'x'", "'dB'"),
        ("db", "no TOML"),
        ("\xff", "TOML"),
    ],
)
def test_settings_that_cannot_be_are_one_sentence(tmp_path, monkeypatch, content, part):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "tileclock").mkdir()
    (tmp_path / "tileclock" / "config.toml").write_bytes(content.encode("latin-1"))
    sentence(called("sheets"), part, "config.toml")


BEGINNING = """event add Ala; event draw; event withdraw Ala; event place 51ac-1 --table 1;
event result --table 1 --game 1 1 -1; judge warn Ala late; judge announce late; players alias Ala Al;
players merge Ala Al; players split Ala Al"""


@pytest.mark.parametrize("words", [each.strip() for each in BEGINNING.split(";")])
def test_a_desk_that_mistypes_its_store_makes_none(words, tmp_path):
    sentence(called(*words.split(), "--db", tmp_path / "club" / "desk"), "There is no store ")
    assert not list(tmp_path.iterdir())


REFUSED = """event new Cup --rounds 0; event new Cup --cut -1; players add ""; event import file"""


@pytest.mark.parametrize("words", [each.strip() for each in REFUSED.split(";")])
def test_what_the_desk_refuses_makes_no_store(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("file").write_text('{"format": "tileclock-event", "version": 1, "entries": [{}]}')
    result = called(*shlex.split(words), "--db", "club/desk")
    assert result.exit_code == 1 and result.output.startswith("Error: ")
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_an_event_comes_from_a_file_into_a_store_that_was_not_there(tmp_path):
    one, other = tmp_path / "one", tmp_path / "club" / "other"
    says("event", "new", "Cup", "--db", one)
    says("event", "add", "Ala", "Bolek", "--db", one)
    says("event", "export", "--out", tmp_path / "cup.json", "--db", one)
    assert "5 entries are new" in says("event", "import", tmp_path / "cup.json", "--db", other)
    assert "Cup" in says("event", "--db", other)


@pytest.mark.parametrize("what", ["no sheet", "one that was altered", "an empty backup"])
def test_what_is_refused_makes_no_store(what, tmp_path, home):
    there = tmp_path / "there"
    there.mkdir()
    sheet = match_of(1)[0]
    if what == "one that was altered":
        secrets.keep(DEVICE, SECRET)
        sheet = altered(sealed(sheet), 1, points=[65, -57, -9])
    file = there / "file"
    if what == "an empty backup":
        Store(file).close()
    else:
        file.write_text("shopping list\n" if what == "no sheet" else sheet)
    before = sorted(tmp_path.rglob("*"))
    words = ["restore"] if what == "an empty backup" else ["sheets", "import"]
    result = called(*words, file, "--db", tmp_path / "club" / "desk")
    assert result.exit_code == 1 and ("not stored" in result.output.lower() or "holds no" in result.output)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_good_sheet_behind_a_bad_one_makes_the_store(tmp_path):
    (tmp_path / "a").write_text("shopping list\n")
    (tmp_path / "b").write_text(match_of(1)[0])
    says("sheets", "import", tmp_path / "a", tmp_path / "b", "--db", tmp_path / "club" / "desk", status=1)
    assert "51ac-1" in says("sheets", "--db", tmp_path / "club" / "desk")


# ---- what may only be read ----

ASKING = """sheets; sheets --json; show 51ac-2; export --out games.csv; report --out report.html;
backup copy.sqlite; players; event; event show; event standings; judge"""


def unprivileged(commands, place, work):
    """Status and output of the first that fails, or of the last; it writes where a file's mode lets it."""

    def action():
        os.chdir(work)
        give_up_privileges()
        for words in commands:
            result = called(*words.split(), "--db", place)
            if result.exit_code:
                print(words, file=sys.stderr)
                break
        return result

    return in_a_child(action)


@pytest.mark.parametrize("way", ["folder", "file", "both", "copied", "open"])
def test_a_store_that_may_only_be_read_is_read(way, home, tmp_path):
    folder, work = tmp_path / "club", tmp_path / "work"
    folder.mkdir()
    work.mkdir()
    place = folder / "store"
    with Store(place) as store:
        store.add_many((text, "") for text in match_of(3))
    says("event", "new", "Cup", "--db", place)
    says("event", "add", *"ABCD", "--db", place)
    says("event", "draw", "--db", place)
    if way == "copied":
        says("backup", folder / "copy", "--db", place)
        place = folder / "copy"
    with Store(place) if way == "open" else nullcontext():
        for each in folder.iterdir():
            each.chmod(0o644 if way == "folder" else 0o444)
        folder.chmod(0o755 if way == "file" else 0o555)
        before = sorted(folder.iterdir())
        status, said = unprivileged([*ASKING.split(";"), "verify"], place, work)
        assert status == 0 and "3 games verified, all well" in said, said
        status, said = unprivileged(["event draw --yes"], place, work)
        assert status == 1 and "read-only" in said
        assert sorted(folder.iterdir()) == before
        folder.chmod(0o755)
    assert "Error" not in says("sheets", "--db", work / "copy.sqlite")


def test_a_store_that_finds_no_free_file_says_so(tmp_path):
    """It advised to make the folder writable."""
    place = tmp_path / "store"
    Store(place).close()
    says("sheets", "--db", place)  # has loaded what it needs

    def crowded():
        with suppress(OSError):
            while True:
                os.dup(0)
        return called("sheets", "--db", place)

    status, said = in_a_child(crowded)
    assert status == 1 and said.count("\n") == 1
    assert "too many files are open" in said and "writable" not in said


# ---- what is none ----


@pytest.mark.parametrize("content", [b"", b"x" * 5000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_store(tmp_path, content):
    file = tmp_path / "file"
    file.write_bytes(content)
    result = called("sheets", "--db", str(file))
    if content:
        sentence(result, str(file), "--db")
        assert file.read_bytes() == content


def test_a_place_that_cannot_be(tmp_path):
    (tmp_path / "file").touch()
    sentence(called("sheets", "--db", str(tmp_path / "file" / "store")), "--db")
    sentence(called("sheets", "--db", str(tmp_path)), "--db")


@pytest.mark.parametrize("place", ["sqlite://", "sqlite:///", "sqlite:///:memory:", ":memory:"])
def test_a_store_without_a_file(place):
    sentence(called("sheets", "--db", place), "A store is kept in a file", "--db club.sqlite")


def test_an_address_that_says_more_than_a_file(tmp_path):
    sentence(called("sheets", "--db", f"sqlite:///{tmp_path}/s?mode=ro"), "more than a file", "--db")
    Store(f"sqlite:///{tmp_path}/s").close()
    assert called("sheets", "--db", f"sqlite:///{tmp_path}/s").exit_code == 0 and (tmp_path / "s").is_file()


@pytest.mark.parametrize(
    "place", ["/dev/null", "/dev/full", "pipe", ".", "x" * 300, "~nobody-of-that-name/s"]
)
def test_what_is_no_file_for_a_store(tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    result = called("sheets", "--db", place)
    sentence(result, place, "name another one with --db")
    assert "full?" not in result.output and os.listdir() == ["pipe"]


@pytest.mark.parametrize(
    ("place", "parts"),
    [
        ("postgresql://nobody:hushhush@127.0.0.1:1/none", ["cannot be reached", "--db"]),
        ("postgresql://nobody@no-such-host.invalid/none", ["cannot be reached"]),
        ("mysql://nobody@localhost/none", ["neither SQLite nor PostgreSQL"]),
        ("postgresql://a:b:c@/:/x", ["--db"]),
    ],
)
def test_a_database_that_cannot_be_reached(place, parts):
    result = called("sheets", "--db", place)
    sentence(result, *parts)
    assert "hushhush" not in result.output


def test_a_database_that_does_not_exist(postgres_server):
    sentence(called("sheets", "--db", postgres_server.format("nowhere")), "There is no database", "create it")
