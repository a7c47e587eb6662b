"""What the desk puts on record: entries that are added and never changed; what is taken back stays, too.

`make` is the only way to a new entry, and refuses what `read` could not read again. `read` takes every entry
of a store, whoever wrote it: what a newer program wrote stays as it is, and what is damaged says why.

A newer program may add kinds of entries, and fields to those there are. A field whose meaning changes gets
another name. So entries need no version: an older desk sees what it does not know.
"""

import json
import re
import unicodedata
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeGuard

from tileclock_host.facts.text import clean
from tileclock_host.sheets.text import LATEST

from .errors import DeskError

PEOPLE = ""  # whose entries they are, if not an event's
LONGEST_NAME = 60  # letters, of a person or an event
LONGEST_WORDS = 500
UNDONE = "undone"
_NAME, _TEXT, _NUMBER, _TEXTS, _NUMBERS, _TABLES = "name", "text", "number", "texts", "numbers", "tables"
_LISTS = {_TEXTS: _TEXT, _NUMBERS: _NUMBER, _TABLES: _TEXTS}

# What each kind of entry says.
FIELDS: dict[str, dict[str, str]] = {
    # people
    "person": {"id": _TEXT, "name": _NAME},
    "alias": {"person": _TEXT, "name": _NAME},
    "merged": {"person": _TEXT, "into": _TEXT},
    "split": {"person": _TEXT, "name": _NAME, "id": _TEXT},
    # an event and who is there
    "made": {
        "name": _NAME,
        **dict.fromkeys(("date", "preset", "mode", "after"), _TEXT),
        **dict.fromkeys(("days", "rounds", "games", "cut"), _NUMBER),
        "order": _TEXTS,
    },
    "added": {"person": _TEXT},
    "withdrawn": {"person": _TEXT, "round": _NUMBER},
    "absent": {"person": _TEXT, "round": _NUMBER},
    "filled": {"person": _TEXT, "round": _NUMBER, "table": _NUMBER, "seat": _NUMBER},
    # rounds
    "drawn": {"round": _NUMBER, "mode": _TEXT, "seed": _NUMBER, "tables": _TABLES},
    "started": {"round": _NUMBER, "seconds": _NUMBER},
    "seated": {"round": _NUMBER, "table": _NUMBER, "device": _TEXT, "game": _NUMBER},
    "placed": {"device": _TEXT, "match": _NUMBER, "round": _NUMBER, "table": _NUMBER},
    "result": {"round": _NUMBER, "table": _NUMBER, "game": _NUMBER, "points": _NUMBERS, "won": _NUMBERS},
    "confirmed": {"round": _NUMBER, "table": _NUMBER},
    # the judge
    "warning": {"person": _TEXT, "round": _NUMBER, "table": _NUMBER, "words": _TEXT},
    "exclusion": {"person": _TEXT, "round": _NUMBER, "table": _NUMBER, "words": _TEXT},
    "ruling": {"person": _TEXT, "round": _NUMBER, "table": _NUMBER, "words": _TEXT},
    "correction": {"person": _TEXT, "points": _NUMBER, "big_points": _NUMBER, "words": _TEXT},
    "annulment": {"round": _NUMBER, "table": _NUMBER, "game": _TEXT, "words": _TEXT},
    "announcement": {"words": _TEXT},
    UNDONE: {"entry": _NUMBER, "words": _TEXT},
}
LARGEST_NUMBER = 999_999_999
_MOST_ENTRIES = 1 << 53
_LONGEST_ENTRY = 1 << 20  # letters of its JSON
_IDENTITY = re.compile(r"[!-~]{1,32}")
_KIND = re.compile(r"[a-z][a-z_]{0,19}")
_HALVES = re.compile("[\ud800-\udfff]")  # of letters, which no encoding has: they were bytes beside UTF-8
_UNKEPT = re.compile("[\ud800-\udfff\0]")  # by databases
_COLUMNS = ("uid", "event", "number", "kind", "said", "made")
_NEWER = "written by a newer tileclock: update this desk to see it"


@dataclass(frozen=True)
class Entry:
    """One of them; `number` counts those of its event from 1."""

    uid: str
    event: str
    number: int
    kind: str
    said: dict[str, Any]  # as far as this program knows it
    made: datetime
    row: Mapping[str, Any] = field(repr=False)  # as it stands in the store: all of it is carried along
    unknown: tuple[str, ...] = ()  # fields of a newer program
    damage: str = ""  # why it cannot be read

    @property
    def known(self) -> bool:
        return not self.damage and self.kind in FIELDS


class Left(DeskError):
    """Why an entry does not count here, or a part of it; `newer`: because a newer program wrote something."""

    def __init__(self, sentence: str, *, newer: bool = False, part: bool = False) -> None:
        super().__init__(sentence)
        self.newer, self.part = newer, part


