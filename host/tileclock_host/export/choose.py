"""Which matches a command is about: the filters people type, and the store's matches one by one."""

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

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
from tileclock_host.sheets.games import Filter, Game, matches
from tileclock_host.sheets.store import Store, StoreError

_FEW = 20  # matches that are looked up one by one
_DAY = click.DateTime(["%Y-%m-%d"])

_OPTIONS = (
    click.option("--match", type=click.IntRange(1), metavar="N", help="Only the match of this number."),
    click.option("--device", default="", metavar="END", help="Only clocks whose number ends like this."),
    click.option("--player", default="", metavar="NAME", help="Only matches with a player of this name."),
    click.option("--table", type=click.IntRange(1), metavar="N", help="Only matches at this table."),
    click.option("--since", type=_DAY, metavar="DATE", help="Only matches from this day on: 2026-09-21."),
    click.option(
        "--until", type=_DAY, metavar="DATE", help="Only matches up to this day, which is included."
    ),
    click.option("--db", metavar="PLACE", help="Another store: a file, or postgresql://…"),
    click.option("--force", is_flag=True, help="Write over a file that exists."),
)


@dataclass(frozen=True)
class Choice:
    """What was typed."""

    filter: Filter
    db: str | None
    force: bool


def choosing(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the filters; it gets them as a `Choice`."""

    def chosen(  # noqa: PLR0913 – click passes every option by its name
        *,
        match: int | None,
        device: str,
        player: str,
        table: int | None,
        since: datetime | None,
        until: datetime | None,
        db: str | None,
        force: bool,
        **others: Any,
    ) -> None:
        end = (until + timedelta(days=1)).astimezone() if until else None
        start = since.astimezone() if since else None
        wanted = Filter(device=device, match=match, table=table, player=player, since=start, until=end)
        command(Choice(wanted, db, force), **others)

    chosen.__doc__ = command.__doc__
    chosen.__name__ = command.__name__
    decorated: Callable[..., None] = chosen
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


@contextmanager
def chosen_matches(choice: Choice, *, latest: bool = False) -> Iterator[Iterator[MatchFacts]]:
    """The matches one by one, with progress on a terminal; `latest`: only that, if nothing was asked for."""
    try:
        with Store(choice.db) as store:
            rows = store.rows(choice.filter)
            ids = list(dict.fromkeys((row.device, row.match) for row in rows))
            if not ids:
                what = "fits" if choice.filter else "is stored yet"
                raise click.ClickException(
                    f"No match {what}: `tileclock sheets` lists what there is, `tileclock sync` fetches more."
                )
            if latest and not choice.filter:
                ids = ids[-1:]
            with _progress(len(ids)) as advance:
                yield _advancing(_matches(store, ids), advance)
    except StoreError as error:
        raise click.ClickException(str(error)) from error


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
def target(out: str, choice: Choice, *, binary: bool) -> Iterator[BinaryIO]:
    """Where it is written: standard output, or a file that appears only when it is complete."""
    if out == "-":
        if binary and sys.stdout.isatty():
            raise click.ClickException("This is no text for a terminal: name a file with --out FILE.")
        yield sys.stdout.buffer
        return
    path = Path(out)
    if path.exists() and not choice.force:
        raise click.ClickException(f"{path} exists: choose another name, or write over it with --force.")
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with scratch.open("wb") as file:
            yield file
        if choice.force:
            os.replace(scratch, path)
        else:
            _appear(scratch, path)
    except OSError as error:
        raise click.ClickException(
            f"Cannot write {path} ({error.strerror or error}): choose another place with --out."
        ) from error
    finally:
        scratch.unlink(missing_ok=True)


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
