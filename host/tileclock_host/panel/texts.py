"""What is said around the box, in its four languages: one file for each, which the page reads as well."""

import functools
import json
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parents[1] / "web" / "page" / "texts"


@functools.cache
def load(language: str) -> dict[str, dict[str, str]]:
    """`hints` for each kind of screen, and the texts of the `page`."""
    found: dict[str, dict[str, str]] = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return found


def say(key: str, language: str = "en", /, **facts: Any) -> str:
    """A text of the page."""
    return load(language)["page"][key].format(**facts)
