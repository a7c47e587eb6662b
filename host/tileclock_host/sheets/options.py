"""What all commands that read the store have in common: where it is, and which games are meant."""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import click

from .errors import StoreError
from .games import Filter, Game, settle
from .store import Store

DATES = ["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"]  # as people may write a moment
MOMENT = "DATE[ TIME]"
_DAY = click.DateTime(DATES[:1])
_YEARS = (1971, 2199)
_LARGEST = 2**31 - 1  # a store can compare with

db_option = click.option(
    "--db",
    metavar="PLACE",
    envvar="TILECLOCK_DB",
    show_envvar=True,
    help="The store: a file, or postgresql://user@host/name for one that desks share.",
)


def local(moment: datetime | None) -> datetime | None:
    """A moment somebody has typed, in the time of this place."""
    if moment and not _YEARS[0] <= moment.year <= _YEARS[1]:
        raise click.UsageError(f"The year {moment.year} cannot be: it must be {_YEARS[0]} to {_YEARS[1]}.")
    return moment.astimezone() if moment else None


def _number(_: click.Context, option: click.Parameter, value: int | None) -> int | None:
    if value is not None and not 0 <= value <= _LARGEST:
        raise click.BadParameter(f"{value} cannot be: it must be 0 to {_LARGEST}.", param=option)
    return value


def filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options that choose games; the command gets them as one `wanted`."""

    @click.option("--match", type=int, callback=_number, metavar="N", help="Only this match of its clock.")
    @click.option(
        "--player", default="", metavar="NAME", help="Only games of a player, by a part of the name."
    )
    @click.option("--table", type=int, callback=_number, metavar="N", help="Only this table.")
    @click.option("--device", default="", metavar="HEX", help="Only this clock, by the end of its number.")
    @click.option("--since", type=_DAY, metavar="DATE", help="Only games of this day and later.")
    @click.option("--until", type=_DAY, metavar="DATE", help="Only games of this day and before.")
    @functools.wraps(command)
    def with_filter(  # noqa: PLR0913 – click passes every option by its name
        *args: Any,
        match: int | None,
        player: str,
        table: int | None,
        device: str,
        since: datetime | None,
        until: datetime | None,
        **others: Any,
    ) -> Any:
        end = until + timedelta(days=1) if local(until) and until else None
        wanted = Filter(
            device=device,
            match=match,
            table=table,
            player=player,
            since=local(since),
            until=end.astimezone() if end else None,
        )
        return command(*args, wanted=wanted, **others)

    return with_filter


@contextmanager
def opened(db: str | None) -> Iterator[Store]:
    """The store, and its troubles as errors of the command line."""
    try:
        with Store(db) as store:
            yield store
    except StoreError as error:
        raise click.ClickException(str(error)) from error


def the_game(store: Store, name: str) -> Game:
    """The one game a person means, or an error that says how to name it."""
    name, _, checksum = name.partition("@")
    found = store.find(name)
    if not found:
        raise click.ClickException(f"There is no sheet {name}: `tileclock sheets` lists what is here.")
    if checksum:
        found = [found_one for game in found for found_one in _of_text(game, checksum)]
        if not found:
            raise click.ClickException(f"There is no text {checksum} of it: `tileclock show` lists them.")
        return found[0]
    revision = name.partition(".")[2]
    if revision:
        found = [found_one for game in found for found_one in _at_revision(game, revision)]
        if not found:
            raise click.ClickException(f"There is no revision {revision} of it: `tileclock show` lists them.")
    if len(found) > 1:
        names = ", ".join(game.name for game in found[:5])
        raise click.ClickException(f"{name} may be several sheets: say which, {names}.")
    return found[0]


def _at_revision(game: Game, revision: str) -> list[Game]:
    """The game as it was with that revision."""
    versions = [version for version in game.versions if str(version.sheet.revision) == revision]
    if game.sheet.revision in [version.sheet.revision for version in versions]:
        return [game]
    return [settle(versions, [])] if versions else []


def _of_text(game: Game, checksum: str) -> list[Game]:
    """The game as that text alone has it."""
    named = [version for version in game.versions if version.sheet.sha256.startswith(checksum.lower())]
    return [game if version is game.version else settle([version], []) for version in named]
