"""The words on the screens: a file for each language, all with the same names, in four sections.

`Game` is what a game needs, `Scoring` its end, `Between` what is said between games, `Seldom` the rest. The
file is read for the section that is asked for, and nothing else of it stays in memory.
"""

from tileclock.memory import moment

SECTIONS = ("Game", "Scoring", "Between", "Seldom")


def section(language, name):
    with moment():
        for known in SECTIONS:
            if known == name:
                return getattr(__import__("tileclock.lang." + language, None, None, (name,)), known)
    raise ValueError(name)
