"""The rows of the store's tables, made from games, and as lists show them; no database is loaded for that.

Those that are written are tuples of all columns: helpers send them so, and so the database takes them.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar

from tileclock_host.foreign import printable

from . import tally
from .amend import Amendment
from .games import Game, Version
from .text import Sheet

CHUNK = 400  # games looked at together

Key = tuple[str, int]  # device and number of the game
_Any = TypeVar("_Any")


@dataclass(frozen=True)
class Row:
    """One game in a list, without its text."""

    device: str
    game: int
    revision: int
    match: int
    number: int
    table: int
    date: datetime | None
    preset: str
    reason: str
    seal: str
    amended: bool
    findings: tuple[str, ...]
    conflicts: tuple[str, ...]
    players: tuple[tuple[int, str, int | None, bool], ...]  # seat, name, points, won

    @property
    def name(self) -> str:
        return f"{self.device}-{self.game}"


class Largest(NamedTuple):
    """The clocks of some games, and their largest numbers."""

    devices: tuple[str, ...]
    game: int
    match: int
    number: int
    table: int


class TextKey(NamedTuple):
    """By which a text is kept."""

    device: str
    game: int
    revision: int
    sha256: str


class TextRow(NamedTuple):
    device: str
    game: int
    revision: int
    sha256: str
    text: str
    source: str
    received: int


class AmendmentRow(NamedTuple):
    uid: str
    device: str
    game: int
    revision: int
    sha256: str
    changes: str
    made: int


class CheckRow(NamedTuple):
    device: str
    game: int
    revision: int
    sha256: str
    seal: str
    findings: str
    course: str


class GameRow(NamedTuple):
    device: str
    game: int
    revision: int
    sha256: str
    match: int
    number: int
    table_number: int
    date: int | None
    preset: str
    reason: str
    seal: str
    amended: bool
    findings: str
    conflicts: str
    tally: str


class PlayerRow(NamedTuple):
    device: str
    game: int
    seat: int
    name: str
    folded: str
    points: int | None
    won: bool


def chunks(all_: Sequence[_Any], parts: int = 1) -> Iterator[Sequence[_Any]]:
    """Some at a time, or that in several parts."""
    size = CHUNK // parts
    for start in range(0, len(all_), size):
        yield all_[start : start + size]


def moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def text_key(sheet: Sheet) -> TextKey:
    return TextKey(*sheet.key, sheet.sha256)


def version_key(version: Version) -> TextKey:
    """Under which its text is kept."""
    return TextKey(*version.sheet.key, version.kept_as or version.sheet.sha256)


def amendment_row(amendment: Amendment) -> AmendmentRow:
    return AmendmentRow(
        amendment.uid,
        amendment.device,
        amendment.game,
        amendment.revision,
        amendment.sha256,
        amendment.changes.to_json(),
        int(amendment.made.timestamp()),
    )


def listed(sentences: Sequence[str]) -> str:
    return json.dumps(sentences) if sentences else "[]"


def check_row(version: Version) -> CheckRow:
    return CheckRow(*version_key(version), version.seal, listed(version.findings), version.course.text)


def game_row(game: Game) -> GameRow:
    identity = game.rules.get("id")
    return GameRow(
        *text_key(game.sheet),
        match=game.match,
        number=game.number,
        table_number=game.table,
        date=int(game.date.timestamp()) if game.date else None,
        preset=printable(identity[:60]) if isinstance(identity, str) else "",
        reason=game.result.reason,
        seal=game.seal,
        amended=game.amended,
        findings=listed(game.findings),
        conflicts=listed(game.conflicts),
        tally=tally.spelled(game),
    )


def player_rows(game: Game) -> Iterator[PlayerRow]:
    result = game.result
    for i, seat in enumerate(result.seats):
        name, points = game.names[seat], result.points[i] if result.scored else None
        yield PlayerRow(game.device, game.game, seat, name, name.casefold(), points, seat in result.winners)
