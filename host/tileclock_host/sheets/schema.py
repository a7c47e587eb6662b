"""The tables of the store as they are now; `steps.py` brings older ones here.

`texts`, `amendments` and `entries` are what is kept: rows are added there and never changed. `checks`,
`games` and `players` follow from the first two and can be made anew at any time.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    inspect,
    select,
)

from .steps import DERIVED, STEPS, UNFINISHED, VERSION

__all__ = ["DERIVED", "STEPS", "UNFINISHED", "VERSION"]

metadata = MetaData()

store = Table(
    "tileclock_store",
    metadata,
    Column("version", Integer, nullable=False),  # of these tables
    Column("derived", Integer, nullable=False),  # of the program that derived what follows from the texts
)

texts = Table(
    "texts",
    metadata,
    Column("device", String(32), nullable=False),
    Column("game", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("source", Text, nullable=False),  # where it came from
    Column("received", BigInteger, nullable=False),  # seconds since 1970
    PrimaryKeyConstraint("device", "game", "revision", "sha256"),
)

amendments = Table(
    "amendments",
    metadata,
    Column("uid", String(32), primary_key=True),
    Column("device", String(32), nullable=False),
    Column("game", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("sha256", String(64), nullable=False),  # of the text that was amended
    Column("changes", Text, nullable=False),  # JSON
    Column("made", BigInteger, nullable=False),
    Index("amendments_of", "device", "game"),
)

checks = Table(
    "checks",
    metadata,
    Column("device", String(32), nullable=False),
    Column("game", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("seal", String(8), nullable=False),
    Column("findings", Text, nullable=False),  # JSON, a list of sentences
    Column("course", Text, nullable=False),  # JSON, what exports tell of the turns
    PrimaryKeyConstraint("device", "game", "revision", "sha256"),
)

games = Table(
    "games",
    metadata,
    Column("device", String(32), nullable=False),
    Column("game", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("sha256", String(64), nullable=False),  # of the text that stands
    Column("match", BigInteger, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("table_number", BigInteger, nullable=False),
    Column("date", BigInteger),  # seconds since 1970, or unknown
    Column("preset", String(60), nullable=False),
    Column("reason", String(12), nullable=False),
    Column("seal", String(8), nullable=False),
    Column("amended", Boolean, nullable=False),
    Column("findings", Text, nullable=False),
    Column("conflicts", Text, nullable=False),
    Column("tally", Text, nullable=False),  # JSON, what a table for programs tells of its players
    PrimaryKeyConstraint("device", "game"),
    Index("games_of_match", "device", "match"),
    Index("games_by_date", "date"),
    Index("games_by_table", "table_number"),
    Index("games_by_number", "number"),
)

players = Table(
    "players",
    metadata,
    Column("device", String(32), nullable=False),
    Column("game", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(60), nullable=False),
    Column("folded", String(180), nullable=False),  # the name in small letters, to find it by
    Column("points", BigInteger),  # none in a game that was abandoned
    Column("won", Boolean, nullable=False),
    PrimaryKeyConstraint("device", "game", "seat"),
    Index("players_by_name", "folded"),
)

entries = Table(
    "entries",
    metadata,
    Column("uid", String(32), primary_key=True),
    Column("event", String(32), nullable=False),  # of the desk; empty: the people
    Column("number", BigInteger, nullable=False),  # within it
    Column("kind", String(20), nullable=False),
    Column("said", Text, nullable=False),  # JSON
    Column("made", BigInteger, nullable=False),  # seconds since 1970
    Index("entries_in_order", "event", "number", unique=True),
)


def version_of(connection: Connection) -> object:
    """0: the store is empty; no number at all: somebody has edited it."""
    if not inspect(connection).has_table(store.name):
        return 0
    return connection.execute(select(store.c.version)).scalar()


def is_foreign(connection: Connection) -> bool:
    """Whether the database has tables of some other program."""
    found = set(inspect(connection).get_table_names())
    return bool(found) and store.name not in found
