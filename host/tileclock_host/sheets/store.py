"""The store of the sheets: SQLite on this PC, or one PostgreSQL for all the desks of a tournament.

Texts and amendments are added and never rewritten. Whatever else is in the tables follows from them, so the
same sheets give the same store in whatever order they come. Every change is one transaction.
"""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, and_, delete, exists, insert, select, update

from . import amend, schema, secrets, verify
from .amend import Amendment, Changes
from .database import Database, default_place
from .errors import StoreError
from .games import Filter, Game, Match, Version, matches, settle
from .rows import (
    CHUNK,
    Key,
    Row,
    amendment_key,
    check_row,
    chunks,
    condition,
    game_row,
    is_one_of,
    moment,
    order,
    player_rows,
    text_key,
    text_row,
)
from .text import Sheet, Unreadable, read
from .verify import BROKEN, UNKNOWN

__all__ = ["Outcome", "Row", "Store", "StoreError", "default_place"]

CHANGED = "its text was changed in the store"

# What became of a text.
NEW, KNOWN, SUPERSEDING, CONFLICT, REFUSED = "new", "known", "superseding", "conflict", "refused"


@dataclass(frozen=True)
class Outcome:
    """What became of a text that was added, as a word and as a sentence."""

    kind: str
    sentence: str
    name: str = ""  # of the sheet, if it is one
    findings: tuple[str, ...] = ()  # what is wrong with it, though it was kept

    @property
    def kept(self) -> bool:
        """Whether the store has it now: a clock may forget it."""
        return self.kind != REFUSED

    @property
    def good(self) -> bool:
        return self.kind in (NEW, KNOWN, SUPERSEDING) and not self.findings


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

    # ---- adding ----

    def add(self, text: str, source: str = "") -> Outcome:
        """Keep a sheet."""
        return self.add_many([(text, source)])[0]

    def add_many(self, sheets: Iterable[tuple[str, str]]) -> list[Outcome]:
        """Keep many sheets with where they came from, all of them or, if something goes wrong, none."""
        outcomes: list[Outcome] = []
        known: dict[str, tuple[bytes, ...]] = {}
        with self._writing() as connection:
            chunk: list[tuple[str, str]] = []
            for each in sheets:
                chunk.append(each)
                if len(chunk) == CHUNK:
                    outcomes += self._add(connection, chunk, known)
                    chunk = []
            outcomes += self._add(connection, chunk, known)
        return outcomes

    def amend(self, game: Game, changes: Changes) -> Game:
        """Keep an amendment to what counts of that game; the game as it counts then."""
        key = game.device, game.game
        with self._writing() as connection:
            found = self._versions(connection, [key])
            before = self._amendments(connection, [key])[key]
            current = settle(found[key], before)
            if current.sheet.sha256 != game.sheet.sha256:
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
        """Check every text anew: secrets and the program may have changed since; `progress(done, of)`."""
        done = 0
        with self._writing() as connection:
            keys = [
                (row.device, row.game)
                for row in connection.execute(
                    select(schema.texts.c.device, schema.texts.c.game)
                    .distinct()
                    .order_by(schema.texts.c.device, schema.texts.c.game)
                )
            ]
            for some in chunks(keys):
                found = self._versions(connection, some)
                fresh = {key: [self._again(version) for version in found[key]] for key in some}
                changed = {
                    key
                    for key in some
                    for old, new in zip(found[key], fresh[key], strict=True)
                    if (old.seal, old.findings) != (new.seal, new.findings)
                }
                if changed:
                    again = {key: fresh[key] for key in changed}
                    for version in [version for each in again.values() for version in each]:
                        key = text_key(version.sheet) | {"sha256": version.kept_as}
                        of_it = [schema.checks.c[name] == value for name, value in key.items()]
                        connection.execute(update(schema.checks).where(*of_it).values(check_row(version)))
                    self._derive(connection, again)
                done += len(some)
                if progress:
                    progress(done, len(keys))

    def rebuild(self) -> None:
        """Make everything that follows from the texts and amendments anew."""
        with self._writing() as connection:
            self._rebuild(connection)

    def _add(
        self, connection: Connection, chunk: Sequence[tuple[str, str]], known: dict[str, tuple[bytes, ...]]
    ) -> list[Outcome]:
        outcomes: list[Outcome | None] = []
        fresh: list[tuple[int, Version]] = []
        for written, source in chunk:
            try:
                sheet = read(written)
                device = sheet.head.device
                if device not in known:
                    known[device] = tuple(self._secrets_of(device))
                verdict = verify.verify(sheet, known[device])
                if verdict.seal == BROKEN:
                    raise Unreadable(
                        f"sheet {sheet.name} was altered on the way: its seal is not that of its clock"
                    )
            except Unreadable as error:
                outcomes.append(Outcome(REFUSED, f"Not stored: {error}."))
                continue
            received = datetime.fromtimestamp(self._now(), UTC)
            fresh.append((len(outcomes), Version(sheet, verdict.seal, verdict.findings, source, received)))
            outcomes.append(None)
        keys = list(dict.fromkeys((v.sheet.head.device, v.sheet.head.game) for _, v in fresh))
        before = self._versions(connection, keys)
        versions = {key: list(before[key]) for key in keys}
        held = {version.sheet.sha256 for each in before.values() for version in each}
        added = []
        for place, version in fresh:
            if version.sheet.sha256 in held:
                outcomes[place] = Outcome(
                    KNOWN, f"Sheet {version.sheet.name} is here already.", version.sheet.name
                )
                continue
            held.add(version.sheet.sha256)
            versions[version.sheet.head.device, version.sheet.head.game].append(version)
            added.append((place, version))
        if added:
            connection.execute(insert(schema.texts), [text_row(version) for _, version in added])
            connection.execute(insert(schema.checks), [text_key(v.sheet) | check_row(v) for _, v in added])
            touched = {(v.sheet.head.device, v.sheet.head.game) for _, v in added}
            derived = self._derive(connection, {key: versions[key] for key in touched})
            for place, version in added:
                outcomes[place] = _outcome(
                    version, derived[version.sheet.head.device, version.sheet.head.game]
                )
        return [outcome for outcome in outcomes if outcome]

    def _again(self, version: Version) -> Version:
        """The same text, checked anew; a seal that another desk could check stays checked."""
        sheet = version.sheet
        seal = verify.seal_of(sheet, self._secrets_of(sheet.head.device))
        if seal == UNKNOWN:
            seal = version.seal
        verdict = verify.verify(sheet, seal=seal)
        changed = (CHANGED,) if version.kept_as not in ("", sheet.sha256) else ()
        return replace(version, seal=verdict.seal, findings=changed + verdict.findings)

    def _kept(self, text: str) -> Sheet:
        """A text out of the store, where only readable ones were put."""
        try:
            return read(text)
        except Unreadable as error:
            raise StoreError(
                f"The store {self._database.where} is damaged ({error}): put back a copy of it, or import the"
                " sheets into a new one with --db."
            ) from error

    # ---- what follows ----

    def _derive(self, connection: Connection, found: dict[Key, list[Version]]) -> dict[Key, Game]:
        """Make the rows of these games anew."""
        keys = list(found)
        settled: dict[Key, Game] = {}
        for some in chunks(keys):
            amendments = self._amendments(connection, some)
            for key in some:
                settled[key] = settle(found[key], amendments[key])
            for table in (schema.games, schema.players):
                connection.execute(delete(table).where(is_one_of(table, some)))
        rows = [game_row(game) for game in settled.values()]
        if rows:
            connection.execute(insert(schema.games), rows)
            connection.execute(
                insert(schema.players), [row for game in settled.values() for row in player_rows(game)]
            )
        return settled

    def _rebuild(self, connection: Connection) -> None:
        for table in (schema.checks, schema.games, schema.players):
            connection.execute(delete(table))
        keys = [
            (row.device, row.game)
            for row in connection.execute(select(schema.texts.c.device, schema.texts.c.game).distinct())
        ]
        for some in chunks(keys):
            rows = connection.execute(select(schema.texts).where(is_one_of(schema.texts, some))).all()
            found: dict[Key, list[Version]] = defaultdict(list)
            for row in rows:
                sheet = self._kept(row.text)
                verdict = verify.verify(sheet, self._secrets_of(sheet.head.device))
                found[row.device, row.game].append(
                    Version(sheet, verdict.seal, verdict.findings, row.source, moment(row.received))
                )
            every = [version for versions in found.values() for version in versions]
            connection.execute(insert(schema.checks), [text_key(v.sheet) | check_row(v) for v in every])
            self._derive(connection, found)

    # ---- asking ----

    def rows(self, wanted: Filter | None = None) -> list[Row]:
        """The games as a list shows them, the oldest first."""
        chosen = condition(wanted or Filter())
        with self._reading() as connection:
            found = connection.execute(select(schema.games).where(chosen).order_by(*order())).all()
            inside = exists().where(
                schema.games.c.device == schema.players.c.device,
                schema.games.c.game == schema.players.c.game,
                chosen,
            )
            players: dict[Key, list[tuple[int, str, int | None, bool]]] = defaultdict(list)
            for row in connection.execute(
                select(schema.players).where(inside).order_by(schema.players.c.seat)
            ):
                players[row.device, row.game].append((row.seat, row.name, row.points, row.won))
        return [
            Row(
                device=row.device,
                game=row.game,
                revision=row.revision,
                match=row.match,
                number=row.number,
                table=row.table_number,
                date=moment(row.date),
                preset=row.preset,
                reason=row.reason,
                seal=row.seal,
                amended=row.amended,
                findings=tuple(json.loads(row.findings)),
                conflicts=tuple(json.loads(row.conflicts)),
                players=tuple(players[row.device, row.game]),
            )
            for row in found
        ]

    def games(self, wanted: Filter | None = None) -> list[Game]:
        """The games with their texts, the oldest first."""
        return list(self.each(wanted))

    def each(self, wanted: Filter | None = None) -> Iterator[Game]:
        """As `games`, but never more than some of them in memory."""
        chosen = condition(wanted or Filter())
        with self._reading() as connection:
            keys = [
                (row.device, row.game)
                for row in connection.execute(
                    select(schema.games.c.device, schema.games.c.game).where(chosen).order_by(*order())
                )
            ]
            for some in chunks(keys):
                yield from self._settled(connection, some)

    def matches(self, wanted: Filter | None = None) -> list[Match]:
        """Whole matches: all of which the filter lets a game through."""
        return list(self.each_match(wanted))

    def each_match(self, wanted: Filter | None = None) -> Iterator[Match]:
        """As `matches`, but never more than some of them in memory."""
        table = schema.games
        chosen = select(table.c.device, table.c.match).where(condition(wanted or Filter())).distinct()
        listed = select(table.c.device, table.c.match, table.c.game)
        with self._reading() as connection:
            keys: dict[tuple[str, int], list[Key]] = defaultdict(list)
            ids = {(row.device, row.match) for row in connection.execute(chosen)} if wanted else None
            for row in connection.execute(listed.order_by(table.c.device, table.c.match)):
                if ids is None or (row.device, row.match) in ids:
                    keys[row.device, row.match].append((row.device, row.game))
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
        versions = self._versions(connection, keys)
        amendments = self._amendments(connection, keys)
        return [settle(versions[key], amendments[key]) for key in keys]

    def _versions(self, connection: Connection, keys: Sequence[Key]) -> dict[Key, list[Version]]:
        found: dict[Key, list[Version]] = defaultdict(list)
        texts, checks = schema.texts, schema.checks
        same = and_(*[texts.c[name] == checks.c[name] for name in ("device", "game", "revision", "sha256")])
        wanted = select(texts, checks.c.seal, checks.c.findings).join(checks, same)
        for some in chunks(keys):
            for row in connection.execute(wanted.where(is_one_of(texts, some))):
                findings = tuple(json.loads(row.findings))
                version = Version(
                    self._kept(row.text), row.seal, findings, row.source, moment(row.received), row.sha256
                )
                found[row.device, row.game].append(version)
        return found

    def _amendments(self, connection: Connection, keys: Sequence[Key]) -> dict[Key, list[Amendment]]:
        found: dict[Key, list[Amendment]] = defaultdict(list)
        for some in chunks(keys):
            rows = connection.execute(
                select(schema.amendments).where(is_one_of(schema.amendments, some))
            ).all()
            for amendment in amend.from_rows(rows):
                found[amendment.device, amendment.game].append(amendment)
        return found


def _outcome(version: Version, game: Game) -> Outcome:
    """What became of a text, told from what counts of its game now."""
    sheet, findings = version.sheet, version.findings
    if game.conflicts:
        return Outcome(
            CONFLICT, f"Sheet {sheet.name} is stored, but {game.conflicts[0]}.", sheet.name, findings
        )
    if game.version is not version:
        text = f"Sheet {sheet.name} is stored, revision {game.sheet.revision} of it counts."
        return Outcome(NEW, text, sheet.name, findings)
    if len(game.versions) > 1:
        older = game.versions[-2].sheet.revision
        return Outcome(
            SUPERSEDING, f"Sheet {sheet.name} takes the place of revision {older}.", sheet.name, findings
        )
    text = f"Sheet {sheet.name} is stored."
    return Outcome(
        NEW,
        text if not findings else f"Sheet {sheet.name} is stored, but {findings[0]}.",
        sheet.name,
        findings,
    )
