"""The commands `tileclock sheets`, `show` and `verify`."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain, groupby
from pathlib import Path
from typing import IO, Any

import click

from tileclock_host.files import Unusable
from tileclock_host.files import opened as opened_file
from tileclock_host.output import (
    bar,
    counted,
    json_option,
    print_json,
    print_json_list,
    print_lines,
    progress,
    say_all,
)

from . import amend as amending
from . import exported, listing
from .amend import Amendment
from .filter import Filter
from .games import Game
from .lists import Lists
from .opening import asked, checked, existing, opened, the_game
from .options import db_option, filter_options
from .outcome import NOT_STORED, Outcome
from .text import LARGEST, LETTERS

_LONGEST_FILE = 1 << 27  # bytes of a file to import: sheets of some ten thousand games


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  tileclock sheets                        every game that is stored
  tileclock sheets --limit 20             the latest
  tileclock sheets --player ala --since 2026-09-01
  tileclock sheets import backup/*        from text files
""",
)
@click.option("--limit", metavar="N", type=click.IntRange(1), help="No more than so many, the latest.")
@filter_options
@json_option
@db_option
@click.pass_context
def sheets(context: click.Context, wanted: Filter, limit: int | None, as_json: bool, db: str | None) -> None:
    """List the stored games, the latest first."""
    if context.invoked_subcommand:
        return
    with asked(db, Lists) as store, closing(store.latest(wanted, limit)) as rows:
        if as_json:
            print_json_list(map(listing.as_json, rows))
            return
        nothing = (
            "No game is like that." if wanted else "No game is stored yet: `tileclock sync` fetches them."
        )
        lines = listing.lines(rows, store.largest(wanted))
        print_lines(chain([next(lines, nothing)], lines))


