"""What all commands that read the store have in common: where it is, and which games are meant."""

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import click

from tileclock_host.output import say_all

from .errors import StoreError
from .games import Filter, Game, settle
from .store import Store

_YEARS = (1971, 2199)
_LARGEST = 2**31 - 1  # a store can compare with

db_option = click.option(
    "--db",
    metavar="PLACE",
    envvar="TILECLOCK_DB",
    show_envvar=True,
    help="The store: a file, or postgresql://user@host/name for one that desks share.",
)


class _When(click.DateTime):
    """A day, or a moment, in a year a store can keep; refused in the words of people."""

    def __init__(self, formats: list[str], sample: str) -> None:
        super().__init__(formats)
        self._sample = sample

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        try:
            moment: datetime = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} must be {self._sample}.", param, ctx)
        if not _YEARS[0] <= moment.year <= _YEARS[1]:
            self.fail(f"the year {moment.year} must be {_YEARS[0]} to {_YEARS[1]}.", param, ctx)
        return moment


_DAY = _When(["%Y-%m-%d"], "a day such as 2026-09-21")
MOMENT = _When(
    ["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"],
    "a day such as 2026-09-21, or with a time 2026-09-21T18:30",
)


def date_option(text: str) -> Callable[..., Any]:
    """The option --date, and what it says of itself."""
    return click.option("--date", type=MOMENT, metavar="DATE[ TIME]", help=text)


def local(moment: datetime | None) -> datetime | None:
    """A moment somebody has typed, in the time of this place."""
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
        end = until + timedelta(days=1) if until else None
        wanted = Filter(
            device=device,
            match=match,
            table=table,
            player=player,
            since=local(since),
            until=local(end),
        )
        return command(*args, wanted=wanted, **others)

    return with_filter


@contextmanager
def opened(db: str | None) -> Iterator[Store]:
    """The store, and its troubles as errors of the command line; rows it left out are named, and end in 1."""
    try:
        with Store(db) as store:
            damage: list[str] = []
            try:
                yield store
            finally:
                damage += store.damage()
                say_all([f"{sentence}." for sentence in damage], "`tileclock verify --json` has", err=True)
            if damage:
                sys.exit(1)
    except StoreError as error:
        raise click.ClickException(str(error)) from error


def the_game(store: Store, name: str) -> Game:
    """The one game a person means, or an error that says how to name it."""
    called, _, checksum = name.partition("@")
    number, _, revision = called.partition(".")
    games = found = store.find(called)
    if not found:
        raise click.ClickException(f"There is no sheet {called!r}: `tileclock sheets` lists what is here.")
    if checksum:
        found = [each for game in games for each in _of_text(game, checksum)]
    elif revision:
        found = [each for game in games for each in _at_revision(game, revision)]
    if not found:
        what = f"text {checksum}" if checksum else f"revision {revision}"
        raise click.ClickException(
            f"Sheet {number} has no {what}: `tileclock show {number}` lists what it has."
        )
    if len(found) > 1:
        names = ", ".join(_told_apart(game, bool(checksum)) for game in found[:5])
        raise click.ClickException(f"{name} may be several sheets: say which, {names}.")
    return found[0]


def the_counting_game(store: Store, name: str) -> Game:
    """The same, of which no former revision is meant and no text that does not count."""
    game = the_game(store, name)
    counts = the_game(store, game.name)
    if counts.sheet.sha256 != game.sheet.sha256:
        raise click.ClickException(
            f"{name} does not count, revision {counts.sheet.revision} with the checksum"
            f" {counts.sheet.checksum} does: amend {counts.name}."
        )
    return counts


def _told_apart(game: Game, by_text: bool) -> str:
    return f"{game.name}@{game.sheet.checksum}" if by_text else game.name


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
