"""The commands about the record of an event: its log, taking back, and the event as a file."""

import json
from pathlib import Path

import click

from tileclock_host.export.choose import force_option, out_option, target
from tileclock_host.files import Unusable, whole
from tileclock_host.output import json_option, print_json, say

from . import lines
from .desk import loaded
from .entries import Entry
from .opening import Aim, event_options, store_option, words

_LONGEST = 1 << 26  # bytes of an event


@click.command(
    short_help="List what is on record.",
    epilog="""\b
Example:
  tileclock event log
""",
)
@event_options
@json_option
def log(as_json: bool, aim: Aim) -> None:
    """List everything that was put on record, with what was taken back."""
    record = aim.read()
    entries = record.event(aim.event).entries
    if as_json:
        print_json([_told(entry) for entry in entries])
        return
    for line in lines.log(entries, record.people):
        say(line)


def _told(entry: Entry) -> dict[str, object]:
    """For programs; one that this program does not know with what stands there."""
    if entry.damage:
        return {"event": entry.event, "number": entry.number, "kind": entry.kind, "damage": entry.damage}
    return {**entry.row, "said": entry.said if entry.known else entry.row["said"]}


@click.command(
    short_help="Take an entry back.",
    epilog="""\b
Example:
  tileclock event undo 17 typed at the wrong table
""",
)
@click.argument("entry", type=int)
@click.argument("why", nargs=-1)
@event_options
def undo(entry: int, why: tuple[str, ...], aim: Aim) -> None:
    """Take an entry back by a second one: both stay on record, and that can be taken back, too."""
    with aim.open() as (desk, _):
        here = desk.read().event(aim.event)
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
@out_option
@force_option
@event_options
def export(out: str, force: bool, aim: Aim) -> None:
    """Write an event with its people for another store. Its sheets go by `tileclock export`."""
    with aim.open() as (desk, _):
        document = desk.exported(desk.read().event(aim.event))
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
@store_option
def import_(file: Path, aim: Aim) -> None:
    """Take an event from a file, or what it has got since; refused, if it has gone on here as well."""
    try:
        content = whole(file, _LONGEST)
    except Unusable as error:
        raise click.ClickException(f"{error.message} Nothing was stored.") from error
    with aim.open(make=True) as (desk, store):
        before = 0 if store.absent else store.count_entries()
        record = desk.take(loaded(content))
        come = sum(map(len, record.entries.values())) - before
    say("1 entry is new." if come == 1 else f"{come:,} entries are new.")
