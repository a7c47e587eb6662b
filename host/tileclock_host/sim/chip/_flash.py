"""The chip's flash: a file of the PC behind littlefs, as MicroPython's port sets it up."""

import esp32
import vfs
from _chip import chip


def attach(image):
    file = open(image, "r+b")
    chip.flash = esp32.Partition(file, file.seek(0, 2) // 4096)


def file_system():
    """Raises OSError if there is none that can be read."""
    return vfs.VfsLfs2(chip.flash, progsize=32, readsize=32, lookahead=32)