@sheets.command(
    "import",
    short_help="Store sheets from files.",
    epilog="""\b
Example:
  tileclock sheets import backup/00042-01 evening.txt
""",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@json_option
@db_option
def import_(files: tuple[Path, ...], as_json: bool, db: str | None) -> None:
    """Store sheets from text files and JSON exports, or from all files of a folder.

    With an export come the amendments that were made where it was written. All that the command brings is
    stored together, or nothing if the store refuses.
    """
    with opened(db, late=True) as store:
        from_files: list[str] = []
        amendments: list[Amendment] = []
        with progress() as bars:
            texts = _noted(_texts(files, amendments), from_files)
            found = store.add_many(bars.track(texts, description="importing"), amendments=amendments)
        count = len(from_files)
        outcomes = [*_once_per_file(found[:count], from_files), *found[count:]]
        if as_json:
            print_json([{"outcome": o.kind, "sheet": o.name or None, "said": o.sentence} for o in outcomes])
        else:
            say_all([o.sentence for o in outcomes if not o.good], err=True)
            counts = Counter(outcome.kind for outcome in outcomes)
            click.echo(", ".join(f"{count:,} {kind}" for kind, count in counts.items()) or "No sheets there.")
    if not outcomes or not all(o.good for o in outcomes):
        sys.exit(1)


@click.command(
    epilog="""\b
Examples:
  tileclock show 42                       game 42, if one clock only has it
  tileclock show 51ac-42 --turns          of the clock whose number ends so
  tileclock show 42.1                     as it was in its first revision
"""
)
@click.argument("sheet")
@click.option("--turns", "with_turns", is_flag=True, help="Every turn too.")
@click.option("--text", "as_text", is_flag=True, help="The sheet's own four lines, as its clock wrote them.")
@json_option
@db_option
def show(sheet: str, with_turns: bool, as_text: bool, as_json: bool, db: str | None) -> None:
    """Show one sheet: lines, times, stops, corrections, revisions and what is wrong with it."""
    from . import show as showing  # noqa: PLC0415 – lists need no tables drawn

    with existing(db) as store:
        game = the_game(store, sheet)
        if as_text:
            click.echo(game.sheet.text, nl=False)
        elif as_json:
            print_json(game_json(game))
        else:
            showing.console().print(showing.page(game, with_turns=with_turns))


@click.command(
    epilog="""\b
Examples:
  tileclock verify                        everything that is stored
  tileclock verify 51ac-42 51ac-43
"""
)
@click.argument("names", nargs=-1, metavar="[SHEET]...")
@filter_options
@json_option
@db_option
def verify(names: tuple[str, ...], wanted: Filter, as_json: bool, db: str | None) -> None:
    """Play stored games again with the clock's own code, and compare.

    Checked are seal, rules, every line, the balance, revisions and the totals of matches. The exit status is
    1 if anything is wrong.
    """
    with checked(db) as store:
        chosen = sorted({(game.device, game.game) for game in [the_game(store, name) for name in names]})
        with progress() as bars:
            store.recheck(chosen if names else None, bar(bars, "verifying"))
        asked = [replace(wanted, device=device, game=game) for device, game in chosen] if names else [wanted]
        rows = [row for each in asked for row in store.rows(each)]
        wrong = [(row.name, sentence) for row in rows for sentence in (*row.findings, *row.conflicts)]
        for match in [] if names else store.each_match(wanted):
            wrong += [(f"match {match.match} of {match.device}", sentence) for sentence in match.findings]
        wrong += [("store", sentence) for sentence in store.damage()]
    unsure = sum(row.seal == "unknown" for row in rows)
    if as_json:
        print_json(
            {
                "games": len(rows),
                "sealed": sum(row.seal == "sealed" for row in rows),
                "unknown": unsure,
                "wrong": [{"what": what, "said": sentence} for what, sentence in wrong],
            }
        )
    else:
        say_all([f"{what}: {sentence}." for what, sentence in wrong])
        how = f"{len(wrong):,} thing{' is' if len(wrong) == 1 else 's are'} wrong." if wrong else "all well."
        click.echo(
            f"{counted(len(rows), 'game')} verified, {how}"
            if rows or wrong
            else "There is no game to verify."
        )
        if unsure:
            click.echo(
                f"The seals of {unsure:,} could not be checked: this PC does not know their clocks' secrets."
            )
    if wrong:
        sys.exit(1)


# ---- what they print ----


def game_json(game: Game) -> dict[str, Any]:
    """One sheet for programs."""
    result, story = game.result, game.story
    return {
        "sheet": game.name,
        "revision": game.sheet.revision,
        "match": game.match,
        "number": game.number,
        "table": game.table,
        "date": game.date.isoformat() if game.date else None,
        "rules": {name: game.rules.get(name) for name in ("id", "version")}
        | {"checksum": game.sheet.head.checksum},
        "reason": result.reason,
        "seal": game.seal,
        "players": [
            {
                "seat": LETTERS[seat],
                "name": game.names[seat],
                "won": seat in result.winners,
                "line": vars(result.lines[i]) if result.scored else None,
            }
            for i, seat in enumerate(result.seats)
        ],
        "turns": [turn._asdict() | {"seat": LETTERS[turn.seat]} for turn in story.turns] if story else None,
        "stops": [stop._asdict() | {"seat": LETTERS[stop.seat]} for stop in story.stops] if story else None,
        "events": [event._asdict() | {"seat": LETTERS[event.seat]} for event in story.events]
        if story
        else None,
        "revisions": [
            {
                "revision": version.sheet.revision,
                "sha256": version.sheet.sha256,
                "seal": version.seal,
                "source": version.source,
                "counts": version is game.version,
            }
            for version in game.versions
        ],
        "amendments": [
            {
                "made": each.made.isoformat(),
                "says": amending.describe(each.changes, story.counted if story else ()),
            }
            for each in game.amendments
        ],
        "findings": list(game.findings),
        "conflicts": list(game.conflicts),
    }


# ---- what they are given ----


def _noted(texts: Iterable[tuple[str, str]], files: list[str]) -> Iterator[tuple[str, str]]:
    for text, file in texts:
        files.append(file)
        yield text, file


def _once_per_file(outcomes: Iterable[Outcome], files: Iterable[str]) -> Iterator[Outcome]:
    """What is no sheet is refused once for its file, however many pieces of it there are."""
    for file, group in groupby(zip(outcomes, files, strict=True), key=lambda each: each[1]):
        found = [outcome for outcome, _ in group]
        yield from (outcome for outcome in found if outcome.name)
        if foreign := [outcome for outcome in found if not outcome.name]:
            what = "is not a file of sheets" if len(found) == len(foreign) else "has something else, too"
            why = foreign[0].sentence.removeprefix(NOT_STORED)
            yield replace(foreign[0], sentence=f"{NOT_STORED}{file} {what}: {why}")


def _texts(files: Sequence[Path], amendments: list[Amendment]) -> Iterator[tuple[str, str]]:
    """Every four lines of the files, as the text of a sheet and where it is from."""
    for file in files:
        for path in _inside(file) if file.is_dir() else [file]:
            yield from _texts_of(path, amendments)


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as error:
        raise click.ClickException(
            f"{folder} cannot be read ({error.strerror}): name another. Nothing was stored."
        ) from error


def _texts_of(path: Path, amendments: list[Amendment]) -> Iterator[tuple[str, str]]:
    try:
        with opened_file(path, _LONGEST_FILE) as file:
            is_export = file.peek(16).startswith(exported.BEGINS)
            texts = exported.sheets(file, amendments) if is_export else _written(file)
            yield from ((text, str(path)) for text in texts)
    except exported.NotAnExport as error:
        raise click.ClickException(f"{path}: {error} Nothing was stored.") from error
    except Unusable as error:
        raise click.ClickException(f"{error.message} Nothing was stored.") from error


def _written(file: IO[bytes]) -> Iterator[str]:
    """Every four lines."""
    lines: list[str] = []
    while line := file.readline(LARGEST + 1):
        # A line of any other system ends as ours do: the seal was made over these.
        lines.append(line.decode("ascii", "replace").replace("\r\n", "\n"))
        if len(lines) == 4:
            yield "".join(lines)
            lines = []
    if lines:
        yield "".join(lines)
