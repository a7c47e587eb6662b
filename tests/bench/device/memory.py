"""Heap in use: after the boot, in a running game, at the racks; collected here, at the module's own level.

Six play, with the longest names, in the language that takes most.
"""

import gc
import json
import os

import micropython


def _wash(depth=20):
    """What earlier calls left on the stack is overwritten: the collector would take it for used."""
    return _wash(depth - 1) if depth else [0] * 8


gc.collect()
_bare_vm = gc.mem_alloc()

import bare  # noqa: E402

gc.collect()
_chip = gc.mem_alloc() - _bare_vm
print("chip", _chip)
micropython.qstr_info()

NAMES = ("А Їжакевич 1", "Б Їжакевич 2", "В Їжакевич 3", "Г Їжакевич 4", "Ґ Їжакевич 5", "Д Їжакевич 6")
os.mkdir("/data")
with open("/data/settings.json", "w") as file:
    json.dump({"language": "uk", "sitting": 63, "names": NAMES}, file)
del NAMES, file

app = bare.boot()
_wash()
gc.collect()
print("boot", gc.mem_alloc() - _chip - bare.disk.held())
micropython.qstr_info()
micropython.mem_info()

bare.begin(app)
for _ in range(12):
    bare.think(app)
    bare.switch(app)
_wash()
gc.collect()
print("game", gc.mem_alloc() - _chip - bare.disk.held())
micropython.qstr_info()

bare.score(app)
_wash()
gc.collect()
print("scores", gc.mem_alloc() - _chip - bare.disk.held())
micropython.qstr_info()

bare.enter_racks(app)
_wash()
gc.collect()
print("result", gc.mem_alloc() - _chip - bare.disk.held())
micropython.qstr_info()
