"""What the tests of the PC side share: stores of both kinds, and a home without anybody's sheets."""

import os

import psycopg
import pytest
from sqlalchemy import event

from tests.host import postgres
from tileclock_host.sheets import database
from tileclock_host.sheets.store import Store


@pytest.fixture(scope="session")
def postgres_server(shared):
    """The address of a running PostgreSQL, with {} where the database's name goes."""
    with shared.running("postgres", postgres.start, postgres.stop) as address:
        yield address


@pytest.fixture(scope="session")
def postgres_database(postgres_server):
    """One of this worker's own: to make one takes longer than most tests of it."""
    name = f"store{os.getpid()}"
    with psycopg.connect(postgres_server.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return postgres_server.format(name)


@pytest.fixture
def postgres_place(postgres_database):
    """An empty database; who is still connected to it, as the server believes of killed programs, is not."""
    with psycopg.connect(postgres_database, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return postgres_database


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """Where an empty store may be made."""
    if request.param == "sqlite":
        return str(tmp_path / "sheets.sqlite")
    return request.getfixturevalue("postgres_place")


@pytest.fixture
def store(place):
    with Store(place, secrets_of=lambda device: ()) as made:
        yield made


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """The user's data folder, empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.delenv("TILECLOCK_DB", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)  # then what goes to no terminal has sentences of one line
    os.unsetenv("COLUMNS")  # readline, loaded with a debugger, tells it to programs behind Python's back
    return tmp_path / "home" / "tileclock"


@pytest.fixture
def small_disk(monkeypatch, request):
    """A disk that is full when the store has so many pages."""
    pages = getattr(request, "param", 60)
    made = database._sqlite

    def full(url):
        engine = made(url)

        @event.listens_for(engine, "connect")
        def limit(connection, _):
            connection.execute(f"PRAGMA max_page_count={pages}")

        return engine

    monkeypatch.setattr(database, "_sqlite", full)
