"""Takes modules out of memory when their hour is over: the heap has no room for the whole evening at once."""

import gc
import sys


def forget(names):
    """Drop modules from the interpreter's list and from the package that holds them."""
    for name in names:
        if name in sys.modules:
            package, _, leaf = name.rpartition(".")
            del sys.modules[name]
            if hasattr(sys.modules[package], leaf):
                delattr(sys.modules[package], leaf)
    gc.collect()
