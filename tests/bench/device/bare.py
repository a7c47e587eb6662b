"""The firmware on the virtual chip, with the chip's own work kept out of what is measured.

Runs on both MicroPythons, without a supervisor. The clock is set by hand and read in C, as on the board;
what a blocking call costs there is added up in `blocked` instead of being waited for; and the wait for a key
passes its whole time at once, with a single look at the keys at its end.

The heap is never swept: the collector of the 32-bit VM overlooks what its C code holds just then, and so
may take away what a function deep in a call still needs. Whoever wants a collection asks for it from a
module's own level.
"""

# ruff: noqa: PLC0415 – the firmware is imported when it boots, which is measured

import gc
import io
import json
import os
import select
import sys
import time

import _gc
import machine
import utime
import vfs
from _chip import LIGHTS, Chip, chip
from ramdisk import RamDisk

# The PC's files are under /pc, the firmware's own in memory: what it keeps must not land on the PC.
vfs.umount("/")
vfs.mount(vfs.VfsPosix(), "/pc")
disk = RamDisk()
vfs.mount(disk, "/")
sys.path[:] = ["/pc" + path for path in sys.path if path.startswith("/")] + [".frozen"]

gc.disable()
sys.modules["gc"] = _gc

_clock = io.BytesIO()  # its position is the time in ms
time.ticks_ms = _clock.tell
time.ticks_add = utime.ticks_add
time.ticks_diff = utime.ticks_diff

TURN_MS = 60_000  # what a new box gives for a turn
TENTHS_MS = 9_900  # what is left when tenths appear

chip.cell_mv = 3_900  # a battery whose average is worked out

blocked = [0]  # µs that the board would have spent in blocking calls
_lights = [b""]  # what was sent to them last


def _spend(self, us, kind=0, flag=0, value=0, payload=None):  # noqa: PLR0913, PLR0917 – as the chip has it
    blocked[0] += us
    if kind == LIGHTS:
        _lights[0] = payload


def now():
    return _clock.tell()


def pass_time(ms):
    """The time is later by so much, and the timers have run once."""
    _clock.seek(_clock.tell() + ms)
    sample()


def sample():
    for timer in chip.timers:
        timer.callback(timer)


def _ipoll(self, timeout=-1, flags=0):
    if not self._look():
        pass_time(timeout)
    return self._answers[self._look()]


def _collect():
    blocked[0] += chip.collect_us


Chip.spend = _spend
_gc.collect = _collect
select.poll.ipoll = _ipoll


def set_level(key, level):
    """Move a contact; the firmware has not looked yet."""
    from tileclock.device.keys import PINS

    pin = PINS[key]
    address = 0x3FF4403C + (pin >> 4) * 2
    bit = 1 << (pin & 15)
    chip.registers[address] = chip.registers[address] & ~bit | (bit if level else 0)


def settle_in(**settings):
    """Settings of an empty box: the language that takes most, and the longest names in it."""
    names = ("А Їжакевич 1", "Б Їжакевич 2", "В Їжакевич 3", "Г Їжакевич 4", "Ґ Їжакевич 5", "Д Їжакевич 6")
    os.mkdir("/data")
    with open("/data/settings.json", "w") as file:
        json.dump(dict(settings, language="uk", names=names), file)


def boot():
    """What main.py does, up to the first screen."""
    from tileclock import board
    from tileclock.app import App

    app = App(board)
    app.start()
    app.step()
    return app


def tap(app, key):
    """A short press, and a step at each of its edges."""
    set_level(key, 0)
    pass_time(1)
    app.step()
    pass_time(60)
    set_level(key, 1)
    pass_time(1)
    app.step()
    pass_time(60)


def running(app):
    """Whether the screen of a turn is shown."""
    return app.go.turn is not None and app.go.stage.screen is app.go.turn


def on_turn():
    """The seat whose light is on."""
    chain = _lights[0]
    return next(seat for seat in range(len(chain) // 3) if any(chain[seat * 3 : seat * 3 + 3]))


def to_a_turn(app):
    """From the first screen into a turn: OK takes what is offered; where it does not, seat A answers."""
    from tileclock.device.keys import OK

    for _ in range(20):
        if running(app):
            return
        shown = bytes(app.kit.panel.buffer)
        tap(app, OK)
        if app.kit.panel.buffer == shown:
            tap(app, 0)
    raise AssertionError("twenty presses of OK from power-on start no clock")


def choose_in_a_pause(app):
    """The last row of the pause asks something, is left, and the clock goes on: nothing of it may stay."""
    from tileclock.device.keys import BACK, OK, UP

    think(app)
    for key in (BACK, UP, OK, BACK, BACK):
        tap(app, key)
    assert running(app), "the way out of the pause has changed"
    think(app)


def call_out(app):
    """Somebody is out: from the running turn to the racks."""
    from tileclock.device.keys import OK

    tap(app, OK)
    tap(app, OK)


def enter_racks(app):
    """A point for each; OK until the result is shown."""
    from tileclock.device.keys import OK, UP

    pass_time(700)
    app.step()
    for seat in range(UP):
        tap(app, seat)
    for _ in range(4):
        if app.table.result:
            return
        tap(app, OK)
        think(app)  # it does not listen twice in a row
    raise AssertionError("the racks do not lead to a result")


def press_ok():
    """It goes down; the firmware has not looked yet."""
    from tileclock.device.keys import OK

    set_level(OK, 0)
    pass_time(1)


def store(app):
    """What is shown at the end is stored, once it was there to be read."""
    from tileclock.device.keys import OK

    pass_time(1_100)
    app.step()
    tap(app, OK)


def think(app):
    """Longer than a hold, and than the time in which a new turn cannot be ended yet."""
    pass_time(700)
    app.step()


def next_turn(app):
    """The seat on turn presses; when the new turn will have run out, short of its last moments."""
    end = now() + TURN_MS - 150
    tap(app, on_turn())
    return end


_NONE = object()  # an argument that was not given


def keep_out(mark):
    """From here on every call into the virtual chip lies between the marks `out` and `back`."""

    def outside(function):
        def call(a=_NONE, b=_NONE, c=_NONE, d=_NONE):
            mark("out")
            if a is _NONE:  # neither a star nor a list: they allocate, and the heap is never swept
                result = function()
            elif b is _NONE:
                result = function(a)
            elif c is _NONE:
                result = function(a, b)
            elif d is _NONE:
                result = function(a, b, c)
            else:
                result = function(a, b, c, d)
            mark("back")
            return result

        return call

    kind = type(keep_out)  # `outside` itself is a closure
    places = [machine, select.poll, RamDisk] + [c for c in machine.__dict__.values() if type(c) is type]
    for place in places:
        for name, what in list(place.__dict__.items()):
            if type(what) is kind and name != "init" and not name.startswith("_"):  # those are called once
                setattr(place, name, outside(what))
    return outside
