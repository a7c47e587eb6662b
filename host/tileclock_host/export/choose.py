"""What `export` and `report` share: the chosen matches one by one, and the file they go to."""

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from tileclock_host.export.facts import MatchFacts
from tileclock_host.export.words import LANGUAGES
from tileclock_host.sheets.games import Filter, Game, matches
from tileclock_host.sheets.options import opened
from tileclock_host.sheets.store import Store

_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_FEW = 20  # matches that are looked up one by one
force_option = click.option("--force", is_flag=True, help="Write over a file that exists.")
lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of its words."
)


@contextmanager
def chosen_matches(db: str | None, wanted: Filter, *, latest: bool = False) -> Iterator[Iterator[MatchFacts]]:
    """The matches one by one, with progress on a terminal; `latest`: only that, if nothing was asked for."""
    with opened(db) as store:
        rows = store.rows(wanted)
        ids = list(dict.fromkeys((row.device, row.match) for row in rows))
        if not ids:
            what = "fits" if wanted else "is stored yet"
            raise click.ClickException(
                f"No match {what}: `tileclock sheets` lists what there is, `tileclock sync` fetches more."
            )
        if latest and not wanted:
            last = max(rows, key=lambda row: row.date or _LONG_AGO)
            ids = [(last.device, last.match)]
        with _progress(len(ids)) as advance:
            yield _advancing(_matches(store, ids), advance)


def _advancing(found: Iterator[MatchFacts], advance: Callable[[], None]) -> Iterator[MatchFacts]:
    for match in found:
        yield match
        advance()


def _matches(store: Store, ids: list[tuple[str, int]]) -> Iterator[MatchFacts]:
    if len(ids) <= _FEW:
        for device, number in ids:
            found = matches(store.each(Filter(device=device, match=number)))
            yield from (MatchFacts(match) for match in found if match.device == device)
        return
    wanted = set(ids)
    missing = Counter((row.device, row.match) for row in store.rows())
    open_games: dict[tuple[str, int], list[Game]] = defaultdict(list)
    for game in store.each():  # once through all, which takes as long as there are games, and no longer
        key = game.device, game.match
        if key not in wanted:
            continue
        open_games[key].append(game)
        missing[key] -= 1
        if not missing[key]:
            yield from map(MatchFacts, matches(open_games.pop(key)))
    for games in open_games.values():  # somebody stored more of them meanwhile
        yield from map(MatchFacts, matches(games))


@contextmanager
def _progress(count: int) -> Iterator[Callable[[], None]]:
    console = Console(stderr=True)
    columns: list[ProgressColumn] = [
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    ]
    with Progress(
        *columns, console=console, transient=True, disable=count < _FEW or not console.is_terminal
    ) as progress:
        task = progress.add_task("matches", total=count)
        yield lambda: progress.advance(task)


@contextmanager
def target(out: str, *, force: bool, binary: bool) -> Iterator[BinaryIO]:
    """Where it is written: standard output, or a file that appears only when it is complete."""
    if out == "-":
        if binary and _is_terminal():
            raise click.ClickException("This is no text for a terminal: name a file with --out FILE.")
        yield sys.stdout.buffer
        return
    path = Path(out)
    if path.exists() and not force:
        raise click.ClickException(f"{path} exists: choose another name, or write over it with --force.")
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with scratch.open("wb") as file:
            yield file
        if force:
            os.replace(scratch, path)
        else:
            _appear(scratch, path)
    except OSError as error:
        raise click.ClickException(
            f"Cannot write {path} ({error.strerror or error}): choose another place with --out."
        ) from error
    finally:
        scratch.unlink(missing_ok=True)


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def _appear(scratch: Path, path: Path) -> None:
    """Under its name, unless somebody has taken that meanwhile."""
    try:
        os.link(scratch, path)
    except FileExistsError:
        raise click.ClickException(
            f"{path} exists: choose another name, or write over it with --force."
        ) from None
    except OSError:  # a file system without links
        os.replace(scratch, path)
