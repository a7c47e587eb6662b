"""Files that somebody names: what is read of them has a limit, and what is written takes its place whole."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click


def whole(path: Path, most: int) -> bytes:
    """All that is in it, so many bytes at most. A device or a pipe may never end, so it is refused."""
    try:
        if not path.is_file():
            raise click.ClickException(f"{path} is not a file: name one.")
        data = bytearray()
        with path.open("rb") as file:
            while len(data) <= most and (piece := file.read(1 << 16)):
                data += piece
    except OSError as error:
        raise click.ClickException(f"{path} cannot be read ({error.strerror}): name another file.") from error
    if len(data) > most:
        raise click.ClickException(f"{path} is too large, it may have {most:,} bytes: name another file.")
    return bytes(data)


@contextmanager
def draft(target: Path) -> Iterator[Path]:
    """A name beside it that no other file has; what is there in the end takes its place."""
    made = target.with_name(f".{secrets.token_hex(8)}.new")
    try:
        yield made
        os.replace(made, target)
    finally:
        made.unlink(missing_ok=True)
