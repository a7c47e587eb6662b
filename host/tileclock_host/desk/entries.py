"""What the desk puts on record: entries that are added and never changed; what is taken back stays, too."""

import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from .errors import DeskError

PEOPLE = ""  # whose entries they are, if not an event's
LONGEST_NAME = 60  # letters, of a person or an event
LONGEST_WORDS = 500
UNDONE = "undone"
_TEXT, _NUMBER, _TEXTS, _NUMBERS, _TABLES = "text", "number", "texts", "numbers", "tables"

# What each kind of entry says.
FIELDS: dict[str, dict[str, str]] = {
    # people
    "person": {"id": _TEXT, "name": _TEXT},
    "alias": {"person": _TEXT, "name": _TEXT},
    "merged": {"person": _TEXT, "into": _TEXT},
    "split": {"person": _TEXT, "name": _TEXT, "id": _TEXT},
    # an event and who is there
    "made": {
        **dict.fromkeys(("name", "date", "preset", "mode", "after"), _TEXT),
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
_MOST = 1_000_000_000


@dataclass(frozen=True)
class Entry:
    """One of them; `number` counts those of its event from 1."""

    uid: str
    event: str
    number: int
    kind: str
    said: dict[str, Any]
    made: datetime

    def row(self) -> dict[str, Any]:
        return {
            "uid": self.uid,
            "event": self.event,
            "number": self.number,
            "kind": self.kind,
            "said": json.dumps(self.said, sort_keys=True),
            "made": int(self.made.timestamp()),
        }


def read(row: dict[str, Any]) -> Entry:
    """From a row of the store or of a file; refused, if it is none that this program writes."""
    try:
        said = json.loads(row["said"])
        made = datetime.fromtimestamp(int(row["made"]), UTC)
        found = Entry(str(row["uid"]), str(row["event"]), int(row["number"]), str(row["kind"]), said, made)
        wanted = FIELDS[found.kind]
        if set(said) != set(wanted) or not all(_is(said[name], kind) for name, kind in wanted.items()):
            raise ValueError
    except (
        ArithmeticError,
        AttributeError,
        KeyError,
        OSError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise DeskError(
            f"Entry {row.get('number')} of the desk is damaged: put back a copy with `tileclock restore`."
        ) from error
    return found


def new_id() -> str:
    return uuid.uuid4().hex


def taken_back(entries: Sequence[Entry]) -> set[int]:
    """The numbers of those; who takes back a taking back has the first again."""
    gone: set[int] = set()
    for entry in sorted(entries, key=lambda entry: -entry.number):
        if entry.kind == UNDONE and entry.number not in gone:
            gone.add(entry.said["entry"])
    return gone


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """Those that count."""
    gone = taken_back(entries)
    return [entry for entry in entries if entry.kind != UNDONE and entry.number not in gone]


def _is(value: Any, kind: str) -> bool:
    if kind == _TEXT:
        return isinstance(value, str) and len(value) <= LONGEST_WORDS
    if kind == _NUMBER:
        return type(value) is int and abs(value) < _MOST
    if not isinstance(value, list):
        return False
    inner = {_TEXTS: _TEXT, _NUMBERS: _NUMBER, _TABLES: _TEXTS}[kind]
    return all(_is(each, inner) for each in value)


def last(entries: Iterable[Entry]) -> int:
    return max((entry.number for entry in entries), default=0)
