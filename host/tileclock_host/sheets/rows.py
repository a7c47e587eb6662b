"""The rows of the store's tables: made from games, chosen by filters, read as lists show them."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, exists, not_, or_, true

from tileclock_host.foreign import printable

from . import schema
from .amend import Amendment
from .filter import Filter
from .games import Game, Version
from .text import Sheet

CHUNK = 400  # games looked at together

Key = tuple[str, int]  # device and number of the game


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


def is_one_of(table: Any, keys: Sequence[Key]) -> ColumnElement[bool]:
    by_device: dict[str, list[int]] = defaultdict(list)
    for device, game in keys:
        by_device[device].append(game)
    return or_(
        *[and_(table.c.device == device, table.c.game.in_(games)) for device, games in by_device.items()]
    )


def condition(wanted: Filter) -> ColumnElement[bool]:
    table = schema.games
    conditions: list[ColumnElement[bool]] = [true()]
    if wanted.device:
        conditions.append(_device(wanted.device.lower()))
    for column, value in (("match", wanted.match), ("game", wanted.game), ("table_number", wanted.table)):
        if value is not None:
            conditions.append(table.c[column] == value)
    if wanted.since:
        conditions.append(table.c.date >= int(wanted.since.timestamp()))
    if wanted.until:
        conditions.append(table.c.date < int(wanted.until.timestamp()))
    if wanted.player:
        played = schema.players
        conditions.append(
            exists().where(
                played.c.device == table.c.device,
                played.c.game == table.c.game,
                played.c.folded.contains(wanted.player.casefold(), autoescape=True),
            )
        )
    return and_(*conditions)


def _device(number: str) -> ColumnElement[bool]:
    """Those whose number ends so; but a whole number is its own clock's, though another may end like it."""
    column, other = schema.games.c.device, schema.games.alias()
    is_whole = exists().where(other.c.device == number)
    return or_(column == number, and_(column.endswith(number, autoescape=True), not_(is_whole)))


def order() -> list[Any]:
    return [schema.games.c.device, schema.games.c.game]


def chunks(keys: Sequence[Key]) -> Iterator[Sequence[Key]]:
    for start in range(0, len(keys), CHUNK):
        yield keys[start : start + CHUNK]


def moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def text_key(sheet: Sheet) -> dict[str, Any]:
    device, game, revision = sheet.key
    return {"device": device, "game": game, "revision": revision, "sha256": sheet.sha256}


def version_key(version: Version) -> dict[str, Any]:
    """Under which its text is kept."""
    return text_key(version.sheet) | {"sha256": version.kept_as or version.sheet.sha256}


def forget(connection: Connection, table: Any, versions: Sequence[Version]) -> None:
    """Delete the rows of these texts, as far as there are any."""
    keys = [{f"its_{name}": value for name, value in version_key(each).items()} for each in versions]
    same = [table.c[name.removeprefix("its_")] == bindparam(name) for name in keys[0]]
    connection.execute(delete(table).where(*same), keys)


def amendment_key(amendment: Amendment) -> dict[str, Any]:
    return {name: getattr(amendment, name) for name in ("device", "game", "revision", "sha256")}


def text_row(version: Version) -> dict[str, Any]:
    received = int(version.received.timestamp()) if version.received else 0
    return text_key(version.sheet) | {
        "text": version.sheet.text,
        "source": version.source,
        "received": received,
    }


def check_row(version: Version) -> dict[str, Any]:
    return {"seal": version.seal, "findings": json.dumps(version.findings)}


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
        "findings": json.dumps(game.findings),
        "conflicts": json.dumps(game.conflicts),
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
