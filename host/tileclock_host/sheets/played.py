"""What texts say by themselves: each is read and played before the store is touched; of many, on all cores.

What comes out of it waits in a temporary file, so that any number of texts takes no more memory than some.
The helpers are processes of their own: they get texts and give back rows, know no secret and see no store.
"""

import contextlib
import pickle
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from tileclock_host.helpers import spread

from . import verify
from .course import examined
from .errors import StoreError
from .games import Version, settle
from .rows import CHUNK, game_row, player_rows, text_key
from .text import Sheet, Unreadable, read

_IN_MEMORY = 1 << 22  # bytes
_PIECE = 80  # texts that a helper gets at a time: so few that all of them end at about the same time

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


class Examined(NamedTuple):
    """What a text says by itself, whatever else is stored."""

    findings: tuple[str, ...]
    course: str


def examine(sheet: Sheet) -> Examined:
    findings, course = examined(sheet)
    return Examined(findings, course.text)


def examine_all(texts: Sequence[str]) -> list[Examined]:
    return [examine(read(text)) for text in texts]


def play(written: Written) -> Played:
    text, source = written
    try:
        sheet = read(text)
    except Unreadable as error:
        return Played(text, source, str(error))
    findings, course = examined(sheet)
    game = settle([Version.examined(sheet, verify.UNKNOWN, findings, course)], [])
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


def play_all(some: Sequence[Written]) -> list[Played]:
    return [play(each) for each in some]


@contextlib.contextmanager
def played(texts: Iterable[Written]) -> Iterator[Iterator[list[Played]]]:
    """All texts, played when this is entered; some of them at a time, in their order."""
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as kept:
        for done in spread(play_all, _pieces(texts)):
            _keep(kept, done)
        end = kept.tell()
        kept.seek(0)
        yield _kept(kept, end)


def _pieces(texts: Iterable[Written]) -> Iterator[Sequence[Written]]:
    left = iter(texts)
    while piece := tuple(islice(left, _PIECE)):
        yield piece


def _keep(file: Any, done: bytes) -> None:
    try:
        file.write(done)
    except OSError as error:
        raise StoreError(
            f"The temporary folder cannot be written ({error.strerror}): make room, or name another one in"
            " TMPDIR. Nothing was stored."
        ) from error


def _kept(file: Any, end: int) -> Iterator[list[Played]]:
    some: list[Played] = []
    while file.tell() < end:
        some += pickle.load(file)
        if len(some) >= CHUNK:
            yield some
            some = []
    if some:
        yield some
