"""The words on the screens: a module per language for a game, one for between games, one for what is seldom.

All languages have the same names.
"""

import sys

from tileclock.memory import forget


def load(language):
    """The words of that language; those of any other leave the memory."""
    name = "tileclock.lang." + language
    forget([other for other in sys.modules if other.startswith("tileclock.lang.") and other != name])
    return __import__(name, None, None, ("POOL",))


def rare(language):
    """Words that are seldom needed, for as long as somebody keeps them."""
    return __import__("tileclock.lang.rare_" + language, None, None, ("",))


def between(language):
    """Words for before and after a game, for as long as a screen of then is shown."""
    return __import__("tileclock.lang.between_" + language, None, None, ("",))


def further():
    """The modules of words that are in memory beside those for a game."""
    return [name for name in sys.modules if name.startswith("tileclock.lang.") and "_" in name]
