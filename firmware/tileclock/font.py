"""Draws text from the fonts the bundle carries."""

import framebuf
from micropython import const

_FOLDER = __file__.rpartition("/")[0] + "/fonts/"
_ENTRY = const(5)  # bytes per glyph in the index: code point, width, offset

_DIGITS = "0123456789"
# Swaps ink and ground, for letters in a lit block.
_SWAP = framebuf.FrameBuffer(bytearray(b"\x80"), 2, 1, framebuf.MONO_HLSB)


class Font:
    """One face at one size. A glyph is wrapped once, when it is first drawn, and then costs nothing."""

    def __init__(self, name):
        with open(_FOLDER + name + ".fnt", "rb") as file:
            self._data = bytearray(file.seek(0, 2))
            file.seek(0)
            file.readinto(self._data)
        self.height = self._data[3]
        self._count = self._data[4] | self._data[5] << 8
        self._glyphs = {}

    def glyph(self, character):
        """The glyph's picture and width; what the text face lacks is drawn as a box."""
        if character not in self._glyphs:
            self._glyphs[character] = self._wrap(ord(character)) or self._wrap(0xFFFD)
        return self._glyphs[character]

    def forget(self):
        """Other letters will be needed; those so far are wrapped anew when they are met again."""
        self._glyphs.clear()

    def _wrap(self, code):
        data = self._data
        for entry in range(6, 6 + self._count * _ENTRY, _ENTRY):
            if data[entry] | data[entry + 1] << 8 == code:
                width = data[entry + 2]
                start = 6 + self._count * _ENTRY + (data[entry + 3] | data[entry + 4] << 8)
                picture = memoryview(data)[start : start + width * ((self.height + 7) // 8)]
                return framebuf.FrameBuffer(picture, width, self.height, framebuf.MONO_VLSB), width
        return None

    def width(self, text):
        width = 0
        for character in text:
            width += self.glyph(character)[1]
        return width

    def draw(self, panel, text, x, y, ink=1):
        """Draw and return where the next character would go."""
        for character in text:
            x = self.draw_glyph(panel, self.glyph(character), x, y, ink)
        return x

    def draw_part(self, panel, text, x, y, edge, ink=1):
        """Draw what fits before the edge, with an ellipsis where something is missing."""
        if x + self.width(text) <= edge:
            return self.draw(panel, text, x, y, ink)
        edge -= self.glyph("…")[1]
        for character in text:
            glyph = self.glyph(character)
            if x + glyph[1] > edge:
                break
            x = self.draw_glyph(panel, glyph, x, y, ink)
        return self.draw_glyph(panel, self.glyph("…"), x, y, ink)

    def draw_number(self, panel, number, right, y, digits=1):
        """A whole number up to its right edge, in at least so many digits; returns its left edge."""
        while number or digits > 0:
            glyph = self.glyph(_DIGITS[number % 10])
            right -= glyph[1]
            self.draw_glyph(panel, glyph, right, y)
            number //= 10
            digits -= 1
        return right

    def draw_glyph(self, panel, glyph, x, y, ink=1):
        if ink:
            panel.blit(glyph[0], x, y, 0)
        else:
            panel.blit(glyph[0], x, y, 1, _SWAP)
        return x + glyph[1]
