"""The words on the screens: a file for each language, all with the same names, in four sections.

`Game` is what a game needs, `Scoring` its end, `Between` what is said between games, `Seldom` the rest. The
file is read for the section that is asked for, and nothing else of it stays in memory.
"""

from tileclock.memory import moment


def section(language, name):
    with moment():
        return getattr(__import__("tileclock.lang." + language, None, None, (name,)), name)
