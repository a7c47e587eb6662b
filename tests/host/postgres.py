"""A PostgreSQL of the tests' own: in a temporary folder, on a Unix socket, gone afterwards."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_USER = "postgres"  # who runs it where the tests are root, for then it refuses to


def binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@contextmanager
def running() -> Iterator[str]:
    """Its address, without the name of a database."""
    programs = binaries()
    if not programs:
        sentence = "there is no PostgreSQL here: apt-get install postgresql"
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    folder = tempfile.mkdtemp(prefix="tileclock-pg-", dir="/tmp")  # a socket's path has to be short
    as_user = ["runuser", "-u", _USER, "--"] if os.getuid() == 0 else []
    if as_user:
        shutil.chown(folder, _USER)
    data = f"{folder}/data"
    initdb = [f"{programs}/initdb", "-D", data, "-U", "tileclock", "-A", "trust", "-E", "UTF8", "--no-sync"]
    start = [
        f"{programs}/pg_ctl",
        "-D",
        data,
        "-w",
        "-l",
        f"{folder}/log",
        "-o",
        f"-k {folder} -h ''",
        "start",
    ]
    stop = [f"{programs}/pg_ctl", "-D", data, "-m", "immediate", "stop"]
    try:
        for command in (initdb, start):
            subprocess.run([*as_user, *command], check=True, stdout=subprocess.DEVNULL, cwd="/")
        yield f"postgresql://tileclock@/{{}}?host={folder}"
    finally:
        subprocess.run([*as_user, *stop], check=False, capture_output=True, cwd="/")
        shutil.rmtree(folder, ignore_errors=True)
