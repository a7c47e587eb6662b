"""A file system in memory, for a VM without flash: what it costs says nothing about the board."""

import errno
import io

_FOLDER, _FILE = 0x4000, 0x8000


class RamDisk:
    """Contents by path; a folder's content is None."""

    def __init__(self):
        self._at = {"/": None}

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
        return (_FOLDER if content is None else _FILE, 0, 0, 0, 0, 0, len(content or b""), 0, 0, 0)

    def ilistdir(self, path):
        above = self._known(path).rstrip("/") + "/"
        for name, content in list(self._at.items()):
            if name.startswith(above) and "/" not in name[len(above) :] and name != above:
                yield name[len(above) :], _FOLDER if content is None else _FILE, 0, len(content or b"")

    def mkdir(self, path):
        self._at[_whole(path)] = None

    def remove(self, path):
        del self._at[self._known(path)]

    def rename(self, old, new):
        self._at[_whole(new)] = self._at.pop(self._known(old))

    def open(self, path, mode):
        path = _whole(path)
        if "w" in mode:
            self._at[path] = b""
        elif "a" not in mode:
            self._known(path)
        return _Stream(self._at, path, mode)


def _whole(path):
    return "/" + path.strip("/")


class _Stream(io.IOBase):
    """An open file; what was written is there once it is flushed or closed."""

    def __init__(self, at, path, mode):
        self._at, self._path = at, path
        self._text = "b" not in mode
        self._changed = False
        self._io = io.BytesIO(at.get(path, b""))
        if "a" in mode:
            self._io.seek(0, 2)
        self.seek, self.tell, self.readinto = self._io.seek, self._io.tell, self._io.readinto

    def read(self, size=-1):
        found = self._io.read(size)
        return found.decode() if self._text else found

    def write(self, content):
        self._changed = True
        return self._io.write(content)

    def flush(self):
        if self._changed:
            self._at[self._path] = self._io.getvalue()

    def close(self):
        self.flush()

    def ioctl(self, request, argument):
        self.flush()
        return 0

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
