"""Work on all cores: helpers are processes of their own, which get pieces and give back what came of each."""

import contextlib
import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import IO, Any, TypeVar

_WORTH_HELP = 3  # pieces: fewer are done before a helper has started
_PROGRAM = "from {} import {} as work; from tileclock_host.helpers import help_out; help_out(work)"

_Piece = TypeVar("_Piece")


def spread(work: Callable[[_Piece], Any], pieces: Iterator[_Piece]) -> Iterator[bytes]:
    """What becomes of each piece, in their order, as it is pickled. `work` is a function of some module."""
    few = list(islice(pieces, _WORTH_HELP))
    count = _cores() if len(few) == _WORTH_HELP else 1
    if count < 2:
        for some in (few, pieces):
            yield from (_pickled(work(piece)) for piece in some)
        return
    with contextlib.ExitStack() as ended:
        helpers = [ended.enter_context(_Helper(work)) for _ in range(count)]
        free, busy = deque(helpers), deque[_Helper]()
        for some in (few, pieces):
            for piece in some:
                if not free:
                    free.append(busy.popleft())
                    yield free[0].result()
                free[0].begin(piece)
                busy.append(free.popleft())
        for helper in busy:
            yield helper.result()


def _cores() -> int:
    """How many this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Helper:
    """A process that works; where it fails, its work is done here."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work
        self._piece: Any = None
        program = _PROGRAM.format(work.__module__, work.__name__)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C is for whoever started it
        )

    def __enter__(self) -> "_Helper":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def begin(self, piece: Any) -> None:
        self._piece = piece
        assert self._process.stdin
        with contextlib.suppress(OSError):
            _send(self._process.stdin, _pickled(piece))

    def result(self) -> bytes:
        assert self._process.stdout
        return _received(self._process.stdout) or _pickled(self._work(self._piece))


def help_out(work: Callable[[Any], Any]) -> None:
    """What a helper does until nobody needs it."""
    while piece := _received(sys.stdin.buffer):
        _send(sys.stdout.buffer, _pickled(work(pickle.loads(piece))))


def _pickled(what: Any) -> bytes:
    return pickle.dumps(what, pickle.HIGHEST_PROTOCOL)


def _send(pipe: IO[bytes], data: bytes) -> None:
    pipe.write(len(data).to_bytes(8, "little") + data)
    pipe.flush()


def _received(pipe: IO[bytes]) -> bytes:
    """What the other end has sent, or nothing where it has ended."""
    size = int.from_bytes(pipe.read(8), "little")
    data = pipe.read(size)
    return data if len(data) == size else b""
