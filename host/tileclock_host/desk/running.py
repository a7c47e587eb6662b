"""What a sync says of the event that is played now: how many tables are done, and which lack something."""

from datetime import UTC, datetime

from tileclock_host.sheets.store import Store

from . import games
from .desk import Desk
from .results import Results


def said(store: Store) -> list[str]:
    """Sentences; of an event only where it has a round that is played these days."""
    record = Desk(store).read()
    left = list(map(str, record.left.values()))
    now = datetime.now(UTC)
    running = [e for e in record.events.values() if e.rounds and e.settings.begins <= now < e.settings.ends]
    if not running:
        return left
    event = max(running, key=lambda event: event.made)
    results, number = Results(event, record.people, games.of(store, event)), len(event.rounds)
    tables = [table for table in results.tables if table.round == number]
    done = sum(len(table.valid) >= event.settings.games for table in tables)
    troubles = [f"{trouble}." for trouble in results.every_trouble(number)]
    return [
        f"{event.name}, round {number}: {done} of {len(tables)} tables have their games.",
        *troubles,
        *left,
    ]
