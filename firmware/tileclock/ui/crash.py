"""The program broke: what happened, and how to go on."""

from tileclock.device.panel import WIDTH
from tileclock.ui import page


def draw(kit, kind, error):
    panel, font = kit.panel, kit.text
    page.whole(kit, kit.words.CRASH, (), kit.words.CRASH_HINT, lit=True)
    text = kind + ": " + str(error)
    for line in range(3):
        part = text
        while font.width(part) > WIDTH - 4:
            part = part[:-1]
        font.draw(panel, part, 4, 16 + line * page.LINE)
        text = text[len(part) :]
    panel.show()


def draw_full(kit):
    """Draw while the heap is full: with words that are there already, and as few new objects as can be."""
    words = kit.words
    page.whole(kit, words.FULL, words.FULL_TEXT, words.CRASH_HINT, lit=True)
    kit.panel.show()


def draw_plainly(panel, kind, error):
    """Draw before there are fonts and words, in the letters MicroPython brings along."""
    panel.fill(0)
    panel.text("tileclock", 0, 0, 1)
    panel.text(kind, 0, 16, 1)
    text = str(error)
    for line in range(4):
        panel.text(text[line * 16 : line * 16 + 16], 0, 28 + line * 9, 1)
    panel.show()
