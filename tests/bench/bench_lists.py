"""Commands on a store of many games: a screenful, all, an export taken back, an older store opened."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from tests.bench import bench_store
from tests.bench.figure import Figure
from tests.bench.ran import ran
from tileclock_host.sheets.steps import STEPS
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


def older(place: Path) -> Path:
    """The same store as the first tables had it, which kept no courses and no tallies."""
    old = place.with_name(f"{place.name} older")
    with closing(sqlite3.connect(old)) as store:
        for statement in STEPS[0]:
            store.execute(statement)
        store.execute("ATTACH ? AS newer", (str(place),))
        for table in "texts", "amendments", "checks", "games", "players":
            names = ", ".join(f'"{row[1]}"' for row in store.execute(f"PRAGMA main.table_info({table})"))
            store.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM newer.{table}")
        store.execute("INSERT INTO main.tileclock_store VALUES (1, 1)")
        store.commit()
    return old


def brought_up_to_date(place: Path) -> tuple[float, float]:
    """Seconds of all processors, and megabytes."""
    return ran("sheets", "--limit", "1", "--db", older(place), helpers=True)


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
        seconds, megabytes = brought_up_to_date(whole)
        before = brought_up_to_date(half)[0]
        figures += _figures(
            f"an older store brought up to date, {games:,}", seconds, megabytes, _START + games / 600, before
        )
    return figures


def _figures(what: str, seconds: float, megabytes: float, limit: float, of_half: float) -> list[Figure]:
    return [
        Figure(what, seconds, "s of CPU", limit=limit, asserted=False),
        Figure(f"{what}, against half of them", seconds / of_half, "×", limit=2.2),
        Figure(f"{what}, at the peak", megabytes, "MB", limit=_MOST_MB),
    ]
