"""What texts say by themselves: each is read and played before the store is touched; of many, on all cores.

What comes out of it waits in a temporary file, so that any number of texts takes no more memory than some.
The helpers are processes of their own: they get texts and send back rows, know no secret and see no store.
"""

import contextlib
import pickle
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from tileclock_host.helpers import spread

from . import verify
from .course import examined
from .errors import StoreError
from .games import Version, settle
from .rows import CHUNK, GameRow, PlayerRow, TextKey, game_row, player_rows
from .text import Sheet, Unreadable, read

_IN_MEMORY = 1 << 22  # bytes
_PIECE = 80  # texts that a helper gets at a time: so few that all of them end at about the same time

Written = tuple[str, str]  # a text, and where it came from
_NO_GAME = GameRow("", 0, 0, "", 0, 0, 0, None, "", "", "", False, "", "", "")


class Told(NamedTuple):
    """What a text says by itself: its rows where nothing else is stored of its game, but for the seal."""

    refused: str = ""  # why it is no sheet; then the rest is empty
    findings: tuple[str, ...] = ()
    course: str = ""
    game: GameRow = _NO_GAME
    players: tuple[PlayerRow, ...] = ()


class Played(NamedTuple):
    """A text, and what it says."""

    text: str
    source: str
    told: Told

    @property
    def key(self) -> TextKey:
        return TextKey(*self.told.game[:4])

    @property
    def name(self) -> str:
        """What its sheet is called; nothing, if it is none."""
        key = self.key
        return "" if self.told.refused else f"{key.device}-{key.game}.{key.revision}"


class Examined(NamedTuple):
    """What a text says by itself, whatever else is stored."""

    findings: tuple[str, ...]
    course: str


def examine(sheet: Sheet) -> Examined:
    findings, course = examined(sheet)
    return Examined(findings, course.text)


def examine_all(texts: Sequence[str]) -> list[Examined]:
    return [examine(read(text)) for text in texts]


def play(text: str) -> Told:
    try:
        sheet = read(text)
    except Unreadable as error:
        return Told(str(error))
    findings, course = examined(sheet)
    game = settle([Version.examined(sheet, verify.UNKNOWN, findings, course)], [])
    return Told("", findings, course.text, game_row(game), tuple(player_rows(game)))


def play_all(texts: Sequence[str]) -> list[Told]:
    return list(map(play, texts))


@contextlib.contextmanager
def played(texts: Iterable[Written]) -> Iterator[Iterator[list[Played]]]:
    """All texts, played when this is entered; some of them at a time, in their order."""
    given = deque[Sequence[Written]]()  # whose texts are played: nobody sends them back
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as kept:
        for told in spread(play_all, _pieces(texts, given)):
            _keep(kept, pickle.dumps(given.popleft(), pickle.HIGHEST_PROTOCOL))
            _keep(kept, told)
        end = kept.tell()
        kept.seek(0)
        yield _kept(kept, end)


def _pieces(texts: Iterable[Written], given: deque[Sequence[Written]]) -> Iterator[list[str]]:
    left = iter(texts)
    while piece := tuple(islice(left, _PIECE)):
        given.append(piece)
        yield [text for text, _ in piece]


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
        written, told = pickle.load(file), pickle.load(file)
        some += [Played(text, source, said) for (text, source), said in zip(written, told, strict=True)]
        if len(some) >= CHUNK:
            yield some
            some = []
    if some:
        yield some
