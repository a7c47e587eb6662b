"""Heap in use from the boot to the result of a game; collected here, at the module's own level.

Six play, with the longest names, in the language that takes most.
"""

import gc
import sys

import micropython

import host

_room = bytearray(int(sys.argv[-1]))  # below all that is made from here on


def _wash(depth=20):
    """What earlier calls left on the stack is overwritten: the collector would take it for used."""
    return _wash(depth - 1) if depth else [0] * 8


gc.collect()
_bare_vm = gc.mem_alloc()

import bare  # noqa: E402
from _chip import chip  # noqa: E402

chip.panels = (1 << int(sys.argv[-2])) - 1
gc.collect()
_chip = gc.mem_alloc() - _bare_vm
print("chip", _chip)
micropython.qstr_info()

bare.settle_in(sitting=0b111111)
app = bare.boot()
_wash()
gc.collect()
print("boot", gc.mem_alloc() - _chip - bare.disk.held())
micropython.qstr_info()
micropython.mem_info()

bare.to_a_turn(app)
for _ in range(12):
    bare.think(app)
    bare.next_turn(app)
_wash()
gc.collect()
print("game", gc.mem_alloc() - _chip - bare.disk.held())
micropython.qstr_info()

bare.choose_in_a_pause(app)
bare.call_out(app)
_wash()
gc.collect()
print("scores", gc.mem_alloc() - _chip - bare.disk.held())
micropython.qstr_info()

bare.enter_racks(app)
_wash()
gc.collect()
print("result", gc.mem_alloc() - _chip - bare.disk.held())
micropython.qstr_info()

# What is loaded for a moment: the answer to a request of a sync …
from tileclock.memory import Held  # noqa: E402

_moment = Held()
with _moment:
    from tileclock.cable import requests

_wash()
gc.collect()
print("sync", gc.mem_alloc() - _chip - bare.disk.held())
micropython.qstr_info()

# … and what writes the sheet. Its draft is just getting its name; afterwards nothing can be relied on here.
del requests
_moment.drop()


def _named(disk, old, new):
    gc.collect()
    print("storing", gc.mem_alloc() - _chip - disk.held())
    micropython.qstr_info()
    host.call("mark", "end")  # what was collected under the callers' feet could not be unwound


bare.RamDisk.rename = _named
bare.store(app)
