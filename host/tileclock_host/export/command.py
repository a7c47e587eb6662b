"""`tileclock export`: the stored matches as files for spreadsheets, programs, walls and phones."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

import click

from tileclock_host.export.choose import (
    chosen_matches,
    chosen_tallies,
    force_option,
    lang_option,
    out_option,
    target,
)
from tileclock_host.export.errors import ExportError
from tileclock_host.facts.words import Words, load
from tileclock_host.sheets.filter import Filter
from tileclock_host.sheets.options import db_option, filter_options


@dataclass(frozen=True)
class Format:
    """A format: the module that writes it, what files of it end with, and whether it is text."""

    module: str
    suffix: str
    text: bool
    about: str


FORMATS = {
    "csv": Format("as_csv", ".csv", True, "a row per player and game"),
    "turns": Format("as_csv", "", True, "CSV with a row per turn"),
    "xlsx": Format("as_xlsx", ".xlsx", False, "a spreadsheet, a sheet per match"),
    "json": Format("as_json", ".json", True, "for programs; can be taken back"),
    "html": Format("as_html", ".html", True, "score sheets as a page"),
    "pdf": Format("as_pdf", ".pdf", False, "score sheets for the wall"),
    "bgstats": Format("bgstats", ".txt", True, "a link per match that opens in BG Stats"),
    "qr": Format("bgstats", ".svg", True, "the QR code of that link (SVG, or PNG: --out x.png)"),
}
_SUFFIXES = {format.suffix: name for name, format in FORMATS.items() if format.suffix} | {".png": "qr"}


@click.command(
    epilog="\b\nFormats:\n"
    + "\n".join(f"  {name:8} {format.about}" for name, format in FORMATS.items())
    + """

\b
Examples:
  tileclock export --out club.xlsx
  tileclock export --format csv --player Ala --since 2026-09-01
  tileclock export --match 12 --lang pl --out match-12.pdf
"""
)
@click.option("--format", "name", type=click.Choice(list(FORMATS)), help="Else: what the file's name says.")
@out_option
@lang_option
@click.option("--bom", is_flag=True, help="CSV: begin with the mark by which Excel knows UTF-8.")
@force_option
@filter_options
@db_option
def export(  # noqa: PLR0913, PLR0917 – click passes every option by its name
    name: str | None, out: str, lang: str, bom: bool, force: bool, wanted: Filter, db: str | None
) -> None:
    """Write stored matches for other programs and for people.

    Whole matches are written: all, or those with a game that the filters let through.
    """
    name = name or _SUFFIXES.get(Path(out).suffix.lower())
    if name is None:
        raise click.ClickException("Say which --format to write: " + ", ".join(FORMATS) + ".")
    if bom and name not in {"csv", "turns"}:
        raise click.ClickException("--bom is for csv and turns only.")
    if name == "qr" and Path(out).suffix.lower() not in {"", ".svg", ".png"}:
        raise click.ClickException(f"A QR code is written as SVG or PNG: name {out} like one, such as x.png.")
    picture = Path(out).suffix.lower() == ".png"
    binary = picture or not FORMATS[name].text
    writer = _writer(name, bom=bom, png=picture)
    chosen = chosen_tallies if name == "csv" else chosen_matches
    try:
        with chosen(db, wanted) as matches, target(out, force=force, binary=binary) as file:
            writer(matches, load(lang), file)
    except ExportError as error:
        raise click.ClickException(str(error)) from error


def _writer(name: str, *, bom: bool, png: bool) -> Callable[[Iterator[Any], Words, BinaryIO], None]:
    if name in {"bgstats", "qr"}:
        from tileclock_host.export import bgstats  # noqa: PLC0415

        return partial(bgstats.write_code, kind="png" if png else "svg") if name == "qr" else bgstats.write
    module = import_module(f"tileclock_host.export.{FORMATS[name].module}")
    if name in {"csv", "turns"}:
        return partial(module.write_tallies if name == "csv" else module.write_turns, bom=bom)
    write: Callable[..., None] = module.write
    return write
