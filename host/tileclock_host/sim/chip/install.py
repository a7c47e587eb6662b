"""Puts a bundle on a flash image, as a deploy would: what is no longer in the bundle goes, data stays."""

import os

import esp32
import vfs

_OWN = ("tileclock", "lib", "main.py")  # what belongs to the firmware rather than to the people at the table


def _walk(folder):
    for name, kind, *_ in os.ilistdir(folder):
        path = folder + "/" + name
        if kind == 0x4000:
            yield from _walk(path)
            yield path, True
        else:
            yield path, False


def _copy(data, target):
    folder = ""
    for part in target.split("/")[1:-1]:
        folder += "/" + part
        try:
            os.mkdir(folder)
        except OSError:
            pass  # it is there already
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


def run(parcel):
    file = open(parcel.config["flash"], "r+b")
    partition = esp32.Partition(file, file.seek(0, 2) // 4096)
    if parcel.config["format"]:
        vfs.VfsLfs2.mkfs(partition, progsize=32, readsize=32, lookahead=32)
    vfs.mount(vfs.VfsLfs2(partition, progsize=32, readsize=32, lookahead=32), "/flash")
    _remove_own()
    names = sorted(name for name in parcel.places if name.startswith("bundle/"))
    # The manifest comes last: an image without it, or with an old one, is installed again.
    names.sort(key=lambda name: name == "bundle/manifest.json")
    for name in names:
        _copy(parcel.read(name), "/flash" + name[len("bundle") :])
    for path, text in parcel.config["own"].items():
        _copy(text.encode(), "/flash" + path)
    vfs.umount("/flash")
    file.close()
    return ()
