"""Heap in use in a running game of Word, and at its result; collected here, at the module's own level."""

import gc
import sys

import micropython

_room = bytearray(int(sys.argv[-1]))  # below all that is made from here on


def _wash(depth=20):
    """What earlier calls left on the stack is overwritten: the collector would take it for used."""
    return _wash(depth - 1) if depth else [0] * 8


_wash()
gc.collect()
_bare_vm = gc.mem_alloc()

import words  # noqa: E402

gc.collect()
_tools = gc.mem_alloc() - _bare_vm
print("chip", _tools)
micropython.qstr_info()
app = words.boot()
words.rounds(app, 6)
_wash()
gc.collect()
print("word", gc.mem_alloc() - _tools - words.bare.disk.held())
micropython.qstr_info()

words.block(app)
_wash()
gc.collect()
print("result", gc.mem_alloc() - _tools - words.bare.disk.held())
micropython.qstr_info()
