"""How fast sheets come into the store: read, checked against their seal, replayed, compared and written."""

import tempfile
import time
from collections.abc import Callable

from tests.bench.figure import Figure
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


def imported(sheets: list[str], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds it takes to store them in one go."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(f"{folder}/store", secrets_of=lambda device: (SECRET,)) as store,
    ):
        began = clock()
        outcomes = store.add_many((text, "bench") for text in sheets)
        took = clock() - began
    assert all(outcome.good for outcome in outcomes)
    return took


def measure() -> list[Figure]:
    sheets = texts(GAMES)
    return [
        Figure(
            f"store: import of {GAMES:,} sheets",
            GAMES / min(imported(sheets) for _ in range(3)),
            "games/s",
            limit=2_000,
            at_least=True,
            asserted=False,
        )
    ]
