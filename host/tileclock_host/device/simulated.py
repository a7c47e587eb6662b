"""Where simulated clocks that run on this computer have their ports: they say so themselves.

No system lists pseudo-terminals as ports. Each simulator keeps a file with the name of its own, and a lock on
it for as long as it runs: one that was killed leaves a name that may be somebody else's by now. Its file goes
when the next simulator starts. A program that only looks removes none: it might be one that is just begun.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from tileclock_host.locks import alone

try:
    import fcntl
except ImportError:  # Windows, where no simulator runs
    fcntl = None  # type: ignore[assignment]


def _folder() -> Path:
    return platformdirs.user_data_path("tileclock", appauthor=False) / "sim" / "ports"


@contextlib.contextmanager
def announced(port: str) -> Iterator[None]:
    """While this lasts, the commands of the cable find that port by themselves."""
    file = _folder() / str(os.getpid())
    file.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as held:
        with alone(file.parent.with_name("ports.lock")):
            for other in file.parent.iterdir():
                if not _port(other):
                    with contextlib.suppress(OSError):
                        other.unlink()
            kept = held.enter_context(file.open("w", encoding="utf-8"))
            fcntl.flock(kept, fcntl.LOCK_EX)  # a program that looks has it for a moment
            kept.write(port)
            kept.flush()
        try:
            yield
        finally:
            file.unlink(missing_ok=True)


def ports() -> list[str]:
    """Those of the simulators that run."""
    if fcntl is None:
        return []
    return sorted(filter(None, map(_port, _folder().glob("*"))))


def _port(file: Path) -> str:
    """Empty if nobody holds it."""
    with contextlib.suppress(OSError), file.open(encoding="utf-8") as kept:
        try:
            fcntl.flock(kept, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return kept.read(100)
    return ""
