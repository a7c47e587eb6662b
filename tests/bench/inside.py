"""Runs a script of device/ with the bundle and the virtual chip, on either MicroPython."""

import os
from pathlib import Path

from tests import vms
from tests.bench import vm32
from tileclock_host import bundle
from tileclock_host.sim.board import CHIP

SCRIPTS = Path(__file__).parent / "device"


def on_32(code: str) -> vm32.Result:
    return vm32.run(code, SCRIPTS, CHIP, bundle.ensure())


def on_64(code: str) -> str:
    folder = bundle.ensure()
    return vms.vm64(code, os.pathsep.join(map(str, (SCRIPTS, CHIP, folder, folder / "lib"))))
