"""What can have been laid in a turn of Word, as a sentence: the box offers nothing else, a PC is told."""

from tileclock.core.preset_box import Refused
from tileclock.core.word import Entry, Word


def check_entry(word: Word, player: int, letters: int, tiles: int) -> None:
    """Refuse an entry that cannot be, with what can."""
    entry = word.entry
    entry.look(word, player)
    field = entry.fault(letters, tiles)
    if field:
        raise Refused(field, _allowed(entry, field, tiles), player)


def _allowed(entry: Entry, field: str, tiles: int) -> str:
    if field == "tiles":
        return f"must be 1 to {entry.rack}"  # none are no entry
    if not tiles:
        return "must be 0 where no tiles were used"
    if entry.has_opened:
        return f"must be 0 or {entry.least} to {tiles + entry.on_table}"
    return f"must be the tiles used, and at least {entry.least} in the first word"
