"""Draws text from the fonts the bundle carries."""

from array import array

import deflate
import framebuf
from micropython import const

from tileclock.files import brought

_HEAD = const(8)  # bytes: what it is, height, number of glyphs, bytes of their characters
_FEW = const(8)  # glyphs

# Swaps ink and ground, for letters in a lit block.
_SWAP = framebuf.FrameBuffer(bytearray(b"\x80"), 2, 1, framebuf.MONO_HLSB)


class Face:
    """One face at one size: all glyphs in one wide picture, side by side."""

    def __init__(self, name):
        with open(brought("fonts") + name + ".fnt", "rb") as packed:
            file = deflate.DeflateIO(packed)
            head = file.read(_HEAD)
            self.height = head[3]
            self._count = head[4] | head[5] << 8
            self._characters = str(file.read(head[6] | head[7] << 8), "utf-8")
            # Where each glyph begins, and where the last one ends.
            self._edges = array("H", file.read(2 * self._count + 2))
            self._strip = bytearray(self._edges[self._count] * ((self.height + 7) // 8))
            file.readinto(self._strip)

    def glyph(self, character):
        """The character's place in the picture; what the face lacks is its last sign, a box."""
        place = self._characters.find(character)
        return place if place >= 0 else self._count - 1

    def width_of(self, glyph):
        return self._edges[glyph + 1] - self._edges[glyph]

    def picture(self, character):
        """The glyph as a picture of its own: for what is drawn often, as it is copied at once."""
        glyph = self.glyph(character)
        part = memoryview(self._strip)[self._edges[glyph] :]
        return self._frame(part, self.width_of(glyph), self._edges[self._count])

    def strip(self, character):
        """The glyph of a face whose height is whole pages, as bytes: copied eight pixels at once."""
        glyph, whole = self.glyph(character), self._edges[self._count]
        part = memoryview(self._strip)[self._edges[glyph] :]
        return framebuf.FrameBuffer(part, self.width_of(glyph), self.height // 8, framebuf.GS8, whole)

    def _frame(self, pixels, width, stride):
        return framebuf.FrameBuffer(pixels, width, self.height, framebuf.MONO_VLSB, stride)


class Font(Face):
    """A face for text. A glyph is cut out before it is drawn, in a frame that is there for its width.

    Where there are few glyphs each is a picture of its own.
    """

    def __init__(self, name):
        super().__init__(name)
        self._pictures = None
        if self._count <= _FEW:
            self._pictures = [self.picture(character) for character in self._characters]
            return
        self._whole = self._frame(self._strip, self._edges[self._count], self._edges[self._count])
        widths = {self.width_of(glyph) for glyph in range(self._count)}
        pixels = bytearray(max(widths) * ((self.height + 7) // 8))
        self._cuts = [
            self._frame(pixels, width, width) if width in widths else None for width in range(max(widths) + 1)
        ]

    def width(self, text):
        width = 0
        for character in text:  # as `glyph` and `width_of` say it, but without their calls
            glyph = self._characters.find(character)
            if glyph < 0:
                glyph = self._count - 1
            width += self._edges[glyph + 1] - self._edges[glyph]
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
        edge -= self.width("…")
        for character in text:
            glyph = self.glyph(character)
            if x + self.width_of(glyph) > edge:
                break
            x = self.draw_glyph(panel, glyph, x, y, ink)
        return self.draw(panel, "…", x, y, ink)

    def draw_number(self, panel, number, right, y, digits=1):
        """A whole number up to its right edge, in at least so many digits; returns its left edge."""
        zero = self._characters.find("0")  # the others come behind it
        while number or digits > 0:
            glyph = zero + number % 10
            right -= self.width_of(glyph)
            self.draw_glyph(panel, glyph, right, y)
            number //= 10
            digits -= 1
        return right

    def draw_glyph(self, panel, glyph, x, y, ink=1):
        begin = self._edges[glyph]
        width = self._edges[glyph + 1] - begin
        if self._pictures:
            cut = self._pictures[glyph]
        else:
            cut = self._cuts[width]
            cut.blit(self._whole, -begin, 0)
        if ink:
            panel.blit(cut, x, y, 0)
        else:
            panel.blit(cut, x, y, 1, _SWAP)
        return x + width
