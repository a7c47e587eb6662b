"""Puts a bundle on a flash image, as a deploy would: what is no longer in the bundle goes, data stays."""

import sys

import os
import ujson
import vfs

_config = ujson.loads(os.getenv("TILECLOCK"))
sys.path[:] = ["", ".frozen", _config["chip"]]

import esp32

_OWN = ("tileclock", "lib", "main.py")  # what belongs to the firmware rather than to the people at the table


def _walk(folder):
    for name, kind, *_ in os.ilistdir(folder):
        path = folder + "/" + name
        if kind == 0x4000:
            yield from _walk(path)
            yield path, True
        else:
            yield path, False


def _copy(source, target):
    folder = ""
    for part in target.split("/")[1:-1]:
        folder += "/" + part
        try:
            os.mkdir(folder)
        except OSError:
            pass  # it is there already
    with open(source, "rb") as file:
        data = file.read()
    with open(target, "wb") as file:
        file.write(data)


def _remove_own():
    for name in _OWN:
        try:
            kind = os.stat("/flash/" + name)[0]
        except OSError:
            continue
        if kind == 0x4000:
            for path, is_folder in _walk("/flash/" + name):
                (os.rmdir if is_folder else os.remove)(path)
            os.rmdir("/flash/" + name)
        else:
            os.remove("/flash/" + name)


_file = open(_config["flash"], "r+b")
_partition = esp32.Partition(_file, _file.seek(0, 2) // 4096)
if _config["format"]:
    vfs.VfsLfs2.mkfs(_partition, progsize=32, readsize=32, lookahead=32)
vfs.mount(vfs.VfsLfs2(_partition, progsize=32, readsize=32, lookahead=32), "/flash")
_remove_own()
for _path, _is_folder in _walk(_config["bundle"]):
    # The manifest comes last: an image without it, or with an old one, is installed again.
    if not _is_folder and not _path.endswith("/manifest.json"):
        _copy(_path, "/flash" + _path[len(_config["bundle"]) :])
_copy(_config["bundle"] + "/manifest.json", "/flash/manifest.json")
vfs.umount("/flash")
