"""The rule sheets on this box: its own in the folder rules, packed, and what a PC has put into /data/presets.

All are documents of one form, and only that of the rules in force is read. This is in memory only meanwhile,
as what checks them is: a device that plays needs its heap elsewhere.
"""

import os

import deflate

from tileclock.files import brought

FOLDER = "/data/presets"
MOST = 24  # of one's own


def built_in():
    """Ids of the program's own, in the order of the menu: a digit in front of each file's name says it."""
    return [name[2:] for name in sorted(os.listdir(brought("rules")))]


def own():
    """Ids of those that were put here, by name; of more than can be, the first."""
    known, found = built_in(), []
    try:
        for entry in os.ilistdir(FOLDER):
            name = entry[0][:-5]
            if entry[0].endswith(".json") and name not in known and len(found) < MOST:
                found.append(name)
    except OSError:
        pass  # nobody has put any there
    return sorted(found)


def ids():
    return built_in() + own()


def load(name, log):
    """The preset of that id and its checksum; when it is not there or not right, the first built-in one."""
    from tileclock.core import preset

    known = built_in()
    try:
        with open(_path(name, known), "rb" if name in known else "r") as file:
            found = preset.read((deflate.DeflateIO(file) if name in known else file).read(preset.LONGEST + 1))
        if found["id"] != name:
            raise preset.PresetError("id", "must be that of its file")
    except (OSError, ValueError, UnicodeError, MemoryError) as error:  # brackets in brackets fill the heap
        if name == known[0]:
            raise
        log("preset %s: %s; %s is used" % (name, error, known[0]))
        return load(known[0], log)
    return found, preset.checksum(found)


def _path(name, known):
    if name in known:
        return "%s%d-%s" % (brought("rules"), known.index(name) + 1, name)
    return "%s/%s.json" % (FOLDER, name)
