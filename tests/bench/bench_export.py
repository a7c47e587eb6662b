"""A season exported in one command: seconds, memory, and that twice as much is twice as much work."""

import os
import tempfile
from pathlib import Path

from tests import evenings, presets
from tests.bench.figure import Figure
from tests.bench.ran import calls, ran
from tileclock_host.sheets.store import Store

MATCHES = 200 if os.environ.get("CI") else 1000  # CI samples it
_FORMATS = ("csv", "turns", "xlsx", "json", "html", "pdf", "bgstats")
_GROWTH = 2.1  # of calls
_MOST_MB = 600  # at the peak, of the whole program


def season(place: Path, count: int) -> None:
    """A store of so many matches of three games each."""
    rules = presets.built_in("pl")
    plays = [evenings.lively(rules, 3, winner, winner) for winner in range(3)]
    with Store(place, lambda _: ()) as store:
        store.add_many((text, "") for text in _sheets(plays, count))


def _sheets(plays, count):
    for number in range(count):
        date = 1_790_000_000 + 90_000 * number
        yield from evenings.sheets(plays, match=number + 1, first=3 * number + 1, date=date)


def export(place: Path, name: str) -> tuple[object, ...]:
    """The command for everything."""
    target = place.with_name(f"{place.name}.{name}")
    target.unlink(missing_ok=True)
    return "export", "--format", name, "--db", place, "--out", target


def measure(count: int = MATCHES) -> list[Figure]:
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        half, whole = Path(folder, "half"), Path(folder, "whole")
        season(half, count // 2)
        season(whole, count)
        for name in _FORMATS:
            seconds, megabytes = ran(*export(whole, name))
            growth = calls(*export(whole, name)) / calls(*export(half, name))
            title = f"{count:,} matches as {name}"
            figures += [
                Figure(title, seconds, "s of CPU", limit=120, asserted=False),
                Figure(f"{title}, calls against half of them", growth, "×", limit=_GROWTH),
                Figure(f"{title}, at the peak", megabytes, "MB", limit=_MOST_MB),
            ]
    return figures
