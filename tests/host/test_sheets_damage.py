"""Somebody edits rows of a shared store: what cannot be is named and left out, and the rest goes on.

All edits are made in one store, each to a game of its own, so that no command has to be started for each.
"""

import json
import random
from itertools import product

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.types import BigInteger, Boolean, Integer

from tests.games import match_of
from tests.host.commands import called, says, sentence
from tileclock_host.sheets import schema
from tileclock_host.sheets.amend import Changes
from tileclock_host.sheets.store import Store

SEED = random.SystemRandom().randrange(10**6)
TABLES = ("texts", "amendments", "checks", "games", "players")
COLUMNS = [column for name in TABLES for column in schema.metadata.tables[name].columns]
# What a person, or a failing disk, may put in the place of a value. SQLite takes any of it in any column.
WRONG = {
    "null": None,
    "no letter": "",
    "a word": "nonsense",
    "signs that control a screen": "\x1b]0;x\x07\u202e",
    "an object": '{"racks": {"x": [[]]}, "names": [7], "date": "now"}',
    "a deep list": "[" * 5000,
    "a list": "[1, null, {}]",
    "a number": 77,
    "a negative number": -1,
    "a fraction": 1.5,
    "a huge number": 2**63 - 1,
    "no finite number": float("inf"),
    "bytes": b"\xff\xfe\x00",
    "a huge text": "x" * 300_000,
    "half a letter": "CAST(x'ff5c6eff' AS TEXT)",
}
# Some edits here leave what could have been: from where a text came, and when.
FREE = {("texts", "source"), ("texts", "received"), ("amendments", "revision"), ("amendments", "made")}


def edits_of(tables):
    return list(product([column for column in COLUMNS if column.table.name in tables], WRONG))


def allowed(column, value):
    """Whether PostgreSQL, too, takes that value there."""
    kind = column.type
    if value is None:
        return True
    if isinstance(kind, Boolean):
        return False  # there are but two, and null
    if isinstance(kind, BigInteger | Integer):
        return isinstance(value, int) and abs(value) < (2**63 if isinstance(kind, BigInteger) else 2**31)
    return isinstance(value, str) and not value.startswith("CAST") and len(value) <= (kind.length or 10**6)


