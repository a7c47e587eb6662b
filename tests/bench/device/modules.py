"""Which modules are in memory in each part of an evening, when it is come to for the first time and again."""

import json
import sys

import bare


def loaded():
    return sorted([name for name in sys.modules if name.startswith("tileclock")])


def main(**settings):
    """Two games one after the other, with a pause and a question in it; by part what was loaded each time."""
    from tileclock.device.keys import BACK, OK  # noqa: PLC0415 – the firmware is imported when it boots

    bare.settle_in(**settings)
    app = bare.boot()
    found = {}

    def note(where):
        bare.think(app)
        if where not in found:
            found[where] = []
        found[where].append(loaded())

    bare.think(app)  # what can wait until the first screen is shown
    for _ in range(2):
        note("home")
        bare.to_a_turn(app)
        note("turn")
        bare.choose_in_a_pause(app)
        note("turn")
        bare.tap(app, BACK)
        note("pause")
        bare.tap(app, BACK)
        bare.call_out(app)
        note("racks")
        bare.enter_racks(app)
        note("result")
        bare.store(app)
        note("winner")
        bare.tap(app, OK)
        note("ranking")
        bare.tap(app, OK)
        note("setup")
        bare.tap(app, BACK)
    note("home")
    print(json.dumps(found))
