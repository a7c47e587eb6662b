"""What texts say by themselves: each is read and played before the store is touched; of many, on all cores.

What comes out of it waits in a temporary file, so that any number of texts takes no more memory than some.
The helpers are processes of their own: they get texts and give back rows, know no secret and see no store.
"""

import contextlib
import os
import pickle
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import IO, Any, NamedTuple

from . import verify
from .course import examined
from .errors import StoreError
from .games import Version, settle
from .rows import CHUNK, game_row, player_rows, text_key
from .text import Unreadable, read

_WORTH_HELP = 3  # chunks: fewer are done before a helper has started
_IN_MEMORY = 1 << 22  # bytes
_HELPER = "from tileclock_host.sheets.played import help_out; help_out()"

Written = tuple[str, str]  # a text, and where it came from


class Played(NamedTuple):
    """A text, and the rows it has where nothing else is stored of its game; but for its seal."""

    text: str
    source: str
    refused: str = ""  # why it is no sheet; then the rest is empty
    name: str = ""
    key: dict[str, Any] = {}  # noqa: RUF012 – nobody writes into it
    findings: tuple[str, ...] = ()
    course: str = ""
    game: dict[str, Any] = {}  # noqa: RUF012
    players: tuple[dict[str, Any], ...] = ()


def play(written: Written) -> Played:
    text, source = written
    try:
        sheet = read(text)
    except Unreadable as error:
        return Played(text, source, str(error))
    findings, course = examined(sheet)
    game = settle([Version(sheet, verify.UNKNOWN, findings, told=course.text)], [])
    return Played(
        text,
        source,
        "",
        sheet.name,
        text_key(sheet),
        findings,
        course.text,
        game_row(game),
        tuple(player_rows(game)),
    )


@contextlib.contextmanager
def played(texts: Iterable[Written]) -> Iterator[Iterator[list[Played]]]:
    """All texts, played when this is entered; some of them at a time, in their order."""
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as kept:
        for done in _done(_chunks(texts)):
            _keep(kept, done)
        end = kept.tell()
        kept.seek(0)
        yield _kept(kept, end)


def _chunks(texts: Iterable[Written]) -> Iterator[Sequence[Written]]:
    left = iter(texts)
    while chunk := tuple(islice(left, CHUNK)):
        yield chunk


def _keep(file: Any, done: bytes) -> None:
    try:
        file.write(done)
    except OSError as error:
        raise StoreError(
            f"The temporary folder cannot be written ({error.strerror}): make room, or name another one in"
            " TMPDIR. Nothing was stored."
        ) from error


def _kept(file: Any, end: int) -> Iterator[list[Played]]:
    while file.tell() < end:
        yield pickle.load(file)


def _done(chunks: Iterator[Sequence[Written]]) -> Iterator[bytes]:
    """Each chunk as it is kept."""
    few = list(islice(chunks, _WORTH_HELP))
    count = _cores() if len(few) == _WORTH_HELP else 1
    if count < 2:
        for some in (few, chunks):
            yield from map(_play, some)
        return
    with contextlib.ExitStack() as ended:
        helpers = [ended.enter_context(_Helper()) for _ in range(count)]
        free, busy = deque(helpers), deque[_Helper]()
        for some in (few, chunks):
            for chunk in some:
                if not free:
                    free.append(busy.popleft())
                    yield free[0].result()
                free[0].begin(chunk)
                busy.append(free.popleft())
        for helper in busy:
            yield helper.result()


def _cores() -> int:
    """How many this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play(chunk: Sequence[Written]) -> bytes:
    return pickle.dumps([play(each) for each in chunk], pickle.HIGHEST_PROTOCOL)


class _Helper:
    """A process that plays texts; where it fails, its work is done here."""

    def __init__(self) -> None:
        self._chunk: Sequence[Written] = ()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _HELPER],
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

    def begin(self, chunk: Sequence[Written]) -> None:
        self._chunk = chunk
        assert self._process.stdin
        with contextlib.suppress(OSError):
            _send(self._process.stdin, pickle.dumps(chunk, pickle.HIGHEST_PROTOCOL))

    def result(self) -> bytes:
        assert self._process.stdout
        return _received(self._process.stdout) or _play(self._chunk)


def help_out() -> None:
    """What a helper does until nobody needs it."""
    while chunk := _received(sys.stdin.buffer):
        _send(sys.stdout.buffer, _play(pickle.loads(chunk)))


def _send(pipe: IO[bytes], data: bytes) -> None:
    pipe.write(len(data).to_bytes(8, "little") + data)
    pipe.flush()


def _received(pipe: IO[bytes]) -> bytes:
    """What the other end has sent, or nothing where it has ended."""
    size = int.from_bytes(pipe.read(8), "little")
    data = pipe.read(size)
    return data if len(data) == size else b""
