"""One program at a time: the lock under which programs change what they share."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
if sys.platform == "win32":
    import msvcrt


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Others that ask for the same lock wait. Its file stays: of two that come and go, two may be locked."""
    with lock.open("a") as held:
        if sys.platform == "win32":
            msvcrt.locking(held.fileno(), msvcrt.LK_LOCK, 1)
        elif fcntl:
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
