"""What a run makes once, whichever of its workers needs it first: folders, and servers they all use."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Shared:
    """A folder of the run, and locks that keep its workers from making the same thing twice."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def made(self, name: str, make: Callable[[Path], object]) -> Path:
        """The folder of this name, which `make` fills where no worker has done so yet."""
        folder = self._folder / name
        with self._alone(name):
            if not folder.exists():
                draft = folder.with_name(f"{name}.draft")
                shutil.rmtree(draft, ignore_errors=True)  # another worker's, which failed
                draft.mkdir()
                make(draft)
                draft.rename(folder)
        return folder

    @contextmanager
    def running(self, name: str, start: Callable[[], str], stop: Callable[[str], object]) -> Iterator[str]:
        """What `start` says of the server it starts; `stop` is told the same by the last worker to leave."""
        said = self._folder / f"{name}.said"
        with (self._folder / f"{name}.users").open("a") as users:
            with self._alone(name):
                fcntl.flock(users, fcntl.LOCK_SH)
                if not said.exists():
                    said.write_text(start(), encoding="utf-8")
                words = said.read_text(encoding="utf-8")
            try:
                yield words
            finally:
                with self._alone(name), suppress(BlockingIOError):
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)  # nobody else has it
                    said.unlink()
                    stop(words)

    @contextmanager
    def _alone(self, name: str) -> Iterator[None]:
        with (self._folder / f"{name}.lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
