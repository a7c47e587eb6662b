"""What a crash of the clock says, in the names of the sources: in each build other names stand for them."""

import json
import re
import zlib
from pathlib import Path

_BUILD = re.compile(r"\bbuild ([0-9a-f]{8})\b")
_PLACE = re.compile(r'^(\s*File ")([\w.]+)(", line \d+, in )(\S+)$')
_MISSED = re.compile(r"^(AttributeError|NameError|ImportError|TypeError)\b")


def build_of(manifest: bytes) -> str:
    """By what a clock names its build in its log."""
    return f"{zlib.crc32(manifest):08x}"


class Names:
    """Translates a log line by line; of a name that stands for several, all that fit are told."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._functions: dict[str, dict[str, str]] = {}  # by module and new name
        self._others: dict[str, dict[str, str]] = {}
        self._module = ""
        self.unknown: set[str] = set()  # builds that were not made here

    def restored(self, line: str) -> str:
        if build := _BUILD.search(line):
            self._read(build[1])
        if (place := _PLACE.match(line)) and (module := self._module_of(place[2])):
            self._module = module
            name = self._functions[module].get(place[4], place[4])
            return f"{place[1]}{module}{place[3]}{name}"
        if _MISSED.match(line):
            old = self._others.get(self._module, {})
            return re.sub(r"'(\w+)'", lambda found: f"'{old.get(found[1], found[1])}'", line)
        return line

    def _module_of(self, said: str) -> str:
        """The module that a crash names, by its last part or, of earlier builds, by all of it."""
        return next((module for module in self._functions if f".{module}".endswith(f".{said}")), "")

    def _read(self, build: str) -> None:
        try:
            known = json.loads((self._folder / f"{build}.json").read_text(encoding="utf-8"))
            self._functions, self._others = known["functions"], known["others"]
        except (OSError, ValueError, KeyError):
            self._functions, self._others = {}, {}
            self.unknown.add(build)
