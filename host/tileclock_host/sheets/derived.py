"""What follows from the texts and amendments: made, compared with what is kept, and made anew."""

import pickle
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Boolean, Connection, Integer, Table, delete, func, select, text, type_coerce

from tileclock_host.helpers import spread

from . import schema, verify
from .conditions import add_rows, asking, forget, is_one_of
from .database import Database
from .games import Game, Version, settle
from .lists import EVERY, Condition, lacks
from .load import Loader, Named
from .played import Examined, examine, examine_all
from .rows import Key, check_row, chunks, game_row, player_rows
from .text import LARGEST

CHANGED = "its text was changed in the store"
FALSE = "its course is not what follows from its text"
LISTS = schema.games, schema.players  # what follows for lists and filters

Progress = Callable[[int, int], None]  # how much is done, and of how much


class Derived:
    def __init__(
        self, database: Database, loader: Loader, secrets_of: Callable[[str], Sequence[bytes]]
    ) -> None:
        self._database, self._loader, self._secrets_of = database, loader, secrets_of

    def keep_checks(self, connection: Connection, versions: Sequence[Version]) -> None:
        if versions:
            forget(connection, schema.checks, versions)
            add_rows(connection, schema.checks, list(map(check_row, versions)))

    def derive(self, connection: Connection, found: dict[Key, list[Version]]) -> dict[Key, Game]:
        """Make the rows of these games anew; there are none of a game without a text."""
        settled: dict[Key, Game] = {}
        for some in chunks(list(found)):
            amendments = self._loader.amendments(asking(connection), some)
            for key in some:
                if found[key]:
                    settled[key] = settle(found[key], amendments[key])
            for table in LISTS:
                connection.execute(delete(table).where(is_one_of(table, some)))
        add_rows(connection, schema.games, [game_row(game) for game in settled.values()])
        add_rows(connection, schema.players, [row for game in settled.values() for row in player_rows(game)])
        return settled

    # ---- checking what is there ----

    def recheck(self, keys: Sequence[Key] | None, progress: Progress) -> None:
        """Check the texts of these games anew, or all; what is kept otherwise is made anew.

        Nobody waits for that: games are replayed while the store is free, and only what differs is written.
        """
        if keys is None:
            self._forget_strays()
            with self._database.reading() as connection:
                keys = self._all(connection)
        done = 0
        for some in chunks(keys):
            self._recheck(some)
            done += len(some)
            progress(done, len(keys))

    def _recheck(self, keys: Sequence[Key]) -> None:
        with self._database.reading() as connection:
            found = self._loader.versions(asking(connection), keys)
            fresh = {
                (*key, v.sheet.sha256): self._again(v, examine(v.sheet))
                for key, each in found.items()
                for v in each
            }
            courses = {
                key: [replace(v, told=fresh[*key, v.sheet.sha256].told) for v in each]
                for key, each in found.items()
            }
            wrong = self._false_lists(connection, courses)
        for version in [v for each in found.values() for v in each if v.checked]:
            if version.told != fresh[*version.sheet.key[:2], version.sheet.sha256].told:
                self._loader.damage.leave_out("checks", version.sheet.head, FALSE)
        changed = [
            key
            for key, each in found.items()
            if key in wrong or any(_said(v) != _said(fresh[*key, v.sheet.sha256]) for v in each)
        ]
        if not changed:
            return
        with self._database.writing() as connection:
            there = self._loader.versions(asking(connection), changed)  # one may have come meanwhile
            now = {key: [fresh.get((*key, v.sheet.sha256), v) for v in there[key]] for key in changed}
            self.keep_checks(connection, [version for each in now.values() for version in each])
            self.derive(connection, now)

    def _forget_strays(self) -> None:
        """Rows of games there is no text of: each is named, and deleted where it follows from one."""
        with self._database.reading() as connection:
            self._loader.strays(asking(connection), "amendments")  # what came is never deleted
            strays = [table.name for table in LISTS if self._loader.strays(asking(connection), table.name)]
        if strays:
            with self._database.writing() as connection:
                for table in strays:
                    connection.execute(text(f"DELETE FROM {table} WHERE {lacks(table, 'texts')}"))

    def _all(self, connection: Connection, meant: Condition = EVERY) -> list[Key]:
        found = self._loader.keys(asking(connection), "texts", meant=meant)
        return [(row.device, row.game) for row in found]

    def _again(self, version: Version, examined: Examined, *, only_higher: bool = False) -> Version:
        """The same text, checked anew; what another desk could tell of its seal is not forgotten."""
        sheet = version.sheet
        seal = verify.seal_of(sheet.text, self._secrets_of(sheet.head.device))
        if version.kept_as in ("", sheet.sha256):
            seal = verify.carried(seal, version.seal, only_higher=only_higher)
        changed = (CHANGED,) if version.kept_as not in ("", sheet.sha256) else ()
        findings = (*changed, *verify.faults(seal), *examined.findings)
        return replace(version, seal=seal, findings=findings, checked=True, told=examined.course)

    def _false_lists(self, connection: Connection, found: dict[Key, list[Version]]) -> set[Key]:
        """The games of which the lists do not say what follows from their texts; each is named."""
        keys = list(found)
        if not keys:
            return set()
        amendments = self._loader.amendments(asking(connection), keys)
        settled = {key: settle(found[key], amendments[key]) for key in keys if found[key]}
        games = {key: [game_row(game)] for key, game in settled.items()}
        players = {key: list(player_rows(game)) for key, game in settled.items()}
        return {
            key
            for table, follows in ((schema.games, games), (schema.players, players))
            for key in self._false_rows(connection, table, keys, follows)
        }

    def _false_rows(
        self, connection: Connection, table: Table, keys: Sequence[Key], follows: dict[Key, list[Any]]
    ) -> set[Key]:
        """The games whose rows in a table are not those that follow from their texts."""
        found: dict[Key, list[Any]] = defaultdict(list)
        asked = _plain(table).where(is_one_of(table, keys)).order_by(*table.primary_key)
        for row in connection.execute(asked):
            found[row.device, row.game].append(tuple(row))
        false = {key for key in keys if found[key] != follows.get(key, [])}
        damage = self._loader.damage
        for key in sorted(false - damage.hurt):
            damage.leave_out(table.name, Named(*key), "it is not what follows from its text")
        return false

    # ---- making everything anew ----

    def forget_lists(self, connection: Connection) -> None:
        """A game that has no row in the lists is one that `derive_all` has still to do."""
        for table in LISTS:
            connection.execute(delete(table))

    def derive_all(self, progress: Progress) -> None:
        """Make anew what is not in the lists, some games in each transaction; they are played before it."""
        with self._database.reading() as connection:
            of = len(self._all(connection))
            keys = self._all(connection, Condition(lacks("texts", "games"), {}))
        done = of - len(keys)
        if keys:
            progress(done, of)
        loaded = deque[dict[Key, list[Version]]]()
        for some in spread(examine_all, self._texts(keys, loaded)):
            examined = iter(pickle.loads(some))
            found = {
                key: [self._again(version, next(examined), only_higher=True) for version in versions]
                for key, versions in loaded.popleft().items()
            }
            with self._database.deriving() as writing:
                if writing is None:  # another program has done the rest
                    return
                self._derive_missing(writing, found)
            done += len(found)
            progress(done, of)

    def _texts(self, keys: Sequence[Key], loaded: deque[dict[Key, list[Version]]]) -> Iterator[list[str]]:
        """The texts of some games at a time, which are `loaded` as well."""
        for some in chunks(keys, parts=2):  # several of these are in memory
            with self._database.reading() as connection:
                loaded.append(self._loader.versions(asking(connection), some))
            yield [version.sheet.text for versions in loaded[-1].values() for version in versions]

    def _derive_missing(self, connection: Connection, found: dict[Key, list[Version]]) -> None:
        table = schema.games
        listed = connection.execute(select(table.c.device, table.c.game).where(is_one_of(table, list(found))))
        missing = found.keys() - {(row.device, row.game) for row in listed}
        mine = {key: versions for key, versions in found.items() if key in missing}
        self.keep_checks(connection, [version for versions in mine.values() for version in versions])
        self.derive(connection, mine)


def _plain(table: Table) -> Any:
    """All of a table, truth as the number it is kept as and texts no longer than any is."""
    return select(
        *[
            type_coerce(column, Integer).label(column.name)
            if isinstance(column.type, Boolean)
            else func.substr(column, 1, LARGEST + 1).label(column.name)
            if column.name in {"findings", "conflicts", "name", "folded", "tally"}
            else column
            for column in table.c
        ]
    )


def _said(version: Version) -> tuple[str, tuple[str, ...], bool, str]:
    return version.seal, version.findings, version.checked, version.told
