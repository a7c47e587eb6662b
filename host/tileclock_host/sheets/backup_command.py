"""The commands `tileclock backup` and `restore`: a store as one file, and back."""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from tileclock_host.output import bar, progress

from .copying import copy, in_one_file, snapshot
from .errors import StoreError
from .opening import opened
from .options import db_option
from .store import Store


@click.command(
    epilog="""\b
Examples:
  tileclock backup club-2026-09-21.sqlite
  tileclock backup desks.sqlite --db postgresql://desk@server/club
"""
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Write over a file that exists.")
@db_option
def backup(file: Path, force: bool, db: str | None) -> None:
    """Copy the store into one file, while others go on writing to it.

    The copy is of one moment, and compared with the store afterwards. It is a store itself, for --db. The
    clocks' secrets are not in it.
    """
    if os.path.exists(file) and not (force and file.is_file()):
        raise click.ClickException(f"{file} exists: choose another name, or write over it with --force.")
    with (
        opened(db, make=False) as store,
        _draft(file) as draft,
        _of(file, draft),
    ):
        _refuse_empty(store, f"The store {store.where}", "name the one to copy with --db")
        with Store(draft) as target, progress() as bars:
            count = copy(store, target, bar(bars, "copying"))
        in_one_file(draft)
    click.echo(f"{_sheets(count)} in {file}, read again: all there.")


@click.command(
    epilog="""\b
Examples:
  tileclock restore club-2026-09-21.sqlite
  tileclock restore desks.sqlite --db postgresql://desk@server/club
"""
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@db_option
def restore(file: Path, db: str | None) -> None:
    """Fill an empty store from the file of a backup.

    A store that has sheets is left as it is: move its file away first, or name another one with --db.
    """
    with tempfile.TemporaryDirectory(prefix="tileclock-") as folder:
        scratch = Path(folder, "store")
        with _of(file, scratch):
            snapshot(file, scratch)
            source = Store(scratch)
            _refuse_empty(source, str(file), "name a file of tileclock backup")
        with source, opened(db) as store, progress() as bars:
            count = copy(source, store, bar(bars, "copying"))
    click.echo(f"{_sheets(count)} restored, read again: all there.")


def _refuse_empty(store: Store, called: str, remedy: str) -> None:
    if not store.count_texts() and not store.count_entries():
        raise StoreError(f"{called} holds no sheets and no events: {remedy}.")


def _sheets(count: int) -> str:
    return f"{count:,} sheet{'' if count == 1 else 's'}"


@contextmanager
def _of(file: Path, scratch: Path) -> Iterator[None]:
    """What is said of its copy is meant of the file."""
    try:
        yield
    except StoreError as error:
        raise click.ClickException(str(error).replace(str(scratch), str(file))) from error


@contextmanager
def _draft(file: Path) -> Iterator[Path]:
    """A file beside that one, which takes its name when it is complete and on the disk."""
    draft = file.parent / f".{secrets.token_hex(8)}.new"
    try:
        if not file.parent.is_dir():
            raise click.ClickException(f"There is no folder {file.parent}: make it, or choose another place.")
        yield draft
        with draft.open("rb+") as written:
            os.fsync(written.fileno())
        os.replace(draft, file)
    except OSError as error:
        raise click.ClickException(
            f"Cannot write {file} ({error.strerror or error}): choose another place."
        ) from error
    finally:
        for rest in file.parent.glob(f"{draft.name}*"):
            with suppress(OSError):
                rest.unlink()
