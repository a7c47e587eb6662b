"""Games and matches with their texts, asked in plain SQL as lists are: of a file SQLite answers alone."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from . import secrets, verify
from .columns import Damage
from .filter import Filter
from .games import Game, Match, matches, settle
from .lists import EVERY, Ask, Condition, Lists, chosen
from .load import Loader
from .rows import CHUNK, Key, chunks
from .tally import Tally
from .text import Sheet
from .verify import Verdict


def check_of(secrets_of: Callable[[str], Sequence[bytes]]) -> Callable[[Sheet], Verdict]:
    return lambda sheet: verify.verify(sheet, secrets_of(sheet.head.device))


class Asked(Lists):
    """Lists, and whatever is told of the games."""

    def __init__(self, ask: Ask, damage: Damage, loader: Loader | None = None) -> None:
        super().__init__(ask, damage)
        self._loader = loader or Loader(check_of(secrets.of), damage)

    def count_matches(self, wanted: Filter | None = None) -> int:
        meant = chosen(wanted)
        distinct = f"SELECT DISTINCT device, match FROM games WHERE {meant.sql}"
        (row,) = self._ask(f"SELECT count(*) AS found FROM ({distinct}) AS chosen", meant.values)
        return int(row.found)

    def each(self, wanted: Filter | None = None) -> Iterator[Game]:
        """The games with their texts, the oldest first; only some are in memory."""
        found = self._loader.keys(self._ask, "games", meant=chosen(wanted))
        for some in chunks([(row.device, row.game) for row in found]):
            yield from self._settled(some)

    def each_match(self, wanted: Filter | None = None) -> Iterator[Match]:
        """Whole matches: all of which the filter lets a game through; only some are in memory."""
        found = self._loader.keys(self._ask, "games", "match", meant=_whole_matches(wanted))
        some: list[Key] = []
        for _, group in groupby(sorted(found, key=_match_of), key=_match_of):
            some += [(row.device, row.game) for row in group]
            if len(some) >= CHUNK:
                yield from matches(self._settled(some))
                some = []
        yield from matches(self._settled(some))

    def each_tally(self, wanted: Filter | None = None) -> Iterator[list[Tally]]:
        """What tables for programs tell of the games of each match, in the order of `each_match`."""
        for _, games in groupby(self.tallies(_whole_matches(wanted)), key=_match_of):
            yield list(games)

    def tallies(self, meant: Condition = EVERY) -> Iterator[Tally]:
        """What tables for programs tell of some games, in the order of their matches."""
        return self._loader.tallies(self._ask, meant)

    def _settled(self, keys: Sequence[Key]) -> list[Game]:
        versions = self._loader.versions(self._ask, keys)
        amendments = self._loader.amendments(self._ask, keys)
        return [settle(versions[key], amendments[key]) for key in self._loader.with_texts(keys, versions)]


def _match_of(row: Any) -> tuple[str, int]:
    return row.device, row.match


def _whole_matches(wanted: Filter | None) -> Condition:
    """All games of the matches of which the filter lets one through."""
    sql, values = chosen(wanted)
    if not wanted or wanted == Filter(device=wanted.device, match=wanted.match):
        return Condition(sql, values)  # it lets through whole matches only
    return Condition(
        f"(games.device, games.match) IN (SELECT games.device, games.match FROM games WHERE {sql})", values
    )
