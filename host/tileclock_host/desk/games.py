"""The games of the store that may belong to an event: those of its days, without their texts."""

from datetime import datetime

from sqlalchemy import func, or_, select

from tileclock_host.sheets import schema
from tileclock_host.sheets.rows import moment
from tileclock_host.sheets.store import Store

from .event import Event
from .results import Come


def of(store: Store, event: Event) -> list[Come]:
    """Games of its days, those of unknown date that came meanwhile, and matches that somebody has placed."""
    table, texts = schema.games, schema.texts
    first, end = _seconds(event.settings.begins), _seconds(event.settings.ends)
    came = select(texts.c.device, texts.c.game, func.min(texts.c.received).label("received")).group_by(
        texts.c.device, texts.c.game
    )
    with store.reading() as connection:
        since = came.where(texts.c.received >= first)
        received = {(row.device, row.game): int(row.received) for row in connection.execute(since)}
    placed = [(table.c.device == device) & (table.c.match == match) for device, match in event.placed]
    dated = (table.c.date >= first) & (table.c.date < end)
    found = []
    for tally in store.tallies(or_(dated, table.c.date.is_(None), *placed)):
        at = received.get((tally.device, tally.game))
        pinned = (tally.device, tally.match) in event.placed
        if tally.date is None and not pinned and (at is None or at >= end):
            continue
        when = moment(at) or tally.date or event.settings.begins
        found.append(Come(f"{tally.device}-{tally.game}", tally, when))
    return found


def _seconds(when: datetime) -> int:
    return int(when.timestamp())
