"""The commands as somebody calls them, on 80 columns: what they print, and whether all went well."""

import json
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from tests.patience import PATIENCE
from tileclock_host.cli import main
from tileclock_host.device import Clock

MPREMOTE = Path(sys.executable).with_name("mpremote")


def called(*arguments, typed=None) -> Result:
    """What came of `tileclock` with these; `typed` is what is entered meanwhile."""
    given = [str(each) for each in arguments]
    width = {"COLUMNS": "80"} if "--help" in given else {}
    return CliRunner().invoke(main, given, input=typed, prog_name="tileclock", env=width)


def says(*arguments, status=0, typed=None) -> str:
    """The same, where this exit status is expected: what is printed."""
    result = called(*arguments, typed=typed)
    assert result.exit_code == status, result.output + repr(result.exception)
    return result.output


def sentence(result: Result, *parts: str) -> None:
    """It failed with one sentence that has these parts."""
    assert result.exit_code == 1, result.output
    assert result.output.startswith("Error: ") and result.output.count("\n") == 1, result.output
    for part in parts:
        assert part in result.output


def mpremote(port, *arguments) -> str:
    """What the unmodified mpremote prints."""
    done = subprocess.run(
        [MPREMOTE, "connect", port, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert not done.returncode, done
    return done.stdout


def deploy(port, *arguments, **expected) -> str:
    return says("deploy", "--port", port, *arguments, **expected)


def assert_whole(it) -> None:
    """The clock runs, and everything is on it as in the bundle."""
    with Clock.open(it.serial_port) as clock:
        assert clock.identity.secret
    assert json.loads(deploy(it.serial_port, "--check", "--json"))["sent"] == []
