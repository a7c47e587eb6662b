"""The lines of a sheet, as written.py has them, read again: what is damaged or newer is refused."""

import binascii
import json

from tileclock.core.records import Newer, Unreadable
from tileclock.core.written import VERSION

_KINDS = {
    "v": int,
    "device": str,
    "boot": int,
    "game": int,
    "match": int,
    "number": int,
    "checksum": str,
    "rules": dict,
}


def head(line) -> dict:
    """The head; refused when a newer program wrote it, or when it lacks what every sheet has."""
    found = _object(line, "head")
    version = found.get("v")
    if isinstance(version, int) and version > VERSION:
        raise Newer("the sheet is of format %d, this program reads %d: update it" % (version, VERSION))
    for name, kind in _KINDS.items():
        if not isinstance(found.get(name), kind) or (name == "v" and version != VERSION):
            raise Unreadable("the sheet's head has no %s" % name)
    return found


def rules_sum(line) -> str:
    """The checksum of the rules as they stand in a head; of others if a letter in them is not ASCII."""
    begin = line.find(b'"rules": ') + 9  # a name cannot hold that: its quotes are escaped
    return "%08x" % binascii.crc32(line[begin:-2])


def result(line) -> dict:
    return _object(line, "result")


def journal(line) -> bytes:
    try:
        return binascii.a2b_base64(line)
    except ValueError:
        raise Unreadable("the sheet's journal is not base64: its bytes are damaged") from None


def _object(line, what):
    try:
        found = json.loads(line)
    except (ValueError, RuntimeError):  # RuntimeError: nested deeper than the stack
        found = None
    if not isinstance(found, dict):
        raise Unreadable("the sheet's %s is not an object: its bytes are damaged" % what)
    return found
