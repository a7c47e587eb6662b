"""Heap in use in a running game of Word, and at its result; collected here, at the module's own level."""

import gc

gc.collect()
_bare_vm = gc.mem_alloc()

import words  # noqa: E402

gc.collect()
_tools = gc.mem_alloc() - _bare_vm
app = words.boot()
words.rounds(app, 6)
gc.collect()
print("word", gc.mem_alloc() - _tools)

words.block(app)
gc.collect()
print("result", gc.mem_alloc() - _tools)
