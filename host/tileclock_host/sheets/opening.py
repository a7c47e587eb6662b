"""Opens the store for a command, and finds the game that a person has named."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from tileclock_host.output import lazy_bar, say_all

from . import quick, settings
from .errors import StoreError
from .games import Game, settle
from .lists import Lists
from .sqlite_file import only_read

if TYPE_CHECKING:
    from .store import Store

_Made = TypeVar("_Made", bound=Lists)


@contextmanager
def opened(db: str | None, *, make: bool = True, late: bool = False) -> Iterator[Store]:
    """The store, and its troubles as errors of the command line; rows it left out are named, and end in 1.

    `late`: one that is not there is made only if something comes into it.
    """
    from .store import Store  # noqa: PLC0415 – it takes longer to load than a list takes

    with complaining():
        with lazy_bar("bringing the store up to date") as progress:
            made = Store(db, progress=progress, make=make, late=late)
        with made as store, _naming_damage(store):
            yield store


def existing(db: str | None) -> AbstractContextManager[Store]:
    """The same for a command that stores no games: a name that was mistyped makes no store."""
    with complaining():
        return opened(db, make=settings.named(db) is None)


@contextmanager
def checked(db: str | None) -> Iterator[Store]:
    """The same for one that makes anew what is wrong there; of a store that may only be read, in a copy."""
    with existing(db) as store:
        if not only_read(Path(store.where)):
            yield store
            return
        from .copying import snapshot  # noqa: PLC0415 – as above

        with tempfile.TemporaryDirectory(prefix="tileclock-") as folder:
            copy = Path(folder, "store")
            snapshot(Path(store.where), copy)
            with opened(str(copy), make=False) as copied:
                yield copied


@contextmanager
def asked(db: str | None, kind: type[_Made]) -> Iterator[Store | _Made]:
    """The same, to be asked alone, of what this kind knows."""
    with complaining(), quick.opened(db, kind) as store:
        if store:
            with _naming_damage(store):
                yield store
            return
    with existing(db) as whole:
        yield whole


@contextmanager
def complaining() -> Iterator[None]:
    """Troubles with the store as errors of the command line."""
    try:
        yield
    except StoreError as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def _naming_damage(store: Store | Lists) -> Iterator[None]:
    damage: list[str] = []
    try:
        yield
    finally:
        damage += store.damage()
        say_all([f"{sentence}." for sentence in damage], "`tileclock verify --json` has", err=True)
    if damage:
        sys.exit(1)


def the_game(store: Store, name: str) -> Game:
    """The one game a person means, or an error that says how to name it."""
    called, _, checksum = name.partition("@")
    number, _, revision = called.partition(".")
    games = found = store.find(called)
    if not found:
        raise click.ClickException(f"There is no sheet {called!r}: `tileclock sheets` lists what is here.")
    if checksum:
        found = [each for game in games for each in _of_text(game, checksum)]
    elif revision:
        found = [each for game in games for each in _at_revision(game, revision)]
    if not found:
        what = f"text {checksum}" if checksum else f"revision {revision}"
        raise click.ClickException(
            f"Sheet {number} has no {what}: `tileclock show {number}` lists what it has."
        )
    if len(found) > 1:
        names = ", ".join(_told_apart(game, bool(checksum)) for game in found[:5])
        raise click.ClickException(f"{name} may be several sheets: say which, {names}.")
    return found[0]


def the_counting_game(store: Store, name: str) -> Game:
    """The same, of which no former revision is meant and no text that does not count."""
    game = the_game(store, name)
    counts = the_game(store, game.name)
    if counts.sheet.sha256 != game.sheet.sha256:
        raise click.ClickException(
            f"{name} does not count, revision {counts.sheet.revision} with the checksum"
            f" {counts.sheet.checksum} does: amend {counts.name}."
        )
    return counts


def _told_apart(game: Game, by_text: bool) -> str:
    return f"{game.name}@{game.sheet.checksum}" if by_text else game.name


def _at_revision(game: Game, revision: str) -> list[Game]:
    """The game as it was with that revision."""
    versions = [version for version in game.versions if str(version.sheet.revision) == revision]
    if game.sheet.revision in [version.sheet.revision for version in versions]:
        return [game]
    return [settle(versions, [])] if versions else []


def _of_text(game: Game, checksum: str) -> list[Game]:
    """The game as that text alone has it."""
    named = [version for version in game.versions if version.sheet.sha256.startswith(checksum.lower())]
    return [game if version is game.version else settle([version], []) for version in named]
