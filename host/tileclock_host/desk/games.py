"""The games of the store that may belong to an event: those of its days, without their texts."""

from datetime import datetime

from sqlalchemy import func, select

from tileclock_host.sheets import schema
from tileclock_host.sheets.lists import Condition
from tileclock_host.sheets.rows import moment
from tileclock_host.sheets.store import Store

from .event import Event
from .results import Come


def of(store: Store, event: Event) -> list[Come]:
    """Games of its days, those of unknown date that came meanwhile, and matches that somebody has placed."""
    texts = schema.texts
    first, end = _seconds(event.settings.begins), _seconds(event.settings.ends)
    came = select(texts.c.device, texts.c.game, func.min(texts.c.received).label("received")).group_by(
        texts.c.device, texts.c.game
    )
    with store.reading() as connection:
        since = came.where(texts.c.received >= first)
        received = {(row.device, row.game): int(row.received) for row in connection.execute(since)}
    found = []
    for tally in store.tallies(_may_belong(event, first, end)):
        at = received.get((tally.device, tally.game))
        pinned = (tally.device, tally.match) in event.placed
        if tally.date is None and not pinned and (at is None or at >= end):
            continue
        when = moment(at) or tally.date or event.settings.begins
        found.append(Come(f"{tally.device}-{tally.game}", tally, when))
    return found


def _may_belong(event: Event, first: int, end: int) -> Condition:
    values: dict[str, object] = {"first": first, "end": end}
    parts = ["date >= :first AND date < :end", "date IS NULL"]
    for n, (device, match) in enumerate(event.placed):
        parts.append(f"games.device = :d{n} AND games.match = :m{n}")
        values |= {f"d{n}": device, f"m{n}": match}
    return Condition(" OR ".join(parts), values)


def _seconds(when: datetime) -> int:
    return int(when.timestamp())
