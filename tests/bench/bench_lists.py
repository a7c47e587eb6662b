"""Commands on a store of many games: a screenful, what only passes through, a JSON export taken back."""

import os
import tempfile
from pathlib import Path

from tests.bench import bench_store
from tests.bench.figure import Figure
from tests.bench.ran import ran
from tileclock_host.sheets.store import Store

GAMES = 2_000 if os.environ.get("CI") else 10_000  # CI samples it
_START = 0.5  # seconds, before it has looked at a game
_MOST_MB = 80  # at the peak; most of it is the program
_ONE = {
    "a screenful of sheets": ("sheets", "--limit", "25"),
    "the report of the latest match": ("report", "--out", "-"),
}
_ALL = {
    "all sheets": ("sheets",),
    "all sheets as JSON": ("sheets", "--json"),
    "all games as CSV": ("export", "--format", "csv"),
}


def filled(place: Path, games: int) -> Path:
    with Store(place, lambda _: ()) as store:
        store.add_many((text, "") for text in bench_store.texts(games))
    return place


def measure(games: int = GAMES) -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        half, whole = filled(folder / "half", games // 2), filled(folder / "whole", games)
        figures = []
        for what, words in _ONE.items():
            seconds, megabytes = ran(*words, "--db", whole)
            figures += _figures(
                f"{what} of {games:,}", seconds, megabytes, _START, ran(*words, "--db", half)[0]
            )
        for what, words in _ALL.items():
            seconds, megabytes = ran(*words, "--db", whole)
            figures += _figures(
                f"{what}, {games:,}", seconds, megabytes, _START + games / 6_600, ran(*words, "--db", half)[0]
            )
        for place in (half, whole):
            ran("export", "--out", f"{place}.json", "--db", place)
        seconds, megabytes = ran("sheets", "import", f"{whole}.json", "--db", folder / "again")
        before = ran("sheets", "import", f"{half}.json", "--db", folder / "half again")[0]
        figures += _figures(
            f"import of a JSON export of {games:,}", seconds, megabytes, _START + games / 2_200, before
        )
    return figures


def _figures(what: str, seconds: float, megabytes: float, limit: float, of_half: float) -> list[Figure]:
    return [
        Figure(what, seconds, "s of CPU", limit=limit, asserted=False),
        Figure(f"{what}, against half of them", seconds / of_half, "×", limit=2.2),
        Figure(f"{what}, at the peak", megabytes, "MB", limit=_MOST_MB),
    ]
