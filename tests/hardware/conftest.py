"""The built hardware, made once for all tests that look at it."""

import os
import subprocess
from pathlib import Path

import pytest

from hardware import tools
from tests.hardware.places import PYTHON, ROOT


@pytest.fixture(scope="session")
def built(shared):
    """The folder of the built hardware; `make` builds it only if it is not current."""
    missing = tools.missing()
    if missing:
        reason = "; ".join(missing) + f". {tools.HOW_TO_INSTALL}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    shared.made("hardware", lambda folder: _make())
    return ROOT / ".build" / "hardware"


def _make():
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    made = subprocess.run(
        ["make", "hardware"], cwd=ROOT, env=environment, text=True, capture_output=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr


@pytest.fixture
def mutate(built, tmp_path):
    """Builds the fabrication files of a board with these mistakes in it; returns what the checks say."""

    def run(*mistakes):
        done = subprocess.run(
            [
                PYTHON,
                Path(__file__).parent / "mistakes.py",
                built / "carrier.kicad_pcb",
                tmp_path / "carrier.kicad_pcb",
                *mistakes,
            ],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            text=True,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
