"""Where the things are that the tests of the house rules look through."""

import ast
from functools import cache
from types import SimpleNamespace

from tests.device.pictures import ROOT
from tileclock_host import box_words

FIRMWARE = ROOT / "firmware"
PACKAGE = FIRMWARE / "tileclock"
LANGUAGES = sorted(path.stem for path in (PACKAGE / "lang").glob("*.json"))


@cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def for_each(things):
    """One test of a rule for all of them: a test for each costs more than the rule does."""

    def test_of(rule):
        def test():
            for each in things:
                rule(each)

        test.__name__, test.__doc__ = rule.__name__, rule.__doc__
        return test

    return test_of


def module(language):
    """All words of a language, whatever section they stand in."""
    return SimpleNamespace(**box_words.names(language))
