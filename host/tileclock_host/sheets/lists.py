"""The games as lists show them, asked in SQL as it is: SQLite answers that without more being loaded."""

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import islice
from typing import Any

from . import columns
from .columns import Damage, Damaged
from .filter import Filter
from .rows import CHUNK, Key, Largest, Row
from .text import LARGEST, LONGEST_NAME, REASONS
from .verify import SEALS

# SQL and the values it names; what comes back are rows with an attribute for each column.
Ask = Callable[[str, dict[str, Any]], Iterable[Any]]

OLDEST_FIRST = "games.device, games.game"
_LATEST_FIRST = "games.date DESC NULLS LAST, games.device, games.game DESC"  # those without a date come last
_MOST_POINTS = 2**62
_GAME = f"""SELECT games.device, games.game, revision, match, number, table_number, date, preset, reason,
    seal, amended, substr(findings, 1, {LARGEST + 1}) AS findings,
    substr(conflicts, 1, {LARGEST + 1}) AS conflicts FROM games"""
_PLAYER = f"""SELECT device, game, seat, substr(name, 1, {LARGEST + 1}) AS name, points, won FROM players"""


def chosen(wanted: Filter | None) -> tuple[str, dict[str, Any]]:
    """Which rows of `games` are meant: a condition, and its values."""
    if not wanted:
        return "1 = 1", {}
    found: list[tuple[str, dict[str, Any]]] = [
        ("games.match = :match", {"match": wanted.match}),
        ("games.game = :game", {"game": wanted.game}),
        ("games.table_number = :table", {"table": wanted.table}),
        ("games.date >= :since", {"since": wanted.since and int(wanted.since.timestamp())}),
        ("games.date < :until", {"until": wanted.until and int(wanted.until.timestamp())}),
    ]
    found = [(condition, values) for condition, values in found if None not in values.values()]
    if device := wanted.device.lower():
        # Those whose number ends so; but a whole number is its own clock's, though another may end like it.
        found.append(
            (
                "(games.device = :device OR (games.device LIKE :ends ESCAPE '/' AND NOT EXISTS"
                " (SELECT 1 FROM games AS other WHERE other.device = :device)))",
                {"device": device, "ends": f"%{_literally(device)}"},
            )
        )
    if wanted.player:
        found.append(
            (
                "EXISTS (SELECT 1 FROM players WHERE players.device = games.device"
                " AND players.game = games.game AND players.folded LIKE :player ESCAPE '/')",
                {"player": f"%{_literally(wanted.player.casefold())}%"},
            )
        )
    values = {name: value for _, each in found for name, value in each.items()}
    return " AND ".join(condition for condition, _ in found), values


def _literally(text: str) -> str:
    """It as a part of what LIKE looks for, of which no sign means anything else."""
    for sign in "/%_":
        text = text.replace(sign, f"/{sign}")
    return text


class Lists:
    def __init__(self, ask: Ask, damage: Damage) -> None:
        self._ask, self._damage = ask, damage

    def latest(self, wanted: Filter | None = None, limit: int | None = None) -> Generator[Row, None, None]:
        """The latest first, so many at most; only some are in memory."""
        return self.rows(wanted, _LATEST_FIRST, limit)

    def rows(self, wanted: Filter | None, order: str, limit: int | None = None) -> Generator[Row, None, None]:
        where, values = chosen(wanted)
        most = "" if limit is None else f" LIMIT {int(limit)}"
        found = iter(self._ask(f"{_GAME} WHERE {where} ORDER BY {order}{most}", values))
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
        where, values = chosen(wanted)

        def first(what: str) -> list[Any]:
            return [
                row.found for row in self._ask(f"SELECT {what} AS found FROM games WHERE {where}", values)
            ]

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
        if not keys:
            return seated
        of: dict[str, list[int]] = defaultdict(list)
        for device, game in keys:
            of[device].append(game)
        values: dict[str, Any] = {f"d{n}": device for n, device in enumerate(of)}
        where = " OR ".join(
            f"device = :d{n} AND game IN ({', '.join(map(str, map(int, games)))})"
            for n, games in enumerate(of.values())
        )
        for row in self._ask(f"{_PLAYER} WHERE {where} ORDER BY seat", values):
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
