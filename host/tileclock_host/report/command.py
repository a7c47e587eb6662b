"""`tileclock report`: a match in pictures as one HTML file, several as a page each."""

from itertools import chain, islice
from pathlib import Path

import click

from tileclock_host.export.choose import chosen_matches, force_option, lang_option, target
from tileclock_host.facts.words import load
from tileclock_host.report import book, page
from tileclock_host.sheets.filter import Filter
from tileclock_host.sheets.options import db_option, filter_options


@click.command(
    epilog="""\b
Examples:
  tileclock report                        the latest match, as report.html
  tileclock report --match 12 --lang pl --out match-12.html
  tileclock report --since 2026-09-01 --out september.html
"""
)
@click.option(
    "--out",
    type=click.Path(),
    default="report.html",
    show_default=True,
    metavar="FILE",
    help="The file; - is standard output.",
)
@lang_option
@force_option
@filter_options
@db_option
def report(out: str, lang: str, force: bool, wanted: Filter, db: str | None) -> None:
    """Show matches in pictures: who led, who thought, who waited.

    Without a filter it is the latest match. Of several the file is an index; a page for each lies in a folder
    beside it. None needs the network or runs a script.
    """
    with chosen_matches(db, wanted, latest=True) as chosen:
        found = list(islice(chosen, 2))
        matches, words = chain(found, chosen), load(lang)
        with target(out, force=force, binary=False) as file:
            if len(found) == 1 or out == "-":
                page.write(matches, words, file)
            else:
                pages = book.folder_of(Path(out))
                with book.folder(pages, force=force) as folder:
                    book.write(matches, words, file, folder, pages.name)
        if out != "-":
            click.echo(f"Open {out} in a browser.")
