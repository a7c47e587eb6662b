"""The plug is pulled while a stored game is corrected: its sheet and the totals of its match fit together."""

import json
import random

from tests.storage.run import run


def test_a_plug_pulled_at_each_operation_of_a_correction():
    seed = random.randrange(1 << 20)
    print("seed", seed)
    report = json.loads(run("corrections.py", seed).splitlines()[-1])
    assert report["names"] == ["00001-04", "00002-02"]
    assert report["cuts"] > 100, report
