"""Commands on a store of many games: a screenful, all, an export taken back, an older store opened."""

import os
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.bench import bench_store
from tests.bench.figure import Figure
from tests.bench.ran import calls, ran
from tileclock_host.sheets.steps import STEPS
from tileclock_host.sheets.store import Store

Command = Callable[[Path], tuple[object, ...]]

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
    old.unlink(missing_ok=True)
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


def of(words: tuple[str, ...]) -> Command:
    return lambda place: (*words, "--db", place)


def upgrade(place: Path) -> tuple[object, ...]:
    """The command that brings an older store up to date."""
    return "sheets", "--limit", "1", "--db", older(place)


def import_again(place: Path) -> tuple[object, ...]:
    """The command that imports its JSON into a new store."""
    again = place.with_name(f"{place.name} again")
    again.unlink(missing_ok=True)
    return "sheets", "import", f"{place}.json", "--db", again


def measure(games: int = GAMES) -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        places = filled(folder / "half", games // 2), filled(folder / "whole", games)
        figures = []
        for what, words in _ONE.items():
            figures += _figures(f"{what} of {games:,}", _START, of(words), places)
        for what, words in _ALL.items():
            limit = _START + games / 6_600
            figures += _figures(f"{what}, {games:,}", limit, of(words), places)
        for place in places:
            ran("export", "--out", f"{place}.json", "--db", place)
        figures += _figures(
            f"import of a JSON export of {games:,}", _START + games / 2_200, import_again, places
        )
        figures += _figures(
            f"an older store brought up to date, {games:,}", _START + games / 600, upgrade, places
        )
    return figures


def _figures(what: str, limit: float, command: Command, places: tuple[Path, Path]) -> list[Figure]:
    half, whole = places
    seconds, megabytes = ran(*command(whole), helpers=True)
    return [
        Figure(what, seconds, "s of CPU", limit=limit, asserted=False),
        Figure(
            f"{what}, calls against half of them",
            calls(*command(whole)) / calls(*command(half)),
            "×",
            limit=2.1,
        ),
        Figure(f"{what}, at the peak", megabytes, "MB", limit=_MOST_MB),
    ]
