"""The simulated box as the tests use it: on a flash image of its own, with files put there from outside."""

from __future__ import annotations

import contextlib
import copy
import functools
import mmap
import shutil
from collections.abc import Iterable
from pathlib import Path

from littlefs import LittleFS, UserContext

from tests.device import forked
from tileclock_host.sim.board import Board
from tileclock_host.sim.flash import BLOCK, BLOCKS
from tileclock_host.sim.wire import Wire

FIRST_SCREEN_US = 2_000_000  # from power on
_ERASED = b"\xff" * BLOCK
_ITS_OWN = {"flash", "console", "incoming", "start_cell", "_wire", "_vm"}  # of a box, not of what it does
USUAL = {"limit": 40}  # settings of the tests' table, where a test says nothing else


class _InPlace(UserContext):
    """An image of which only what is looked at is read, and only what changes is written."""

    def __init__(self, image: Path) -> None:
        with image.open("r+b") as file:
            super().__init__(buffer=mmap.mmap(file.fileno(), 0))

    def read(self, cfg, block: int, off: int, size: int) -> bytes:
        at = block * BLOCK + off
        return self.buffer[at : at + size]

    def prog(self, cfg, block: int, off: int, data: bytes) -> int:
        at = block * BLOCK + off
        self.buffer[at : at + len(data)] = data
        return 0

    def erase(self, cfg, block: int) -> int:
        return self.prog(cfg, block, 0, _ERASED)


def opened(image: Path) -> LittleFS:
    """The files on a flash image, read and written by an independent implementation of the file system."""
    options = {"block_size": BLOCK, "block_count": BLOCKS, "prog_size": 32, "read_size": 32}
    return LittleFS(context=_InPlace(image), lookahead_size=32, cache_size=BLOCK, **options)


class Box(Board):
    """A board whose flash, before it is switched on, is a copy of a prepared image."""

    def __init__(self, prepared: Path, image: Path, *, copied: bool = False, **options) -> None:
        shutil.copyfile(prepared, image)
        super().__init__(image, **options)
        self.start_cell = functools.partial(forked.start_cell, copied=copied)
        self._options = options

    def copy(self, image: Path, *, copied: bool = False) -> Box:
        """Another like this one, at the same moment, which goes on from there on an image of its own."""
        self.console.settle()
        twin = Box(self.flash, image, copied=copied, **self._options)
        for name in vars(self).keys() - _ITS_OWN:
            setattr(twin, name, copy.deepcopy(getattr(self, name)))
        twin.console.say(bytes(self.console.log))
        if self.console.uart:
            twin.console.uart = twin.incoming.send
        twin.console.interruptible = self.console.interruptible
        if self.powered:
            twin._wire = Wire()
            ends = (twin._wire.chip_out, twin._wire.chip_in)
            with image.open("r+b") as flash:
                twin._vm = self._vm.copy(twin.console.vm_end, (flash.fileno(), *ends), copied=copied)
            twin._wire.hand_over()
        return twin

    def start(self) -> None:
        """Switch it on and wait for the first screen."""
        self.power_on()
        self.await_picture()

    def await_picture(self, within_us: int = FIRST_SCREEN_US) -> None:
        """Wait until something is shown and stays as it is: a whole picture takes several transfers."""
        until = self.now + within_us
        before = b""
        while before != self.oled.frame() or not any(before):
            assert self.now < until, f"no picture within {within_us // 1000} ms; the log: {self.log[-1000:]}"
            before = self.oled.frame()
            self.advance(20_000)

    def settings(self, stored: bytes) -> None:
        """It starts with these; a judge's code among them is the only one there is."""
        self.pull_plug()
        self.drop(["/data/code"])
        self.restart_with({"/data/settings.json": stored})

    def restart_with(self, files: dict[str, bytes]) -> None:
        """Switched off, these files are put on the flash; then it starts anew."""
        self.pull_plug()
        self.put(files)
        self.start()

    def read(self, path: str) -> bytes:
        """What is in a file now."""
        fs = opened(self.flash)  # must outlive the file
        with fs.open(path, "rb") as file:
            return file.read()

    def files(self, folder: str = "/data") -> dict[str, bytes]:
        """What is in every file below a folder, by its path."""
        fs, found = opened(self.flash), {}
        for inside, _, names in fs.walk(folder):
            for path in [f"{inside}/{name}" for name in sorted(names)]:
                with fs.open(path, "rb") as file:
                    found[path] = file.read()
        return found

    def put(self, files: dict[str, bytes]) -> None:
        """Write files with an independent implementation of the file system."""
        fs = opened(self.flash)
        for path, data in files.items():
            fs.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
            with fs.open(path, "wb") as file:
                file.write(data)
        fs.unmount()

    def drop(self, paths: Iterable[str]) -> None:
        """Remove those of these files that are there."""
        fs = opened(self.flash)
        for path in paths:
            with contextlib.suppress(FileNotFoundError):
                fs.remove(path)
        fs.unmount()

    def remove(self, path: str) -> None:
        """A file, or a folder with all that is in it, of a box that is switched off."""
        fs = opened(self.flash)
        fs.remove(path, recursive=True)
        fs.unmount()

    def make_foreign(self) -> None:
        """Switched on again, its memory is none it knows: where its folder of sheets was there is a file."""
        self.pull_plug()
        self.remove("/data/sheets")
        self.restart_with({"/data/sheets": b"somebody else's"})

    @property
    def log(self) -> str:
        return self.console.tail(1 << 16)
