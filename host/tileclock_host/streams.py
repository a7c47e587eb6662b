"""Standard output and error while a command runs: what is printed arrives, or one sentence says it did not.

A terminal whose encoding lacks a letter gets a question mark for it.
"""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, Any

import click


class Lost(Exception):
    """What was printed has not arrived. No OSError: nobody is to take it for a trouble of his own file."""


class _Stream(io.RawIOBase):
    """Where the bytes go; once some could not be written, the rest is dropped."""

    def __init__(self, behind: Any) -> None:
        self._behind = behind
        self._lost = False

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return int(self._behind.fileno())

    def isatty(self) -> bool:
        return bool(self._behind.isatty())

    def write(self, data: Any) -> int | None:
        if self._lost:
            return len(data)
        try:
            written: int | None = self._behind.write(data)
        except OSError as error:
            self._lost = True
            raise Lost from error
        return written


@contextmanager
def arriving() -> Iterator[None]:
    """Whatever a command prints meanwhile arrives; else it ends with status 1."""
    with ExitStack() as watched:
        try:
            streams = [watched.enter_context(_watched(name)) for name in ("stdout", "stderr")]
            try:
                yield
            finally:
                for stream in filter(None, streams):
                    stream.flush()
        except Lost as lost:
            error = lost.__cause__
            assert isinstance(error, OSError)
            if error.errno != errno.EPIPE:  # whoever reads, such as `head`, has seen enough
                why = os.strerror(error.errno or errno.EIO)
                click.echo(f"Error: The output cannot be written ({why}): send it elsewhere.", err=True)
            sys.exit(1)


@contextmanager
def _watched(name: str) -> Iterator[IO[str] | None]:
    stream = getattr(sys, name)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    try:
        stream.fileno()
    except (AttributeError, OSError):  # closed, or the memory of a test
        yield stream
        return
    stream.flush()
    mine = io.TextIOWrapper(
        io.BufferedWriter(_Stream(getattr(stream.buffer, "raw", stream.buffer))),
        stream.encoding,
        "replace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
    setattr(sys, name, mine)
    try:
        yield mine
    finally:
        setattr(sys, name, stream)
