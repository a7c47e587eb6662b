"""A4 paper in an embedded typeface: texts that fit their room, a heading, a foot."""

import unicodedata

import fontpkg  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from fpdf import FPDF

from tileclock_host.facts.words import Words

FACE = "PT Sans"
MARGIN = 16.0
INK, QUIET = (42, 33, 25), (99, 86, 74)
FELT, IVORY, SAND = (29, 90, 68), (251, 245, 231), (246, 240, 228)
BOTTOM = 24.0  # mm that rows leave free
_MISSING = "\u25a1"  # what stands for a letter the typeface lacks


class Paper(FPDF):
    def __init__(self, words: Words, title: str) -> None:
        super().__init__("portrait", "mm", "A4")
        self.words = words
        files = {weight: str(fontpkg.path(FACE, weight)) for weight in ("regular", "bold")}
        self.add_font(FACE, "", files["regular"])
        self.add_font(FACE, "B", files["bold"])
        self.letters = set(TTFont(files["regular"]).getBestCmap()) & set(TTFont(files["bold"]).getBestCmap())
        self.missing = _MISSING if ord(_MISSING) in self.letters else "?"
        self.set_margins(MARGIN, MARGIN, MARGIN)
        self.set_auto_page_break(False)
        self.set_title(f"tileclock – {title}")
        self.set_creator("tileclock")
        self.set_lang(words.language)

    def put(  # noqa: PLR0913, PLR0917 – a text and its look
        self,
        text: str,
        width: float,
        height: float,
        size: float,
        bold: bool = False,
        colour: tuple[int, int, int] = INK,
        align: str = "L",
    ) -> None:
        """A text on one line: smaller, then cut, where it has no room."""
        text = self.readable(text)
        self.set_text_color(*colour)
        least = max(size * 0.75, 8)
        self.set_font(FACE, "B" if bold else "", size)
        while size > least and self.get_string_width(text) > width - 2:
            size = max(least, size - 0.5)
            self.set_font_size(size)
        if self.get_string_width(text) > width - 2:
            while text and self.get_string_width(text + "…") > width - 2:
                text = text[:-1]
            text += "…"
        self.cell(width, height, text, align=align)

    def readable(self, text: str) -> str:
        """What the typeface has: pictures among the letters are left out, other letters become a sign."""
        found = "".join(
            char
            if ord(char) in self.letters
            else self.missing
            if unicodedata.category(char).startswith("L")
            else ""
            for char in text
        )
        return found or (self.missing if text else "")

    def plate(self, title: str, beside: str, below: str, right: str) -> None:
        """The heading of the first page: what it is, and when."""
        self.set_fill_color(*FELT)
        self.rect(0, 0, self.w, 40, "F")
        self.set_xy(MARGIN, 8)
        self.put(title, 110, 14, 34, True, IVORY)
        self.put(beside, self.epw - 110, 14, 17, False, IVORY, "R")
        self.set_xy(MARGIN, 24)
        self.put(below, 120, 9, 16, True, IVORY)
        self.put(right, self.epw - 120, 9, 12, False, IVORY, "R")
        self.set_xy(MARGIN, 48)

    def footer(self) -> None:
        self.set_xy(MARGIN, self.h - 14)
        self.put("tileclock", self.epw, 5, 9, False, QUIET, "R")
