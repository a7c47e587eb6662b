"""The command `tileclock event standings`: for a terminal, a program, a spreadsheet, a page, the wall."""

import json
from importlib import import_module
from pathlib import Path

import click

from tileclock_host.export.choose import force_option, lang_option, out_option, target
from tileclock_host.export.errors import ExportError
from tileclock_host.facts.words import Words, load
from tileclock_host.foreign import printable

from . import lines
from .listing import listing
from .opening import Aim, event_options, results_of
from .people import People
from .results import Results

FORMATS = ("text", "csv", "json", "html", "pdf", "xlsx")
_BINARY = ("pdf", "xlsx")


@click.command(
    short_help="Print or write the standings.",
    epilog="""\b
Examples:
  tileclock event standings
  tileclock event standings --out wall.pdf --lang pl
  tileclock event standings --format csv > standings.csv
""",
)
@click.option("--format", "kind", type=click.Choice(FORMATS), help="Else as the file's name ends; or text.")
@out_option
@force_option
@lang_option
@event_options
def standings(kind: str | None, out: str, force: bool, lang: str, aim: Aim) -> None:
    """Print or write the standings: provisional until every table has confirmed."""
    suffix = Path(out).suffix.lower().removeprefix(".")
    chosen = kind or {"": "text", "txt": "text"}.get(suffix, suffix)
    if chosen not in FORMATS:
        raise click.ClickException(f"{out} says no format: give one with --format, {', '.join(FORMATS)}.")
    content = _of(aim, chosen, lang)
    if out == "-" and chosen not in _BINARY:
        click.echo(content.decode(), nl=False)
        return
    with target(out, force=force, binary=chosen in _BINARY) as file:
        file.write(content)


def write(aim: Aim, kind: str, file: Path, lang: str = "en") -> None:
    """Write them to that file, over what is there."""
    file.write_bytes(_of(aim, kind, lang))


def _of(aim: Aim, kind: str, lang: str) -> bytes:
    with aim.open() as (desk, store):
        record = desk.read()
        results = results_of(store, record, record.event(aim.event))
    return _written(kind, results, record.people, load(lang))


def _written(kind: str, results: Results, people: People, words: Words) -> bytes:
    """The standings as a file of that kind."""
    if kind in {"html", "pdf"}:
        made: bytes = import_module(f".as_{kind}", __package__).written(
            listing(results, people, words), words
        )
        return made
    if kind == "xlsx":
        try:
            spreadsheet: bytes = import_module(".as_xlsx", __package__).written(results, people, words)
        except ExportError as error:
            raise click.ClickException(str(error)) from error
        return spreadsheet
    if kind == "csv":
        return lines.standings_csv(results, people, words).encode()
    if kind == "json":
        found = {"provisional": results.provisional, "lines": lines.standings_rows(results, people)}
        return json.dumps(found, indent=2).encode() + b"\n"
    printed = lines.standings(listing(results, people, words), words)
    return "".join([printable(line) + "\n" for line in printed]).encode()
