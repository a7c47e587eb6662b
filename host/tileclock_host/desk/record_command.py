"""The commands about the record of an event: its log, taking back, and the event as a file."""

import json
from pathlib import Path

import click

from tileclock_host.export.choose import force_option, target
from tileclock_host.files import Unusable, whole
from tileclock_host.output import json_option, print_json, say
from tileclock_host.sheets.options import db_option

from . import lines
from .desk import loaded
from .opening import at_desk, event_option, words

_LONGEST = 1 << 26  # bytes of an event


@click.command(
    short_help="List what is on record.",
    epilog="""\b
Example:
  tileclock event log
""",
)
@event_option
@json_option
@db_option
@click.pass_context
def log(context: click.Context, event: str | None, as_json: bool, db: str | None) -> None:
    """List everything that was put on record, with what was taken back."""
    with at_desk(db or context.obj) as (desk, _):
        record = desk.read()
        entries = record.event(event).entries
    if as_json:
        print_json([{**entry.row(), "said": entry.said} for entry in entries])
        return
    for line in lines.log(entries, record.people):
        say(line)


@click.command(
    short_help="Take an entry back.",
    epilog="""\b
Example:
  tileclock event undo 17 typed at the wrong table
""",
)
@click.argument("entry", type=int)
@click.argument("why", nargs=-1)
@event_option
@db_option
@click.pass_context
def undo(context: click.Context, entry: int, why: tuple[str, ...], event: str | None, db: str | None) -> None:
    """Take an entry back by a second one: both stay on record, and that can be taken back, too."""
    with at_desk(db or context.obj) as (desk, _):
        here = desk.read().event(event)
        record = desk.undo(here.id, entry, words(why))
    taken = next(each for each in record.entries[here.id] if each.number == entry)
    say(f"Entry {entry} is taken back ({taken.kind}: {lines.describe(taken, record.people)}).")


@click.command(
    short_help="Write an event for another store.",
    epilog="""\b
Example:
  tileclock event export --out warszawa.json
""",
)
@click.option("--out", default="-", metavar="FILE", help="A file; - is standard output, as without it.")
@force_option
@event_option
@db_option
@click.pass_context
def export(context: click.Context, out: str, force: bool, event: str | None, db: str | None) -> None:
    """Write an event with its people for another store. Its sheets go by `tileclock export`."""
    with at_desk(db or context.obj) as (desk, _):
        document = desk.exported(desk.read().event(event))
    with target(out, force=force, binary=False) as file:
        file.write(json.dumps(document, indent=1).encode() + b"\n")


@click.command(
    "import",
    short_help="Take an event from a file.",
    epilog="""\b
Example:
  tileclock event import warszawa.json
""",
)
@click.argument("file", type=click.Path(path_type=Path))
@db_option
@click.pass_context
def import_(context: click.Context, file: Path, db: str | None) -> None:
    """Take an event from a file, or what it has got since; refused, if it has gone on here as well."""
    try:
        content = whole(file, _LONGEST)
    except Unusable as error:
        raise click.ClickException(f"{error.message} Nothing was stored.") from error
    with at_desk(db or context.obj) as (desk, store):
        before = store.count_entries()
        record = desk.take(loaded(content))
        come = sum(map(len, record.entries.values())) - before
    say("1 entry is new." if come == 1 else f"{come:,} entries are new.")