def filled(place, games):
    """Matches of six games, every one amended; the first of each match is for nobody to touch."""
    texts = [each for n in range(games // 5 + 1) for each in match_of(6, match=n + 1, first_game=1 + 6 * n)]
    with Store(place, lambda _: (), now=lambda: 1_790_000_000) as store:
        store.add_many((each, "evening.txt") for each in texts)
        store.amend(store.find("2")[0], Changes(table=4, note="moved"))
        with store.engine.begin() as connection:  # as many as there are games, of the very same kind
            row = connection.execute(schema.amendments.select()).one()._asdict()
            for each in connection.execute(schema.texts.select().where(schema.texts.c.game > 2)).all():
                like = {"uid": f"{each.game:032x}", "game": each.game, "sha256": each.sha256}
                connection.execute(schema.amendments.insert().values(row | like))
        store.rebuild()
        store.recheck()
        assert store.damage() == []
    return texts


def loosened(engine):
    """No column asks for anything anymore: as a store that other hands have made."""
    with engine.begin() as connection:
        for name in TABLES:
            table = schema.metadata.tables[name]
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"ALTER TABLE {name} DROP CONSTRAINT {name}_pkey")
                for column in table.columns:
                    connection.exec_driver_sql(f"ALTER TABLE {name} ALTER {column.name} DROP NOT NULL")
            else:
                connection.exec_driver_sql(f"CREATE TABLE loose AS SELECT * FROM {name}")
                connection.exec_driver_sql(f"DROP TABLE {name}")
                connection.exec_driver_sql(f"ALTER TABLE loose RENAME TO {name}")
            connection.exec_driver_sql(f"CREATE INDEX again_{name} ON {name} (game)")


def edit(engine, edits):
    """Make each of the edits in one row of a game of its own; by game, what was edited."""
    row = "ctid" if engine.dialect.name == "postgresql" else "rowid"
    games = [game for game in range(2, 10**6) if game % 6 != 1]
    with engine.begin() as connection:
        for game, (column, what) in zip(games, edits, strict=False):
            table, value = column.table.name, WRONG[what]
            spelled = isinstance(value, str) and value.startswith("CAST")
            connection.execute(
                text(
                    f"UPDATE {table} SET {column.name} = {value if spelled else ':value'}"
                    f" WHERE {row} = (SELECT min({row}) FROM {table} WHERE game = {game})"
                ),
                {} if spelled else {"value": value},
            )
    return dict(zip(games, edits, strict=False))


def went_on(place, *command):
    """What it says: it came to its own end, and its status says whether it has left something out."""
    result = called(*command, "--db", place)
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.stdout and result.exit_code == ("is damaged" in result.output), result.stderr
    for line in result.stderr.splitlines():
        assert len(line) < 400 and line.isprintable(), line
    return result


def assert_it_goes_on(place, engine, edits, tmp_path):
    texts = filled(place, len(edits))
    untouched = {game for game in range(1, len(texts) + 1) if game % 6 == 1}
    loosened(engine)
    edited = edit(engine, edits)

    listed = {row["sheet"] for row in json.loads(went_on(place, "sheets", "--json").stdout)}
    assert {f"240ac40051ac-{game}" for game in untouched} <= listed
    exported = json.loads(went_on(place, "export", "--format", "json").stdout)
    told = {game["game"] for match in exported["matches"] for game in match["games"]}
    assert untouched <= told
    result = went_on(place, "report", "--out", "-", "--match", "1")
    assert "<article>" in result.stdout
    for game, (column, what) in random.Random(SEED).sample(sorted(edited.items(), key=str), 5):
        result = called("show", str(game), "--db", place)
        assert result.exception is None or isinstance(result.exception, SystemExit), (column, what)
        assert result.exit_code or f"-{game}," in result.stdout

    found = json.loads(went_on(place, "verify", "--json").stdout)
    damage = [wrong["said"] for wrong in found["wrong"] if wrong["what"] == "store"]
    assert all(said.isprintable() and len(said) < 400 for said in damage)
    assert damage
    silent = [
        (column.table.name, column.name, what)
        for game, (column, what) in edited.items()
        if not any(f"ac-{game} " in said or f"-{game} " in said for said in damage)
    ]
    assert {edit[:2] for edit in silent} <= FREE, silent

    # What follows from the texts has been made anew, so that only the texts and amendments are still named.
    found = json.loads(called("verify", "--json", "--db", place).stdout)
    still = [wrong["said"] for wrong in found["wrong"] if wrong["what"] == "store"]
    assert all("table texts" in said or "table amendments" in said for said in still), still
    # The sheets themselves, taken in again, are all there.
    (tmp_path / "evening.txt").write_text("".join(texts))
    went_on(place, "sheets", "import", str(tmp_path / "evening.txt"))
    assert len(json.loads(says("sheets", "--json", "--db", place))) == len(texts)


# What came, and what follows from it: never both in one store, lest a game be edited to the same in both.
halves = pytest.mark.parametrize("tables", [("texts", "amendments"), ("checks", "games", "players")])


@halves
@pytest.mark.parametrize("share", [0.1, pytest.param(1, marks=pytest.mark.slow)])
def test_any_edit_of_any_column_is_named_and_the_rest_goes_on(tmp_path, tables, share):
    print("seed", SEED)
    place = str(tmp_path / "sheets.sqlite")
    engine = create_engine(f"sqlite:///{place}")
    edits = edits_of(tables)
    assert_it_goes_on(place, engine, random.Random(SEED).sample(edits, int(share * len(edits))), tmp_path)


@halves
def test_a_sample_of_them_in_postgresql(postgres_place, tmp_path, tables):
    print("seed", SEED)
    engine = create_engine(postgres_place.replace("postgresql:", "postgresql+psycopg:"))
    edits = [(column, what) for column, what in edits_of(tables) if allowed(column, WRONG[what])]
    assert_it_goes_on(postgres_place, engine, random.Random(SEED).sample(edits, 20), tmp_path)
    engine.dispose()


@pytest.mark.parametrize("edit", ["version = 'x'", "version = NULL", "derived = NULL", "derived = 1.5"])
def test_a_store_whose_version_is_none_is_one_sentence(tmp_path, edit):
    place = str(tmp_path / "sheets.sqlite")
    Store(place).close()
    engine = create_engine(f"sqlite:///{place}")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE loose AS SELECT * FROM tileclock_store")
        connection.exec_driver_sql("DROP TABLE tileclock_store")
        connection.exec_driver_sql("ALTER TABLE loose RENAME TO tileclock_store")
        connection.exec_driver_sql(f"UPDATE tileclock_store SET {edit}")
    sentence(called("sheets", "--db", place), "is damaged", "put back a copy")


def test_a_store_without_its_version_is_one_sentence(place):
    with Store(place) as store, store.engine.begin() as connection:
        connection.execute(schema.store.delete())
    sentence(called("sheets", "--db", place), "is damaged", "put back a copy")
