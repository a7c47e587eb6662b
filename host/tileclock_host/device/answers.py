"""What a clock answers, taken apart. It is foreign text: whatever does not fit is left out or refused."""

from __future__ import annotations

import binascii
import re
import sys
from dataclasses import dataclass, field
from typing import NamedTuple

from .errors import DeviceError

_ID = re.compile(r"[0-9a-f]{4,32}")
_ESCAPED = re.compile(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")


class Answer(NamedTuple):
    lines: dict[int, str]  # those that came, by their place
    kind: int  # of the last line; 0: it did not come
    text: str  # of the last line


@dataclass(frozen=True)
class Identity:
    """What a clock says of itself."""

    device: str
    firmware: str
    protocol: int
    boot: int
    new: int  # sheets the PC has not taken
    secret: bool
    table: int
    requests: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class SelfTest:
    """What a clock found out about itself."""

    figures: dict[str, int]
    held: tuple[str, ...]  # keys that are down


def figures(said: str) -> dict[str, int]:
    """The pairs of an answer whose values are numbers."""
    pairs = (pair.partition("=") for pair in said.split())
    return {name: int(value) for name, _, value in pairs if re.fullmatch("[0-9]{1,15}", value)}


def spoken(sentence: str) -> str:
    """A sentence of a clock with the letters that it had to write as escapes; what is no letter stays one."""

    def letter(escape: re.Match[str]) -> str:
        number = int(escape[0][2:], 16)
        return chr(number) if number <= sys.maxunicode and chr(number).isprintable() else escape[0]

    return _ESCAPED.sub(letter, sentence)


def unpacked(answer: Answer) -> bytes:
    """The bytes behind lines of base64, as far as none is missing."""
    data = b""
    for place in range(len(answer.lines)):
        try:
            data += binascii.a2b_base64(answer.lines.get(place, ""))
        except ValueError:
            return b""
    return data


def identity(said: str, name: str) -> Identity:
    first, *pairs = said.split(" ")
    values = {key: value for key, _, value in (pair.partition("=") for pair in pairs)}
    numbers = [values.get(key, "") for key in ("protocol", "boot", "new", "secret", "table")]
    sound = all(number.isdigit() and len(number) < 10 for number in numbers)
    if first != "tileclock" or not _ID.fullmatch(values.get("device", "")) or not sound:
        raise DeviceError(
            f"What answers at {name} is not a tileclock this program knows: update this program."
        )
    protocol, boot, new, secret, table = map(int, numbers)
    firmware = re.sub(r"[^0-9a-zA-Z.+-]", "", values.get("firmware", ""))[:20]
    requests = tuple(values.get("requests", "").split(","))
    return Identity(values["device"], firmware, protocol, boot, new, bool(secret), table, requests)
