"""How fast sheets come into the store: read, checked against their seal, replayed, compared and written."""

import os
import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import NamedTuple

from sqlalchemy import event

from tests.bench.figure import Figure
from tests.bench.ran import as_installed
from tests.games import match_of
from tileclock_host.sheets.store import Store

SECRET = b"s" * 32
GAMES = 10_000
PER_MATCH = 20


def texts(games: int) -> list[str]:
    """So many sealed sheets, in matches."""
    return [
        text
        for match in range(games // PER_MATCH)
        for text in match_of(PER_MATCH, match=match + 1, first_game=1 + match * PER_MATCH, secret=SECRET)
    ]


class Import(NamedTuple):
    """What an import took, in seconds."""

    seconds: float  # on the wall
    locked: float  # of them nobody else may write
    processor: float  # of all processes
    alone: float  # of it this program while it writes, when no helper can help


def imported(sheets: list[str], clock: Callable[[], float] = time.perf_counter) -> Import:
    """Store them in one go."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(f"{folder}/store", secrets_of=lambda device: (SECRET,)) as store,
    ):
        locked: list[tuple[float, float]] = []
        event.listen(store.engine, "begin", lambda connection: locked.append((clock(), _processor())))
        began, used = clock(), _processor()
        outcomes = store.add_many((text, "bench") for text in sheets)
        ended, done = clock(), _processor()
    assert all(outcome.good for outcome in outcomes)
    writing, before = locked[0]
    return Import(ended - began, ended - writing, done - used, done - before)


def _processor() -> float:
    """Seconds of this program, and of its helpers that have ended."""
    return sum(os.times()[:4])


@contextmanager
def one_core():
    """This program may use one core only."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def measure() -> list[Figure]:
    sheets = texts(GAMES)
    as_installed()  # the helpers are
    best = min(imported(sheets) for _ in range(2))
    with one_core():
        alone = min(imported(sheets) for _ in range(2))
    cores = len(os.sched_getaffinity(0))
    share = best.alone / best.processor
    return [
        Figure(
            f"store: import of {GAMES:,} sheets",
            GAMES / best.seconds,
            "games/s",
            limit=4_000,
            at_least=True,
            asserted=False,
        ),
        Figure(
            f"store: import on {cores} cores against one",
            alone.seconds / best.seconds,
            "×",
            limit=1.7,
            at_least=True,
            asserted=False,
        ),
        # Seconds of the processor are nearly the same however busy the cores are.
        Figure("store: of an import's work, what no helper can do", 100 * share, "%", limit=15),
        Figure(
            "store: import on two cores with nothing else to do, by the work",
            GAMES / (best.processor * (share + (1 - share) / 2)),
            "games/s",
            limit=4_000,
            at_least=True,
            asserted=False,
        ),
        Figure(
            "store: import on two such cores against one, by the work",
            alone.processor / (best.processor * (share + (1 - share) / 2)),
            "×",
            limit=1.7,
            at_least=True,
            asserted=False,
        ),
        Figure(
            "store: other desks wait for an import, for each sheet",
            1e6 * best.locked / GAMES,
            "µs",
            limit=200,
            asserted=False,
        ),
    ]
