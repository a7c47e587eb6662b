"""`tileclock report`: matches in pictures, as one HTML file."""

import click

from tileclock_host.export.choose import Choice, choosing, chosen_matches, target
from tileclock_host.export.words import LANGUAGES, load
from tileclock_host.report import page


@click.command(
    epilog="""\b
Examples:
  tileclock report                               the latest match, as report.html
  tileclock report --match 12 --lang pl --out match-12.html
  tileclock report --since 2026-09-01 --out september.html
"""
)
@click.option(
    "--out", default="report.html", show_default=True, metavar="FILE", help="The file; - is standard output."
)
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of its words."
)
@choosing
def report(choice: Choice, out: str, lang: str) -> None:
    """Show matches in pictures: who led, who thought, who waited.

    Without a filter it is the latest match. The file needs no network and runs no script.
    """
    with chosen_matches(choice, latest=True) as matches, target(out, choice, binary=False) as file:
        page.write(matches, load(lang), file)
    if out != "-":
        click.echo(f"Open {out} in a browser.")
