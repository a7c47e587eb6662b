"""The store of the sheets: SQLite on this PC, or one PostgreSQL for all the desks of a tournament.

Texts and amendments are added and never rewritten. Whatever else is in the tables follows from them, so the
same sheets give the same store in whatever order they come. Every change is one transaction.
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from sqlalchemy import func, select

from . import amend, schema, secrets
from .adding import Adding
from .amend import Amendment, Changes
from .asked import Asked, check_of
from .conditions import add_rows, asking
from .database import Database
from .derived import Derived, Progress
from .errors import StoreError
from .filter import Filter
from .games import Game, Match, settle
from .lists import EVERY, OLDEST_FIRST, Condition
from .load import Loader
from .outcome import Outcome
from .played import Written, played
from .rows import Key, Largest, Row, amendment_row
from .settings import default_place
from .tally import Tally

__all__ = ["Outcome", "Row", "Store", "StoreError", "default_place"]


def _now() -> int:
    return int(time.time())


def _untold(done: int, of: int) -> None:
    """Progress that nobody watches."""


class Store:
    """`place` is a file or the address of a database; else TILECLOCK_DB or the settings name it."""

    def __init__(  # noqa: PLR0913 – each has a usual value
        self,
        place: str | Path | None = None,
        secrets_of: Callable[[str], Sequence[bytes]] = secrets.of,
        now: Callable[[], int] = _now,
        progress: Progress = _untold,
        *,
        make: bool = True,
        late: bool = False,
    ) -> None:
        """`progress` is told how much is done where an older program's store is brought up to date.

        Without `make` a file that is not there is refused; `late`, it is made only by what is written first.
        """
        self._now = now
        self._loader = Loader(check_of(secrets_of))
        self._database = Database(place, make=make, late=late)
        self._derived = Derived(self._database, self._loader, secrets_of)
        self._adding = Adding(self._loader, self._derived, secrets_of, now)
        self.engine = self._database.engine
        self.where, self.writing, self.reading = (
            self._database.where,
            self._database.writing,
            self._database.reading,
        )
        try:
            self._bring_up_to_date(progress)
        except BaseException:  # also Ctrl-C: a store that is not made has nobody to close it
            self.close()
            raise

    def _bring_up_to_date(self, progress: Progress) -> None:
        self._database.migrate(self._derived.forget_lists, lambda: self._derived.derive_all(progress))

    @property
    def absent(self) -> bool:
        """Whether it is still to be made, by what is written first."""
        return self._database.absent

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def damage(self) -> list[str]:
        """Hand over which rows had to be left out since this was asked last, a sentence each."""
        return self._loader.damage.hand_over()

    # ---- adding ----

    def add(self, text: str, source: str = "", clock: str = "") -> Outcome:
        """Keep a sheet; `clock`: the device that has just sent it, of which it has to be."""
        return self.add_many([(text, source)], clock)[0]

    def add_many(
        self, sheets: Iterable[Written], clock: str = "", amendments: Iterable[Amendment] = ()
    ) -> list[Outcome]:
        """Keep many sheets with where they came from, all of them or, if something goes wrong, none.

        All are read and played before the store is touched: then other programs wait for the writing alone.
        `amendments` are those to these sheets that another store has; they may be found with the sheets.
        """
        with played(sheets) as found, ExitStack() as open_now:
            writing = cache(lambda: open_now.enter_context(self.writing()))
            outcomes = [outcome for some in found for outcome in self._adding.add(writing, some, clock)]
            if (taken := list(amendments)) and not self.absent:
                outcomes += self._adding.take_over(writing(), taken)
            return outcomes

    def amend(self, game: Game, changes: Changes) -> Game:
        """Keep an amendment to what counts of that game; the game as it counts then."""
        key = game.device, game.game
        with self.writing() as connection:
            found = self._loader.versions(asking(connection), [key])
            before = self._loader.amendments(asking(connection), [key])[key]
            current = settle(found[key], before) if found[key] else None
            if current is None or current.sheet.sha256 != game.sheet.sha256:
                raise StoreError("The clock's sheet has changed meanwhile: look at it and amend again.")
            amendment = amend.to(game.sheet, changes, before, datetime.fromtimestamp(self._now(), UTC))
            amend.apply(game.sheet, [*current.amendments, amendment])  # refuses what cannot be
            add_rows(connection, schema.amendments, [amendment_row(amendment)])
            return self._derived.derive(connection, found)[key]

    def recheck(self, keys: Sequence[Key] | None = None, progress: Progress = _untold) -> None:
        """Check texts anew, of some games or all: secrets and the program may have changed since.

        What the lists say otherwise than their texts is made anew.
        """
        self._derived.recheck(keys, progress)

    def rebuild(self) -> None:
        """Make everything that follows from the texts and amendments anew."""
        self._database.outdate()
        self._bring_up_to_date(_untold)

    # ---- asking ----

    @contextmanager
    def _asked(self) -> Iterator[Asked]:
        with self.reading() as connection:
            yield Asked(asking(connection), self._loader.damage, self._loader)

    def rows(self, wanted: Filter | None = None) -> list[Row]:
        """The games as a list shows them, the oldest first."""
        with self._asked() as asked:
            return list(asked.rows(wanted, OLDEST_FIRST))

    def latest(self, wanted: Filter | None = None, limit: int | None = None) -> Generator[Row, None, None]:
        """The games as a list shows them, the latest first, so many at most; only some are in memory."""
        with self._asked() as asked:
            yield from asked.latest(wanted, limit)

    def largest(self, wanted: Filter | None = None) -> Largest:
        """What a list of games needs room for."""
        with self._asked() as asked:
            return asked.largest(wanted)

    def count_texts(self) -> int:
        with self.reading() as connection:
            return connection.execute(select(func.count()).select_from(schema.texts)).scalar_one()

    def count_entries(self) -> int:
        """How much the desk has put on record."""
        with self.reading() as connection:
            return connection.execute(select(func.count()).select_from(schema.entries)).scalar_one()

    def count_matches(self, wanted: Filter | None = None) -> int:
        with self._asked() as asked:
            return asked.count_matches(wanted)

    def games(self, wanted: Filter | None = None) -> list[Game]:
        """The games with their texts, the oldest first."""
        return list(self.each(wanted))

    def each(self, wanted: Filter | None = None) -> Iterator[Game]:
        """As `games`, but never more than some of them in memory."""
        with self._asked() as asked:
            yield from asked.each(wanted)

    def matches(self, wanted: Filter | None = None) -> list[Match]:
        """Whole matches: all of which the filter lets a game through."""
        return list(self.each_match(wanted))

    def each_match(self, wanted: Filter | None = None) -> Iterator[Match]:
        """As `matches`, but never more than some of them in memory."""
        with self._asked() as asked:
            yield from asked.each_match(wanted)

    def each_tally(self, wanted: Filter | None = None) -> Iterator[list[Tally]]:
        """What tables for programs tell of the games of each match, in the order of `each_match`."""
        with self._asked() as asked:
            yield from asked.each_tally(wanted)

    def tallies(self, meant: Condition = EVERY) -> Iterator[Tally]:
        """What tables for programs tell of some games, in the order of their matches."""
        with self._asked() as asked:
            yield from asked.tallies(meant)

    def find(self, name: str) -> list[Game]:
        """The games a person may mean by `51ac-42`, `42` or the whole number of the clock."""
        device, _, number = name.strip().lower().rpartition("-")
        number = number.partition(".")[0]
        if not number.isascii() or not number.isdigit() or len(number) > 10:
            return []
        return self.games(Filter(device=device, game=int(number)))
