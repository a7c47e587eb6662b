"""Loads what is in the tables, where whoever has rights to the store may have edited any row.

A row that cannot be is left out, and one sentence names it; whatever is loaded can be counted, compared and
printed.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    Boolean,
    Connection,
    Integer,
    Table,
    and_,
    exists,
    func,
    select,
    type_coerce,
)

from tileclock.core import written
from tileclock_host.foreign import printable

from . import amend, course, schema, tally
from .amend import Amendment
from .conditions import is_one_of, stray
from .games import Version
from .rows import CHUNK, Key, Row, chunks, moment
from .tally import Tally
from .text import DEVICE, LARGEST, LATEST, LONGEST_NAME, REASONS, Sheet, Unreadable, read
from .verify import BROKEN, MISSING, SEALED, SEALS, UNKNOWN, UNSEALED, Verdict

_MOST = 2**31 - 1  # of a number that counts something
_MOST_POINTS = 2**62
_SHOWN = 40  # letters of a name that cannot be
_REMEDIES = {
    "texts": "fetch that sheet again with `tileclock sync --all`, or import it",
    "amendments": "amend that sheet again, or put back a copy of the store",
}
_MADE_ANEW = "`tileclock verify` makes it anew"
_NO_TEXT = "there is no text of it"
_TALLIED = "device", "match", "number", "game", "revision", "table_number", "date", "reason", "seal"
# What may be kept of a seal, of a text with one and of a text without.
_SEALS_OF = {True: (SEALED, UNKNOWN, BROKEN), False: (UNSEALED, MISSING)}


class Damaged(ValueError):
    """Why a row cannot be."""


class _Named(NamedTuple):
    """A row as far as it is named, whatever stands there."""

    device: Any
    game: Any


class Loader:
    """Loads rows, and keeps a sentence about each that was left out."""

    def __init__(self, check: Callable[[Sheet], Verdict]) -> None:
        self._check = check  # of a text about which nothing is kept
        self._damage: dict[str, None] = {}
        self._hurt: set[tuple[Any, Any]] = set()  # games of which a text or an amendment was left out

    def damage(self) -> list[str]:
        """Hand over what was left out since this was asked last, a sentence each."""
        found = list(self._damage)
        self._damage.clear()
        return found

    def leave_out(self, table: Table, row: Any, why: object) -> None:
        """Name a row that cannot be."""
        name = f"{_shown(row.device)}-{_shown(row.game)}"
        if table.name in _REMEDIES:
            self._hurt.add((row.device, row.game))
        remedy = _REMEDIES.get(table.name, _MADE_ANEW)
        self._damage[
            f"A row of sheet {name} in the store's table {table.name} is damaged ({why}): {remedy}"
        ] = None

    # ---- keys ----

    def keys(self, connection: Connection, table: Table, *others: str, where: Any = None) -> list[Any]:
        """The games a table has rows of, with these other columns that hold numbers."""
        columns = [table.c[name] for name in ("device", "game", *others)]
        asked = select(*columns).distinct().order_by(*columns)
        if where is not None:
            asked = asked.where(where)
        found = []
        for row in connection.execute(asked):
            try:
                _key(row)
                for name in others:
                    _whole(row, name)
            except Damaged as why:
                self.leave_out(table, row, why)
            else:
                found.append(row)
        return found

    def strays(self, connection: Connection, table: Table) -> bool:
        """Whether a table has rows of games there is no text of; each such game is named."""
        asked = select(table.c.device, table.c.game).distinct().where(stray(table))
        found = connection.execute(asked).all()
        for row in found:
            self.leave_out(table, row, _NO_TEXT)
        return bool(found)

    # ---- texts and amendments ----

    def versions(self, connection: Connection, keys: Sequence[Key]) -> dict[Key, list[Version]]:
        """The texts of these games, as they were checked; of a game without any that can be read: none."""
        found: dict[Key, list[Version]] = defaultdict(list)
        texts, checks = schema.texts, schema.checks
        same = and_(*[texts.c[name] == checks.c[name] for name in ("device", "game", "revision", "sha256")])
        columns = [column for column in texts.c if column is not texts.c.text]
        asked = select(
            *columns,
            func.substr(texts.c.text, 1, LARGEST + 1).label("text"),
            checks.c.seal,
            _cut(checks.c.findings),
            func.substr(checks.c.course, 1, course.LARGEST + 1).label("course"),
        ).outerjoin(checks, same)
        for some in chunks(keys):
            for row in connection.execute(asked.where(is_one_of(texts, some))):
                versions = found[row.device, row.game]
                try:
                    versions.append(self._version(row))
                except (Damaged, Unreadable) as why:
                    self.leave_out(texts, row, why)
        return found

    def _version(self, row: Any) -> Version:
        if not isinstance(row.text, str):
            raise Damaged("text is none")
        sheet = read(row.text)
        if sheet.key != (row.device, row.game, row.revision):
            raise Damaged(f"it holds sheet {sheet.name}")
        came = _text(row, "source", LARGEST), _date(row, "received"), _hex(row, "sha256", 64)
        try:
            seal = _one_of(row, "seal", _SEALS_OF[sheet.seal != written.UNSEALED])
            return Version(sheet, seal, _sentences(row, "findings"), *came, told=_course(row))
        except Damaged as why:
            self.leave_out(schema.checks, row, why)
            verdict = self._check(sheet)
            return Version(sheet, verdict.seal, verdict.findings, *came, checked=False)

    def amendments(self, connection: Connection, keys: Sequence[Key]) -> dict[Key, list[Amendment]]:
        found: dict[Key, list[Amendment]] = defaultdict(list)
        table = schema.amendments
        columns = [column for column in table.c if column is not table.c.changes]
        asked = select(*columns, _cut(table.c.changes))
        for some in chunks(keys):
            for row in connection.execute(asked.where(is_one_of(table, some))):
                try:
                    found[row.device, row.game].append(_amendment(row))
                except Damaged as why:
                    self.leave_out(table, row, why)
        return found

    # ---- lists ----

    def rows(self, connection: Connection, asked: Any) -> Iterator[Row]:
        """The games as a list shows them; `asked`: which, in which order. Some are in memory at a time."""
        columns = _plain(schema.games, without="tally")
        found = connection.execute(asked(columns).execution_options(yield_per=CHUNK))
        for some in found.partitions():
            named = [(row, key) for row in some if (key := self._named(schema.games, row))]
            seated = self._seated(connection, [key for _, key in named])
            for row, key in named:
                try:
                    yield _row(row, seated[key])
                except Damaged as why:
                    self.leave_out(schema.games, row, why)

    def tallies(self, connection: Connection, asked: Any) -> Iterator[Tally]:
        """What tables for programs tell of the games; `asked`: which. Some are in memory at a time."""
        table, texts = schema.games, schema.texts
        here = exists().where(texts.c.device == table.c.device, texts.c.game == table.c.game).label("here")
        columns = select(*[table.c[name] for name in _TALLIED], _cut(table.c.tally), here)
        columns = columns.order_by(*[table.c[name] for name in ("device", "match", "number", "game")])
        found = connection.execute(asked(columns).execution_options(yield_per=CHUNK))
        for row in found:
            try:
                key = _key(row)
                if row.here:
                    yield _tally(row)
                elif key not in self._hurt:
                    self.leave_out(table, row, _NO_TEXT)
            except Damaged as why:
                self.leave_out(table, row, why)

    def _named(self, table: Table, row: Any) -> Key | None:
        try:
            return _key(row)
        except Damaged as why:
            self.leave_out(table, row, why)
            return None

    def _seated(self, connection: Connection, keys: Sequence[Key]) -> dict[Key, list[Any]]:
        """Who played in these games: seat, name, points, whether he won."""
        seated: dict[Key, list[Any]] = defaultdict(list)
        players = schema.players
        asked = _plain(players).where(is_one_of(players, keys)).order_by(players.c.seat)
        for row in connection.execute(asked) if keys else ():
            try:
                seated[_key(row)].append(_player(row))
            except Damaged as why:
                self.leave_out(players, row, why)
        return seated

    def with_texts(
        self, table: Table, keys: Sequence[Key], versions: dict[Key, list[Version]]
    ) -> Iterator[Key]:
        """Those of the keys out of a table of which a text was loaded."""
        for key in keys:
            if versions.get(key):
                yield key
            elif key not in self._hurt:
                self.leave_out(table, _Named(*key), _NO_TEXT)

    def false_rows(
        self, connection: Connection, table: Table, keys: Sequence[Key], follows: dict[Key, list[Any]]
    ) -> set[Key]:
        """The games whose rows in a table are not those that follow from their texts."""
        found: dict[Key, list[Any]] = defaultdict(list)
        asked = _plain(table).where(is_one_of(table, keys)).order_by(*table.primary_key)
        for row in connection.execute(asked):
            found[row.device, row.game].append(dict(row._mapping))
        false = {key for key in keys if found[key] != follows.get(key, [])}
        for key in sorted(false - self._hurt):
            self.leave_out(table, _Named(*key), "it is not what follows from its text")
        return false


def _plain(table: Table, without: str = "") -> Any:
    """All of a table but one column, truth as the number it is kept as and texts no longer than any is."""
    return select(
        *[
            type_coerce(column, Integer).label(column.name)
            if isinstance(column.type, Boolean)
            else _cut(column)
            if column.name in {"findings", "conflicts", "name", "folded", "tally"}
            else column
            for column in table.c
            if column.name != without
        ]
    )


def _cut(column: Any) -> Any:
    return func.substr(column, 1, LARGEST + 1).label(column.name)


def _row(row: Any, players: Iterable[tuple[int, str, int | None, bool]]) -> Row:
    return Row(
        device=row.device,
        game=row.game,
        revision=_whole(row, "revision"),
        match=_whole(row, "match"),
        number=_whole(row, "number"),
        table=_whole(row, "table_number"),
        date=None if row.date is None else _date(row, "date"),
        preset=_text(row, "preset", LONGEST_NAME),
        reason=_one_of(row, "reason", REASONS),
        seal=_one_of(row, "seal", SEALS),
        amended=bool(_whole(row, "amended", 1)),
        findings=_sentences(row, "findings"),
        conflicts=_sentences(row, "conflicts"),
        players=tuple(players),
    )


def _tally(row: Any) -> Tally:
    try:
        told = tally.read(_text(row, "tally", tally.LARGEST))
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise _wrong("tally") from error
    return Tally(
        row.device,
        _whole(row, "match"),
        _whole(row, "number"),
        _whole(row, "revision"),
        _whole(row, "table_number"),
        None if row.date is None else _date(row, "date"),
        _one_of(row, "reason", REASONS),
        _one_of(row, "seal", SEALS),
        *told,
    )


def _player(row: Any) -> tuple[int, str, int | None, bool]:
    points = None if row.points is None else _whole(row, "points", _MOST_POINTS, -_MOST_POINTS)
    return (
        _whole(row, "seat", 5),
        _text(row, "name", LONGEST_NAME),
        points,
        bool(_whole(row, "won", 1)),
    )


def _amendment(row: Any) -> Amendment:
    device, game = _key(row)
    try:
        changes = amend.Changes.from_json(_text(row, "changes", LARGEST))
    except amend.Unclear as error:
        raise _wrong("changes") from error
    made = _date(row, "made")
    return Amendment(
        device, game, _whole(row, "revision"), _hex(row, "sha256", 64), changes, made, _hex(row, "uid", 32)
    )


def _course(row: Any) -> str:
    """As it is kept, or nothing yet; whether it can be is looked at where it is read."""
    if not isinstance(row.course, str) or len(row.course) > course.LARGEST:
        raise _wrong("course")
    return row.course


# ---- columns ----


def _key(row: Any) -> Key:
    if not isinstance(row.device, str) or not DEVICE.fullmatch(row.device):
        raise _wrong("device")
    return row.device, _whole(row, "game")


def _whole(row: Any, name: str, most: int = _MOST, least: int = 0) -> int:
    value = getattr(row, name)
    if not isinstance(value, int) or not least <= value <= most:
        raise _wrong(name)
    return value


def _text(row: Any, name: str, longest: int) -> str:
    value = getattr(row, name)
    if not isinstance(value, str) or len(value) > longest or printable(value) != value:
        raise _wrong(name)
    return value


def _hex(row: Any, name: str, digits: int) -> str:
    value = getattr(row, name)
    if not isinstance(value, str) or len(value) != digits or not set(value) <= set("0123456789abcdef"):
        raise _wrong(name)
    return value


def _date(row: Any, name: str) -> datetime:
    found = moment(_whole(row, name, LATEST))
    assert found
    return found


def _one_of(row: Any, name: str, words: Sequence[str]) -> str:
    value = getattr(row, name)
    if not isinstance(value, str) or value not in words:
        raise _wrong(name)
    return value


def _sentences(row: Any, name: str) -> tuple[str, ...]:
    try:
        found = json.loads(_text(row, name, LARGEST))
    except (ValueError, RecursionError) as error:
        raise _wrong(name) from error
    if not isinstance(found, list) or any(not isinstance(s, str) or printable(s) != s for s in found):
        raise _wrong(name)
    return tuple(found)


def _wrong(name: str) -> Damaged:
    return Damaged(f"{name} is not what is written there")


def _shown(value: object) -> str:
    return printable(str(value))[:_SHOWN]
