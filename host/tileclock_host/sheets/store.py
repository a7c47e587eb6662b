"""The store of the sheets: SQLite on this PC, or one PostgreSQL for all the desks of a tournament.

Texts and amendments are added and never rewritten. Whatever else is in the tables follows from them, so the
same sheets give the same store in whatever order they come. Every change is one transaction.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from tileclock_host.foreign import printable

from . import amend, schema, secrets, verify
from .amend import Changes
from .database import Database, default_place
from .errors import StoreError
from .filter import Filter
from .games import Game, Match, Version, matches, settle
from .load import Loader
from .outcome import KNOWN, REFUSED, Outcome, outcome_of
from .rows import (
    CHUNK,
    Key,
    Row,
    amendment_key,
    check_row,
    chunks,
    condition,
    forget,
    game_row,
    is_one_of,
    player_rows,
    text_row,
    version_key,
)
from .text import Unreadable, read
from .verify import BROKEN, MISSING

__all__ = ["Outcome", "Row", "Store", "StoreError", "default_place"]

CHANGED = "its text was changed in the store"


def _now() -> int:
    return int(time.time())


class Store:
    """`place` is a file or the address of a database; else it is TILECLOCK_DB, or a file of this user's."""

    def __init__(
        self,
        place: str | Path | None = None,
        secrets_of: Callable[[str], Sequence[bytes]] = secrets.of,
        now: Callable[[], int] = _now,
    ) -> None:
        self._now = now
        self._secrets_of = secrets_of
        self._loader = Loader(lambda sheet: verify.verify(sheet, self._secrets_of(sheet.head.device)))
        self._database = Database(place)
        self.engine = self._database.engine
        self._writing, self._reading = self._database.writing, self._database.reading
        try:
            self._database.migrate(self._rebuild)
        except BaseException:  # also Ctrl-C: a store that is not made has nobody to close it
            self.close()
            raise

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def damage(self) -> list[str]:
        """Hand over which rows had to be left out since this was asked last, a sentence each."""
        return self._loader.damage()

    # ---- adding ----

    def add(self, text: str, source: str = "", clock: str = "") -> Outcome:
        """Keep a sheet; `clock`: the device that has just sent it, of which it has to be."""
        return self.add_many([(text, source)], clock)[0]

    def add_many(self, sheets: Iterable[tuple[str, str]], clock: str = "") -> list[Outcome]:
        """Keep many sheets with where they came from, all of them or, if something goes wrong, none."""
        outcomes: list[Outcome] = []
        known: dict[str, tuple[bytes, ...]] = {}
        with self._writing() as connection:
            chunk: list[tuple[str, str]] = []
            for each in sheets:
                chunk.append(each)
                if len(chunk) == CHUNK:
                    outcomes += self._add(connection, chunk, known, clock)
                    chunk = []
            outcomes += self._add(connection, chunk, known, clock)
        return outcomes

    def amend(self, game: Game, changes: Changes) -> Game:
        """Keep an amendment to what counts of that game; the game as it counts then."""
        key = game.device, game.game
        with self._writing() as connection:
            found = self._loader.versions(connection, [key])
            before = self._loader.amendments(connection, [key])[key]
            current = settle(found[key], before) if found[key] else None
            if current is None or current.sheet.sha256 != game.sheet.sha256:
                raise StoreError("The clock's sheet has changed meanwhile: look at it and amend again.")
            amendment = amend.to(game.sheet, changes, before, datetime.fromtimestamp(self._now(), UTC))
            amend.apply(game.sheet, [*current.amendments, amendment])  # refuses what cannot be
            row = {
                **amendment_key(amendment),
                "uid": amendment.uid,
                "changes": changes.to_json(),
                "made": int(amendment.made.timestamp()),
            }
            connection.execute(insert(schema.amendments), [row])
            return self._derive(connection, found)[key]

    def recheck(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Check every text anew: secrets and the program may have changed since; `progress(done, of)`.

        What the lists say otherwise than their texts is made anew.
        """
        done = 0
        with self._writing() as connection:
            for table in _LISTS:
                connection.execute(delete(table).where(self._loader.strays(connection, table)))
            self._loader.strays(connection, schema.amendments)  # are named, but what came is never deleted
            keys = [(row.device, row.game) for row in self._loader.keys(connection, schema.texts)]
            for some in chunks(keys):
                found = self._loader.versions(connection, some)
                fresh = {key: [self._again(version) for version in each] for key, each in found.items()}
                changed = {
                    key for key in fresh if list(map(_said, found[key])) != list(map(_said, fresh[key]))
                }
                self._keep_checks(connection, [version for key in changed for version in fresh[key]])
                changed |= self._false_lists(connection, found)
                self._derive(connection, {key: fresh[key] for key in changed})
                done += len(some)
                if progress:
                    progress(done, len(keys))

    def rebuild(self) -> None:
        """Make everything that follows from the texts and amendments anew."""
        with self._writing() as connection:
            self._rebuild(connection)

    def _add(
        self,
        connection: Connection,
        chunk: Sequence[tuple[str, str]],
        known: dict[str, tuple[bytes, ...]],
        clock: str,
    ) -> list[Outcome]:
        outcomes: list[Outcome | None] = []
        fresh: list[tuple[int, Version]] = []
        for written, source in chunk:
            try:
                version = self._checked(written, source, known)
                if clock and version.sheet.head.device != clock:
                    raise Unreadable(
                        f"sheet {version.sheet.name} is not of the clock that sent it, {clock}; only"
                        " `tileclock sheets import` takes it"
                    )
            except Unreadable as error:
                outcomes.append(Outcome(REFUSED, f"Not stored: {error}."))
                continue
            fresh.append((len(outcomes), version))
            outcomes.append(None)
        keys = list(dict.fromkeys((v.sheet.head.device, v.sheet.head.game) for _, v in fresh))
        before = self._loader.versions(connection, keys)
        versions = {key: list(before[key]) for key in keys}
        held = {version.sheet.sha256 for each in before.values() for version in each}
        added = []
        for place, version in fresh:
            name = version.sheet.name
            if version.sheet.sha256 in held:
                outcomes[place] = Outcome(KNOWN, f"Sheet {name} is here already.", name)
            elif clock and version.seal == MISSING:
                outcomes[place] = Outcome(
                    REFUSED,
                    f"Not stored: sheet {name} has no seal, though its clock has a secret to seal with: it"
                    " may be forged; only `tileclock sheets import` takes it, and marks it.",
                )
            else:
                held.add(version.sheet.sha256)
                versions[version.sheet.head.device, version.sheet.head.game].append(version)
                added.append((place, version))
        if added:
            self._keep_texts(connection, [version for _, version in added])
            touched = {(v.sheet.head.device, v.sheet.head.game) for _, v in added}
            derived = self._derive(connection, {key: versions[key] for key in touched})
            for place, version in added:
                outcomes[place] = outcome_of(
                    version, derived[version.sheet.head.device, version.sheet.head.game]
                )
        return [outcome for outcome in outcomes if outcome]

    def _checked(self, written: str, source: str, known: dict[str, tuple[bytes, ...]]) -> Version:
        """A text that comes; refused if it is no sheet, or was altered on the way."""
        sheet = read(written)
        device = sheet.head.device
        if device not in known:
            known[device] = tuple(self._secrets_of(device))
        verdict = verify.verify(sheet, known[device])
        if verdict.seal == BROKEN:
            raise Unreadable(f"sheet {sheet.name} was altered on the way: its seal is not that of its clock")
        received = datetime.fromtimestamp(self._now(), UTC)
        return Version(sheet, verdict.seal, verdict.findings, printable(source), received)

    def _again(self, version: Version, *, only_higher: bool = False) -> Version:
        """The same text, checked anew; what another desk could tell of its seal is not forgotten."""
        sheet = version.sheet
        seal = verify.seal_of(sheet, self._secrets_of(sheet.head.device))
        if version.kept_as in ("", sheet.sha256):
            seal = verify.carried(seal, version.seal, only_higher=only_higher)
        verdict = verify.verify(sheet, seal=seal)
        changed = (CHANGED,) if version.kept_as not in ("", sheet.sha256) else ()
        return replace(version, seal=verdict.seal, findings=changed + verdict.findings, checked=True)

    # ---- what is kept ----

    def _keep_texts(self, connection: Connection, versions: Sequence[Version]) -> None:
        """Texts nobody has yet; a damaged row of the same text goes."""
        forget(connection, schema.texts, versions)
        connection.execute(insert(schema.texts), [text_row(version) for version in versions])
        self._keep_checks(connection, versions)

    def _keep_checks(self, connection: Connection, versions: Sequence[Version]) -> None:
        if versions:
            forget(connection, schema.checks, versions)
            connection.execute(insert(schema.checks), [version_key(v) | check_row(v) for v in versions])

    def _derive(self, connection: Connection, found: dict[Key, list[Version]]) -> dict[Key, Game]:
        """Make the rows of these games anew; there are none of a game without a text."""
        settled: dict[Key, Game] = {}
        for some in chunks(list(found)):
            amendments = self._loader.amendments(connection, some)
            for key in some:
                if found[key]:
                    settled[key] = settle(found[key], amendments[key])
            for table in _LISTS:
                connection.execute(delete(table).where(is_one_of(table, some)))
        if settled:
            connection.execute(insert(schema.games), [game_row(game) for game in settled.values()])
            connection.execute(
                insert(schema.players), [row for game in settled.values() for row in player_rows(game)]
            )
        return settled

    def _false_lists(self, connection: Connection, found: dict[Key, list[Version]]) -> set[Key]:
        """The games of which the lists do not say what follows from their texts; each is named."""
        keys = list(found)
        if not keys:
            return set()
        amendments = self._loader.amendments(connection, keys)
        settled = {key: settle(found[key], amendments[key]) for key in keys if found[key]}
        games = {key: [game_row(game)] for key, game in settled.items()}
        players = {key: list(player_rows(game)) for key, game in settled.items()}
        return {
            key
            for table, follows in ((schema.games, games), (schema.players, players))
            for key in self._loader.false_rows(connection, table, keys, follows)
        }

    def _rebuild(self, connection: Connection) -> None:
        for table in _LISTS:
            connection.execute(delete(table))
        keys = [(row.device, row.game) for row in self._loader.keys(connection, schema.texts)]
        for some in chunks(keys):
            found = {
                key: [self._again(version, only_higher=True) for version in versions]
                for key, versions in self._loader.versions(connection, some).items()
            }
            self._keep_checks(connection, [version for versions in found.values() for version in versions])
            self._derive(connection, found)

    # ---- asking ----

    def rows(self, wanted: Filter | None = None) -> list[Row]:
        """The games as a list shows them, the oldest first."""
        with self._reading() as connection:
            return self._loader.rows(connection, condition(wanted or Filter()))

    def games(self, wanted: Filter | None = None) -> list[Game]:
        """The games with their texts, the oldest first."""
        return list(self.each(wanted))

    def each(self, wanted: Filter | None = None) -> Iterator[Game]:
        """As `games`, but never more than some of them in memory."""
        with self._reading() as connection:
            found = self._loader.keys(connection, schema.games, where=condition(wanted or Filter()))
            for some in chunks([(row.device, row.game) for row in found]):
                yield from self._settled(connection, some)

    def matches(self, wanted: Filter | None = None) -> list[Match]:
        """Whole matches: all of which the filter lets a game through."""
        return list(self.each_match(wanted))

    def each_match(self, wanted: Filter | None = None) -> Iterator[Match]:
        """As `matches`, but never more than some of them in memory."""
        table = schema.games
        chosen = select(table.c.device, table.c.match).where(condition(wanted or Filter())).distinct()
        with self._reading() as connection:
            keys: dict[tuple[str, int], list[Key]] = {}
            ids = {(row.device, row.match) for row in connection.execute(chosen)} if wanted else None
            found = self._loader.keys(connection, table, "match")
            for row in sorted(found, key=lambda row: (row.device, row.match)):
                if ids is None or (row.device, row.match) in ids:
                    keys.setdefault((row.device, row.match), []).append((row.device, row.game))
            some: list[Key] = []
            for group in keys.values():
                some += group
                if len(some) >= CHUNK:
                    yield from matches(self._settled(connection, some))
                    some = []
            yield from matches(self._settled(connection, some))

    def find(self, name: str) -> list[Game]:
        """The games a person may mean by `51ac-42`, `42` or the whole number of the clock."""
        device, _, number = name.strip().lower().rpartition("-")
        number = number.partition(".")[0]
        if not number.isascii() or not number.isdigit() or len(number) > 10:
            return []
        return self.games(Filter(device=device, game=int(number)))

    def _settled(self, connection: Connection, keys: Sequence[Key]) -> list[Game]:
        versions = self._loader.versions(connection, keys)
        amendments = self._loader.amendments(connection, keys)
        return [
            settle(versions[key], amendments[key])
            for key in self._loader.with_texts(schema.games, keys, versions)
        ]


# The tables that follow from the texts and amendments, for lists and filters.
_LISTS = schema.games, schema.players


def _said(version: Version) -> tuple[str, tuple[str, ...], bool]:
    return version.seal, version.findings, version.checked
