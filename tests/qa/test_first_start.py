"""`make run` on a fresh machine says at once what it does, and shows how far it is."""

import shutil
import subprocess
import sys

import pytest

from tests.patience import PATIENCE
from tests.qa.house import ROOT

INSTALL = ROOT / "host" / "install.py"
TOLD = [
    'A table to play on opens in your browser, or open the address after "Table:". Ctrl-C stops it.',
    "First it is set up in this folder, once. That takes a minute or two:",
    "  a Python environment of its own",
]


def test_the_first_start_begins_with_what_will_happen(tmp_path):
    for name in ("Makefile", "host/requirements.txt", "firmware/requirements.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    tools = tmp_path / "tools"
    tools.mkdir()
    does = {"python": "mkdir -p .build/device-lib; echo installed", "tileclock": "echo Table: here"}
    for name, what in does.items():
        (tools / name).write_text(f"#!/bin/sh\n{what}\n")
        (tools / name).chmod(0o755)

    def started():
        command = ["make", "--no-print-directory", "run", f"PYTHON={shutil.which('true')}", "BIN=tools"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    (tmp_path / ".venv").mkdir()
    first = started()
    assert first[:3] == TOLD and first[-1] == "Table: here"
    assert set(first[3:-1]) == {"installed"}, "nothing else is printed: no commands"
    for stamp in (".venv/ready", ".venv/bin/python", ".build/device-lib/ready"):
        (tmp_path / stamp).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / stamp).touch()
    assert started() == [TOLD[0], "Table: here"]


def installing(*options):
    command = [sys.executable, INSTALL, "what it needs", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


@pytest.mark.parametrize("where", [[], ["--python", sys.executable]], ids=["here", "in another Python"])
def test_packages_that_cannot_be_installed_say_why(tmp_path, where):
    (tmp_path / "wanted.txt").write_text("no-such-package==1.0\n")
    done = installing(*where, "--no-index", "--target", tmp_path / "there", "-r", tmp_path / "wanted.txt")
    assert done.returncode and not done.stdout
    assert "what it needs cannot be installed" in done.stderr and "no-such-package" in done.stderr


def test_packages_that_are_there_are_counted(tmp_path):
    (tmp_path / "wanted.txt").write_text("pip==1.0\\\n    --hash=sha256:00\n# six==1\nsix==1.0\n")
    sys.path.insert(0, str(INSTALL.parent))
    try:
        import install  # noqa: PLC0415 – it belongs to no package
    finally:
        sys.path.pop(0)
    assert install.wanted(["--quiet", "-r", str(tmp_path / "wanted.txt")]) == 2
