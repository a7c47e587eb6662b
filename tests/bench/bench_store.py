"""How fast sheets come into the store: read, checked against their seal, replayed, compared and written."""

import os
import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager

from sqlalchemy import event

from tests.bench.figure import Figure
from tests.bench.ran import as_installed
from tests.games import match_of
from tileclock_host.sheets.store import Store

SECRET = b"s" * 32
GAMES = 2_000
PER_MATCH = 20


def texts(games: int) -> list[str]:
    """So many sealed sheets, in matches."""
    return [
        text
        for match in range(games // PER_MATCH)
        for text in match_of(PER_MATCH, match=match + 1, first_game=1 + match * PER_MATCH, secret=SECRET)
    ]


def imported(sheets: list[str], clock: Callable[[], float] = time.perf_counter) -> tuple[float, float]:
    """Seconds it takes to store them in one go, and for how many of them nobody else may write."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(f"{folder}/store", secrets_of=lambda device: (SECRET,)) as store,
    ):
        locked: list[float] = []
        event.listen(store.engine, "begin", lambda connection: locked.append(clock()))
        began = clock()
        outcomes = store.add_many((text, "bench") for text in sheets)
        ended = clock()
    assert all(outcome.good for outcome in outcomes)
    return ended - began, ended - locked[0]


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
    seconds, locked = min(imported(sheets) for _ in range(3))
    with one_core():
        alone = min(imported(sheets) for _ in range(3))[0]
    return [
        Figure(
            f"store: import of {GAMES:,} sheets",
            GAMES / seconds,
            "games/s",
            limit=2_000,
            at_least=True,
            asserted=False,
        ),
        Figure(
            f"store: import on {len(os.sched_getaffinity(0))} cores against one",
            alone / seconds,
            "×",
            limit=1.7,
            at_least=True,
            asserted=False,
        ),
        Figure(
            "store: other desks wait for an import, for each sheet",
            1e6 * locked / GAMES,
            "µs",
            limit=200,
            asserted=False,
        ),
    ]
