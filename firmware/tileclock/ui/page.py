"""The parts that look the same on every screen: title line, rows, hints, seat blocks."""

from tileclock.display import HEIGHT, WIDTH

LINE = 12  # px of a line of text
LETTERS = "ABCDEF"


def title(table, left, right="", lit=False):
    """The top line, over a rule; lit for what must not be missed."""
    panel, font = table.panel, table.text
    if lit:
        panel.fill_rect(0, 0, WIDTH, 15, 1)
    else:
        panel.hline(0, 14, WIDTH, 1)
    ink = 0 if lit else 1
    room = WIDTH - 4
    if right:
        right = font.fit(right, room // 2)
        font.draw(panel, right, WIDTH - 2 - font.width(right), 1, ink)
        room -= font.width(right) + 4
    font.draw(panel, font.fit(left, room), 2, 1, ink)


def row(table, index, left, right="", chosen=False):
    """A line of a list below the title, four of them fit."""
    panel, font = table.panel, table.text
    y = 16 + index * LINE
    if chosen:
        panel.fill_rect(0, y, WIDTH, LINE, 1)
    ink = 0 if chosen else 1
    font.draw(panel, font.fit(left, WIDTH - 8), 4, y, ink)
    font.draw(panel, right, WIDTH - 4 - font.width(right), y, ink)


def hint(table, text):
    """The bottom line: what to do now."""
    font = table.text
    text = font.fit(text, WIDTH)
    font.draw(table.panel, text, (WIDTH - font.width(text)) // 2, HEIGHT - LINE, 1)


def seat_block(table, seat, box, font):
    """A seat's letter in a lit block; the box is x, y, width, height."""
    x, y, width, height = box
    table.panel.fill_rect(x, y, width, height, 1)
    glyph = font.glyph(LETTERS[seat])
    # The glyph carries a column of space at its right.
    x += (width - glyph[1] + 1) // 2
    font.draw_glyph(table.panel, glyph, x, y + (height - font.height) // 2, 0)
