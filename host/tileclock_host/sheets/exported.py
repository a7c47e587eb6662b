"""A JSON export as a document of sheets: how one begins, and the sheets in it, taken back."""

import json

FORMAT, VERSION = "tileclock-export", 2
_READ = 1, 2  # the first one said less of seals
BEGINS = f'{{"format": "{FORMAT}"'.encode()


class NotAnExport(ValueError):
    """A sentence that says why this document cannot be read."""


def read(data: bytes) -> list[str]:
    """The sheets in such a document, as the clock wrote them."""
    try:
        found = json.loads(data)
        if found["format"] != FORMAT:
            raise NotAnExport("This is not an export of tileclock.")
        if found["version"] not in _READ:
            raise NotAnExport(
                f"This export is of version {found['version']}, this program reads {_READ[0]} to {VERSION}."
            )
        return [str(game["sheet"]) for match in found["matches"] for game in match["games"]]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, NotAnExport):
            raise
        raise NotAnExport("This is not an export of tileclock, or it is damaged.") from error
