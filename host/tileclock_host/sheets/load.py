"""Loads what is in the tables, where whoever has rights to the store may have edited any row.

A row that cannot be is left out, and one sentence names it; whatever is loaded can be counted, compared and
printed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
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

from . import amend, columns, course, schema, tally
from .amend import Amendment
from .columns import Damage
from .conditions import is_one_of, stray
from .games import Version
from .rows import CHUNK, Key, chunks
from .tally import Tally
from .text import LARGEST, REASONS, Sheet, Unreadable, read
from .verify import BROKEN, MISSING, SEALED, SEALS, UNKNOWN, UNSEALED, Verdict

_MOST_POINTS = 2**62
_NO_TEXT = "there is no text of it"
_TALLIED = "device", "match", "number", "game", "revision", "table_number", "date", "reason", "seal"
# What may be kept of a seal, of a text with one and of a text without.
_SEALS_OF = {True: (SEALED, UNKNOWN, BROKEN), False: (UNSEALED, MISSING)}


class _Named(NamedTuple):
    """A row as far as it is named, whatever stands there."""

    device: Any
    game: Any


class Loader:
    """Loads rows, and has a sentence kept about each that was left out."""

    def __init__(self, check: Callable[[Sheet], Verdict]) -> None:
        self._check = check  # of a text about which nothing is kept
        self.damage = Damage()

    def leave_out(self, table: Table, row: Any, why: object) -> None:
        """Name a row that cannot be."""
        self.damage.leave_out(table.name, row, why)

    # ---- keys ----

    def keys(self, connection: Connection, table: Table, *others: str, where: Any = None) -> list[Any]:
        """The games a table has rows of, with these other columns that hold numbers."""
        asked_for = [table.c[name] for name in ("device", "game", *others)]
        asked = select(*asked_for).distinct().order_by(*asked_for)
        if where is not None:
            asked = asked.where(where)
        found = []
        for row in connection.execute(asked):
            try:
                columns.key(row)
                for name in others:
                    columns.whole(row, name)
            except columns.Damaged as why:
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
        others = [column for column in texts.c if column is not texts.c.text]
        asked = select(
            *others,
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
                except (columns.Damaged, Unreadable) as why:
                    self.leave_out(texts, row, why)
        return found

    def _version(self, row: Any) -> Version:
        if not isinstance(row.text, str):
            raise columns.Damaged("text is none")
        sheet = read(row.text)
        if sheet.key != (row.device, row.game, row.revision):
            raise columns.Damaged(f"it holds sheet {sheet.name}")
        came = (
            columns.text(row, "source", LARGEST),
            columns.date(row, "received"),
            columns.digits(row, "sha256", 64),
        )
        try:
            seal = columns.one_of(row, "seal", _SEALS_OF[sheet.seal != written.UNSEALED])
            return Version(sheet, seal, columns.sentences(row, "findings"), *came, told=_course(row))
        except columns.Damaged as why:
            self.leave_out(schema.checks, row, why)
            verdict = self._check(sheet)
            return Version(sheet, verdict.seal, verdict.findings, *came, checked=False)

    def amendments(self, connection: Connection, keys: Sequence[Key]) -> dict[Key, list[Amendment]]:
        found: dict[Key, list[Amendment]] = defaultdict(list)
        table = schema.amendments
        others = [column for column in table.c if column is not table.c.changes]
        asked = select(*others, _cut(table.c.changes))
        for some in chunks(keys):
            for row in connection.execute(asked.where(is_one_of(table, some))):
                try:
                    found[row.device, row.game].append(_amendment(row))
                except columns.Damaged as why:
                    self.leave_out(table, row, why)
        return found

    # ---- lists ----

    def tallies(self, connection: Connection, asked: Any) -> Iterator[Tally]:
        """What tables for programs tell of the games; `asked`: which. Some are in memory at a time."""
        table, texts = schema.games, schema.texts
        here = exists().where(texts.c.device == table.c.device, texts.c.game == table.c.game).label("here")
        all_ = select(*[table.c[name] for name in _TALLIED], _cut(table.c.tally), here)
        all_ = all_.order_by(*[table.c[name] for name in ("device", "match", "number", "game")])
        found = connection.execute(asked(all_).execution_options(yield_per=CHUNK))
        for row in found:
            try:
                key = columns.key(row)
                if row.here:
                    yield _tally(row)
                elif key not in self.damage.hurt:
                    self.leave_out(table, row, _NO_TEXT)
            except columns.Damaged as why:
                self.leave_out(table, row, why)

    def with_texts(
        self, table: Table, keys: Sequence[Key], versions: dict[Key, list[Version]]
    ) -> Iterator[Key]:
        """Those of the keys out of a table of which a text was loaded."""
        for key in keys:
            if versions.get(key):
                yield key
            elif key not in self.damage.hurt:
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
        for key in sorted(false - self.damage.hurt):
            self.leave_out(table, _Named(*key), "it is not what follows from its text")
        return false


def _plain(table: Table) -> Any:
    """All of a table, truth as the number it is kept as and texts no longer than any is."""
    return select(
        *[
            type_coerce(column, Integer).label(column.name)
            if isinstance(column.type, Boolean)
            else _cut(column)
            if column.name in {"findings", "conflicts", "name", "folded", "tally"}
            else column
            for column in table.c
        ]
    )


def _cut(column: Any) -> Any:
    return func.substr(column, 1, LARGEST + 1).label(column.name)


def _tally(row: Any) -> Tally:
    try:
        told = tally.read(columns.text(row, "tally", tally.LARGEST))
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise columns.wrong("tally") from error
    return Tally(
        row.device,
        columns.whole(row, "match"),
        columns.whole(row, "number"),
        columns.whole(row, "revision"),
        columns.whole(row, "table_number"),
        None if row.date is None else columns.date(row, "date"),
        columns.one_of(row, "reason", REASONS),
        columns.one_of(row, "seal", SEALS),
        *told,
        row.game,
    )


def _amendment(row: Any) -> Amendment:
    device, game = columns.key(row)
    try:
        changes = amend.Changes.from_json(columns.text(row, "changes", LARGEST))
    except amend.Unclear as error:
        raise columns.wrong("changes") from error
    made = columns.date(row, "made")
    return Amendment(
        device,
        game,
        columns.whole(row, "revision"),
        columns.digits(row, "sha256", 64),
        changes,
        made,
        columns.digits(row, "uid", 32),
    )


def _course(row: Any) -> str:
    """As it is kept, or nothing yet; whether it can be is looked at where it is read."""
    if not isinstance(row.course, str) or len(row.course) > course.LARGEST:
        raise columns.wrong("course")
    return row.course
