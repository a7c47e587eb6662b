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
_IN_HAND = 2  # pieces a helper has: with the next one there it waits for nobody when it has done one
_HAND_OVER = 0.0005  # seconds until a thread that serves a helper has its turn beside the work done here
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
        ended.callback(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(_HAND_OVER)
        team = _Team(work)
        for _ in range(count - 1):
            ended.enter_context(_Helper(team))
        for piece in chain(few, pieces):
            team.add(piece)
            if team.todo.qsize() >= _IN_HAND * count:  # enough for the helpers, until the next one is there
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
        self.todo = SimpleQueue[_Task | None]()  # None: no helper is needed any more
        self.news = SimpleQueue[None]()  # a helper has done a piece, or given one back

    def add(self, piece: Any) -> None:
        self.tasks.append(_Task(piece))
        self.todo.put(self.tasks[-1])

    def take(self, *, wait: bool = False) -> _Task | None:
        """A piece that nobody has taken; None: there is none, or no helper is needed any more."""
        try:
            task = self.todo.get(block=wait)
        except Empty:
            return None
        if task is None:
            self.todo.put(None)  # for the other helpers
        return task

    def work_on_one(self) -> bool:
        """Do a piece here, if there is one that nobody has taken."""
        task = self.take()
        if task:
            task.result = _pickled(self.work(task.piece))
        return bool(task)

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
        in_hand = deque[_Task]()
        with contextlib.suppress(OSError), pieces, results:
            while True:
                while len(in_hand) < _IN_HAND and (task := self._team.take(wait=not in_hand)):
                    in_hand.append(task)
                    _send(pieces, _pickled(task.piece))
                if not in_hand or not (result := _received(results)):
                    break
                in_hand.popleft().result = result
                self._team.news.put(None)
        for task in in_hand:
            self._team.todo.put(task)
            self._team.news.put(None)


def _cores() -> int:
    """How many this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def help_out(work: Callable[[Any], Any]) -> None:
    """What a helper does until nobody needs it."""
    sys.setswitchinterval(_HAND_OVER)
    pieces = SimpleQueue[bytes]()
    Thread(target=_read_ahead, args=(pieces,), daemon=True).start()
    while piece := pieces.get():
        _send(sys.stdout.buffer, _pickled(work(pickle.loads(piece))))


def _read_ahead(pieces: SimpleQueue[bytes]) -> None:
    """Take what is sent at once: who sends it may wait for nothing but a result."""
    with open(0, "rb", closefd=False) as sent:  # not sys.stdin, which Python closes where a piece fails
        while piece := _received(sent):
            pieces.put(piece)
    pieces.put(b"")


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
