"""A store copied into another one, row by row out of one moment, and compared with it afterwards."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Boolean, Connection, Integer, Table, func, select, type_coerce

from . import schema
from .conditions import add_rows
from .errors import StoreError
from .rows import CHUNK
from .sqlite_file import connect
from .store import Store

_TABLES = [table for table in schema.metadata.sorted_tables if table is not schema.store]


def copy(source: Store, target: Store, progress: Callable[[int, int], None]) -> int:
    """Copy everything into a store that is empty; how many sheets it has then.

    Others may write to the source meanwhile: what is copied is of one moment. The copy is read again, and
    refused if anything of it is not what was written.
    """
    if target.count_texts() or target.count_entries():
        raise StoreError(
            f"The store {target.where} has sheets already: move it away, or name an empty one with --db."
        )
    sums: dict[str, int] = {}
    with source.reading() as here, target.writing() as there:
        of = sum(here.execute(select(func.count()).select_from(table)).scalar_one() for table in _TABLES)
        done = 0
        for table in _TABLES:
            sums[table.name] = 0
            for rows in _rows(here, table):
                sums[table.name] += sum(map(_sum, rows))
                add_rows(there, table, [_fitting(table, row) for row in rows])
                done += len(rows)
                progress(done, of)
    with target.reading() as there:
        for table in _TABLES:
            if sum(_sum(row) for rows in _rows(there, table) for row in rows) != sums[table.name]:
                raise StoreError(
                    f"The copy {target.where} is not what was written: check the disk, and repeat."
                )
    return target.count_texts()


def _rows(connection: Connection, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    """Truth comes as a number, for that is how SQLite keeps it, whatever somebody has written there."""
    columns = [
        type_coerce(c, Integer).label(c.name) if isinstance(c.type, Boolean) else c for c in table.columns
    ]
    asked = select(*columns).execution_options(yield_per=CHUNK)
    for some in connection.execute(asked).partitions():
        yield [tuple(map(_plain, row)) for row in some]


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value


def _fitting(table: Table, row: tuple[Any, ...]) -> tuple[Any, ...]:
    columns = zip(table.columns, row, strict=True)
    return tuple([bool(value) if isinstance(column.type, Boolean) else value for column, value in columns])


def _sum(row: tuple[Any, ...]) -> int:
    """A number of a row; those of a table are added up, for no database promises an order."""
    return int.from_bytes(hashlib.sha256(repr(row).encode("utf-8", "replace")).digest())


def in_one_file(file: Path) -> None:
    """Leave a SQLite file so that it needs none beside it: it can be read where nothing may be written."""
    try:
        with closing(sqlite3.connect(file)) as store:
            store.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise StoreError(f"{file} cannot be written ({error}): choose another place.") from error


def snapshot(file: Path, target: Path) -> None:
    """A SQLite file as it is at this moment, also while another program has it open."""
    try:
        with (
            closing(connect(file)) as source,
            closing(sqlite3.connect(target)) as copied,
        ):
            source.backup(copied)
            (sound,) = copied.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise StoreError(
            f"{file} cannot be read as a store ({error}): name a file of tileclock backup."
        ) from error
    if sound != "ok":
        raise StoreError(f"{file} is damaged ({str(sound)[:200]}): name another backup.")
