"""CSV after RFC 4180: commas, quotes where they are needed, CR LF. Texts cannot become formulas."""

import csv
import io
from collections.abc import Iterable
from typing import BinaryIO

from tileclock_host.facts import tables
from tileclock_host.facts.match import MatchFacts
from tileclock_host.facts.words import Words

# A spreadsheet would take a text that begins like this for a formula, or swallow its first sign.
_TRIGGERS = ("=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠")
BOM = b"\xef\xbb\xbf"


def armed(text: str) -> str:
    """The text behind an apostrophe if it begins like a formula, or with an apostrophe."""
    return f"'{text}" if text.startswith(_TRIGGERS) else text


def disarmed(text: str) -> str:
    """What `armed` was given."""
    return text[1:] if text.startswith("'") else text


def write(
    matches: Iterable[MatchFacts], words: Words, out: BinaryIO, *, turns: bool = False, bom: bool = False
) -> None:
    columns = tables.TURNS if turns else tables.PLAYERS
    rows_of = tables.turn_rows if turns else tables.player_rows
    out.write(BOM if bom else b"")
    text = io.TextIOWrapper(out, "utf-8", newline="", write_through=True)
    try:
        writer = csv.writer(text)
        writer.writerow(words.columns.get(column, column) for column in columns)
        for match in matches:
            for row in rows_of(match):
                cells = map(row.get, columns)
                writer.writerow([armed(cell) if isinstance(cell, str) else cell for cell in cells])
    finally:
        text.detach()
