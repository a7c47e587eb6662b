"""Where the things are that the tests of the house rules look through."""

import importlib
from types import SimpleNamespace

from tests.device.pictures import ROOT

FIRMWARE = ROOT / "firmware"
PACKAGE = FIRMWARE / "tileclock"
LANGUAGES = sorted(path.stem for path in (PACKAGE / "lang").glob("*.py") if len(path.stem) == 2)


def module(language):
    """All words of a language, those among them that are not always in memory."""
    parts = [
        importlib.import_module(f"tileclock.lang.{part}{language}") for part in ("", "between_", "rare_")
    ]
    return SimpleNamespace(**{k: v for part in parts for k, v in vars(part).items() if k.isupper()})
