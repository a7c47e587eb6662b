"""The rule sheets on this box: the built-in ones and what a PC has put into /data/presets.

What checks presets is in memory only while one is loaded: a device that plays needs its heap elsewhere.
"""

import os

from tileclock.memory import moment

FOLDER = "/data/presets"
BUILT_IN = ("pl", "tournament", "word", "cs", "uk")


def ids():
    """Built-in ones first, then the others by name."""
    own = []
    try:
        for name in os.listdir(FOLDER):
            if name.endswith(".json") and name[:-5] not in BUILT_IN:
                own.append(name[:-5])
    except OSError:
        pass  # nobody has put any there
    return list(BUILT_IN) + sorted(own)


def load(name, log):
    """The preset of that id and its checksum; when it is not there or not right, the first built-in one."""
    with moment():
        return _load(name, log)


def _load(name, log):
    from tileclock.core import preset, presets

    try:
        if name in BUILT_IN:
            found = presets.built_in(name)
        else:
            with open("%s/%s.json" % (FOLDER, name)) as file:
                found = presets.custom(file.read(preset.LONGEST + 1))
    except (OSError, ValueError, UnicodeError, MemoryError) as error:  # brackets in brackets fill the heap
        log("preset %s: %s; %s is used" % (name, error, BUILT_IN[0]))
        found = presets.built_in(BUILT_IN[0])
    return found, preset.checksum(found)
