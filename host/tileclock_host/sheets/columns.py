"""Columns of a row that anybody with rights to the store may have edited: what is there, if it can be."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tileclock_host.foreign import printable

from .rows import Key, moment
from .text import DEVICE, LARGEST, LATEST

_MOST = 2**31 - 1  # of a number that counts something
_SHOWN = 40  # letters of a name that cannot be
_REMEDIES = {
    "texts": "fetch that sheet again with `tileclock sync --all`, or import it",
    "amendments": "amend that sheet again, or put back a copy of the store",
}
_MADE_ANEW = "`tileclock verify` makes it anew"


class Damaged(ValueError):
    """Why a row cannot be."""


class Damage:
    """Keeps a sentence about each row that was left out."""

    def __init__(self) -> None:
        self._said: dict[str, None] = {}
        self.hurt: set[tuple[Any, Any]] = set()  # games of which a text or an amendment was left out

    def hand_over(self) -> list[str]:
        """What was left out since this was asked last, a sentence each."""
        found = list(self._said)
        self._said.clear()
        return found

    def leave_out(self, table: str, row: Any, why: object) -> None:
        """Name a row that cannot be."""
        name = f"{_shown(row.device)}-{_shown(row.game)}"
        if table in _REMEDIES:
            self.hurt.add((row.device, row.game))
        remedy = _REMEDIES.get(table, _MADE_ANEW)
        self._said[f"A row of sheet {name} in the store's table {table} is damaged ({why}): {remedy}"] = None


def key(row: Any) -> Key:
    if not isinstance(row.device, str) or not DEVICE.fullmatch(row.device):
        raise wrong("device")
    return row.device, whole(row, "game")


def whole(row: Any, name: str, most: int = _MOST, least: int = 0) -> int:
    value = getattr(row, name)
    if not isinstance(value, int) or not least <= value <= most:
        raise wrong(name)
    return value


def text(row: Any, name: str, longest: int) -> str:
    value = getattr(row, name)
    if not isinstance(value, str) or len(value) > longest or printable(value) != value:
        raise wrong(name)
    return value


def digits(row: Any, name: str, count: int) -> str:
    value = getattr(row, name)
    if not isinstance(value, str) or len(value) != count or not set(value) <= set("0123456789abcdef"):
        raise wrong(name)
    return value


def date(row: Any, name: str) -> datetime:
    found = moment(whole(row, name, LATEST))
    assert found
    return found


def one_of(row: Any, name: str, words: Sequence[str]) -> str:
    value = getattr(row, name)
    if not isinstance(value, str) or value not in words:
        raise wrong(name)
    return value


def sentences(row: Any, name: str) -> tuple[str, ...]:
    if getattr(row, name) == "[]":  # as it is of nearly all
        return ()
    try:
        found = json.loads(text(row, name, LARGEST))
    except (ValueError, RecursionError) as error:
        raise wrong(name) from error
    if not isinstance(found, list) or any(not isinstance(s, str) or printable(s) != s for s in found):
        raise wrong(name)
    return tuple(found)


def wrong(name: str) -> Damaged:
    return Damaged(f"{name} is not what is written there")


def _shown(value: object) -> str:
    return printable(str(value))[:_SHOWN]
