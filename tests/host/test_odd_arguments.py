"""Every command with odd arguments: bytes that are no text, no numbers, pipes, devices, long names.

Each ends by itself, with a sentence or a usage error, and never with a traceback.
"""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tests import games
from tests.host.commands import called, says, sentence
from tileclock_host.cli import COMMANDS, main
from tileclock_host.sheets.store import Store

TILECLOCK = Path(sys.executable).with_name("tileclock")
ODD = [
    *("\udcff", "²", "", "-1", "9" * 30, "nan", "x" * 200_000, "a\x1b[2J\nb", "../..", "/dev/zero"),
    *("pipe", "folder", "nested.json", "wide.csv", "odd.bin"),
]  # fmt: skip
STARTS = {"sim", "live", "event rehearse"}  # what these take they start, and do not end by themselves
PLAUSIBLE = {"person": "Ala", "names": "Ala", "name": "Ala", "file": "odd.bin", "seat": "A"}
EACH = 5  # of the pairs of option and value, unless it is slow
PATIENCE = 120  # seconds for what does not end


def leaves(command, name):
    if isinstance(command, click.Group):
        for each in command.commands.values():
            yield from leaves(each, f"{name} {each.name}")
        if not command.invoke_without_command:
            return
    yield name, command


def every():
    for name in COMMANDS:
        yield from leaves(main.get_command(click.Context(main), name), name)


LEAVES = dict(every())


@pytest.fixture
def places(tmp_path, home, monkeypatch, firmware):
    """A folder with the odd files, beside a store with a match and an event."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("folder").mkdir()
    Path("nested.json").write_text("[" * 100_000)
    Path("wide.csv").write_text('"' + "x" * 200_000 + '"\n')
    Path("odd.bin").write_bytes(b"\xff\xfe\x00\n" * 10)
    with Store() as store:
        store.add_many((text, "") for text in games.match_of(1))
    says("event", "new", "Cup")
    says("event", "add", "Ala", "Bolek", "Celina", "Dorota")
    says("event", "draw")


def ended(*_):
    raise AssertionError("the command waits without an end")


@pytest.fixture(autouse=True)
def patience():
    before = signal.signal(signal.SIGALRM, ended)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def spelled(param, value):
    if isinstance(param, click.Argument):
        return [value] * max(param.nargs, 1)
    return [param.opts[0], *[value] * param.nargs]


def pairs(name, leaf):
    """An option or argument, and a value for it."""
    for param in leaf.params:
        if not getattr(param, "is_flag", False):
            text = isinstance(param.type, click.types.StringParamType)
            for value in ODD if name not in STARTS else ODD[:1] if text else ():
                yield param, value


def line(name, leaf, odd, value):
    words = name.split()
    for param in leaf.params:
        if param is odd:
            words += spelled(param, value)
        elif param.required:
            words += spelled(param, PLAUSIBLE.get(param.name, "1"))
    return words


def assert_it_ends(words):
    signal.alarm(PATIENCE)
    result = called(*words)
    signal.alarm(0)
    shown = [word[:40] for word in words]
    assert result.exception is None or isinstance(result.exception, SystemExit), (shown, result.exception)
    assert "Traceback" not in result.output, shown


@pytest.mark.parametrize("name", LEAVES)
def test_a_command_takes_or_refuses_what_is_odd(name, places):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    found = list(pairs(name, LEAVES[name]))
    for odd, value in random.Random(seed).sample(found, min(EACH, len(found))):
        assert_it_ends(line(name, LEAVES[name], odd, value))


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAVES)
def test_a_command_takes_or_refuses_all_that_is_odd(name, places):
    for odd, value in pairs(name, LEAVES[name]):
        assert_it_ends(line(name, LEAVES[name], odd, value))


WORDS = [
    "sheets --player", "sheets --device", "show", "verify --player", "export --player", "report --player",
    "players split", "players add", "event add", "event show --event", "judge announce", "roster", "lock",
]  # fmt: skip


@pytest.mark.parametrize("words", WORDS)
def test_bytes_that_are_no_text_are_a_usage_error(words, home):
    done = subprocess.run(
        [os.fsencode(TILECLOCK), *words.encode().split(), b"hello \xff"], capture_output=True, check=False
    )
    assert done.returncode == 2 and b"these bytes are not UTF-8" in done.stderr, done
    assert b"Traceback" not in done.stderr


def test_a_file_may_have_a_name_that_is_no_text(places):
    name = os.fsdecode(b"caf\xe9")
    says("backup", name)
    for out in ("export", "event export", "event standings --format csv", "report"):
        more = ["--format", "csv"] if out == "export" else []
        says(*out.split(), *more, "--out", f"{name}-{out}", "--db", name)
        assert Path(f"{name}-{out}").read_bytes()
    assert "51ac-1" in says("sheets", "--db", name)


def test_a_list_with_a_cell_too_long_is_one_sentence_and_adds_nobody(places):
    said = called("event", "add", "--from", "wide.csv")
    sentence(said, "wide.csv is no list of names (field larger than field limit", "Nobody was added")
    assert "x" * 100 not in says("players")


@pytest.mark.parametrize("manifest", ["pipe", "nested.json", "odd.bin", "folder", "/dev/zero"])
@pytest.mark.parametrize(
    "command", [["deploy", "--port", "none"], ["sim", "--headless"]], ids=["deploy", "sim"]
)
def test_a_bundle_whose_manifest_is_odd_is_one_sentence(places, command, manifest):
    os.symlink(Path(manifest).absolute(), "folder/manifest.json")
    signal.alarm(PATIENCE)
    sentence(called(*command, "--bundle", "folder"), "folder", "make firmware")


WRITERS = ["export", "report", "event standings --format csv", "event export"]


@pytest.mark.parametrize("words", WRITERS)
def test_a_pipe_that_nobody_reads_is_not_waited_for(places, words):
    signal.alarm(PATIENCE)
    more = ["--format", "csv"] if words == "export" else []
    sentence(
        called(*words.split(), *more, "--out", "pipe"), "Cannot write pipe (nobody reads from it)", "--out"
    )
    assert Path("pipe").is_fifo()


def test_a_spreadsheet_that_is_larger_than_a_file_may_be_is_one_sentence(places):
    """At its end the interpreter must not complain of what was left open either."""
    program = "import resource, sys; from tileclock_host.start import run;"
    limit = "resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000)); run()"
    with Store() as store:
        store.add_many((text, "") for text in games.match_of(40))
    done = subprocess.run(
        [sys.executable, "-c", program + limit, "export", "--out", "scores.xlsx"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
    assert "(File too large)" in done.stderr and not Path("scores.xlsx").exists()
