"""Rows of the store's tables: those of some games, texts or of what somebody has asked for, and new ones."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    delete,
    insert,
    or_,
    text,
)
from sqlalchemy.sql.compiler import SQLCompiler

from .games import Version
from .lists import Ask
from .rows import CHUNK, Key, TextKey, version_key


def is_one_of(table: Any, keys: Sequence[Key]) -> ColumnElement[bool]:
    by_device: dict[str, list[int]] = defaultdict(list)
    for device, game in keys:
        by_device[device].append(game)
    return or_(
        *[and_(table.c.device == device, table.c.game.in_(games)) for device, games in by_device.items()]
    )


def asking(connection: Connection) -> Ask:
    """What plain SQL finds here; some rows are in memory at a time."""
    return lambda sql, values: connection.execute(text(sql), values, execution_options={"yield_per": CHUNK})


def forget(connection: Connection, table: Any, versions: Sequence[Version]) -> None:
    """Delete the rows of these texts, as far as there are any."""
    same = [table.c[name] == bindparam(f"its_{name}") for name in TextKey._fields]
    keys = [{f"its_{name}": value for name, value in version_key(v)._asdict().items()} for v in versions]
    connection.execute(delete(table).where(*same), keys)


def add_rows(connection: Connection, table: Any, rows: Sequence[Any]) -> None:
    """Insert tuples of all columns, as the driver does by itself: SQLAlchemy looks at every value, for half
    of the time.
    """
    if not rows:
        return
    spelled = insert(table).compile(dialect=connection.dialect)
    assert isinstance(spelled, SQLCompiler)
    names = table.columns.keys()
    if spelled.positiontup is None:
        connection.exec_driver_sql(spelled.string, [dict(zip(names, row, strict=True)) for row in rows])
    else:
        assert spelled.positiontup == names
        connection.exec_driver_sql(spelled.string, list(rows))
