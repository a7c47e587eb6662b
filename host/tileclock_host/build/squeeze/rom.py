"""Names that MicroPython has in its ROM, so that using them costs no heap; they are listed in rom.txt."""

import re
from pathlib import Path

_LISTS = re.findall(r"\[(\w+)\]\n([^\[]+)", Path(__file__).with_name("rom.txt").read_text(encoding="utf-8"))
_NAMES = {name: frozenset(names.split()) for name, names in _LISTS}

COMMON = _NAMES["COMMON"]  # in both virtual machines of the tests; a test compares
FOREIGN = _NAMES["FOREIGN"]  # in one of them only: not to be given away
# C code looks these up in objects, the compiler knows them, or tests call them: no name of ours becomes one.
LOOKED_UP = _NAMES["LOOKED_UP"]
MODULES = _NAMES["MODULES"]  # those of MicroPython that the firmware uses: what they have is in these lists
# Of these, those for which a file on the flash could stand in, but for the virtual chip's.
SHADOWED = _NAMES["SHADOWED"]
