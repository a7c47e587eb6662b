"""The options of all commands that read the store: where it is, and which games are meant."""

import functools
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import click
from click.core import ParameterSource

from .filter import Filter

_YEARS = (1971, 2199)
_LARGEST = 2**31 - 1  # a store can compare with


def _as_said_above(context: click.Context, option: click.Parameter, place: str | None) -> str | None:
    """What was said to the command above holds for the one below, unless that is told another place."""
    if context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE or not context.parent:
        return place
    return context.parent.params.get("db") or place


db_option = click.option(
    "--db",
    type=click.Path(),
    metavar="PLACE",
    envvar="TILECLOCK_DB",
    show_envvar=True,
    callback=_as_said_above,
    help="The store: a file, or postgresql://user@host/name for one that desks share.",
)


class _When(click.DateTime):
    """A day, or a moment, in a year a store can keep; refused in the words of people."""

    def __init__(self, formats: list[str], sample: str) -> None:
        super().__init__(formats)
        self._sample = sample

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        if value == "today":
            value = f"{datetime.now():%Y-%m-%d}"
        try:
            moment: datetime = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} must be {self._sample}.", param, ctx)
        if not _YEARS[0] <= moment.year <= _YEARS[1]:
            self.fail(f"the year {moment.year} must be {_YEARS[0]} to {_YEARS[1]}.", param, ctx)
        return moment


_DAY = _When(["%Y-%m-%d"], "a day such as 2026-09-21, or today")
MOMENT = _When(
    ["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"],
    "a day such as 2026-09-21, or with a time 2026-09-21T18:30, or today",
)


def date_option(text: str) -> Callable[..., Any]:
    """The option --date, and what it says of itself."""
    return click.option("--date", type=MOMENT, metavar="DATE[ TIME]", help=text)


def local(moment: datetime | None) -> datetime | None:
    """A moment somebody has typed, in the time of this place."""
    return moment.astimezone() if moment else None


def _number(_: click.Context, option: click.Parameter, value: int | None) -> int | None:
    if value is not None and not 0 <= value <= _LARGEST:
        raise click.BadParameter(f"{value} is out of range: it must be 0 to {_LARGEST}.", param=option)
    return value


def filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options that choose games; the command gets them as one `wanted`."""

    @click.option("--match", type=int, callback=_number, metavar="N", help="Only this match of its clock.")
    @click.option(
        "--player", default="", metavar="NAME", help="Only games of a player, by a part of the name."
    )
    @click.option("--table", type=int, callback=_number, metavar="N", help="Only this table.")
    @click.option("--device", default="", metavar="HEX", help="Only this clock, by the end of its number.")
    @click.option("--since", type=_DAY, metavar="DATE", help="Only games of this day and later; also today.")
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
