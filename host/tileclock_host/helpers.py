"""Work on all cores: of this program and of helpers, processes of their own that get pieces of it."""

import contextlib
import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain, islice
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any, TypeVar

_WORTH_HELP = 3  # pieces: fewer are done before a helper has started
_AHEAD = 8  # pieces for each core that may be done before the one that is asked for next
_PROGRAM = "from {} import {} as work; from tileclock_host.helpers import help_out; help_out(work)"

_Piece = TypeVar("_Piece")


def spread(work: Callable[[_Piece], Any], pieces: Iterator[_Piece]) -> Iterator[bytes]:
    """What becomes of each piece, in their order, as it is pickled. `work` is a function of some module."""
    few = list(islice(pieces, _WORTH_HELP))
    count = _cores() if len(few) == _WORTH_HELP else 1
    if count < 2:
        yield from (_pickled(work(piece)) for piece in chain(few, pieces))
        return
    with contextlib.ExitStack() as ended:
        team = _Team(work)
        for _ in range(count - 1):
            ended.enter_context(_Helper(team))
        for piece in chain(few, pieces):
            team.add(piece)
            if team.todo.qsize() >= count:  # enough for the helpers, until the next one is there
                team.work_on_one()
            while team.tasks and (team.tasks[0].result or len(team.tasks) > _AHEAD * count):
                yield team.first()
        while team.tasks:
            yield team.first()


class _Task:
    """A piece, and what becomes of it."""

    def __init__(self, piece: Any) -> None:
        self.piece = piece
        self.result = b""


class _Team:
    """What is to be done, and what has been asked for, in the order in which it was."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.work = work
        self.tasks = deque[_Task]()
        self.todo = SimpleQueue[_Task | None]()  # None: a helper is no longer needed
        self.news = SimpleQueue[None]()  # a helper has done a piece, or given it back

    def add(self, piece: Any) -> None:
        self.tasks.append(_Task(piece))
        self.todo.put(self.tasks[-1])

    def work_on_one(self) -> bool:
        """Do a piece here, if there is one that nobody has taken."""
        try:
            task = self.todo.get_nowait()
        except Empty:
            return False
        assert task
        task.result = _pickled(self.work(task.piece))
        return True

    def first(self) -> bytes:
        """The result that was asked for first; meanwhile others are worked on."""
        while not self.tasks[0].result:
            if not self.work_on_one():
                self.news.get()
        return self.tasks.popleft().result


class _Helper:
    """A process that works on what is to be done; a piece at which it fails is given back."""

    def __init__(self, team: _Team) -> None:
        self._team = team
        program = _PROGRAM.format(team.work.__module__, team.work.__name__)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C is for whoever started it
        )
        self._served = Thread(target=self._serve, daemon=True)

    def __enter__(self) -> "_Helper":
        self._served.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._team.todo.put(None)
        self._process.kill()
        self._served.join()
        self._process.wait()

    def _serve(self) -> None:
        pieces, results = self._process.stdin, self._process.stdout
        assert pieces and results
        with contextlib.suppress(OSError), pieces, results:
            while task := self._team.todo.get():
                with contextlib.suppress(OSError):
                    _send(pieces, _pickled(task.piece))
                    task.result = _received(results)
                if not task.result:
                    self._team.todo.put(task)
                self._team.news.put(None)
                if not task.result:
                    return


def _cores() -> int:
    """How many this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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
