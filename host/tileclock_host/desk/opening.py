"""Opens the desk for a command: its troubles as errors of the command line, and options they share."""

import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import click

from tileclock_host.output import say_all
from tileclock_host.sheets.opening import existing, opened
from tileclock_host.sheets.options import db_option
from tileclock_host.sheets.store import Store

from . import games
from .desk import Desk, Record, Said
from .entries import Left
from .errors import DeskError
from .event import Event
from .results import Results

round_option = click.option("--round", "number", type=int, metavar="N", help="Else the one drawn last.")
table_option = click.option("--table", type=int, required=True, metavar="N", help="Which.")


@dataclass(frozen=True)
class Aim:
    """Which store and which event a command means."""

    db: str | None = None
    event: str | None = None  # its name; else the latest that was made

    @contextmanager
    def open(self, *, make: bool = False) -> Iterator[tuple[Desk, Store]]:
        """`make`: also where there is no store yet; what is put on record first makes it."""
        with opened(self.db, late=True) if make else existing(self.db) as store:
            desk = Desk(store)
            click.get_current_context().meta.setdefault(__name__, []).append(desk)
            yield desk, store

    def read(self) -> Record:
        with self.open() as (desk, _):
            return desk.read()

    def add(self, change: Callable[[Record], Sequence[Said]], *, make: bool = False) -> Record:
        with self.open(make=make) as (desk, _):
            return desk.add(change)


@contextmanager
def _naming_left() -> Iterator[None]:
    """Name what did not count of the record that a command read; if some of it is damaged, exit with 1."""
    left: dict[str, Left] = {}
    try:
        yield
    finally:
        for desk in click.get_current_context().meta.pop(__name__, []):
            left |= {str(why): why for why in (desk.latest.left.values() if desk.latest else [])}
        say_all(list(left), "`tileclock event log` has", err=True)
    if not all(why.newer for why in left.values()):
        sys.exit(1)


def store_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --db; the command gets it as `aim`, and troubles of the desk become errors of the command line."""

    @db_option
    @functools.wraps(command)
    def with_aim(*args: Any, db: str | None, event: str | None = None, **others: Any) -> Any:
        context = click.get_current_context()
        above: Aim = context.obj or Aim()
        context.obj = Aim(db, event or above.event)
        try:
            with _naming_left():
                return command(*args, aim=context.obj, **others)
        except DeskError as error:
            raise click.ClickException(str(error)) from error

    return with_aim


def event_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --event as well."""
    event = click.option("--event", metavar="NAME", help="Which event; else the latest that was made.")
    return event(store_option(command))


def results_of(store: Store, record: Record, event: Event) -> Results:
    return Results(event, record.people, games.of(store, event))


def seat_of(said: str) -> int:
    seat = "ABCD".find(said.strip().upper())
    if seat < 0 or len(said.strip()) != 1:
        raise DeskError(f"The seat {said} must be A, B, C or D.")
    return seat


def the_round(event: Event, number: int | None) -> int:
    """That round, or the one that was drawn last."""
    if not event.rounds:
        raise DeskError(
            f"No round of {event.name} is drawn yet: `tileclock event draw` does that.", "wrong_no_round"
        )
    return number or len(event.rounds)


def words(said: Sequence[str]) -> str:
    return " ".join(said).strip()
