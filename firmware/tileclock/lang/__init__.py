"""The words on the screens: one module per language, all with the same names."""

import sys

from tileclock.modules import forget


def load(language):
    """The words of that language; those of any other leave the memory."""
    name = "tileclock.lang." + language
    forget([other for other in sys.modules if other.startswith("tileclock.lang.") and other != name])
    return __import__(name, None, None, ("POOL",))
