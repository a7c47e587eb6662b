"""CSV after RFC 4180: commas, quotes where they are needed, CR LF. Texts cannot become formulas."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import BinaryIO

from tileclock_host.facts import tables
from tileclock_host.facts.match import MatchFacts
from tileclock_host.facts.words import Words
from tileclock_host.sheets import tally
from tileclock_host.sheets.tally import Tally

# A spreadsheet would take a text that begins like this for a formula, or swallow its first sign.
_TRIGGERS = ("=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠")
BOM = b"\xef\xbb\xbf"


def armed(text: str) -> str:
    """The text behind an apostrophe if it begins like a formula, or with an apostrophe."""
    return f"'{text}" if text.startswith(_TRIGGERS) else text


def disarmed(text: str) -> str:
    """What `armed` was given."""
    return text[1:] if text.startswith("'") else text


def write(matches: Iterable[MatchFacts], words: Words, out: BinaryIO, *, bom: bool = False) -> None:
    write_tallies(([tally.of(game.stored) for game in match.games] for match in matches), words, out, bom=bom)


def write_tallies(
    matches: Iterable[Sequence[Tally]], words: Words, out: BinaryIO, *, bom: bool = False
) -> None:
    """A row per player and game."""
    _write(tables.PLAYERS, map(tables.player_rows, matches), words, out, bom)


def write_turns(matches: Iterable[MatchFacts], words: Words, out: BinaryIO, *, bom: bool = False) -> None:
    rows = ((map(row.get, tables.TURNS) for row in tables.turn_rows(match)) for match in matches)
    _write(tables.TURNS, rows, words, out, bom)


def _write(
    columns: Sequence[str],
    matches: Iterable[Iterable[Iterable[tables.Cell]]],
    words: Words,
    out: BinaryIO,
    bom: bool,
) -> None:
    out.write(BOM if bom else b"")
    text = io.TextIOWrapper(out, "utf-8", newline="", write_through=True)
    try:
        writer = csv.writer(text)
        writer.writerow(words.columns.get(column, column) for column in columns)
        for rows in matches:
            for row in rows:
                writer.writerow([armed(cell) if isinstance(cell, str) else cell for cell in row])
    finally:
        text.detach()
