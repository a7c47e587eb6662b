"""The tools that draw and measure the box live apart from the tests; without them a test says so and skips."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VENV = ROOT / ".build" / "hardware-venv" / "bin"
TIMEOUT = 300  # s


def python(*arguments, status=0):
    """Run a module with the hardware tools, and give back what it printed."""
    if not (VENV / "wireviz").exists():
        _missing("the tools of hardware/box.txt are not installed: `make hardware` does it")
    done = subprocess.run(
        [VENV / "python", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == status, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def _missing(why):
    """On the way into the project everything must run; at home a test may be left out if it says so."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)