class _Damaged(ValueError):
    """Why a row is no entry."""


def make(event: str, number: int, kind: str, said: Mapping[str, Any], at: datetime) -> Entry:
    """A new entry; refused, if it has more than can be read again, or text that nobody can read."""
    judged = {name: _judged(name, how, said[name]) for name, how in FIELDS[kind].items()}
    entry = read(
        {
            "uid": new_id(),
            "event": event,
            "number": number,
            "kind": kind,
            "said": json.dumps(judged, sort_keys=True),
            "made": int(at.timestamp()),
        }
    )
    if entry.damage or entry.said != judged or set(said) != set(judged):
        raise DeskError(f"That cannot be put on record: {entry.damage or 'it could not be read again'}.")
    return entry


def read(row: Mapping[str, Any]) -> Entry:
    """From a row of the store or of a file, whoever wrote it."""
    try:
        return _read(row)
    except _Damaged as error:
        event, number = row.get("event"), row.get("number")
        return Entry(
            str(row.get("uid")),
            event if isinstance(event, str) else PEOPLE,
            number if _is_whole(number, 1, _MOST_ENTRIES) else 0,
            str(row.get("kind")),
            {},
            datetime.fromtimestamp(0, UTC),
            row,
            damage=str(error),
        )


def judged_again(row: Any, which: int) -> Entry:
    """From a row of a file, to be put on record here: refused like what somebody types."""
    entry = read({name: row.get(name) for name in _COLUMNS}) if isinstance(row, dict) else None
    if entry is None or entry.damage:
        why = entry.damage if entry else "it is no entry"
        raise DeskError(f"Entry {which} of the file is damaged ({why}): export the event again.")
    if entry.kind in FIELDS:
        full = json.loads(entry.row["said"])
        for name, how in FIELDS[entry.kind].items():
            try:
                _judged(name, how, full[name])
            except DeskError as error:
                raise DeskError(f"Entry {which} of the file: {error}") from error
    return entry


def renumbered(entry: Entry, number: int, takes_back: int | None = None) -> Entry:
    """The same entry at another place of the record; `takes_back`: and of what is taken back by it."""
    row = {**entry.row, "number": number}
    if takes_back is not None:
        row["said"] = json.dumps({**json.loads(entry.row["said"]), "entry": takes_back}, sort_keys=True)
    return read(row)


def new_id() -> str:
    return uuid.uuid4().hex


def taken_back(entries: Sequence[Entry]) -> set[int]:
    """The numbers of those; who takes back a taking back has the first again."""
    gone: set[int] = set()
    for entry in sorted(entries, key=lambda entry: -entry.number):
        if entry.known and entry.kind == UNDONE and entry.number not in gone:
            gone.add(entry.said["entry"])
    return gone


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """Those that count, as far as this program knows them."""
    gone = taken_back(entries)
    return [entry for entry in entries if entry.known and entry.kind != UNDONE and entry.number not in gone]


def gaps(entries: Sequence[Entry]) -> bool:
    """Whether something is missing, or cannot be read, of what later entries may rest on."""
    missing = len({entry.number for entry in entries}) < last(entries)
    return missing or not all(entry.known for entry in entries)


def unread(entries: Sequence[Entry], of: str, undo: str) -> dict[int, Left]:
    """What this program cannot read of the entries that stand, by their numbers.

    `of`: whose they are; `undo`: the command that takes one back.
    """
    gone = taken_back(entries)
    found: dict[int, Left] = {}
    for entry in entries:
        name = f"{f'Entry {entry.number}' if entry.number else 'An entry'} of {of}"
        if entry.number in gone:
            continue
        if entry.damage:
            remedy = (
                f"enter it again, and take this one back with `{undo} {entry.number}`"
                if entry.number
                else "put back a copy of the store"
            )
            found[entry.number] = Left(f"{name} is damaged ({entry.damage}) and left out: {remedy}.")
        elif not entry.known:
            found[entry.number] = Left(f"{name} was {_NEWER}.", newer=True)
        elif entry.unknown:
            what = f"{name} says more ({', '.join(entry.unknown)})"
            found[entry.number] = Left(f"{what}, {_NEWER}.", newer=True, part=True)
    return found


def apply(
    entries: Iterable[Entry], how: Mapping[str, Callable[[Entry], None]], of: str, *, after_newer: bool
) -> dict[int, Left]:
    """Apply them one after the other; those that do not fit to what is there are left out, with why.

    `after_newer`: something is missing that a newer program wrote, on which they may rest.
    """
    found: dict[int, Left] = {}
    for entry in entries:
        try:
            if entry.kind not in how:
                raise DeskError(f"an entry of the kind {entry.kind} does not belong there")
            how[entry.kind](entry)
        except DeskError as error:
            why = Left(f"Entry {entry.number} of {of} is left out: {error}", newer=after_newer)
            why.__cause__ = error
            found[entry.number] = why
    return found


