"""Where the things are that the tests of the house rules look through."""

import importlib
from types import SimpleNamespace

from tests.device.pictures import ROOT
from tileclock.lang import SECTIONS

FIRMWARE = ROOT / "firmware"
PACKAGE = FIRMWARE / "tileclock"
LANGUAGES = sorted(path.stem for path in (PACKAGE / "lang").glob("*.py") if len(path.stem) == 2)


def module(language):
    """All words of a language, whatever section they stand in."""
    file = importlib.import_module(f"tileclock.lang.{language}")
    sections = [getattr(file, name) for name in SECTIONS]
    return SimpleNamespace(**{k: v for part in sections for k, v in vars(part).items() if k.isupper()})
