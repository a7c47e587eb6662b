"""The games as lists show them, asked in SQL as it is: SQLite answers that without more being loaded."""

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from . import columns
from .columns import Damage, Damaged
from .filter import Filter
from .rows import CHUNK, Key, Largest, Row
from .text import LARGEST, LONGEST_NAME, REASONS
from .verify import SEALS

# SQL and the values it names; what comes back are rows with an attribute for each column.
Ask = Callable[[str, dict[str, Any]], Iterable[Any]]


class Condition(NamedTuple):
    """Which rows of a table are meant."""

    sql: str
    values: dict[str, Any]


EVERY = Condition("1 = 1", {})

OLDEST_FIRST = "games.device, games.game"
_LATEST_FIRST = "games.date DESC NULLS LAST, games.device, games.game DESC"  # those without a date come last
_MOST_POINTS = 2**62
_GAME = f"""SELECT games.device, games.game, revision, match, number, table_number, date, preset, reason,
    seal, amended, substr(findings, 1, {LARGEST + 1}) AS findings,
    substr(conflicts, 1, {LARGEST + 1}) AS conflicts FROM games"""
_PLAYER = f"""SELECT device, game, seat, substr(name, 1, {LARGEST + 1}) AS name, points, won FROM players"""


def chosen(wanted: Filter | None) -> Condition:
    """Which rows of `games` are meant."""
    if not wanted:
        return EVERY
    found = [
        Condition("games.match = :match", {"match": wanted.match}),
        Condition("games.game = :game", {"game": wanted.game}),
        Condition("games.table_number = :table", {"table": wanted.table}),
        Condition("games.date >= :since", {"since": wanted.since and int(wanted.since.timestamp())}),
        Condition("games.date < :until", {"until": wanted.until and int(wanted.until.timestamp())}),
    ]
    found = [each for each in found if None not in each.values.values()]
    if device := wanted.device.lower():
        # Those whose number ends so; but a whole number is its own clock's, though another may end like it.
        found.append(
            Condition(
                "(games.device = :device OR (games.device LIKE :ends ESCAPE '/' AND NOT EXISTS"
                " (SELECT 1 FROM games AS other WHERE other.device = :device)))",
                {"device": device, "ends": f"%{_literally(device)}"},
            )
        )
    if wanted.player:
        found.append(
            Condition(
                "EXISTS (SELECT 1 FROM players WHERE players.device = games.device"
                " AND players.game = games.game AND players.folded LIKE :player ESCAPE '/')",
                {"player": f"%{_literally(wanted.player.casefold())}%"},
            )
        )
    values = {name: value for each in found for name, value in each.values.items()}
    return Condition(" AND ".join(each.sql for each in found), values)


def one_of(keys: Sequence[Key], table: str) -> Condition:
    """The rows of these games."""
    of: dict[str, list[int]] = defaultdict(list)
    for device, game in keys:
        of[device].append(game)
    own = [
        f"{table}.device = :d{n} AND {table}.game IN ({', '.join(map(str, map(int, games)))})"
        for n, games in enumerate(of.values())
    ]
    return Condition(" OR ".join(own) or "1 = 0", {f"d{n}": device for n, device in enumerate(of)})


def lacks(table: str, other: str) -> str:
    """The rows of games of which the other table has none."""
    same = f"{other}.device = {table}.device AND {other}.game = {table}.game"
    return f"NOT EXISTS (SELECT 1 FROM {other} WHERE {same})"


def _literally(text: str) -> str:
    """It as a part of what LIKE looks for, of which no sign means anything else."""
    for sign in "/%_":
        text = text.replace(sign, f"/{sign}")
    return text


class Lists:
    def __init__(self, ask: Ask, damage: Damage) -> None:
        self._ask, self._damage = ask, damage

    def damage(self) -> list[str]:
        """Hand over which rows had to be left out since this was asked last, a sentence each."""
        return self._damage.hand_over()

    def latest(self, wanted: Filter | None = None, limit: int | None = None) -> Generator[Row, None, None]:
        """The latest first, so many at most; only some are in memory."""
        return self.rows(wanted, _LATEST_FIRST, limit)

    def rows(self, wanted: Filter | None, order: str, limit: int | None = None) -> Generator[Row, None, None]:
        meant = chosen(wanted)
        most = "" if limit is None else f" LIMIT {int(limit)}"
        found = iter(self._ask(f"{_GAME} WHERE {meant.sql} ORDER BY {order}{most}", meant.values))
        while some := list(islice(found, CHUNK)):
            named = [(row, key) for row in some if (key := self._named(row))]
            seated = self._seated([key for _, key in named])
            for row, key in named:
                try:
                    yield _row(row, seated[key])
                except Damaged as why:
                    self._damage.leave_out("games", row, why)

    def largest(self, wanted: Filter | None = None) -> Largest:
        """What a list of games needs room for."""
        meant = chosen(wanted)

        def first(what: str) -> list[Any]:
            asked = f"SELECT {what} AS found FROM games WHERE {meant.sql}"
            return [row.found for row in self._ask(asked, meant.values)]

        # Each asked for alone is found in its index, whatever else a row holds.
        names = "games.game", "match", "number", "table_number"
        most = [int(str(first(f"max({name})")[0] or 0)) for name in names]
        return Largest(tuple(map(str, first("DISTINCT games.device"))), *most)

    def _named(self, row: Any) -> Key | None:
        try:
            return columns.key(row)
        except Damaged as why:
            self._damage.leave_out("games", row, why)
            return None

    def _seated(self, keys: Sequence[Key]) -> dict[Key, list[Any]]:
        """Who played in these games: seat, name, points, whether he won."""
        seated: dict[Key, list[Any]] = defaultdict(list)
        meant = one_of(keys, "players")
        for row in self._ask(f"{_PLAYER} WHERE {meant.sql} ORDER BY seat", meant.values):
            try:
                seated[columns.key(row)].append(_player(row))
            except Damaged as why:
                self._damage.leave_out("players", row, why)
        return seated


def _row(row: Any, players: Iterable[tuple[int, str, int | None, bool]]) -> Row:
    return Row(
        device=row.device,
        game=row.game,
        revision=columns.whole(row, "revision"),
        match=columns.whole(row, "match"),
        number=columns.whole(row, "number"),
        table=columns.whole(row, "table_number"),
        date=None if row.date is None else columns.date(row, "date"),
        preset=columns.text(row, "preset", LONGEST_NAME),
        reason=columns.one_of(row, "reason", REASONS),
        seal=columns.one_of(row, "seal", SEALS),
        amended=bool(columns.whole(row, "amended", 1)),
        findings=columns.sentences(row, "findings"),
        conflicts=columns.sentences(row, "conflicts"),
        players=tuple(players),
    )


def _player(row: Any) -> tuple[int, str, int | None, bool]:
    points = None if row.points is None else columns.whole(row, "points", _MOST_POINTS, -_MOST_POINTS)
    return (
        columns.whole(row, "seat", 5),
        columns.text(row, "name", LONGEST_NAME),
        points,
        bool(columns.whole(row, "won", 1)),
    )
