"""The rule sheets the firmware brings along, read as a clock reads them."""

from pathlib import Path

from tileclock.core import preset

FILES = {path.stem[2:]: path for path in sorted((Path(preset.__file__).parents[1] / "rules").glob("*.json"))}
BUILT_IN = tuple(FILES)  # in the order of the menu


def text_of(name):
    return FILES[name].read_text(encoding="utf-8")


def built_in(name):
    return preset.read(text_of(name))
