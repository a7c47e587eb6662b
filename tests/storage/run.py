"""Runs a script of vm/ on the VM of the simulator, with the firmware as it is in the repository.

Only the rule sheets are the bundle's: the firmware reads them packed.
"""

import os
from pathlib import Path

from tests import vms
from tests.qa.house import FIRMWARE
from tileclock_host.build import bundle

VM = Path(__file__).parent / "vm"


def run(script: str, *arguments: object, firmware: Path = FIRMWARE) -> str:
    code = f"ARGUMENTS = {arguments!r}\n" + (VM / script).read_text()
    paths = os.pathsep.join(map(str, (VM, firmware, bundle.DEVICE_LIBRARIES, bundle.ensure())))
    return vms.vm64(code, paths, heap="96m", timeout=3000)
