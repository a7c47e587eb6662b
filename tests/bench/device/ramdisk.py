"""A file system in memory, for a VM without flash: what it costs says nothing about the board."""

import errno
import io

_FOLDER, _FILE = 0x4000, 0x8000


class RamDisk:
    """Contents by path; a folder's content is None."""

    def __init__(self):
        self._at = {"/": None}

    def held(self):
        """Bytes of heap that the files take: on a board they are not there."""
        return sum([(_size(content) + 15) // 16 * 16 for content in self._at.values()])

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def _known(self, path):
        path = _whole(path)
        if path not in self._at:
            raise OSError(errno.ENOENT)
        return path

    def stat(self, path):
        content = self._at[self._known(path)]
        return (_FOLDER if content is None else _FILE, 0, 0, 0, 0, 0, _size(content), 0, 0, 0)

    def statvfs(self, path):
        return (4096, 4096, 400, 300, 300, 0, 0, 0, 0, 255)

    def ilistdir(self, path):
        above = self._known(path).rstrip("/") + "/"
        for name, content in list(self._at.items()):
            if name.startswith(above) and "/" not in name[len(above) :] and name != above:
                yield name[len(above) :], _FOLDER if content is None else _FILE, 0, _size(content)

    def mkdir(self, path):
        self._at[_whole(path)] = None

    def remove(self, path):
        del self._at[self._known(path)]

    rmdir = remove

    def rename(self, old, new):
        self._at[_whole(new)] = self._at.pop(self._known(old))

    def open(self, path, mode):
        path = _whole(path)
        if "w" in mode:
            self._at[path] = io.BytesIO()
        elif "a" not in mode:
            self._known(path)
        return _Stream(self._at, path, mode)


def _whole(path):
    return "/" + path.strip("/")


def _size(content):
    return 0 if content is None else len(content.getvalue())


class _Stream(io.IOBase):
    """An open file; what was written is there at once, and writing over it allocates nothing."""

    def __init__(self, at, path, mode):
        self._text = "b" not in mode
        self._io = at.setdefault(path, io.BytesIO())
        self._io.seek(0, 2 if "a" in mode else 0)
        self.seek, self.tell, self.readinto = self._io.seek, self._io.tell, self._io.readinto

    def read(self, size=-1):
        found = self._io.read(size)
        return found.decode() if self._text else found

    def readline(self):
        found = self._io.getvalue()[self._io.tell() :]
        return self.read(found.find(b"\n") + 1 or len(found))

    def write(self, content):
        return self._io.write(content)

    def flush(self):
        pass

    def close(self):
        pass

    def ioctl(self, request, argument):
        return 0

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass
