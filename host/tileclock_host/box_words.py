"""The words that the box itself says, from the files the firmware has them in."""

import json
from pathlib import Path
from typing import Any

import tileclock

_FOLDER = Path(tileclock.__file__).parent / "lang"


def sections(language: str) -> dict[str, dict[str, Any]]:
    """By the section they stand in, and by their names."""
    found: dict[str, dict[str, Any]] = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return found


def names(language: str) -> dict[str, Any]:
    """By their names alone: none is in two sections."""
    return {name: text for words in sections(language).values() for name, text in words.items()}
