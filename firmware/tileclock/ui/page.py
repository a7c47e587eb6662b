"""The parts that look the same on every screen: title line, rows, hints, seat blocks."""

from micropython import const

from tileclock.device.panel import HEIGHT, WIDTH
from tileclock.storage.settings import LETTERS

LINE = 12  # px of a line of text
ROWS = 4  # rows below a title
_COLUMN = const(36)  # px between the right edges of two columns
TOP = const(16)  # px where the rows begin
LARGE = const(24)  # px of a line of large text
_TWICE = b"\x00\x03\x0c\x0f\x30\x33\x3c\x3f\xc0\xc3\xcc\xcf\xf0\xf3\xfc\xff"  # four pixels as eight


def meet(text):
    """Have MicroPython intern each letter now: when one is first met later, that takes heap."""
    for _ in text:
        pass


def title(kit, left, right="", lit=False):
    """Draw the top line, over a rule; lit for what must not be missed."""
    panel, font = kit.panel, kit.text
    if lit:
        panel.fill_rect(0, 0, WIDTH, 15, 1)
    else:
        panel.hline(0, 14, WIDTH, 1)
    ink = 0 if lit else 1
    begin = 8 + font.width(left)
    if begin < WIDTH - 16 and begin + font.width(right) > WIDTH - 2:
        # What the screen is about stays whole; the name of a player gives way.
        font.draw(panel, left, 2, 1, ink)
        font.draw_part(panel, right, begin, 1, WIDTH - 2, ink)
        return
    edge = _right(kit, right, WIDTH - 2, 1, ink)
    font.draw_part(panel, left, 2, 1, edge - 6, ink)


def whole(kit, left, lines=(), below="", right="", lit=False):
    """Draw a page: a title, lines of text, and at the bottom what to do now."""
    kit.panel.fill(0)
    title(kit, left, right, lit)
    for i, text in enumerate(lines):
        row(kit, i, text)
    hint(kit, below)


def row(kit, index, left, right="", chosen=False, top=TOP):
    """Draw a line of a list below the title, four of them fit."""
    y = top + index * LINE
    kit.panel.fill_rect(0, y, WIDTH, LINE, 1 if chosen else 0)
    line(kit, y, left, right, 0 if chosen else 1)


def line(kit, y, left, right, ink=1):
    """Draw a text at the left, which gives way, and one at the right."""
    edge = _right(kit, right, WIDTH - 6, y, ink)
    kit.text.draw_part(kit.panel, left, 4, y, edge - 4, ink)


def large(kit, text, page, lit=False):
    """Draw a text twice as large, in the middle: to be read from the other end of the room.

    It is drawn small at the left end of its line, then each column is stretched to where it belongs, the last
    one first. `page` counts lines of eight pixels, which are bytes: so this is quick, and allocates nothing.
    """
    panel, half, ink = kit.panel, WIDTH // 2, 0 if lit else 1
    panel.fill_rect(0, page * 8, WIDTH, LARGE, 1 - ink)
    kit.text.draw_part(panel, text, 0, page * 8, half, ink)
    left = max(0, half - kit.text.width(text))
    columns = panel.columns
    for x in range(half - left - 1, -1, -1):
        upper, lower = columns.pixel(x, page), columns.pixel(x, page + 1)
        for to in range(left + 2 * x, left + 2 * x + 2):
            columns.pixel(to, page, _TWICE[upper & 15])
            columns.pixel(to, page + 1, _TWICE[upper >> 4])
            columns.pixel(to, page + 2, _TWICE[lower & 15])
    panel.fill_rect(0, page * 8, left, LARGE, 1 - ink)


def _right(kit, text, edge, y, ink):
    """Text up to the right edge, its columns parted by tabs; where the room to its left ends."""
    font = kit.text
    if "\t" in text:
        text, _, column = text.rpartition("\t")
        font.draw(kit.panel, column, edge - font.width(column), y, ink)
        return _right(kit, text, min(edge - _COLUMN, edge - font.width(column) - 4), y, ink)
    edge -= font.width(text)
    font.draw(kit.panel, text, edge, y, ink)
    return edge


def scrollbar(kit, first, count, rows, top):
    """Draw at the right edge where in a list we are that is longer than the screen."""
    if count > rows:
        whole = rows * LINE
        size = max(6, whole * rows // count)
        kit.panel.fill_rect(WIDTH - 3, top, 3, whole, 0)
        y = top + (whole - size) * first // (count - rows)
        kit.panel.fill_rect(WIDTH - 2, y, 2, size, 1)


def hint(kit, text):
    """Draw the bottom line: what to do now."""
    font = kit.text
    x = max(0, (WIDTH - font.width(text)) // 2)
    font.draw_part(kit.panel, text, x, HEIGHT - LINE, WIDTH, 1)


def padlock(panel, x, y, size=1):
    """Draw a closed lock of 7 × 9 px, or so many times as large: shackle, body, keyhole."""
    panel.fill_rect(x + size, y, 5 * size, 4 * size, 1)
    panel.fill_rect(x + 2 * size, y + size, 3 * size, 3 * size, 0)
    panel.fill_rect(x, y + 4 * size, 7 * size, 5 * size, 1)
    panel.fill_rect(x + 3 * size, y + 6 * size, size, 2 * size, 0)


def battery(panel, x, y):
    """Draw a battery with little left in it, 5 × 9 px."""
    panel.hline(x + 1, y, 3, 1)
    panel.rect(x, y + 1, 5, 8, 1)
    panel.hline(x + 1, y + 7, 3, 1)


def seat_block(kit, seat, box, font):
    """Draw a seat's letter in a lit block; the box is x, y, width, height."""
    x, y, width, height = box
    kit.panel.fill_rect(x, y, width, height, 1)
    glyph = font.glyph(LETTERS[seat])
    # The glyph carries a column of space at its right.
    x += (width - font.width_of(glyph) + 1) // 2
    font.draw_glyph(kit.panel, glyph, x, y + (height - font.height) // 2, 0)


def label(seat, names):
    """Letter and name."""
    return (LETTERS[seat] + " " + names[seat]).strip()


def limit_text(kit, chosen):
    """The time for a turn, or for the whole game."""
    seconds = chosen.seconds
    if chosen.preset["timing"] == "total":
        seconds = chosen.preset["total"]
        if not seconds % 60:
            return "%d min" % (seconds // 60)
    return "%d s" % seconds if seconds else kit.words.NO_LIMIT


def rules_name(kit, preset):
    """In the language of the box. Those somebody has made have one name, or for want of room their id."""
    name = kit.between().RULES_NAMES.get(preset["id"], preset["name"])
    return name if kit.text.width(name) < 84 else preset["id"]
