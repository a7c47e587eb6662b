"""The chip's flash in a browser: files in the memory of its worker, each kept by the page once it is whole.

What stands for littlefs keeps its promise: a file is after a power cut what it was when it was flushed or
closed last, and a rename or a removal has happened or not. It knows no wear and no broken blocks, and its
calls take the time that littlefs would need for them on average.
"""

import io

import flash as page  # the worker's own functions
import vfs
from _chip import chip

# What went wrong, as the worker's file system numbers it and as the chip's does.
_ERRNO = {44: 2, 29: 5, 8: 9, 20: 17, 54: 20, 31: 21, 28: 22, 51: 28, 55: 39}
_BLOCK, _BLOCKS = 4096, 512
_FILE = 0x8000
_INLINE = 128  # bytes of a file that littlefs keeps in its folder
_FOLDER_US = 2_500  # a commit to a folder: some program commands, now and then an erase


def attach(folder):
    _Files.root = folder


def file_system():
    return _Files()


def _spend(size=0):
    """What it costs to make a change last, with so many bytes of content."""
    blocks = 0 if size <= _INLINE else (size + _BLOCK - 1) // _BLOCK
    chip.block(_FOLDER_US + blocks * chip.erase_us)


def _do(what, *facts):
    try:
        return what(*facts)
    except OSError as error:
        raise OSError(_ERRNO.get(error.errno, error.errno)) from None


class _Files:
    def __init__(self):
        self._posix = vfs.VfsPosix()
        self._cwd = "/"

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def chdir(self, path):
        self._cwd = self._at(path)

    def getcwd(self):
        return self._cwd

    def _at(self, path):
        return path if path.startswith("/") else (self._cwd.rstrip("/") + "/" + path)

    def open(self, path, mode):
        path = self._at(path)
        file = _do(self._posix.open, self.root + path, mode)
        return file if mode in ("r", "rb", "rt") else _Written(path, file)

    def ilistdir(self, path):
        path = self._at(path)
        return iter([self._entry(path, *each) for each in _do(self._posix.ilistdir, self.root + path)])

    def _entry(self, folder, name, kind, *_):
        size = self._posix.stat(self.root + folder + "/" + name)[6] if kind == _FILE else 0
        return name, kind, 0, size

    def stat(self, path):
        return _do(self._posix.stat, self.root + self._at(path))

    def statvfs(self, path):
        free = _BLOCKS - page.blocks()
        return (_BLOCK, _BLOCK, _BLOCKS, free, free, 0, 0, 0, 0, 255)

    def mkdir(self, path):
        self._last(self._posix.mkdir, page.mkdir, path)

    def rmdir(self, path):
        self._last(self._posix.rmdir, page.remove, path)

    def remove(self, path):
        self._last(self._posix.remove, page.remove, path)

    def rename(self, old, new):
        self._last(self._posix.rename, page.rename, old, new)

    def _last(self, here, there, *paths):
        """A change of names, here and in what the browser keeps."""
        paths = [self._at(path) for path in paths]
        _do(here, *[self.root + path for path in paths])
        _spend()
        there(*paths)


class _Written(io.IOBase):
    """A file that is open for writing: others see what it holds when the flash has it."""

    def __init__(self, path, file):
        self._path = path
        self._file = file
        self._changed = True
        self.read, self.readinto, self.readline = file.read, file.readinto, file.readline
        self.seek, self.tell = file.seek, file.tell

    def write(self, data):
        self._changed = True
        return self._file.write(data)

    def flush(self):
        self._file.flush()
        if self._changed:
            self._changed = False
            _spend(page.size(self._path))
            page.keep(self._path)

    def close(self):
        self.flush()
        self._file.close()