def last(entries: Iterable[Entry]) -> int:
    return max((entry.number for entry in entries), default=0)


# ---- reading ----


def _read(row: Mapping[str, Any]) -> Entry:
    for name, longest, sound in (("uid", 32, _IDENTITY), ("kind", 20, _KIND)):
        if not isinstance(row[name], str) or not sound.fullmatch(row[name]):
            raise _Damaged(f"its {name} has 1 to {longest} signs")
    if not isinstance(row["event"], str) or (row["event"] and not _IDENTITY.fullmatch(row["event"])):
        raise _Damaged("its event has at most 32 signs")
    if not _is_whole(row["number"], 1, _MOST_ENTRIES):
        raise _Damaged("its number must be 1 or more")
    if not _is_whole(row["made"], 0, LATEST):
        raise _Damaged("its time must be a time")
    said, unknown = _said(row["kind"], row["said"])
    made = datetime.fromtimestamp(row["made"], UTC)
    return Entry(row["uid"], row["event"], row["number"], row["kind"], said, made, row, unknown)


def _said(kind: str, text: object) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What an entry says, and which fields are unknown here."""
    if not isinstance(text, str) or len(text) > _LONGEST_ENTRY or _UNKEPT.search(text):
        raise _Damaged("what it says is no text")
    wanted = FIELDS.get(kind)
    if wanted is None:
        return {}, ()
    try:
        found = json.loads(text)
    except (RecursionError, ValueError) as error:
        raise _Damaged("what it says is no JSON") from error
    if not isinstance(found, dict):
        raise _Damaged("what it says is no JSON object")
    for name, how in wanted.items():
        if name not in found:
            raise _Damaged(f"{name} is missing")
        if not _is(found[name], how):
            raise _Damaged(f"{name} is wrong")
    unknown = tuple(sorted([clean(name)[:LONGEST_NAME] for name in set(found) - set(wanted)]))
    return {name: _shown(how, found[name]) for name, how in wanted.items()}, unknown


def _is(value: Any, kind: str) -> bool:
    if kind in {_NAME, _TEXT}:
        sound = isinstance(value, str) and len(value) <= LONGEST_WORDS
        return sound and (kind == _TEXT or 1 <= len(clean(value)) <= LONGEST_NAME)
    if kind == _NUMBER:
        return _is_whole(value, -LARGEST_NUMBER, LARGEST_NUMBER)
    return isinstance(value, list) and all(_is(each, _LISTS[kind]) for each in value)


def _is_whole(value: object, least: int, most: int) -> TypeGuard[int]:
    return type(value) is int and least <= value <= most


def _shown(how: str, value: Any) -> Any:
    """As every page and paper can take it, also what was put on record before text was judged."""
    if how in _LISTS:
        return [_shown(_LISTS[how], each) for each in value]
    if how == _NAME:
        return clean(value)
    return _HALVES.sub("\ufffd", value) if how == _TEXT else value


# ---- what is entered ----


def _judged(name: str, how: str, value: Any) -> Any:
    """The value as it is put on record."""
    if how in _LISTS:
        return [_judged(name, _LISTS[how], each) for each in value]
    called = name.replace("_", " ")
    if how == _NUMBER:
        if not _is(value, how):
            raise DeskError(
                f"The number for {called} must be −{LARGEST_NUMBER:,} to {LARGEST_NUMBER:,}.",
                "wrong_size",
                most=LARGEST_NUMBER,
            )
        return value
    if how == _NAME:
        return fitting(value)
    _refuse_signs(called, value)
    if len(value) > LONGEST_WORDS:
        raise DeskError(
            f"The {called} must have at most {LONGEST_WORDS} letters, not {len(value)}: shorten them.",
            "wrong_words",
            most=LONGEST_WORDS,
            count=len(value),
        )
    return value


def _refuse_signs(called: str, text: str, *, controls: bool = True) -> None:
    """Refuse what is no text: bytes that are not UTF-8, and signs that control a screen. Lines may break."""
    kinds = {"Cc", "Cs"} if controls else {"Cs"}
    if any(sign == "\ufffd" or (unicodedata.category(sign) in kinds and sign != "\n") for sign in text):
        raise DeskError(
            f"The {called} must be text in UTF-8 without control characters: type it again.", "wrong_text"
        )


def fitting(name: str) -> str:
    """The name as it is kept, which is one line of printable text; refused, if it is none."""
    _refuse_signs("name", name, controls=False)
    found = clean(name)
    if not found or len(found) > LONGEST_NAME:
        raise DeskError(
            f"A name must have 1 to {LONGEST_NAME} letters, {found[:20]!r} has {len(found)}: give another.",
            "wrong_length",
            most=LONGEST_NAME,
        )
    return found
