"""What a database complains about, each as one sentence that says what to do."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

from .errors import StoreError

# A part of what the database says: the sentence about it.
_SQLITE = {
    "disk is full": "The disk is full: make room and repeat the command; nothing of it was stored.",
    "disk i/o error": "The disk refuses what is written (is it full?): make room or check it, then repeat;"
    " nothing was stored.",
    "readonly": "The store {where} is read-only: make it writable for you, or name another one with --db.",
    "unable to open": "The store {where} cannot be opened: make its folder writable for you, or name"
    " another one with --db.",
    "too many open files": "The store {where} cannot be opened: too many files are open in this program."
    " Close some of its pages, or start it after `ulimit -n 4096`.",
    "not a database": "{where} is not a store: name another file with --db.",
    "malformed": "The store {where} is damaged: put back a copy of it, or import the sheets into a new one"
    " with --db.",
    "locked": "Another program has been writing to the store for too long: repeat the command.",
}
_POSTGRES = {
    "53100": _SQLITE["disk is full"],
    "25006": _SQLITE["readonly"],
    "42501": "The database {where} does not allow that to this user: grant it, or name another store"
    " with --db.",
    "28000": "The database {where} does not let you in: check the user's name and password in --db.",
    "28P01": "The database {where} does not let you in: check the user's name and password in --db.",
    "55P03": _SQLITE["locked"],
    "3D000": "There is no database {where}: create it, or check its name in --db.",
}
_UNREACHABLE = "The database {where} cannot be reached: check the address in --db and that it is running."


@contextmanager
def told(where: str) -> Iterator[None]:
    """Turns what the database complains about into a sentence."""
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError  # noqa: PLC0415 – SQLite's own sentences need it not

    try:
        yield
    except DBAPIError as error:
        raise StoreError(sentence(error.orig).format(where=where)) from error
    except SQLAlchemyError as error:
        raise StoreError(f"The store {where} cannot be used: {_one_line(error)}") from error


def sentence(error: BaseException | None) -> str:
    """`error` is the driver's own."""
    said = str(error).lower()
    if "unable to open" in said and not _another_can_be_opened():
        said = "too many open files"  # SQLite gives no reason
    state = getattr(error, "sqlstate", None)
    if state in _POSTGRES:
        return _POSTGRES[state]
    if type(error).__module__.startswith("psycopg") and "too many open files" not in said:
        for part, known in (("password", "28P01"), ("does not exist", "3D000")):
            if part in said and "connection" in said:
                return _POSTGRES[known]
        if state is None or state.startswith(("08", "57")):
            return _UNREACHABLE
    for part, text in _SQLITE.items():
        if part in said:
            return text
    return "The store {where} cannot do that: " + _one_line(error).replace("{", "(").replace("}", ")")


def _another_can_be_opened() -> bool:
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return error.errno not in (errno.EMFILE, errno.ENFILE)
    return True


def _one_line(error: object) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
