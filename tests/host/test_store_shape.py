"""A store's file that has more than the store's tables is refused before anything in it is asked."""

import shlex
import signal
import sqlite3
from contextlib import closing

import pytest

from tests.games import match_of
from tests.host.commands import called, says, sentence
from tileclock_host.sheets.sqlite_file import connect
from tileclock_host.sheets.store import Store

ENDLESS = "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT {} FROM more"
COLUMNS = {
    "tileclock_store": "{version} AS version, {derived} AS derived",
    "texts": """'d' AS device, n AS game, 1 AS revision, 'x' AS sha256, 'x' AS text, '' AS source,
        1 AS received""",
    "games": """'d' AS device, n AS game, 1 AS revision, 'x' AS sha256, 1 AS match, n AS number,
        1 AS table_number, 1 AS date, 'x' AS preset, 'x' AS reason, 'x' AS seal, 0 AS amended,
        '[]' AS findings, '[]' AS conflicts, '[]' AS tally""",
    "entries": "n AS uid, '' AS event, n AS number, 'person' AS kind, '{{}}' AS said, 1 AS made",
}
COMMANDS = [
    *(
        "sheets",
        "sheets --json",
        "show 1",
        "verify",
        "players",
        "event",
        "event show",
        "sheets import a.sheet",
    ),
    *(
        "export --out games.csv",
        "report --out r.html",
        "amend 1 --note late",
        "backup b.sqlite",
        "event new Cup",
    ),
]


@pytest.fixture
def patience():
    """Whatever runs without an end fails here and is not waited for."""

    def ended(*_):
        raise AssertionError("the command runs without an end")

    before = signal.signal(signal.SIGVTALRM, ended)
    signal.setitimer(signal.ITIMER_VIRTUAL, 20)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


@pytest.fixture
def store(tmp_path, home, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "club.sqlite"
    with Store(file) as made:
        made.add_many((text, "") for text in match_of(1))
    (tmp_path / "a.sheet").write_text(match_of(1)[0])
    return file


def edited(file, *statements):
    with closing(sqlite3.connect(file)) as connection:
        version, derived = connection.execute("SELECT version, derived FROM tileclock_store").fetchone()
        for statement in statements:
            connection.execute(statement.format(version=version, derived=derived))
        connection.commit()


def with_view(file, table):
    edited(file, f"DROP TABLE {table}", f"CREATE VIEW {table} AS " + ENDLESS.format(COLUMNS[table]))


@pytest.mark.parametrize("table", COLUMNS)
def test_a_store_with_a_view_for_a_table_is_one_sentence_for_each_command(store, patience, table):
    with_view(store, table)
    for command in COMMANDS:
        result = called(*shlex.split(command), "--db", store)
        sentence(result, f"{store} has a view '{table}', which no store has", "--db")


@pytest.mark.parametrize("table", COLUMNS)
def test_a_backup_with_a_view_for_a_table_is_refused_and_nothing_is_restored(
    store, patience, table, tmp_path
):
    with_view(store, table)
    sentence(called("restore", store, "--db", tmp_path / "new"), f"{store} has a view '{table}'")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("CREATE TRIGGER more AFTER INSERT ON texts BEGIN DELETE FROM entries; END", "trigger 'more'"),
        ("CREATE VIRTUAL TABLE words USING fts5(word)", "table 'words'"),
        ("CREATE TABLE theirs (a INTEGER)", "table 'theirs'"),
        ("CREATE VIEW seen AS SELECT 1", "view 'seen'"),
    ],
)
def test_what_somebody_has_added_to_a_store_is_named(store, statement, what):
    edited(store, statement)
    sentence(called("sheets", "--db", store), f"{store} has a {what}", "remove it")


def test_an_index_of_ones_own_and_what_the_database_counts_are_no_harm(store):
    edited(store, "CREATE INDEX mine ON players (points)", "ANALYZE")
    assert "51ac-1" in says("sheets", "--db", store)


def test_a_newer_store_with_more_in_it_is_called_newer(store):
    edited(store, "UPDATE tileclock_store SET version = 99", "CREATE TABLE more (a INTEGER)")
    sentence(called("sheets", "--db", store), "written by a newer tileclock", "update this program")


def test_a_value_that_would_fill_the_memory_is_refused(store):
    with closing(connect(store)) as connection, pytest.raises(sqlite3.DataError):
        connection.execute("SELECT zeroblob(500000000)").fetchone()
