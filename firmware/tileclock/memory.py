"""Takes modules out of memory when their hour is over: the heap has no room for the whole evening at once."""

import gc
import sys


def forget(names):
    """Drop modules from the interpreter's list and from the package that holds them."""
    for name in names:
        if name in sys.modules:
            package, _, leaf = name.rpartition(".")
            # MicroPython leaves in a dict's slot what was deleted from it, so nothing goes there first.
            sys.modules[name] = None
            del sys.modules[name]
            if hasattr(sys.modules[package], leaf):
                setattr(sys.modules[package], leaf, None)
                delattr(sys.modules[package], leaf)
    gc.collect()
