"""Marks around a boot, a sample of the keys, ticks and presses; prints the µs that each was blocked."""

import json

import bare
from _chip import chip

blocked = {}  # name → µs in blocking calls, of each stretch of that name


def _nothing(*arguments):
    pass


def stretch(mark, name, work):
    before = bare.blocked[0]
    mark(name)
    result = work()
    mark("done")
    blocked.setdefault(name, []).append(bare.blocked[0] - before)
    return result


def leave_out(mark):
    """What calls of the chip cost is left out from here on; and what a detour round them costs."""
    outside = bare.keep_out(mark)
    detour = outside(_nothing)
    for _ in range(5):
        stretch(mark, "detour", lambda: detour(1, 2))
        stretch(mark, "direct", lambda: abs(1))


def run(mark, panels=1):
    chip.panels = (1 << panels) - 1
    leave_out(mark)
    app = stretch(mark, "boot", bare.boot)
    bare.to_a_turn(app)
    _samples(mark)
    _round(mark, app, "first switch")  # a sign is looked up when it is first drawn
    bare.think(app)
    _turn(mark, app)
    bare.next_turn(app)
    _round(mark, app, "switch")
    print(json.dumps(blocked))


def _samples(mark):
    timer = chip.timers[0]
    sample = timer.callback
    bare.pass_time(100)  # no key is in its lock-out
    for _ in range(20):
        stretch(mark, "sample", lambda: sample(timer))


def _turn(mark, app):
    """Down to the last tenths, each pass by its kind: every pass has something to send."""
    end = bare.next_turn(app)
    while bare.now() < end:
        before = bare.blocked[0]
        mark("pass")
        app.step()
        kind = "tenth" if bare.now() > end - bare.TENTHS_MS else "second"
        blocked.setdefault(kind, []).append(bare.blocked[0] - before)
        mark(kind)


def _round(mark, app, name):
    """Each seat presses: the sample that sees it, then the pass that ends with the new picture."""
    for _ in app.table.game.players.seats:
        bare.think(app)
        key = bare.on_turn()
        bare.set_level(key, 0)
        stretch(mark, "sampled press", lambda: bare.pass_time(1))
        stretch(mark, name, app.step)
        bare.set_level(key, 1)
        bare.pass_time(60)
        app.step()
