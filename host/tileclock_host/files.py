"""Files that somebody names: what is read of them has a limit, and what is written takes its place whole."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

import click


class Unusable(click.ClickException):
    """A file cannot be read, or is none: a sentence for people."""


@contextmanager
def opened(path: Path, most: int) -> Iterator[BufferedReader]:
    """To read it, if it has so many bytes at most. A device or a pipe may never end, so it is refused."""
    try:
        if not path.is_file():
            raise Unusable(f"{path} is not a file: name one.")
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size > most:
                raise Unusable(f"{path} is too large, it may have {most:,} bytes: name another file.")
            yield file
    except OSError as error:
        raise Unusable(f"{path} cannot be read ({error.strerror}): name another file.") from error


def whole(path: Path, most: int) -> bytes:
    """All that is in it."""
    with opened(path, most) as file:
        return file.read(most + 1)


@contextmanager
def draft(target: Path) -> Iterator[Path]:
    """A name beside it that no other file has; what is there in the end takes its place."""
    made = target.with_name(f".{secrets.token_hex(8)}.new")
    try:
        yield made
        os.replace(made, target)
    finally:
        made.unlink(missing_ok=True)
