"""The first thing that runs in the VM, which can open no file: unpacks what the supervisor handed over."""

import gc
import io
import json
import sys

import __main__
import vfs


class Parcel:
    """What to do, and the files for it; also a file system to import them from."""

    def __init__(self, file):
        index = json.loads(file.readline())
        self.config = index["config"]
        self.places = index["files"]
        self._file = file
        self._start = file.tell()

    def read(self, name):
        offset, size = self.places[name]
        self._file.seek(self._start + offset)
        return self._file.read(size)

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def stat(self, path):
        if path.lstrip("/") not in self.places:
            raise OSError(2)  # ENOENT
        return (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path, mode):
        return io.BytesIO(self.read(path.lstrip("/")))


def unpack(sent):
    """Do what the script is for, with only the parcel's files around it; what is left to run without them."""
    parcel = Parcel(sent)
    vfs.umount("/")
    vfs.mount(parcel, "/")
    sys.path[:] = ["", ".frozen"]
    script = parcel.config["script"]
    programs = __import__(script).run(parcel)
    del sys.modules[script]
    sent.close()
    return programs


_programs = unpack(file)  # noqa: F821 – given by how the VM was started
gc.collect()  # the chip's own start costs it no memory
for _program in _programs:
    exec(_program, __main__.__dict__)
