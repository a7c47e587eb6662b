"""Heap in use: after the boot, in a running game, at the racks; collected here, at the module's own level."""

import gc

import micropython

gc.collect()
_bare_vm = gc.mem_alloc()

import bare  # noqa: E402

gc.collect()
_chip = gc.mem_alloc() - _bare_vm
print("chip", _chip)
micropython.qstr_info()

app = bare.boot()
gc.collect()
print("boot", gc.mem_alloc() - _chip - bare.disk.held())
micropython.qstr_info()
micropython.mem_info()

bare.begin(app)
for _ in range(12):
    bare.think(app)
    bare.switch(app)
gc.collect()
print("game", gc.mem_alloc() - _chip - bare.disk.held())
micropython.qstr_info()

bare.score(app)
gc.collect()
print("scores", gc.mem_alloc() - _chip - bare.disk.held())
micropython.qstr_info()
