"""Rows of the store's tables: those of some games, texts or of what somebody has asked for, and new ones."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, exists, insert, not_, or_, true
from sqlalchemy.sql.compiler import SQLCompiler

from . import schema
from .filter import Filter
from .games import Version
from .rows import Key, version_key


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


def oldest_first() -> list[Any]:
    return [schema.games.c.device, schema.games.c.game]


def latest_first() -> list[Any]:
    """By their dates; those without one come last."""
    table = schema.games
    return [table.c.date.desc().nulls_last(), table.c.device, table.c.game.desc()]


def forget(connection: Connection, table: Any, versions: Sequence[Version]) -> None:
    """Delete the rows of these texts, as far as there are any."""
    keys = [{f"its_{name}": value for name, value in version_key(each).items()} for each in versions]
    same = [table.c[name.removeprefix("its_")] == bindparam(name) for name in keys[0]]
    connection.execute(delete(table).where(*same), keys)


def stray(table: Any) -> ColumnElement[bool]:
    """Those of a game there is no text of."""
    texts = schema.texts
    return ~exists().where(texts.c.device == table.c.device, texts.c.game == table.c.game)


def add_rows(connection: Connection, table: Any, rows: Sequence[dict[str, Any]]) -> None:
    """Insert them as the driver does by itself: SQLAlchemy looks at every value, for half of the time."""
    if not rows:
        return
    spelled = insert(table).compile(dialect=connection.dialect)
    assert isinstance(spelled, SQLCompiler)
    if spelled.positiontup is None:
        connection.exec_driver_sql(spelled.string, list(rows))
    else:
        connection.exec_driver_sql(
            spelled.string, [tuple([row[name] for name in spelled.positiontup]) for row in rows]
        )
