"""`tileclock backup` and `restore`: a live store as one file, and back – from SQLite and from PostgreSQL."""

import os
import pty
import re
import subprocess
import sys
import threading

import pytest

from tests import evenings
from tests.games import match_of
from tests.host.commands import called, says, sentence
from tests.host.sheet_texts import SECRET, dumped
from tests.host.test_sheets_store import made
from tests.patience import PATIENCE
from tileclock_host.sheets import copying
from tileclock_host.sheets.amend import Changes
from tileclock_host.sheets.store import Store


def knows(_):
    return (SECRET,)


def everything(place):
    with Store(place, knows) as store:
        return dumped(store), [(v.told, v.source, v.received) for g in store.games() for v in g.versions]


@pytest.fixture
def kept(place):
    with Store(place, knows) as store:
        store.add_many((text, "evening.txt") for text in [*match_of(3, secret=SECRET), *evenings.nasty()])
        store.amend(store.find("2")[0], Changes(table=4, note="moved"))
    return place


def test_a_backup_holds_the_store_and_gives_it_back(kept, tmp_path, request):
    said = says("backup", tmp_path / "copy", "--db", kept)
    count = 3 + len(evenings.nasty())
    assert said == f"{count} sheets in {tmp_path / 'copy'}, read again: all there.\n"
    other = tmp_path / "new" if ":" in str(kept) else request.getfixturevalue("postgres_place")
    assert f"{count} sheets restored" in says("restore", tmp_path / "copy", "--db", other)
    assert not list(tmp_path.glob("copy-*")), "it is read where nothing may be written, too"
    assert everything(other) == everything(kept) == everything(tmp_path / "copy")
    with Store(other, knows) as store:
        store.recheck()
        assert store.damage() == []


def test_a_store_that_is_not_there_or_empty_is_no_backup(tmp_path):
    sentence(called("backup", tmp_path / "copy", "--db", tmp_path / "clubb"), "There is no store")
    Store(tmp_path / "empty").close()
    sentence(called("backup", tmp_path / "copy", "--db", tmp_path / "empty"), "holds no sheets")
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


def test_a_backup_is_of_one_moment_while_others_write(place, tmp_path):
    """Whole imports are in it, or nothing of them: each brings as many sheets."""
    stop = threading.Event()
    begun = threading.Event()

    def write():
        with Store(place, knows) as store:
            for match in range(1, 200):
                texts = match_of(5, match=match, first_game=5 * match)
                store.add_many((text, "") for text in texts)
                begun.set()
                if stop.is_set():
                    return

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert begun.wait(60)
        for n in range(3):
            says("backup", tmp_path / f"copy{n}", "--db", place)
            with Store(tmp_path / f"copy{n}", knows) as store:
                assert store.count_texts() == len(store.rows()) and store.count_texts() % 5 == 0
                store.recheck()
                assert store.damage() == []
    finally:
        stop.set()
        writer.join()


def test_what_is_not_copied_whole_is_no_backup(kept, tmp_path, monkeypatch):
    written = copying.add_rows
    monkeypatch.setattr(copying, "add_rows", lambda to, table, rows: written(to, table, rows[1:]))
    sentence(
        called("backup", tmp_path / "copy", "--db", kept), "is not what was written", str(tmp_path / "copy")
    )
    assert not list(tmp_path.glob("copy*")) and not list(tmp_path.glob(".*"))


def test_nothing_is_overwritten(kept, tmp_path):
    (tmp_path / "copy").write_text("mine")
    sentence(called("backup", tmp_path / "copy", "--db", kept), "exists", "--force")
    assert (tmp_path / "copy").read_text() == "mine"
    says("backup", tmp_path / "copy", "--force", "--db", kept)
    before = everything(kept)
    sentence(called("restore", tmp_path / "copy", "--db", kept), "has sheets already", "--db")
    assert everything(kept) == before


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(200)])
def test_what_is_no_backup_is_one_sentence(tmp_path, content):
    (tmp_path / "copy").write_bytes(content)
    sentence(called("restore", tmp_path / "copy", "--db", tmp_path / "new"), str(tmp_path / "copy"), "name")
    with Store(tmp_path / "new") as store:
        assert not store.count_texts()


def test_a_damaged_backup_is_refused(tmp_path):
    with Store(tmp_path / "store") as store:
        store.add_many((text, "") for text in match_of(40))
    says("backup", tmp_path / "copy", "--db", tmp_path / "store")
    data = bytearray((tmp_path / "copy").read_bytes())
    for page in range(5, len(data) // 4096):
        data[page * 4096 : page * 4096 + 60] = bytes(60)
    (tmp_path / "copy").write_bytes(data)
    result = called("restore", tmp_path / "copy", "--db", tmp_path / "new")
    sentence(result, str(tmp_path / "copy"))
    with Store(tmp_path / "new") as store:
        assert not store.count_texts()


def test_a_folder_that_is_not_there(kept, tmp_path):
    sentence(called("backup", tmp_path / "no" / "copy", "--db", kept), "There is no folder")


# ---- a store of an older program ----


def test_a_store_that_is_brought_up_to_date_says_so(place, tmp_path):
    made(place, 1)
    result = called("sheets", "--db", place)
    assert result.exit_code == 0
    assert re.fullmatch(r"bringing the store up to date: \d …\n", result.stderr)
    assert not called("sheets", "--db", place).stderr


def test_on_a_terminal_it_is_a_bar(tmp_path):
    made(str(tmp_path / "store"), 1)
    here, there = pty.openpty()
    command = [sys.executable, "-m", "tileclock_host", "sheets", "--db", tmp_path / "store"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=there, check=True, timeout=PATIENCE)
    os.close(there)
    shown = os.read(here, 100_000).decode()
    assert "bringing the store up to date" in shown and b"51ac-1" in done.stdout


# ---- what a system lacks ----


@pytest.mark.parametrize("command", [["sim"], ["sim", "--tui"]])
def test_what_windows_lacks_is_one_sentence(command):
    program = f"""
import sys
for name in ("fcntl", "pty", "termios", "tty", "resource", "pwd", "grp"):
    sys.modules[name] = None
from tileclock_host.cli import main
main({command!r})
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Error: That needs ") and "Windows" in done.stderr
    assert "Traceback" not in done.stderr
