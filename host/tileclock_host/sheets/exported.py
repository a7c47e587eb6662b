"""A JSON export as a document of sheets: how one begins, and the sheets in it, taken back."""

import json

FORMAT, VERSION = "tileclock-export", 1
BEGINS = f'{{"format": "{FORMAT}"'.encode()


class NotAnExport(ValueError):
    """A sentence that says why this document cannot be read."""


def read(data: bytes) -> list[str]:
    """The sheets in such a document, as the clock wrote them."""
    try:
        found = json.loads(data)
        if found["format"] != FORMAT:
            raise NotAnExport("This is not an export of tileclock.")
        if found["version"] != VERSION:
            raise NotAnExport(f"This export is of version {found['version']}, this program reads {VERSION}.")
        return [str(game["sheet"]) for match in found["matches"] for game in match["games"]]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, NotAnExport):
            raise
        raise NotAnExport("This is not an export of tileclock, or it is damaged.") from error
