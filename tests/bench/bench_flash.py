"""What a game costs the flash, on the real littlefs; and how long it takes to go on with a long one."""

import json

from tests.bench.figure import Figure
from tests.storage.run import run

_GAMES, _TURNS = 40, 60
_ERASES, _BYTES = 0.1, 250  # per event, with the deal and the sheet


def measure() -> list[Figure]:
    worn = wear(_GAMES, _TURNS)
    spent, events = worn["spent"], worn["events"]
    times, mark_erases, mark_bytes = spent.pop("mark")
    erases = sum(row[1] for row in spent.values()) / events
    programmed = sum(row[2] for row in spent.values()) / events
    return [
        Figure("flash: erases per event", round(erases, 3), "", limit=_ERASES),
        Figure("flash: bytes programmed per event", round(programmed), "bytes", limit=_BYTES),
        Figure("flash: erases per time mark", round(mark_erases / times, 3), "", limit=_ERASES),
        Figure("flash: bytes programmed per time mark", round(mark_bytes / times), "bytes", limit=_BYTES),
        Figure("flash: erases of a sheet stored", round(spent["sheet"][1] / spent["sheet"][0], 1), ""),
    ]


def wear(games: int, turns: int) -> dict:
    """Events, and by kind of write: times, erases, bytes."""
    return json.loads(run("wear.py", games, turns))
