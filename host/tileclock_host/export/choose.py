"""What `export` and `report` share: the chosen matches one by one, and the file they go to."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import click

from tileclock_host.facts.match import MatchFacts
from tileclock_host.facts.words import LANGUAGES
from tileclock_host.files import written
from tileclock_host.output import watched_bar
from tileclock_host.sheets.asked import Asked
from tileclock_host.sheets.filter import Filter
from tileclock_host.sheets.opening import asked
from tileclock_host.sheets.tally import Tally

if TYPE_CHECKING:
    from tileclock_host.sheets.store import Store

_Any = TypeVar("_Any")
_FEW = 20  # matches: they are done before anybody could read a progress bar
force_option = click.option("--force", is_flag=True, help="Write over a file that exists.")
out_option = click.option(
    "--out",
    type=click.Path(),
    default="-",
    metavar="FILE",
    help="A file; - is standard output, as without it.",
)
lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of its words."
)


@contextmanager
def chosen_matches(db: str | None, wanted: Filter, *, latest: bool = False) -> Iterator[Iterator[MatchFacts]]:
    """The matches one by one, with progress on a terminal; `latest`: only that, if nothing was asked for."""
    with _chosen(db, wanted, lambda store, meant: map(MatchFacts, store.each_match(meant)), latest) as found:
        yield found


@contextmanager
def chosen_tallies(db: str | None, wanted: Filter) -> Iterator[Iterator[list[Tally]]]:
    """The same matches for a table: no more of them than that tells."""
    with _chosen(db, wanted, lambda store, meant: store.each_tally(meant)) as found:
        yield found


@contextmanager
def _chosen(
    db: str | None,
    wanted: Filter,
    ask: Callable[[Store | Asked, Filter], Iterator[_Any]],
    latest: bool = False,
) -> Iterator[Iterator[_Any]]:
    with asked(db, Asked) as store:
        if latest and not wanted:
            for last in store.latest(limit=1):
                wanted = Filter(device=last.device, match=last.match)
        count = store.count_matches(wanted)
        if not count:
            what = "fits" if wanted else "is stored yet"
            raise click.ClickException(
                f"No match {what}: `tileclock sheets` lists what there is, `tileclock sync` fetches more."
            )
        bar = watched_bar("matches") if count >= _FEW else nullcontext()
        with bar as tell, closing(_each(ask(store, wanted), count, tell)) as found:
            yield found


def _each(
    matches: Iterator[_Any], count: int, tell: Callable[[int, int], None] | None
) -> Generator[_Any, None, None]:
    for done, match in enumerate(matches, 1):
        yield match
        if tell:
            tell(done, count)


@contextmanager
def target(out: str, *, force: bool, binary: bool) -> Iterator[BinaryIO]:
    """Where it is written: standard output, or a file that appears only when it is complete."""
    if out == "-":
        if sys.stdout is None:
            raise click.ClickException("Standard output is closed: name a file with --out FILE.")
        if binary and _is_terminal():
            raise click.ClickException("This is not text for a terminal: name a file with --out FILE.")
        yield sys.stdout.buffer
        return
    path = Path(out)
    with _told(path):
        there = path.exists()
        if there and not (path.is_file() or path.is_dir()):
            with written(path) as device:
                yield device
            return
        if there and not force:
            raise click.ClickException(f"{path} exists: choose another name, or overwrite it with --force.")
        scratch = path.parent / f".{secrets.token_hex(8)}.new"  # whatever the file's name, this one is short
        try:
            with scratch.open("wb") as file:
                yield file
            if force:
                os.replace(scratch, path)
            else:
                _appear(scratch, path)
        finally:
            with suppress(OSError):
                scratch.unlink(missing_ok=True)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise click.ClickException(
            f"Cannot write {path} ({error.strerror or error}): choose another place with --out."
        ) from error


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def _appear(scratch: Path, path: Path) -> None:
    """Under its name, unless somebody has taken that meanwhile."""
    try:
        os.link(scratch, path)
    except FileExistsError:
        raise click.ClickException(
            f"{path} exists: choose another name, or overwrite it with --force."
        ) from None
    except OSError:  # a file system without links
        os.replace(scratch, path)
