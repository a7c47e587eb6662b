"""A report of many games: seconds and memory, and that twice as many are twice as much work."""

import os
import tempfile
import time
from pathlib import Path

from tests.bench.bench_export import season
from tests.bench.figure import Figure
from tests.bench.ran import calls, ran

MATCHES = 60 if os.environ.get("CI") else 334  # of three games each; CI samples it
_A_GAME = 0.0025  # seconds
_MOST_MB = 100  # at the peak


def report(place: Path) -> tuple[object, ...]:
    """Everything in the store, a page for each match; without a filter it would be the latest match."""
    out = place.with_name(f"{place.name}.html")
    return "report", "--since", "2000-01-01", "--db", place, "--out", out, "--force"


def measure(count: int = MATCHES) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        half, whole = Path(folder, "half"), Path(folder, "whole")
        season(half, count // 2)
        season(whole, count)
        began = time.perf_counter()
        seconds, megabytes = ran(*report(whole), helpers=True)
        waited = time.perf_counter() - began
        growth = calls(*report(whole)) / calls(*report(half))
    title = f"report of {3 * count:,} games"
    return [
        Figure(title, waited, "s", limit=0.5 + 3 * count * _A_GAME, asserted=False),
        Figure(f"{title}, on all cores", seconds, "s of CPU"),
        Figure(f"{title}, calls against half of them", growth, "×", limit=2.1),
        Figure(f"{title}, at the peak", megabytes, "MB", limit=_MOST_MB),
    ]
