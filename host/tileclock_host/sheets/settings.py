"""The file in which a person keeps what this PC's commands should do unless they are told otherwise."""

import os
import tomllib
from pathlib import Path

import platformdirs

from .errors import StoreError


def file() -> Path:
    return platformdirs.user_config_path("tileclock", appauthor=False) / "config.toml"


def default_place() -> Path:
    return platformdirs.user_data_path("tileclock", appauthor=False) / "sheets.sqlite"


def place(said: str | Path | None) -> str:
    """Where the store is."""
    return named(said) or str(default_place())


def named(said: str | Path | None) -> str | None:
    """The store somebody has named: with the command, else in TILECLOCK_DB or the settings."""
    found = said or os.environ.get("TILECLOCK_DB") or db()
    return str(found) if found else None


def db() -> str | None:
    """The store it names: a file, if need be beside it, or the address of a database."""
    where = file()
    try:
        with where.open("rb") as content:
            found = tomllib.load(content)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreError(f"{where} cannot be read ({error.strerror}): make it your file again.") from error
    except ValueError as error:  # no TOML, or no UTF-8
        raise StoreError(f'{where} is no TOML ({error}): it says db = "FILE", as --db does.') from error
    if unknown := next((name for name in found if name != "db"), None):
        raise StoreError(f"{where}: there is no setting {unknown!r}, only db.")
    place = found.get("db")
    if place is None:
        return None
    if not isinstance(place, str) or not place:
        raise StoreError(f'{where}: db must be a text, such as db = "~/club.sqlite".')
    return place if "://" in place or place.startswith("~") else str(where.parent / place)
