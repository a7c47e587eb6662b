"""A sheet as it is written down: four lines of ASCII, the same on the box, on the cable and on the PC.

    head      what was known when the game was dealt, a JSON object
    result    what the box showed when the sheet was stored, a JSON object; while the game runs it is missing
    journal   the records, base64
    seal      HMAC-SHA-256 of the three lines before it, hex; "-" where the box has no secret

Every line ends with a line feed. docs/sheets.md says what stands in the objects.
"""

import binascii
import hashlib
import json

VERSION = 1
UNSEALED = "-"
_BLOCK = 64  # bytes SHA-256 works on at a time


class Seal:
    """Grows over the lines of a sheet, so that no more than one of them is in memory."""

    def __init__(self, secret: bytes):
        self._secret = secret
        self._inner = hashlib.sha256(self._key(0x36))

    def _key(self, pad):
        return bytes([byte ^ pad for byte in self._secret + bytes(_BLOCK - len(self._secret))])

    def add(self, data):
        self._inner.update(data)

    def text(self) -> str:
        if not self._secret:
            return UNSEALED
        outer = hashlib.sha256(self._key(0x5C))
        outer.update(self._inner.digest())
        return binascii.hexlify(outer.digest()).decode()


def head_line(head: dict, canonical: str) -> str:
    """The head of a game; `canonical` is the text of its preset, to which `head["checksum"]` belongs."""
    return escaped(json.dumps(head)[:-1] + ', "rules": ' + canonical + "}\n")


def result_line(result: dict) -> str:
    return escaped(json.dumps(result)) + "\n"


def escaped(text):
    """JSON whose letters are all ASCII: the others as the escapes JSON has for them."""
    if all(ord(letter) < 0x7F for letter in text):
        return text
    parts = []
    for letter in text:
        code = ord(letter)
        if code > 0xFFFF:  # a pair of surrogates
            code -= 0x10000
            parts.append("\\u%04x\\u%04x" % (0xD800 | code >> 10, 0xDC00 | code & 0x3FF))
        else:
            parts.append(letter if code < 0x7F else "\\u%04x" % code)
    return "".join(parts)
