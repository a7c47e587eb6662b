"""Loads what is in the tables, where whoever has rights to the store may have edited any row.

A row that cannot be is left out, and one sentence names it; whatever is loaded can be counted, compared and
printed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from tileclock.core import written

from . import amend, columns, course, tally
from .amend import Amendment
from .columns import Damage
from .games import Version
from .lists import EVERY, Ask, Condition, lacks, one_of
from .rows import Key, chunks
from .tally import Tally
from .text import LARGEST, REASONS, Sheet, Unreadable, read
from .verify import BROKEN, MISSING, SEALED, SEALS, UNKNOWN, UNSEALED, Verdict

_NO_TEXT = "there is no text of it"
# What may be kept of a seal, of a text with one and of a text without.
_SEALS_OF = {True: (SEALED, UNKNOWN, BROKEN), False: (UNSEALED, MISSING)}

_VERSION = f"""SELECT texts.device, texts.game, texts.revision, texts.sha256, source, received,
    substr(text, 1, {LARGEST + 1}) AS text, seal, substr(findings, 1, {LARGEST + 1}) AS findings,
    substr(course, 1, {course.LARGEST + 1}) AS course
    FROM texts LEFT JOIN checks ON checks.device = texts.device AND checks.game = texts.game
    AND checks.revision = texts.revision AND checks.sha256 = texts.sha256"""
_AMENDMENT = f"""SELECT uid, device, game, revision, sha256, made,
    substr(changes, 1, {LARGEST + 1}) AS changes FROM amendments"""
_TALLY = f"""SELECT device, match, number, game, revision, table_number, date, reason, seal,
    substr(tally, 1, {LARGEST + 1}) AS tally,
    EXISTS (SELECT 1 FROM texts WHERE texts.device = games.device AND texts.game = games.game) AS here
    FROM games"""


class Named(NamedTuple):
    """A row as far as it is named, whatever stands there."""

    device: Any
    game: Any


class Loader:
    """Loads rows, and has a sentence kept about each that was left out."""

    def __init__(self, check: Callable[[Sheet], Verdict], damage: Damage | None = None) -> None:
        self._check = check  # of a text about which nothing is kept
        self.damage = damage or Damage()

    # ---- keys ----

    def keys(self, ask: Ask, table: str, *others: str, meant: Condition = EVERY) -> list[Any]:
        """The games a table has rows of, with these other columns that hold numbers."""
        names = ", ".join(("device", "game", *others))
        found = []
        for row in ask(
            f"SELECT DISTINCT {names} FROM {table} WHERE {meant.sql} ORDER BY {names}", meant.values
        ):
            try:
                columns.key(row)
                for name in others:
                    columns.whole(row, name)
            except columns.Damaged as why:
                self.damage.leave_out(table, row, why)
            else:
                found.append(row)
        return found

    def strays(self, ask: Ask, table: str) -> bool:
        """Whether a table has rows of games there is no text of; each such game is named."""
        found = list(ask(f"SELECT DISTINCT device, game FROM {table} WHERE {lacks(table, 'texts')}", {}))
        for row in found:
            self.damage.leave_out(table, row, _NO_TEXT)
        return bool(found)

    # ---- texts and amendments ----

    def versions(self, ask: Ask, keys: Sequence[Key]) -> dict[Key, list[Version]]:
        """The texts of these games, as they were checked; of a game without any that can be read: none."""
        found: dict[Key, list[Version]] = defaultdict(list)
        for some in chunks(keys):
            meant = one_of(some, "texts")
            for row in ask(f"{_VERSION} WHERE {meant.sql}", meant.values):
                versions = found[row.device, row.game]
                try:
                    versions.append(self._version(row))
                except (columns.Damaged, Unreadable) as why:
                    self.damage.leave_out("texts", row, why)
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
            self.damage.leave_out("checks", row, why)
            verdict = self._check(sheet)
            return Version(sheet, verdict.seal, verdict.findings, *came, checked=False)

    def amendments(self, ask: Ask, keys: Sequence[Key]) -> dict[Key, list[Amendment]]:
        found: dict[Key, list[Amendment]] = defaultdict(list)
        for some in chunks(keys):
            meant = one_of(some, "amendments")
            for row in ask(f"{_AMENDMENT} WHERE {meant.sql}", meant.values):
                try:
                    found[row.device, row.game].append(_amendment(row))
                except columns.Damaged as why:
                    self.damage.leave_out("amendments", row, why)
        return found

    # ---- lists ----

    def tallies(self, ask: Ask, meant: Condition) -> Iterator[Tally]:
        """What tables for programs tell of the games that are meant; some are in memory at a time."""
        for row in ask(f"{_TALLY} WHERE {meant.sql} ORDER BY device, match, number, game", meant.values):
            try:
                key = columns.key(row)
                if row.here:
                    yield _tally(row)
                elif key not in self.damage.hurt:
                    self.damage.leave_out("games", row, _NO_TEXT)
            except columns.Damaged as why:
                self.damage.leave_out("games", row, why)

    def with_texts(self, keys: Sequence[Key], versions: dict[Key, list[Version]]) -> Iterator[Key]:
        """Those of the keys of games of which a text was loaded."""
        for key in keys:
            if versions.get(key):
                yield key
            elif key not in self.damage.hurt:
                self.damage.leave_out("games", Named(*key), _NO_TEXT)


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
