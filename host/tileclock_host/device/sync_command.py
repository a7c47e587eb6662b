"""`tileclock sync`: the new sheets of all clocks, into the store."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING

import click

from tileclock_host.output import bar, counted, json_option, print_json, progress, say, say_all
from tileclock_host.sheets.options import MOMENT, date_option, db_option, local

from . import sync as syncing
from .clock import Clock
from .options import found, ports_option, sentences

if TYPE_CHECKING:
    from tileclock_host.sheets.store import Store


@click.command(
    epilog="""\b
Examples:
  tileclock sync                          every clock that is plugged in
  tileclock sync --port /dev/ttyUSB0      only this one
  tileclock sync --date 2026-09-21        for games whose clock was not set
"""
)
@ports_option
@db_option
@click.option("--all", "every", is_flag=True, help="Also the sheets that were fetched before.")
@date_option("When games were played that have no date; else it is asked, where somebody can answer.")
@json_option
def sync(ports: tuple[str, ...], db: str | None, every: bool, date: datetime | None, as_json: bool) -> None:
    """Fetch the new sheets of all clocks, side by side.

    Safe to interrupt and to repeat: a sheet that is stored already stays as it is.
    """
    with sentences(), found(ports) as result:
        from tileclock_host.sheets.opening import opened  # noqa: PLC0415 – a database is slow to load

        with opened(db) as store:
            reports = _fetched(result.clocks, store, every=every, hidden=as_json)
            _date(store, [name for report in reports for name in report.undated], date, may_ask=not as_json)
            event = _event(store)
        failed = [error for report in reports for error in report.errors]
        failed += map(str, result.others.values() if ports else [])
    if as_json:
        print_json({"clocks": [vars(report) for report in reports], "errors": failed, "event": event})
    else:
        _tell(reports, "sheet" if every else "new sheet")
        say_all(event, "`tileclock event show --json` has")
    for sentence in failed:
        say(f"Error: {sentence}", err=True)
    if failed:
        sys.exit(1)


def _fetched(clocks: list[Clock], store: Store, *, every: bool, hidden: bool) -> list[syncing.Report]:
    """What became of each clock, with a bar for each meanwhile."""
    with progress(hidden) as bars:
        each = {clock.name: bar(bars, clock.name) for clock in clocks}

        def tell(now: syncing.Progress) -> None:
            each[now.port](now.done, now.total or 1)

        return syncing.sync(clocks, store, tell, every=every)


def _event(store: Store) -> list[str]:
    """What the desk says of the event that is played now, if there is one."""
    if not store.count_entries():
        return []
    from tileclock_host.desk import running  # noqa: PLC0415 – most have no event

    return running.said(store)


def _tell(reports: list[syncing.Report], what: str) -> None:
    for report in reports:
        name = f"table {report.table}" if report.table else report.device
        say(f"{report.port} ({name}): {report.kept} of {counted(report.found, what)} stored")
        for note in report.notes:
            say(note)


def _moment(said: str) -> datetime | None:
    return MOMENT.convert(said.strip(), None, None) if said.strip() else None


def _date(store: Store, names: list[str], given: datetime | None, *, may_ask: bool) -> None:
    """Games whose clock did not know the date get it as an amendment."""
    if not names:
        return
    count = "1 game has" if len(names) == 1 else f"{len(names)} games have"
    if given is None and may_ask and sys.stdin.isatty():
        say(f"{count} no date, because the clock was not set when they began.", err=True)
        question = "When was that, such as 2026-09-21 18:30 (or nothing)"
        given = click.prompt(question, default="", show_default=False, value_proc=_moment, err=True)
    if given is None:
        say(f"{count} no date: `tileclock amend {names[0]} --date …` says when it was played.", err=True)
        return
    from tileclock_host.sheets.amend import Changes  # noqa: PLC0415 – as above

    played = local(given)
    assert played
    for name in names:
        for game in store.find(name):
            store.amend(game, Changes(date=int(played.timestamp())))
