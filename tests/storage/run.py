"""Runs a script of vm/ on the VM of the simulator, with the firmware as it is in the repository."""

import os
from pathlib import Path

from tests import vms
from tests.qa.house import FIRMWARE
from tileclock_host.build.bundle import DEVICE_LIBRARIES

VM = Path(__file__).parent / "vm"


def run(script: str, *arguments: object, firmware: Path = FIRMWARE) -> str:
    code = f"ARGUMENTS = {arguments!r}\n" + (VM / script).read_text()
    paths = os.pathsep.join(map(str, (VM, firmware, DEVICE_LIBRARIES)))
    return vms.vm64(code, paths, heap="96m", timeout=3000)
