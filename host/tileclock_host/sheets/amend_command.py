"""The command `tileclock amend`: what somebody says is different from what a sheet says."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

import click
from rich.table import Table

from tileclock.core.preset_box import Refused

from . import amend as amending
from . import show as showing
from .amend import Changes
from .games import Game
from .opening import existing, the_counting_game
from .options import date_option, db_option, local
from .text import LETTERS, Unreadable

_RACK = re.compile(r"(\d{1,9})(?:\+(\d{1,9}))?", re.ASCII)
_ENTRY = re.compile(r"(\d{1,4})=(\d{1,3})/(\d{1,3})", re.ASCII)
_MARKS = {"opened": 0, "never": 1, "could": 2}


@click.command(
    epilog="""\b
Examples:
  tileclock amend 51ac-42 --rack B=12+1 --note "a joker was overlooked"
  tileclock amend 51ac-42 --out B --rack A=9   B was out, A was not
  tileclock amend 51ac-42 --entry 7=5/3        Word: 5 letters with 3 tiles
  tileclock amend 51ac-42 --name A=Zofia --date "2026-09-21 18:30" --table 4
"""
)
@click.argument("sheet")
@click.option("--rack", "racks", multiple=True, metavar="SEAT=SUM[+JOKERS]", help="What was left on a rack.")
@click.option(
    "--mark", "marks", multiple=True, metavar="SEAT=MARK", help="Who has opened: opened, never, could."
)
@click.option("--out", metavar="SEAT", help="Who was out, or nobody; their rack is empty then.")
@click.option(
    "--entry",
    "entries",
    multiple=True,
    metavar="TURN=LETTERS/TILES",
    help="Word: what was laid in a turn, as `show --turns` numbers it; 0/0: nothing.",
)
@click.option("--name", "names", multiple=True, metavar="SEAT=NAME", help="Who sat there.")
@date_option("When it was played, such as 2026-09-21 or 2026-09-21T18:30.")
@click.option("--table", type=int, metavar="N", help="Number of the table.")
@click.option("--note", default="", metavar="TEXT", help="Why, for whoever looks at the sheet later.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and store nothing.")
@db_option
def amend(  # noqa: PLR0913, PLR0917 – click passes every option by its name
    sheet: str,
    racks: tuple[str, ...],
    marks: tuple[str, ...],
    out: str | None,
    entries: tuple[str, ...],
    names: tuple[str, ...],
    date: datetime | None,
    table: int | None,
    note: str,
    dry_run: bool,
    db: str | None,
) -> None:
    """Put on record what is different from what a sheet says.

    The sheet itself stays as its clock wrote it. Options about seats may be given several times.
    """
    played = local(date)
    changes = Changes(
        racks={seat: _rack(value) for seat, value in _by_seat("--rack", racks)},
        marks={seat: _mark(value) for seat, value in _by_seat("--mark", marks)},
        out=None if out is None else _out(out),
        names=dict(_by_seat("--name", names)),
        date=int(played.timestamp()) if played else None,
        table=table,
        note=note,
    )
    told = _entries(entries)
    if changes == Changes() and not told:
        raise click.UsageError("Say what is different, such as --rack B=12+1; --help has more.")
    with existing(db) as store:
        before = the_counting_game(store, sheet)
        changes = replace(changes, entries=_by_turn(before, told))
        try:
            amending.apply(
                before.sheet, [*before.amendments, amending.to(before.sheet, changes, before.amendments)]
            )
            after = None if dry_run else store.amend(before, changes)
        except (Refused, Unreadable) as error:
            player = getattr(error, "player", None)
            whose = "" if player is None else f"{LETTERS[before.result.seats[player]]}, "
            raise click.ClickException(f"That is impossible: {whose}{error}. Nothing was stored.") from error
        _compare(before, changes)
        click.echo(
            "Nothing was stored: leave out --dry-run."
            if after is None
            else f"Stored with sheet {after.name}."
        )


def _compare(before: Game, changes: Changes) -> None:
    after_all = amending.apply(
        before.sheet, [*before.amendments, amending.to(before.sheet, changes, before.amendments)]
    )
    table = Table(box=None, pad_edge=False)
    for column in ("what", "before", "after"):
        table.add_column(column, overflow="fold")
    for seat in before.result.seats:
        letter = LETTERS[seat]
        if before.names[seat] != after_all.names[seat]:
            table.add_row(f"name of {letter}", before.names[seat] or "none", after_all.names[seat] or "none")
    winners = [game.result.winner for game in (before, after_all)]
    if winners[0] != winners[1]:
        table.add_row("out", *[LETTERS[seat] if seat >= 0 else "nobody" for seat in winners])
    for turn in sorted(changes.entries):
        assert before.story
        played = before.story.turns[before.story.counted[turn] - 1]
        what = f"turn {played.number} of {LETTERS[played.seat]}"
        table.add_row(what, amending.laid(played.letters, played.laid), amending.laid(*changes.entries[turn]))
    for i, seat in enumerate(before.result.seats if before.result.scored else ()):
        for what in ("rack", "points"):
            old, new = getattr(before.result.lines[i], what), getattr(after_all.result.lines[i], what)
            if old != new:
                table.add_row(f"{what} of {LETTERS[seat]}", str(old), str(new))
    if before.date != after_all.date:
        table.add_row("date", showing.day(before.date), showing.day(after_all.date))
    if before.table != after_all.table:
        table.add_row("table", str(before.table), str(after_all.table))
    if changes.note:
        table.add_row("note", "", changes.note)
    showing.console().print(table if table.row_count else "Nothing that is shown changes.")


# ---- what it is given ----


def _by_seat(option: str, given: Sequence[str]) -> Iterator[tuple[int, str]]:
    seen = set()
    for each in given:
        letter, sign, value = each.partition("=")
        if not sign or len(letter) != 1 or letter.upper() not in LETTERS:
            raise click.BadParameter(f"{each!r} must be a seat A to F, =, and a value", param_hint=option)
        seat = LETTERS.index(letter.upper())
        _refuse_twice(seat in seen, option, letter.upper())
        seen.add(seat)
        yield seat, value.strip()


def _refuse_twice(again: bool, option: str, what: str) -> None:
    if again:
        raise click.BadParameter(f"says two things of {what}: give one", param_hint=option)


def _rack(value: str) -> tuple[int, int]:
    found = _RACK.fullmatch(value)
    if not found:
        raise click.BadParameter(
            f"{value!r} must be the sum of the number tiles, or that, +, and the jokers", param_hint="--rack"
        )
    return int(found[1]), int(found[2] or 0)


def _out(value: str) -> int:
    if value.lower() == "nobody":
        return amending.NOBODY
    if len(value) != 1 or value.upper() not in LETTERS:
        raise click.BadParameter(f"{value!r} must be a seat A to F, or nobody", param_hint="--out")
    return LETTERS.index(value.upper())


def _entries(given: Sequence[str]) -> dict[int, tuple[int, int]]:
    """By the number of the turn: letters and tiles."""
    told: dict[int, tuple[int, int]] = {}
    for each in given:
        found = _ENTRY.fullmatch(each.strip())
        if not found:
            raise click.BadParameter(
                f"{each!r} must be the number of a turn, =, letters, /, and tiles", param_hint="--entry"
            )
        turn, letters, tiles = map(int, found.groups())
        _refuse_twice(turn in told, "--entry", f"turn {turn}")
        told[turn] = letters, tiles
    return told


def _by_turn(game: Game, told: dict[int, tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """The entries by turn as records count them, from the numbers people see."""
    if not told:
        return {}
    if game.story is None:
        raise click.ClickException("Its journal cannot be played, so what was laid cannot be amended.")
    for number in told:
        if number not in game.story.counted:
            raise click.ClickException(
                f"There is no turn {number} that counts: `tileclock show {game.name} --turns` numbers them."
            )
    return {game.story.counted.index(number): laid for number, laid in told.items()}


def _mark(value: str) -> int:
    if value.lower() not in _MARKS:
        raise click.BadParameter(f"{value!r} must be one of {', '.join(_MARKS)}", param_hint="--mark")
    return _MARKS[value.lower()]
