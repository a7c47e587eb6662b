"""What a command prints arrives, whole and readable – or it ends with one sentence and not with status 0."""

import json
import os
import shlex
import subprocess
import sys

import pytest

from tests import evenings
from tests.host.forked import forked
from tests.host.test_cli import every_command
from tests.patience import PATIENCE
from tileclock_host.export.command import FORMATS
from tileclock_host.sheets.store import Store

LOST = "Error: The output cannot be written (No space left on device): send it elsewhere.\n"


def run(*arguments, out=subprocess.PIPE):
    """The command as a program of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tileclock_host", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )


@pytest.fixture
def db(tmp_path):
    """A store with a match, whose players have letters of three alphabets."""
    place = tmp_path / "sheets.sqlite"
    with Store(place, lambda _: ()) as store:
        store.add_many((text, "") for text in evenings.evening("pl", 4, 2))
    return place


def printing(db, tmp_path):
    """A call of every kind of command that prints something without a clock, and the help of them all."""
    (tmp_path / "evening.txt").write_text("".join(evenings.evening("pl", 3, 1, match=2, first=7)))
    yield ["--help"]
    yield ["--version"]
    yield ["sheets", "--db", db]
    yield ["sheets", "--json", "--db", db]
    yield ["sheets", "import", tmp_path / "evening.txt", "--db", db]
    yield ["show", "1", "--turns", "--db", db]
    yield ["show", "1", "--text", "--db", db]
    yield ["verify", "--db", db]
    yield ["amend", "1", "--note", "x", "--dry-run", "--db", db]
    yield ["report", "--out", "-", "--db", db]
    yield from (["export", "--format", name, "--match", "1", "--db", db] for name in FORMATS)


def test_whatever_is_printed_onto_a_full_disk_is_one_sentence(db, tmp_path):
    calls = [*printing(db, tmp_path), *([*name.split(), "--help"] for name in every_command())]
    with open("/dev/full", "wb") as full:
        for call in calls:
            status, _, errors = forked(*call, out=full.fileno())
            assert (status, errors.decode()) == (1, LOST), call


@pytest.mark.parametrize("call", [["--help"], ["sim", "--headless", "--flash", "flash.img"]])
def test_so_it_is_with_a_program_to_its_very_end(firmware, tmp_path, monkeypatch, call):
    assert firmware.is_dir(), "it is built before, so that the simulator soon has something to say"
    monkeypatch.chdir(tmp_path)
    with open("/dev/full", "wb") as full:
        done = run(*call, out=full)
    assert (done.returncode, done.stderr.decode()) == (1, LOST)


def test_where_errors_cannot_be_said_either_the_status_tells(db):
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "tileclock_host", "show", "99", "--db", db]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (1, b"")


def test_a_reader_that_has_seen_enough_is_no_error_to_speak_of(db):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        assert forked("export", "--format", "html", "--db", db, out=pipe.fileno()) == (1, b"", b"")


@pytest.mark.parametrize("command", [["sheets"], ["show", "1", "--turns"], ["verify"]])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "iso8859-5"])
def test_letters_the_terminal_lacks_are_replaced(db, command, encoding):
    status, said, errors = forked(*command, "--db", db, encoding=encoding)
    assert (status, errors) == (0, b"")
    assert b"Bolek" in said or command == ["verify"]


def test_json_has_every_letter_in_any_terminal(db):
    status, said, _ = forked("sheets", "--json", "--db", db, encoding="ascii")
    assert status == 0 and json.loads(said)[0]["players"][3]["name"] == "Дмитро"


def test_a_closed_output_is_one_sentence_where_it_is_needed(db):
    words = [sys.executable, "-m", "tileclock_host", "export", "--format", "csv", "--db", str(db)]
    command = f"{shlex.join(words)} >&-"
    done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    assert done.returncode == 1 and done.stderr.startswith(b"Error: Standard output is closed")
