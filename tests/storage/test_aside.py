"""The plug is pulled while all that is on the flash is put aside: the box stays who it is, and counts on."""

import json

from tests.storage.run import run


def test_a_plug_pulled_at_each_operation_of_beginning_anew():
    report = json.loads(run("aside.py", 1).splitlines()[-1])
    assert report["cuts"] > 20, report
