"""A JSON export as a document of sheets: how one begins, and the sheets in it, taken back line by line."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import IO, Any

from .amend import Amendment, Changes
from .text import LATEST, read

FORMAT, VERSION = "tileclock-export", 3
_READ = 1, 2, 3  # the first one said less of seals, the second did not say who has confirmed
BEGINS = f'{{"format": "{FORMAT}"'.encode()
_ENDS = b"]}"
_UID = re.compile("[0-9a-f]{32}")
_LONGEST_LINE = 1 << 24  # bytes of a match; one of a hundred games has some 500,000


class NotAnExport(ValueError):
    """A sentence that says why this document cannot be read."""


def sheets(file: IO[bytes], amendments: list[Amendment]) -> Iterator[str]:
    """The sheets in such a document, as the clock wrote them; what was amended goes to the list meanwhile.

    A match is on a line of its own, so that none but this one is in memory; some other program may have
    written the document anew, and then it is read as a whole.
    """
    try:
        begin = _line(file)
        if begin.endswith(b"["):
            _check(json.loads(begin + _ENDS)["version"])
            while (line := _line(file)) != _ENDS:
                yield from _of_match(json.loads(line.removesuffix(b",")), amendments)
        else:
            document = json.loads(begin + file.read())
            _check(document["version"])
            for match in document["matches"]:
                yield from _of_match(match, amendments)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        if isinstance(error, NotAnExport):
            raise
        raise NotAnExport("This is not an export of tileclock, or it is damaged.") from error


def _of_match(match: dict[str, Any], amendments: list[Amendment]) -> Iterator[str]:
    for game in match["games"]:
        text = str(game["sheet"])
        amendments += [_amendment(text, each) for each in game.get("amendments", ())]
        yield text


def _amendment(text: str, found: dict[str, Any]) -> Amendment:
    """As `as_document` wrote it; whether it can be is said where it is stored."""
    uid, made = found["uid"], datetime.fromisoformat(found["made"])
    if not _UID.fullmatch(uid) or made.tzinfo is None or not 0 <= made.timestamp() <= LATEST:
        raise ValueError
    sheet = read(text)
    changes = Changes.from_json(json.dumps(found["changes"]))
    return Amendment(*sheet.key, sheet.sha256, changes, made, uid)


def as_document(amendment: Amendment) -> dict[str, Any]:
    """One of them as an export has it."""
    return {
        "uid": amendment.uid,
        "made": amendment.made.isoformat(),
        "changes": json.loads(amendment.changes.to_json()),
    }


def _line(file: IO[bytes]) -> bytes:
    return file.readline(_LONGEST_LINE).strip()


def _check(version: object) -> None:
    if version not in _READ:
        raise NotAnExport(f"This export is of version {version}, this program reads {_READ[0]} to {VERSION}.")
