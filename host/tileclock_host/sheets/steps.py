"""The steps that bring a store from version to version, in SQL that SQLite and PostgreSQL both read.

A step is never changed once it was released: a later one is added. What follows from the texts is made anew
after each, so a step only has to make room for it.
"""

_FIRST = (
    "CREATE TABLE tileclock_store (version INTEGER NOT NULL, derived INTEGER NOT NULL)",
    """CREATE TABLE texts (
        device VARCHAR(32) NOT NULL, game BIGINT NOT NULL, revision BIGINT NOT NULL,
        sha256 VARCHAR(64) NOT NULL, text TEXT NOT NULL, source TEXT NOT NULL, received BIGINT NOT NULL,
        PRIMARY KEY (device, game, revision, sha256)
    )""",
    """CREATE TABLE amendments (
        uid VARCHAR(32) NOT NULL,
        device VARCHAR(32) NOT NULL, game BIGINT NOT NULL, revision BIGINT NOT NULL,
        sha256 VARCHAR(64) NOT NULL, changes TEXT NOT NULL, made BIGINT NOT NULL,
        PRIMARY KEY (uid)
    )""",
    """CREATE TABLE checks (
        device VARCHAR(32) NOT NULL, game BIGINT NOT NULL, revision BIGINT NOT NULL,
        sha256 VARCHAR(64) NOT NULL, seal VARCHAR(8) NOT NULL, findings TEXT NOT NULL,
        PRIMARY KEY (device, game, revision, sha256)
    )""",
    """CREATE TABLE games (
        device VARCHAR(32) NOT NULL, game BIGINT NOT NULL, revision BIGINT NOT NULL,
        sha256 VARCHAR(64) NOT NULL,
        "match" BIGINT NOT NULL, number BIGINT NOT NULL, table_number BIGINT NOT NULL, date BIGINT,
        preset VARCHAR(60) NOT NULL, reason VARCHAR(12) NOT NULL, seal VARCHAR(8) NOT NULL,
        amended BOOLEAN NOT NULL, findings TEXT NOT NULL, conflicts TEXT NOT NULL,
        PRIMARY KEY (device, game)
    )""",
    """CREATE TABLE players (
        device VARCHAR(32) NOT NULL, game BIGINT NOT NULL, seat INTEGER NOT NULL, name VARCHAR(60) NOT NULL,
        folded VARCHAR(180) NOT NULL, points BIGINT, won BOOLEAN NOT NULL,
        PRIMARY KEY (device, game, seat)
    )""",
    "CREATE INDEX amendments_of ON amendments (device, game)",
    'CREATE INDEX games_of_match ON games (device, "match")',
    "CREATE INDEX games_by_date ON games (date)",
    "CREATE INDEX games_by_table ON games (table_number)",
    "CREATE INDEX players_by_name ON players (folded)",
)

_COURSES = ("ALTER TABLE checks ADD COLUMN course TEXT NOT NULL DEFAULT ''",)

_TALLIES = (
    "ALTER TABLE games ADD COLUMN tally TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX games_by_number ON games (number)",
)

_ENTRIES = (
    """CREATE TABLE entries (
        uid VARCHAR(32) NOT NULL, event VARCHAR(32) NOT NULL, number BIGINT NOT NULL,
        kind VARCHAR(20) NOT NULL, said TEXT NOT NULL, made BIGINT NOT NULL,
        PRIMARY KEY (uid)
    )""",
    "CREATE UNIQUE INDEX entries_in_order ON entries (event, number)",
)

# Step n brings a store from version n to n + 1.
STEPS: tuple[tuple[str, ...], ...] = (_FIRST, _COURSES, _TALLIES, _ENTRIES)

VERSION = len(STEPS)

# Goes up whenever the program derives something else from the same texts: then a store derives it anew.
DERIVED = 5
UNFINISHED = 1000  # is added to it while that goes on: no other program writes meanwhile
