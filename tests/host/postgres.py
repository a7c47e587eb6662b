"""A PostgreSQL of the tests' own: in a temporary folder, on a Unix socket, gone afterwards."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

_USER = "postgres"  # who runs it where the tests are root, for then it refuses to
_SCHEME = "postgresql://tileclock@/{}?host="


def binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def start() -> str:
    """Make one and start it; its address, with {} where the database's name goes."""
    programs = _programs()
    folder = tempfile.mkdtemp(prefix="tileclock-pg-", dir="/tmp")  # a socket's path has to be short
    if os.getuid() == 0:
        shutil.chown(folder, _USER)
    data = f"{folder}/data"
    _run(f"{programs}/initdb", "-D", data, "-U", "tileclock", "-A", "trust", "-E", "UTF8", "--no-sync")
    options = f"-k {folder} -h '' -F"
    _run(f"{programs}/pg_ctl", "-D", data, "-w", "-l", f"{folder}/log", "-o", options, "start")
    return f"{_SCHEME}{folder}"


def stop(address: str) -> None:
    """Stop it and forget what was in it."""
    folder = address.removeprefix(_SCHEME)
    _run(f"{_programs()}/pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    found = binaries()
    if not found:
        sentence = "there is no PostgreSQL here: apt-get install postgresql"
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    return found


def _run(*command: str | Path) -> None:
    as_user = ["runuser", "-u", _USER, "--"] if os.getuid() == 0 else []
    subprocess.run([*as_user, *command], check=True, stdout=subprocess.DEVNULL, cwd="/")
