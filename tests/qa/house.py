"""Where the things are that the tests of the house rules look through."""

import importlib
from types import SimpleNamespace

from tests.device.pictures import ROOT

FIRMWARE = ROOT / "firmware"
PACKAGE = FIRMWARE / "tileclock"
LANGUAGES = sorted(path.stem for path in (PACKAGE / "lang").glob("*.py") if len(path.stem) == 2)


def module(language):
    """All words of a language, those that are seldom said among them."""
    parts = [importlib.import_module(f"tileclock.lang.{part}{language}") for part in ("", "rare_")]
    return SimpleNamespace(**vars(parts[0]), **{k: v for k, v in vars(parts[1]).items() if k.isupper()})
