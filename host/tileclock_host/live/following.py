"""Follows the record and the sheets in the store, whichever desk writes there, and shows what they say."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select

from tileclock_host.desk.desk import Desk, Record
from tileclock_host.desk.errors import DeskError
from tileclock_host.desk.event import Event
from tileclock_host.desk.opening import results_of
from tileclock_host.faults import Faults
from tileclock_host.sheets import schema
from tileclock_host.sheets.errors import StoreError
from tileclock_host.sheets.store import Store

from . import shown
from .hall import Hall

LOOK_S = 0.3  # between two looks whether another desk has written


@dataclass(frozen=True)
class Now:
    """The record as it was read last, and the event that is shown."""

    record: Record
    event: Event


class Following:
    """Looks by itself, and at once when it is woken.

    It stays with the event it has found: one that is made later on a shared store redirects nothing.
    """

    def __init__(self, store: Store, event: str | None, hall: Hall, say: Callable[[str], None]) -> None:
        """`event`: its name; else the latest there is, and if there is none, the first that is made."""
        self._store, self._name, self._hall, self._say = store, event, hall, say
        self._seen: tuple[int, ...] = ()
        self._wake = threading.Event()
        self._over = False
        self._said = ""
        self._found = ""
        self._named: set[str] = set()  # what does not count of the record
        self._faults = Faults("following the record")
        self.now: Now | None = None
        self._thread = threading.Thread(target=self._run, daemon=True, name="record")

    def __enter__(self) -> "Following":
        self._hall.show(shown.nothing())
        self._look()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over = True
        self._wake.set()
        self._thread.join()

    @property
    def event(self) -> str | None:
        """The identity of the event that is shown; before it was found, the name that was asked for."""
        return self._found or self._name

    def wake(self) -> None:
        """Something was written here: there is no need to wait."""
        self._wake.set()

    def _run(self) -> None:
        while not self._over:
            self._wake.wait(LOOK_S)
            self._wake.clear()
            self._look()

    def _look(self) -> None:
        try:
            mark = self._mark()
            if mark != self._seen:
                self._read()
                self._seen = mark
            self._hall.show({"old": False})
            self._faults.none()
            self._said = ""
        except (DeskError, StoreError) as error:
            self._keep(str(error))
        except Exception as error:  # it ends this look, never the thread
            self._keep(self._faults.note(error))

    def _keep(self, why: str) -> None:
        """What was shown stays until it can be read again, and the page says that it may be old."""
        self._hall.show({"old": True})
        if why != self._said:
            self._say(f"Error: {why}")
        self._said = why

    def _mark(self) -> tuple[int, ...]:
        """Changes with whatever is added to the store, which forgets nothing."""
        counts = [
            select(func.count()).select_from(table).scalar_subquery()
            for table in (schema.entries, schema.texts, schema.amendments)
        ]
        with self._store.reading() as connection:
            return tuple(connection.execute(select(*counts)).one())

    def _read(self) -> None:
        record = Desk(self._store).read()
        for sentence in map(str, record.left.values()):
            if sentence not in self._named:
                self._say(sentence)
            self._named.add(sentence)
        if not record.events and not self.event:
            parts: dict[str, Any] = shown.nothing()
        else:
            event = record.event(self.event)
            self._found = event.id
            parts = shown.parts(record, results_of(self._store, record, event), datetime.now(UTC))
            self.now = Now(record, event)
        self._hall.show(parts)
