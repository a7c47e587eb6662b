"""The database behind the store: opening it, its transactions, and bringing its tables up to date."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from . import schema, settings
from .complaints import told
from .errors import StoreError
from .quick import readable
from .sqlite_file import connect, only_read

# It logs what it raises, too: a Ctrl-C while a connection closes would be shown with a traceback.
logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())

_LOCK = 0x7469_6C65  # the writers' advisory lock in PostgreSQL
_PATIENCE = 60  # seconds a writer waits for another one
_IN_WORK = schema.UNFINISHED + schema.DERIVED


class Database:
    """`place` is a file or the address of a database; else TILECLOCK_DB or the settings name it."""

    def __init__(self, place: str | Path | None, *, make: bool = True, late: bool = False) -> None:
        """`late`: a file that is not there is made only by what is written first."""
        self.where, self.engine = _engine(settings.place(place), make, late)
        self.absent = late and self.engine.dialect.name == "sqlite" and not Path(self.where).exists()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """All or nothing; refused where a newer program has taken the store over meanwhile."""
        if self.absent:
            self.absent = False
            _make_folder(Path(self.where))
            self.migrate(lambda _: None, lambda: None)  # nothing follows from nothing
        with self._transaction() as connection:
            if self._derived(connection) > schema.UNFINISHED:
                raise StoreError(f"The store {self.where} is being brought up to date: repeat the command.")
            yield connection

    @contextmanager
    def deriving(self) -> Iterator[Connection | None]:
        """A part of what follows from the texts is made anew, or None: all of it is there already."""
        with self._transaction() as connection:
            yield connection if self._derived(connection) == _IN_WORK else None

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with told(self.where), self.engine.connect() as plain:
            connection = plain.execution_options(tileclock_writes=True)
            with connection.begin():
                if connection.dialect.name == "postgresql":
                    connection.execute(text(f"SET LOCAL lock_timeout = '{_PATIENCE}s'"))
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
                yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """All that is asked within it is answered from one moment, whatever others write meanwhile."""
        with told(self.where), self.engine.connect() as plain:
            connection = plain
            if plain.dialect.name == "postgresql":
                connection = plain.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    def migrate(self, forget: Callable[[Connection], None], derive: Callable[[], None]) -> None:
        """Bring the tables up to date; `derive` makes anew what follows from the texts, after `forget`.

        It does so in many transactions. Whatever ends it, it goes on when the store is opened again.
        """
        if self.absent:
            return
        with self.reading() as connection:
            version = self._version(connection)
            if version == schema.VERSION and self._derived(connection) == schema.DERIVED:
                return
        with self._transaction() as connection:
            version = self._version(connection)  # another program may have been faster
        for step in range(version, schema.VERSION):
            with self._transaction() as connection:
                if self._version(connection) != step:
                    continue
                for statement in schema.STEPS[step]:
                    connection.exec_driver_sql(statement)
                if step:
                    connection.execute(update(schema.store).values(version=step + 1, derived=0))
                else:
                    connection.execute(insert(schema.store), [{"version": 1, "derived": schema.DERIVED}])
        with self._transaction() as connection:
            derived = self._derived(connection)
            if derived not in {schema.DERIVED, _IN_WORK}:
                forget(connection)
                self._note(connection, _IN_WORK)
        if derived != schema.DERIVED:
            derive()
            with self._transaction() as connection:
                self._note(connection, schema.DERIVED)

    def outdate(self) -> None:
        """Nothing that follows from the texts is believed any more."""
        with self.writing() as connection:
            self._note(connection, 0)

    def _note(self, connection: Connection, derived: int) -> None:
        connection.execute(update(schema.store).values(derived=derived))

    def _version(self, connection: Connection) -> int:
        if schema.is_foreign(connection):
            raise StoreError(f"{self.where} holds data of another program: name another store with --db.")
        return self._known(schema.version_of(connection), schema.VERSION)

    def _derived(self, connection: Connection) -> int:
        """Which program derived what follows from the texts; refused if that was a newer one."""
        version, derived = connection.execute(
            select(schema.store.c.version, schema.store.c.derived)
        ).first() or (None, None)
        self._known(version, schema.VERSION)
        if isinstance(derived, int) and derived > schema.UNFINISHED:
            return schema.UNFINISHED + self._known(derived - schema.UNFINISHED, schema.DERIVED)
        return self._known(derived, schema.DERIVED)

    def _known(self, number: object, newest: int) -> int:
        if not isinstance(number, int):
            raise StoreError(
                f"The store {self.where} is damaged (its version is none): put back a copy of it, or import"
                " the sheets into a new one with --db."
            )
        if number > newest:
            raise StoreError(
                f"The store {self.where} was written by a newer tileclock (its version is {number}, this one"
                f" knows {newest}): update this program."
            )
        return number


def _engine(place: str, make: bool, late: bool) -> tuple[str, Engine]:
    if "://" not in place:
        return _in_file(place, make, late)
    try:
        url = make_url(place)
    except ArgumentError as error:
        raise StoreError(
            "--db is not the address of a database: give a file, or postgresql://user@host/name."
        ) from error
    where = url.render_as_string(hide_password=True)
    backend = url.get_backend_name()
    if backend == "sqlite":
        if url.query:
            raise StoreError(f"{where} says more than a file: give the file alone with --db.")
        return _in_file(url.database or "", make, late)
    if backend not in ("postgresql", "postgres"):
        raise StoreError(
            f"{where} is neither SQLite nor PostgreSQL: give a file, or postgresql://user@host/name."
        )
    url = url.set(drivername="postgresql+psycopg")
    if "connect_timeout" not in url.query:
        url = url.update_query_dict({"connect_timeout": "10"})
    return where, create_engine(url, pool_pre_ping=True)


def _in_file(place: str, make: bool, late: bool) -> tuple[str, Engine]:
    if place in {"", ":memory:"}:
        raise StoreError("A store is kept in a file: give one with --db, such as --db club.sqlite.")
    try:
        file = Path(place).expanduser()
        if not make and not file.exists():
            raise StoreError(
                f"There is no store {file}: name another one with --db, or begin it with `tileclock sync`."
            )
        if file.exists() and not file.is_file():
            raise StoreError(f"{file} is not a file that can hold a store: name another one with --db.")
    except (OSError, RuntimeError) as error:  # RuntimeError: there is nobody of that name, as in ~nobody/x
        raise _not_made(place, error) from error
    if not late:
        _make_folder(file)
    return str(file), _sqlite(file)


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _not_made(str(file), error) from error


def _not_made(place: str, error: OSError | RuntimeError) -> StoreError:
    why = error.strerror if isinstance(error, OSError) else error
    return StoreError(f"The store {place} cannot be made ({why}): name another one with --db.")


def _sqlite(file: Path) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(file)),
        poolclass=NullPool,
        creator=lambda: connect(file, timeout=_PATIENCE, check_same_thread=False),
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin below
        connection.text_factory = readable
        cursor = connection.cursor()
        if not only_read(file):  # who writes all the same is told by its first transaction
            cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("tileclock_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
