"""Bytes that stay on the heap after a pass of the loop: while the time runs, and when something happens."""

# ruff: noqa: PLC0415 – the firmware is imported when it boots

import gc
import json
import sys

import bare
import micropython

_SECOND, _TENTH = "a changed second", "a changed tenth"


def bytes_kept(app):
    before = gc.mem_alloc()
    app.step()
    return gc.mem_alloc() - before


def locked(app):
    """A step that may not allocate at all."""
    micropython.heap_lock()
    try:
        app.step()
    except MemoryError as error:
        micropython.heap_unlock()
        sys.print_exception(error)
        raise SystemExit("a frame of the running clock allocates: the traceback says where") from error
    micropython.heap_unlock()
    return 0


def turn(app, step):
    """Run a new turn nearly out: the most that `step` said of either kind of frame, and their numbers."""
    most = {_SECOND: 0, _TENTH: 0}
    frames = {_SECOND: 0, _TENTH: 0}
    end = bare.next_turn(app)
    while bare.now() < end:
        before = bare.blocked[0]
        said = step(app)
        kind = _TENTH if bare.now() > end - bare.TENTHS_MS else _SECOND
        most[kind] = max(most[kind], said)
        frames[kind] += bare.blocked[0] != before  # else nothing was sent: the picture stayed
    assert bare.running(app), "the turn ended too early to be measured"
    return most, frames


def edge(app, key, level):
    """What a contact that moves costs, from the sampling to the new picture."""
    bare.set_level(key, level)
    before = gc.mem_alloc()
    bare.pass_time(1)
    app.step()
    return gc.mem_alloc() - before


def whole_pass(app, ms):
    """What is bytes_kept in that time."""
    cost, end = 0, bare.now() + ms
    while bare.now() < end:
        cost += bytes_kept(app)
    return cost


def expiry(app):
    cost = 0
    while bare.running(app):
        cost = bytes_kept(app)
    return cost


def events(app):
    """After a round in which everything was drawn once: a glyph is wrapped when it is first drawn."""
    from tileclock.device.keys import BACK, OK

    for _ in app.table.game.players.seats:
        bare.think(app)
        bare.next_turn(app)
    bare.think(app)
    seat = bare.on_turn()
    other = (seat + 1) % len(app.table.game.players.seats)
    bytes_of = {"a press of somebody else": edge(app, other, 0)}
    edge(app, other, 1)
    bytes_of["a press that switches"] = edge(app, seat, 0)
    bytes_of["a hold: a tile drawn"] = whole_pass(app, 700)
    bytes_of["a release"] = edge(app, seat, 1)
    bytes_of["a pause"] = edge(app, BACK, 0)
    edge(app, BACK, 1)
    bare.think(app)
    assert not bare.running(app), "the back key does not pause any more"
    bytes_of["a resume"] = edge(app, OK, 0)
    edge(app, OK, 1)
    bytes_of["an expiry"] = expiry(app)
    return bytes_of


def main():
    app = bare.boot()
    bare.to_a_turn(app)
    bare.think(app)
    most, frames = turn(app, bytes_kept)
    turn(app, locked)
    bare.next_turn(app)
    print(json.dumps({"most": most, "frames": frames, "events": events(app)}))
