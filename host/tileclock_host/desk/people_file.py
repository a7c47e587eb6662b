"""Reads names out of a file of a spreadsheet or an editor: a list, or a table with a heading."""

import codecs
import csv
import io
import re
from pathlib import Path
from typing import NamedTuple

from tileclock_host.facts.text import clean
from tileclock_host.files import Unusable, whole

from .errors import DeskError

_LONGEST = 1 << 20  # bytes
_BY_MARK = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SEPARATORS = "\t;,"

# Words of headings, in the languages of the product.
_FIRST = {"imię", "imie", "imiona", "first", "given", "forename", "jméno", "jmeno", "křestní", "ім'я", "імя"}
_LAST = {"nazwisko", "surname", "lastname", "last", "family", "příjmení", "prijmeni", "прізвище"}
_WHOLE = {
    *(
        "name",
        "names",
        "fullname",
        "full",
        "player",
        "players",
        "participant",
        "participants",
        "person",
        "nick",
    ),
    *("gracz", "gracze", "zawodnik", "zawodnicy", "uczestnik", "uczestnicy", "osoba", "pseudonim"),
    *("hráč", "hráči", "hrac", "hraci", "účastník", "účastníci", "přezdívka", "osoby"),
    *("гравець", "гравці", "учасник", "учасники", "піб", "особа"),
}
_LINK = {"i", "and", "a", "&", "та", "й"}
_NUMBER = {"lp", "l", "p", "nr", "no", "id", "#", "№", "č", "poř", "pořadí", "п", "number"}


class Listed(NamedTuple):
    """What a file has."""

    names: list[str]
    heading: str  # the line that was taken for one
    encoding: str  # where it was guessed


def read(file: Path) -> Listed:
    try:
        text, guessed = _decoded(file, whole(file, _LONGEST))
    except Unusable as error:
        raise DeskError(f"{error.message} Nobody was added.") from error
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    separator = max(_SEPARATORS, key=lambda each: (each in first, sum(each in line for line in lines)))
    found = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        rows = [cells for row in found if any(cells := [clean(cell) for cell in row])]
    except csv.Error as error:
        raise DeskError(
            f"{file} is no list of names ({error}, line {found.line_num}): name another. Nobody was added."
        ) from error
    kinds = [_kind(cell) for cell in rows[0]] if rows else []
    heading = " ".join(filter(None, rows.pop(0))) if any(kinds) else ""
    columns = _columns(kinds) or [_first_name(rows)]
    names = [" ".join([row[at] for at in columns if at < len(row) and row[at]]) for row in rows]
    return Listed([name for name in names if name], heading, guessed)


def _decoded(file: Path, content: bytes) -> tuple[str, str]:
    """The text, and in which encoding, where nothing in it says so."""
    for mark, encoding in _BY_MARK:
        if content.startswith(mark):
            return _by(file, content, encoding), ""
    if b"\0" in content:
        little = content[1::2].count(0) > content[::2].count(0)
        return _by(file, content, "utf-16-le" if little else "utf-16-be"), ""
    try:
        return content.decode("utf-8"), ""
    except UnicodeDecodeError:
        plain, others = len(re.findall(rb"[A-Za-z]", content)), len(re.findall(rb"[\x80-\xff]", content))
        number = 1251 if others > plain else 1250  # words of Cyrillic have no other letters
        return _by(file, content, f"cp{number}"), f"Windows-{number}"


def _by(file: Path, content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise DeskError(f"{file} is no text: save it as CSV with UTF-8. Nobody was added.") from error


def _columns(kinds: list[str]) -> list[int]:
    """Where a heading has the names: first name before last name, else the one that has both."""
    last = [at for at, kind in enumerate(kinds) if kind == "last"]
    first = [at for at, kind in enumerate(kinds) if kind == "first"]
    both = [at for at, kind in enumerate(kinds) if kind == "whole"]
    return [*(first or both)[:1], last[0]] if last else (both or first)[:1]


def _kind(cell: str) -> str:
    """What a cell of a heading says is below it; nothing, if it is no word of a heading."""
    words = {word for word in re.split(r"[\s/,.:()]+", re.sub("[ʼ’`]", "'", cell.casefold())) if word}
    if words and words <= _NUMBER:
        return "number"
    if not words - _LINK or not words <= _FIRST | _LAST | _WHOLE | _LINK:
        return ""
    if words & _LAST:
        part = words & {"last", "family"} and not words & _LINK
        return "last" if part or words <= _LAST else "whole"
    return "first" if words & _FIRST else "whole"


def _first_name(rows: list[list[str]]) -> int:
    """The first column with letters: numbers of lines may stand before it."""
    width = max([len(row) for row in rows], default=0)
    lettered = [
        any(cell.isalpha() for row in rows for cell in "".join(row[at : at + 1])) for at in range(width)
    ]
    return lettered.index(True) if True in lettered else 0
