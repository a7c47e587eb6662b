"""Where the things are that the tests of the house rules look through."""

import importlib

from tests.device.pictures import ROOT

FIRMWARE = ROOT / "firmware"
PACKAGE = FIRMWARE / "tileclock"
LANGUAGES = sorted(path.stem for path in (PACKAGE / "lang").glob("*.py") if path.stem != "__init__")


def module(language):
    """The module of a language."""
    return importlib.import_module(f"tileclock.lang.{language}")
