"""The board's file system as the program meets it: a call is one piece, however often it goes to the flash.

MicroPython runs littlefs in C, so a timer callback that falls due has to wait until the whole call is over.
"""

import io

from _chip import chip


class Files:
    """littlefs; after each call the callbacks that waited."""

    def __init__(self, littlefs):
        self._littlefs = littlefs
        self.mount, self.umount = littlefs.mount, littlefs.umount

    def open(self, path, mode):
        file = chip.after(self._littlefs.open(path, mode))
        return file if mode in ("r", "rb", "rt") else _Written(file)

    def ilistdir(self, path):
        return _listed(chip.after(self._littlefs.ilistdir(path)))

    def mkdir(self, path):
        chip.after(self._littlefs.mkdir(path))

    def rmdir(self, path):
        chip.after(self._littlefs.rmdir(path))

    def remove(self, path):
        chip.after(self._littlefs.remove(path))

    def rename(self, old, new):
        chip.after(self._littlefs.rename(old, new))

    def chdir(self, path):
        chip.after(self._littlefs.chdir(path))

    def getcwd(self):
        return self._littlefs.getcwd()

    def stat(self, path):
        return chip.after(self._littlefs.stat(path))

    def statvfs(self, path):
        return chip.after(self._littlefs.statvfs(path))


def _listed(entries):
    """Each entry is a call of its own."""
    for entry in entries:
        yield chip.after(entry)


class _Written(io.IOBase):
    """A file that is open for writing; what reads it is over too soon to hold a key up."""

    def __init__(self, file):
        self._file = file
        self.read, self.readinto, self.readline = file.read, file.readinto, file.readline
        self.seek, self.tell = file.seek, file.tell

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def write(self, data):
        return chip.after(self._file.write(data))

    def flush(self):
        chip.after(self._file.flush())

    def close(self):
        chip.after(self._file.close())
