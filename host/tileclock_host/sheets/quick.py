"""A store in a file, opened to be asked alone: loading SQLAlchemy would take longer than most answers."""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from . import settings
from .columns import Damage
from .complaints import sentence
from .errors import StoreError
from .lists import Ask, Lists
from .sqlite_file import connect
from .steps import DERIVED, VERSION

readable = partial(str, encoding="utf-8", errors="replace")  # a damaged text is looked at as any other


_Made = TypeVar("_Made", bound=Lists)


@contextmanager
def opened(db: str | None, kind: Callable[[Ask, Damage], _Made]) -> Iterator[_Made | None]:
    """What answers is of one moment, whatever others write meanwhile.

    None: the store is in no file, or not as this program has it; then `Store` opens it, or says why not.
    """
    place = settings.place(db)
    connection = None if "://" in place else _connected(place)
    if connection is None:
        yield None
        return
    try:
        yield kind(partial(_asked, connection), Damage())
    except sqlite3.Error as error:
        raise StoreError(sentence(error).format(where=Path(place).expanduser())) from error
    finally:
        connection.close()


def _asked(connection: sqlite3.Connection, sql: str, values: dict[str, Any]) -> Iterable[Any]:
    found = connection.execute(sql, values)
    row: Any = namedtuple("_Row", " ".join(column[0] for column in found.description))  # type: ignore[misc]
    return map(row._make, found)


def _connected(place: str) -> sqlite3.Connection | None:
    try:
        file = Path(place).expanduser()
        if not file.is_file():
            return None
        connection = connect(file, isolation_level=None)
    except (OSError, RuntimeError, sqlite3.Error):
        return None
    connection.text_factory = readable
    try:
        connection.execute("BEGIN")
        if connection.execute("SELECT version, derived FROM tileclock_store").fetchall() == [
            (VERSION, DERIVED)
        ]:
            return connection
    except sqlite3.Error:
        pass
    connection.close()
    return None
