"""The plug is pulled while a stored game is corrected: its sheet and the totals of its match fit together."""

import json
import os
import random
from pathlib import Path

from tests import vms
from tests.qa.house import FIRMWARE

VM = Path(__file__).parent / "vm"


def test_a_plug_pulled_at_each_operation_of_a_correction():
    seed = random.randrange(1 << 20)
    print("seed", seed)
    code = f"ARGUMENTS = ({seed},)\n" + (VM / "corrections.py").read_text(encoding="utf-8")
    said = vms.vm64(code, os.pathsep.join([str(VM), str(FIRMWARE)]), heap="96m", timeout=600)
    report = json.loads(said.splitlines()[-1])
    assert report["names"] == ["00001-04", "00002-02"]
    assert report["cuts"] > 100, report
