"""Text by others – from the cable, a sheet, a file – made harmless before it is printed."""

import re
import unicodedata

_CONTROLS = ("Cc", "Cf", "Cs", "Zl", "Zp")  # they steer a screen, turn text round, or break a line


def printable(text: str) -> str:
    """One line in which nothing controls a screen: each such sign becomes a replacement character."""
    if text.isprintable():
        return text
    return "".join("\ufffd" if unicodedata.category(sign) in _CONTROLS else sign for sign in text)


def escaped(document: str) -> str:
    """JSON that says the same, with such signs in its texts as escapes; what breaks its lines stays."""
    return re.sub(r"[^\n -~]", _escape, document)


def _escape(found: re.Match[str]) -> str:
    sign = found[0]
    if unicodedata.category(sign) not in _CONTROLS:
        return sign
    halves = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{halves[at : at + 2].hex()}" for at in range(0, len(halves), 2))


def utf8(text: str) -> bytes:
    """Its bytes; half a sign, which has none, becomes a replacement character."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
