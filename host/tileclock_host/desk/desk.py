"""The desk's record in the store: read as people and events, and added to, one entry after the other."""

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, insert, select

from tileclock_host.facts.text import clean
from tileclock_host.sheets import schema
from tileclock_host.sheets.store import Store

from .entries import (
    PEOPLE,
    UNDONE,
    Entry,
    Left,
    judged_again,
    last,
    make,
    read,
    renumbered,
    taken_back,
    unread,
)
from .errors import DeskError
from .event import Event
from .people import People

Said = tuple[str, str, dict[str, Any]]  # whose entry it is, its kind, what it says


class Record:
    """Everything that was put on record, as it was at one moment.

    `left` has what does not count of it, with why, by the event and the number of the entry.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries: dict[str, list[Entry]] = {PEOPLE: []}
        for entry in entries:
            self.entries.setdefault(entry.event, []).append(entry)
        self.people = People(self.entries[PEOPLE])
        self.events: dict[str, Event] = {}
        self.left = {(PEOPLE, number): why for number, why in self.people.left.items()}
        for identity, found in self.entries.items():
            if identity == PEOPLE:
                continue
            try:
                event = self.events[identity] = Event(identity, found, self.people)
                left = event.left
            except DeskError as error:
                left = _of_no_event(identity, found, error)
            self.left |= {(identity, number): why for number, why in left.items()}

    def event(self, name: str | None) -> Event:
        """The one of that name or identity; without one, the latest that was made."""
        found = list(self.events.values())
        if name:
            wanted = clean(name).casefold()
            found = [each for each in found if name == each.id or each.name.casefold() == wanted]
        if not found:
            raise DeskError(
                f"There is no event {name}: `tileclock event` lists them."
                if name
                else "There is no event yet: `tileclock event new NAME` makes one.",
                "wrong_no_event",
            )
        return max(found, key=lambda event: (event.made, event.settings.date, event.id))


class Desk:
    """The record in a store that others may write to as well: each change is judged by what is there then."""

    def __init__(self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store, self._now = store, now
        self.latest: Record | None = None  # that was read or added to

    def read(self) -> Record:
        with self._store.reading() as connection:
            self.latest = Record(_entries(connection))
        return self.latest

    def add(self, change: Callable[[Record], Sequence[Said]]) -> Record:
        """Put on record what `change` says of what is there; all of it, or nothing if it cannot be."""
        if self._store.absent:
            self._changed([], change)  # what is refused makes no store
        with self._store.writing() as connection:
            new, found = self._changed(_entries(connection), change)
            if new:
                connection.execute(insert(schema.entries), [dict(entry.row) for entry in new])
            return found

    def _changed(
        self, before: list[Entry], change: Callable[[Record], Sequence[Said]]
    ) -> tuple[list[Entry], Record]:
        """What is new then, and the record with it; refused if it cannot be."""
        new: list[Entry] = []
        latest = max([e.made for e in before if e.kind == "made"], default=None)
        ends = {event: last(found) for event, found in _by_event(before).items()}
        there = self.latest = Record(before)
        for event, kind, said in change(there):
            ends[event] = ends.get(event, 0) + 1
            at = self._now().replace(microsecond=0)
            if kind == "made" and latest:  # the latest event is the one that commands mean
                at = max(at, latest + timedelta(seconds=1))
            new.append(make(event, ends[event], kind, said, at))
        self.latest = _judged(there, [*before, *new])
        return new, self.latest

    def undo(self, event: str, number: int, words: str) -> Record:
        """Take an entry back with another one."""

        asked = False

        def change(record: Record) -> list[Said]:
            nonlocal asked
            found = {entry.number: entry for entry in record.entries.get(event, [])}
            if number not in found or not number:
                raise DeskError(f"There is no entry {number}: the log lists what there is.", "wrong_entry")
            if number in taken_back(list(found.values())):
                raise DeskError(f"Entry {number} was taken back already.", "wrong_entry")
            if not found[number].known and not found[number].damage:
                raise record.left[event, number]
            asked = True
            return [(event, UNDONE, {"entry": number, "words": words})]

        try:
            return self.add(change)
        except DeskError as error:
            if not asked:
                raise
            raise DeskError(
                f"Entry {number} is needed by a later one; take that back first. Without it: {error}",
                "wrong_needed",
            ) from error

    # ---- events as files ----

    def exported(self, event: Event) -> dict[str, Any]:
        """The event with its people, for another store."""
        entries = [*self.read().entries[PEOPLE], *event.entries]
        rows = [dict(entry.row) for entry in entries if not entry.damage]
        return {"format": "tileclock-event", "version": 1, "entries": rows}

    def take(self, document: Any) -> Record:
        """Add what a file has; refused, where the event has gone on here in another way."""
        rows = document.get("entries") if isinstance(document, dict) else None
        if not isinstance(rows, list) or document.get("format") != "tileclock-event":
            raise DeskError("This is no event: name a file of `tileclock event export`.")
        if document.get("version") != 1:
            raise DeskError(
                f"This event has version {document.get('version')}, this program reads 1: update it."
            )
        come = [judged_again(row, which) for which, row in enumerate(rows, 1)]
        come.sort(key=lambda entry: (entry.event, entry.number))
        if len({entry.uid for entry in come}) < len(come):
            raise DeskError("An entry is twice in the file: export the event again.")
        if self._store.absent:
            _judged(Record([]), come, carried=True)  # what is refused makes no store
        with self._store.writing() as connection:
            before = _entries(connection)
            new = _fitting_behind(_by_event(before), _by_event(come))
            self.latest = found = _judged(Record(before), [*before, *new], carried=True)
            if new:
                connection.execute(insert(schema.entries), [dict(entry.row) for entry in new])
            return found


def _judged(before: Record, entries: Iterable[Entry], *, carried: bool = False) -> Record:
    """The record with these; refused, if something does not count then that did before, or is new.

    `carried`: they were judged in another store, where a newer program may have written some of them.
    """
    found = Record(entries)
    for place, why in found.left.items():
        known = before.left.get(place)
        if (known and not known.part) or (carried and why.newer) or why.part:
            continue
        raise why.__cause__ if isinstance(why.__cause__, DeskError) else why
    return found


def _of_no_event(identity: str, entries: Sequence[Entry], why: DeskError) -> dict[int, Left]:
    """What does not count of an event whose beginning cannot be read: all of it."""
    called = f"the event {identity[:6]}"
    left = unread(entries, called, "tileclock event undo")
    whole = Left(f"All of {called} is left out: {why}", newer=any(each.newer for each in left.values()))
    whole.__cause__ = why
    return {**left, 0: whole}


def _entries(connection: Connection) -> list[Entry]:
    table = schema.entries
    rows = connection.execute(select(table).order_by(table.c.event, table.c.number))
    return [read(dict(row._mapping)) for row in rows]


def _by_event(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.event, []).append(entry)
    return found


def _fitting_behind(here: dict[str, list[Entry]], come: dict[str, list[Entry]]) -> list[Entry]:
    """What is new of it: people are added to those here, an event goes on where it ended here."""
    new = []
    known = {entry.uid for entry in here.get(PEOPLE, [])}
    end = last(here.get(PEOPLE, []))
    numbers: dict[int, int] = {e.number: e.number for e in come.get(PEOPLE, []) if e.uid in known}
    for entry in come.pop(PEOPLE, []):
        if entry.uid in known:
            numbers[entry.number] = next(e.number for e in here[PEOPLE] if e.uid == entry.uid)
            continue
        end += 1
        numbers[entry.number] = end
        undone = numbers.get(entry.said["entry"], 0) if entry.kind == UNDONE else None
        new.append(renumbered(entry, end, undone))
    for event, entries in come.items():
        there = [entry.uid for entry in here.get(event, [])]
        theirs = [entry.uid for entry in entries]
        shorter = min(len(there), len(theirs))
        if there[:shorter] != theirs[:shorter]:
            raise DeskError(
                "The event has gone on here in another way: import it into another store, with --db."
            )
        new += entries[len(there) :]
    return new


def loaded(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (RecursionError, ValueError) as error:
        raise DeskError(
            f"This is no event ({str(error)[:80]}): name a file of `tileclock event export`."
        ) from error
