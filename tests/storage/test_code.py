"""The judge's code on the flash: no cut and no damage to other settings takes it away or brings it back."""

import json

from tests.storage.run import run


def test_a_plug_pulled_while_the_code_is_moved_changed_locked_or_removed():
    report = json.loads(run("code.py").splitlines()[-1])
    assert report["cuts"] > 20, report
