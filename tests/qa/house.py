"""Where the things are that the tests of the house rules look through."""

from types import SimpleNamespace

from tests.device.pictures import ROOT
from tileclock_host import box_words

FIRMWARE = ROOT / "firmware"
PACKAGE = FIRMWARE / "tileclock"
LANGUAGES = sorted(path.stem for path in (PACKAGE / "lang").glob("*.json"))


def module(language):
    """All words of a language, whatever section they stand in."""
    return SimpleNamespace(**box_words.names(language))
