"""Files that somebody names: what is read of them has a limit, and what is written takes its place whole."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

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


def written(path: Path) -> BinaryIO:
    """To write it anew; a pipe or a device stays what it is. For a reader of a pipe nobody waits."""
    return open(path, "wb", opener=_without_waiting)


def _without_waiting(path: str, flags: int) -> int:
    if not hasattr(os, "O_NONBLOCK"):  # Windows, which has no such pipes
        return os.open(path, flags, 0o666)
    try:
        descriptor = os.open(path, flags | os.O_NONBLOCK, 0o666)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "nobody reads from it") from error
        raise
    os.set_blocking(descriptor, True)
    return descriptor


@contextmanager
def draft(target: Path) -> Iterator[Path]:
    """An empty file beside it, which only its owner may read; filled, it takes the other's place."""
    made = target.with_name(f".{secrets.token_hex(8)}.new")
    try:
        os.close(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield made
        os.replace(made, target)
    finally:
        made.unlink(missing_ok=True)
