"""A store in a SQLite file, opened to be changed, or as it lies where it may only be read.

A file can come from anybody. In place of a table it may have a view that never ends, or a trigger: so
nothing is asked of one in which there is more than the store's own tables and their indexes.
"""

import os
import re
import sqlite3
from pathlib import Path
from typing import Any

from .errors import StoreError
from .steps import STEPS, VERSION

_LARGEST_VALUE = 1 << 26  # bytes of one text or number; sheets and entries have far less
_TABLES = frozenset(
    name for step in STEPS for statement in step for name in re.findall(r"CREATE TABLE (\w+)", statement)
)
_OF_STORE = "tileclock_store"


def connect(file: Path, **settings: Any) -> sqlite3.Connection:
    """Refused if the file has what no store has."""
    connection = _connected(file, **settings)
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST_VALUE)
        _refuse_more(connection, file)
    except BaseException:  # Ctrl-C too: nobody else knows the connection that is to be closed
        connection.close()
        raise
    return connection


def _connected(file: Path, **settings: Any) -> sqlite3.Connection:
    if only_read(file) and not file.with_name(f"{file.name}-wal").exists():
        # SQLite would make files beside it, which fails, or leaves some that lock its owner out.
        # Nobody has it open now, and who begins to write does so beside it first.
        return sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True, **settings)
    return sqlite3.connect(file, **settings)


def _refuse_more(connection: sqlite3.Connection, file: Path) -> None:
    found = connection.execute("SELECT type, name, tbl_name, rootpage FROM sqlite_master").fetchall()
    tables = {name for kind, name, _, page in found if kind == "table" and page}  # others are made by modules
    foreign = [
        (kind, name)
        for kind, name, table, _ in found
        if not (name in tables and (name in _TABLES or name.startswith("sqlite_")))
        and not (kind == "index" and table in tables)
    ]
    if not foreign or (_OF_STORE in tables and _is_newer(connection)):
        return
    kind, name = foreign[0]
    if tables and _OF_STORE not in tables and {name for _, name in foreign} <= tables:
        return  # of another program: its reader says so
    raise StoreError(
        f"{file} has a {kind} {name!r}, which no store has: remove it, or name another store with --db."
    )


def _is_newer(connection: sqlite3.Connection) -> bool:
    """Whether a newer program's store has more, which its reader says."""
    (version,) = connection.execute(f"SELECT version FROM {_OF_STORE} LIMIT 1").fetchone() or (None,)
    return isinstance(version, int) and version > VERSION


def only_read(file: Path) -> bool:
    """Whether whoever runs this may not change it, or make files beside it."""
    return file.is_file() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))
