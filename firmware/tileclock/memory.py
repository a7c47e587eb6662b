"""What is in memory when: code that was loaded for a moment leaves when the moment is over.

The heap has no room for the whole evening at once. What is imported at boot stays. Whatever else somebody
needs is imported within a `moment`, which ends with the `with`, or belongs to a `Held`, which ends when its
owner says so: the Navigator holds the screens of a part of the evening, the table the rules of Word.
"""

import gc
import sys

_held = []  # each Held that has something


class Held:
    """Modules that stay until their owner lets them go: those that are imported within the `with`."""

    def __init__(self):
        self.names = ()
        self._before = None

    def __enter__(self):
        if self not in _held:
            _held.append(self)
        self._before = set(sys.modules)

    def __exit__(self, *error):
        self.names += tuple(set(sys.modules) - self._before)
        self._before = None

    def drop(self):
        names, self.names = self.names, ()
        if self in _held:
            _held.remove(self)
        _drop(names)


class moment:
    """Modules that are imported within leave at the end, but for those that a Held has meanwhile."""

    def __enter__(self):
        self._before = set(sys.modules)

    def __exit__(self, *error):
        come = set(sys.modules) - self._before
        for held in _held:
            come.difference_update(held.names)
        self._before = None
        _drop(come)


def _drop(names):
    """Take modules from the interpreter's list and from the packages that hold them."""
    for name in names:
        package, _, leaf = name.rpartition(".")
        # MicroPython leaves in a dict's slot what was deleted from it, so nothing goes there first.
        sys.modules[name] = None
        del sys.modules[name]
        if package in sys.modules and hasattr(sys.modules[package], leaf):
            setattr(sys.modules[package], leaf, None)
            delattr(sys.modules[package], leaf)
    gc.collect()
