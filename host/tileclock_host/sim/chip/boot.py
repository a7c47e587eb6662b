"""Power-on of the virtual chip: wires it up, mounts its flash and starts what is on it."""

import binascii
import sys

import vfs


def run(parcel):
    from _chip import FAILED, chip

    config = parcel.config
    chip.to_host = open(config["to_host"], "wb")
    chip.from_host = open(config["from_host"], "rb")
    chip.horizon = 0
    chip.ticks_left_ms = config["ticks_left_ms"]
    chip.reset_cause = config["cause"]
    chip.watchdog_us = config["watchdog_ms"] * 1000
    chip.device = binascii.unhexlify(config["device"])
    chip.rtc = bytearray(binascii.unhexlify(config["rtc"]))

    chip.terminal = config["terminal"]

    import _flash

    _flash.attach(config["flash"])

    import select  # noqa: F401
    import time

    import _files
    import _gc
    import _kbd
    import _uart
    import flashbdev  # noqa: F401
    import machine  # noqa: F401 – loaded while the parcel can still be reached

    sys.modules["gc"] = _gc
    sys.modules["micropython"] = _kbd
    sys.modules["sys"] = _uart.SYS
    vfs.umount("/")
    try:
        vfs.mount(_files.Files(_flash.file_system()), "/")
    except OSError:
        chip.send(FAILED, 0, 0)
        fs_corrupted(time)
    sys.path[:] = ["", ".frozen", "/lib"]
    return _programs("/boot.py", "/main.py") if config["main"] else _programs("/boot.py")


def fs_corrupted(time):
    """As the port does: only a Ctrl-C ends it, and leads to a prompt without files."""
    while True:
        print("The filesystem appears to be corrupted. If you had important data there, you")
        print("may want to make a flash snapshot to try to recover it.")
        time.sleep(3)


def _programs(*paths):
    """What is on the flash, each read when the one before has ended."""
    for path in paths:
        try:
            with open(path) as file:
                text = file.read()
        except OSError:
            continue
        yield compile(text, path, "exec")
