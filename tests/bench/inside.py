"""Runs a script of device/ with the bundle and the virtual chip, on either MicroPython."""

import os
import tempfile
from functools import cache
from pathlib import Path

from tests import vms, words
from tests.bench import vm32
from tileclock_host.build import bundle
from tileclock_host.sim.vm import CHIP

SCRIPTS = Path(__file__).parent / "device"
_translated: list[tempfile.TemporaryDirectory] = []  # removed when the program ends


def on_32(code: str) -> vm32.Result:
    return vm32.run(code, scripts(), CHIP, bundle.ensure())


def on_64(code: str) -> str:
    folder = bundle.ensure()
    return vms.vm64(code, os.pathsep.join(map(str, (scripts(), CHIP, folder, folder / "lib"))))


@cache
def scripts() -> Path:
    """The scripts, in the words of the firmware as the bundle has it."""
    folder = tempfile.TemporaryDirectory(prefix="bench-device-")
    _translated.append(folder)
    key = bundle.key(bundle.ensure())
    for script in SCRIPTS.glob("*.py"):
        Path(folder.name, script.name).write_text(words.translate(script.read_text(), key))
    return Path(folder.name)
