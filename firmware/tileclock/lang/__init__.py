"""The words on the screens: one module per language, all with the same names."""


def load(language):
    return __import__("tileclock.lang." + language, None, None, ("POOL",))
