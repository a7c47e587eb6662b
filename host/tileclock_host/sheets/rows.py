"""The rows of the store's tables, made from games, and as lists show them; no database is loaded for that."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

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


def chunks(all_: Sequence[_Any]) -> Iterator[Sequence[_Any]]:
    for start in range(0, len(all_), CHUNK):
        yield all_[start : start + CHUNK]


def moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def text_key(sheet: Sheet) -> dict[str, Any]:
    device, game, revision = sheet.key
    return {"device": device, "game": game, "revision": revision, "sha256": sheet.sha256}


def version_key(version: Version) -> dict[str, Any]:
    """Under which its text is kept."""
    return text_key(version.sheet) | {"sha256": version.kept_as or version.sheet.sha256}


def amendment_key(amendment: Amendment) -> dict[str, Any]:
    return {name: getattr(amendment, name) for name in ("device", "game", "revision", "sha256")}


def amendment_row(amendment: Amendment) -> dict[str, Any]:
    return amendment_key(amendment) | {
        "uid": amendment.uid,
        "changes": amendment.changes.to_json(),
        "made": int(amendment.made.timestamp()),
    }


def text_row(key: dict[str, Any], text: str, source: str, received: int) -> dict[str, Any]:
    return key | {"text": text, "source": source, "received": received}


def listed(sentences: Sequence[str]) -> str:
    return json.dumps(sentences) if sentences else "[]"


def check_row(version: Version) -> dict[str, Any]:
    return {
        "seal": version.seal,
        "findings": listed(version.findings),
        "course": version.course.text,
    }


def game_row(game: Game) -> dict[str, Any]:
    identity = game.rules.get("id")
    return text_key(game.sheet) | {
        "match": game.match,
        "number": game.number,
        "table_number": game.table,
        "date": int(game.date.timestamp()) if game.date else None,
        "preset": printable(identity[:60]) if isinstance(identity, str) else "",
        "reason": game.result.reason,
        "seal": game.seal,
        "amended": game.amended,
        "findings": listed(game.findings),
        "conflicts": listed(game.conflicts),
        "tally": tally.spelled(game),
    }


def player_rows(game: Game) -> Iterator[dict[str, Any]]:
    result = game.result
    for i, seat in enumerate(result.seats):
        yield {
            "device": game.device,
            "game": game.game,
            "seat": seat,
            "name": game.names[seat],
            "folded": game.names[seat].casefold(),
            "points": result.points[i] if result.scored else None,
            "won": seat in result.winners,
        }
