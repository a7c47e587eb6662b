"""A NOR flash in memory under the real littlefs; its operations are kept, to make cuts of them."""

import gc
import os
import sys

import vfs
from torn import BLOCK, ERASE, PROGRAM, done

BLOCKS = 64
OPTIONS = {"progsize": 32, "readsize": 32, "lookahead": 32}  # as the ESP32's port has it


class Flash:
    """`operations` holds (what, block, offset, bytes) of all that was written."""

    def __init__(self, image=None):
        self.data = image or bytearray(b"\xff" * (BLOCK * BLOCKS))
        self.operations = []

    def readblocks(self, block, buffer, offset=0):
        at = block * BLOCK + offset
        buffer[:] = self.data[at : at + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        self._do((PROGRAM, block, offset, bytes(buffer)))

    def _do(self, operation):
        self.operations.append(operation)
        done(self.data, operation)

    def ioctl(self, op, argument):
        if op == 4:
            return BLOCKS
        if op == 5:
            return BLOCK
        if op == 6:
            self._do((ERASE, argument, 0, b""))
        return 0


class Collector:
    """`gc` as the firmware gets it: while nothing is collected by itself, nor is what it asks for."""

    def __getattr__(self, name):
        return getattr(gc, name)

    def collect(self):
        if gc.isenabled():
            gc.collect()


def leave_the_pc():
    """The PC's files move to /pc: what the firmware writes must not land there."""
    sys.modules["gc"] = Collector()
    vfs.umount("/")
    vfs.mount(vfs.VfsPosix(), "/pc")
    sys.path[:] = ["/pc" + path for path in sys.path if path.startswith("/")] + [".frozen"]


def format(flash):
    vfs.VfsLfs2.mkfs(flash, **OPTIONS)


def mount(flash):
    try:
        vfs.umount("/")
    except OSError:
        pass  # nothing was mounted yet
    flash.files = vfs.VfsLfs2(flash, **OPTIONS)
    vfs.mount(flash.files, "/")


def restarted(flash):
    """The same flash under a box that starts anew; what the old one had in its memory is gone."""
    again = Flash(bytearray(flash.data))
    mount(again)
    return again


def remount(flash):
    """The file system goes on with this flash as it was, with the files that are open."""
    vfs.umount("/")
    vfs.mount(flash.files, "/")


def files(folder="/data"):
    """All files below, with what is in them."""
    found = {}
    for entry in os.ilistdir(folder):
        path = folder + "/" + entry[0]
        if entry[1] == 0x4000:
            found.update(files(path))
        else:
            with open(path, "rb") as file:
                found[path] = file.read()
    return found
