"""Fetches the sheets that a clock has and its store has not, over the page's own cable."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime
from typing import Any

from tileclock_host.device.clock import Refused
from tileclock_host.device.sync import Progress, Store, sync_one
from tileclock_host.web.cable import Cable


def fetch(
    cable: Cable, store: Callable[[], AbstractContextManager[Store]], tell: Callable[[Progress], None]
) -> dict[str, Any]:
    """What came of it, for the page to say; the store is opened when it is our turn at the cable."""
    with cable.clock() as clock, store() as kept:
        report = sync_one(clock, kept, tell)
        with suppress(Refused):  # so that the games to come have a date; not while a turn's clock runs
            clock.set_clock(int(datetime.now(UTC).timestamp()))
    if report.errors:
        return {"error": " ".join(report.errors)}
    return {"stored": report.kept, "notes": report.notes}
