"""The words on the screens: a file for each language, all with the same names, in four sections.

`Game` is what a game needs, `Scoring` its end, `Between` what is said between games, `Seldom` the rest. The
build packs each section by itself, so that only the one that is asked for is read.
"""

import json

import deflate

from tileclock.files import brought
from tileclock.memory import moment

GAME, SCORING, BETWEEN, SELDOM = range(4)


class Words:
    """The texts of a section by their names."""


def section(language, which):
    words = Words()
    with open(brought("lang") + language, "rb") as file:
        file.seek(2 * which)  # there it says where the section begins
        low, high = file.read(2)
        file.seek(low | high << 8)
        texts = json.load(deflate.DeflateIO(file))
    with moment():
        from tileclock.lang import names

        names.GIVE[which](words, texts)
    return words
