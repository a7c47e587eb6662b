"""The plug is pulled while a stored game is corrected: its sheet and the totals of its match fit together."""

import json
import random

import pytest

from tests.storage.run import run


@pytest.mark.parametrize("in_every_way", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_plug_pulled_at_each_operation_of_a_correction(in_every_way):
    seed = random.randrange(1 << 20)
    print("seed", seed)
    report = json.loads(run("corrections.py", seed, in_every_way).splitlines()[-1])
    assert report["names"] == ["00001-04", "00002-02"]
    assert report["cuts"] > (400 if in_every_way else 100), report
