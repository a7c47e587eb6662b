"""A JSON export as a document of sheets: how one begins, and the sheets in it, taken back line by line."""

import json
from collections.abc import Iterator
from typing import IO, Any

FORMAT, VERSION = "tileclock-export", 2
_READ = 1, 2  # the first one said less of seals
BEGINS = f'{{"format": "{FORMAT}"'.encode()
_ENDS = b"]}"
_LONGEST_LINE = 1 << 24  # bytes of a match; one of a hundred games has some 500,000


class NotAnExport(ValueError):
    """A sentence that says why this document cannot be read."""


def sheets(file: IO[bytes]) -> Iterator[str]:
    """The sheets in such a document, as the clock wrote them.

    A match is on a line of its own, so that none but this one is in memory; some other program may have
    written the document anew, and then it is read as a whole.
    """
    try:
        begin = _line(file)
        if begin.endswith(b"["):
            _check(json.loads(begin + _ENDS)["version"])
            while (line := _line(file)) != _ENDS:
                yield from _of_match(json.loads(line.removesuffix(b",")))
        else:
            document = json.loads(begin + file.read())
            _check(document["version"])
            for match in document["matches"]:
                yield from _of_match(match)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, NotAnExport):
            raise
        raise NotAnExport("This is not an export of tileclock, or it is damaged.") from error


def _of_match(match: dict[str, Any]) -> Iterator[str]:
    for game in match["games"]:
        yield str(game["sheet"])


def _line(file: IO[bytes]) -> bytes:
    return file.readline(_LONGEST_LINE).strip()


def _check(version: object) -> None:
    if version not in _READ:
        raise NotAnExport(f"This export is of version {version}, this program reads {_READ[0]} to {VERSION}.")
