"""The evenings of the club notice each of the faults in mutations.py, in their quick sample."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.life.mutations import MUTATIONS

pytestmark = [pytest.mark.slow, pytest.mark.needs_models]

ROOT = Path(__file__).parents[2]
SAMPLE = "tests/life/test_year.py"
SEEDS = range(1, 7)
WHOLE = ("firmware", "host", "tests", "pyproject.toml")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The sources, to be changed."""
    folder = tmp_path_factory.mktemp("copy")
    for name in WHOLE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.zip"))
        else:
            shutil.copyfile(ROOT / name, folder / name)
    (folder / ".build").mkdir()
    (folder / ".build" / "device-lib").symlink_to(ROOT / ".build" / "device-lib")
    return folder


def noticed(folder):
    """The last line of the first sample that fails; "": all pass."""
    where = os.pathsep.join(str(folder / name) for name in ("host", "firmware", ""))
    for seed in SEEDS:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-n0", f"--randomly-seed={seed}", SAMPLE],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": where, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        said = done.stdout.strip()
        assert done.returncode in {0, 1} and " error" not in said.splitlines()[-1], said[-2000:]
        if done.returncode:
            return said
    return ""


def test_without_a_fault_all_samples_pass(copy):
    assert not noticed(copy)


@pytest.mark.parametrize("name", MUTATIONS)
def test_it_is_noticed(copy, name):
    mutation = MUTATIONS[name]
    file = copy / mutation.file
    text = file.read_text(encoding="utf-8")
    assert text.count(mutation.line) == 1, f"{mutation.file} has changed: name a line of it that makes {name}"
    file.write_text(text.replace(mutation.line, mutation.becomes), encoding="utf-8")
    try:
        found = noticed(copy)
    finally:
        file.write_text(text, encoding="utf-8")
    assert found, f"nobody has noticed that {name}"
    print(f"{name}: {found.splitlines()[-2]}")
