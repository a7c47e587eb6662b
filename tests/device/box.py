"""The simulated box as the tests use it: on a flash image of its own, with files put there from outside."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterable
from pathlib import Path

from littlefs import LittleFS, UserContext

from tests.device import forked
from tileclock_host.sim.board import Board
from tileclock_host.sim.flash import BLOCK, BLOCKS

FIRST_SCREEN_US = 2_000_000  # from power on
USUAL = {"limit": 40}  # settings of the tests' table, where a test says nothing else


def opened(image: Path) -> LittleFS:
    """The files on a flash image, read and written by an independent implementation of the file system."""
    context = UserContext(buffer=bytearray(image.read_bytes()))
    options = {"block_size": BLOCK, "block_count": BLOCKS, "prog_size": 32, "read_size": 32}
    return LittleFS(context=context, lookahead_size=32, cache_size=BLOCK, **options)


class Box(Board):
    """A board whose flash, before it is switched on, is a copy of a prepared image."""

    start_cell = staticmethod(forked.start_cell)

    def __init__(self, prepared: Path, image: Path, **options) -> None:
        shutil.copyfile(prepared, image)
        super().__init__(image, **options)

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
        self.flash.write_bytes(fs.context.buffer)

    def drop(self, paths: Iterable[str]) -> None:
        """Remove those of these files that are there."""
        fs = opened(self.flash)
        for path in paths:
            with contextlib.suppress(FileNotFoundError):
                fs.remove(path)
        fs.unmount()
        self.flash.write_bytes(fs.context.buffer)

    def remove(self, path: str) -> None:
        """A file, or a folder with all that is in it, of a box that is switched off."""
        fs = opened(self.flash)
        fs.remove(path, recursive=True)
        fs.unmount()
        self.flash.write_bytes(fs.context.buffer)

    def make_foreign(self) -> None:
        """Switched on again, its memory is none it knows: where its folder of sheets was there is a file."""
        self.pull_plug()
        self.remove("/data/sheets")
        self.restart_with({"/data/sheets": b"somebody else's"})

    @property
    def log(self) -> str:
        return self.console.tail(1 << 16)
