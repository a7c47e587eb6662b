"""The words on the screens: one module per language, all with the same names; and one for the seldom ones."""

import sys

from tileclock.modules import forget


def load(language):
    """The words of that language; those of any other leave the memory."""
    name = "tileclock.lang." + language
    forget([other for other in sys.modules if other.startswith("tileclock.lang.") and other != name])
    return __import__(name, None, None, ("POOL",))


def rare(language):
    """Words that are seldom needed, for as long as somebody keeps them."""
    return __import__("tileclock.lang.rare_" + language, None, None, ("SAFE",))


def rare_ones():
    """The modules of such words that are in memory."""
    return [name for name in sys.modules if name.startswith("tileclock.lang.rare_")]
