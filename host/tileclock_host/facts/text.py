"""Names and other text from outside, made harmless before it goes anywhere."""

import unicodedata
from functools import lru_cache

FIRST_STRONG, POP = "\u2068", "\u2069"  # a text between them cannot turn round what stands beside it
_BREAKS = {"\n", "\r", "\t", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"}
# Letters of some scripts and many emoji are joined with these; they are not for show.
_JOINERS = {"\u200c", "\u200d"}
_MOST_MARKS = 4  # combining marks on one letter; more than any language sets, they only climb over the line


@lru_cache(maxsize=10_000)
def clean(text: str) -> str:
    """One line of printable text: no controls, no embedded directions, no piles of marks."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)
        if char in _BREAKS:
            kept.append(" ")
        elif kind in {"Mn", "Me"}:
            marks += 1
            if marks <= _MOST_MARKS:
                kept.append(char)
            continue
        elif kind in {"Cc", "Cs", "Co", "Cn"} or (kind == "Cf" and char not in _JOINERS):
            continue
        else:
            kept.append(char)
        marks = 0
    return " ".join("".join(kept).split())


def isolated(text: str) -> str:
    """For places that know no <bdi>: its direction stays inside."""
    return f"{FIRST_STRONG}{text}{POP}" if text and not text.isascii() else text
