"""The program broke: what happened, and how to go on."""

from tileclock.display import WIDTH
from tileclock.ui import page


def draw(table, error):
    panel, font = table.panel, table.text
    panel.fill(0)
    page.title(table, table.words.CRASH, lit=True)
    text = type(error).__name__ + ": " + str(error)
    for line in range(3):
        part = text
        while font.width(part) > WIDTH - 4:
            part = part[:-1]
        font.draw(panel, part, 4, 16 + line * page.LINE)
        text = text[len(part) :]
    page.hint(table, table.words.CRASH_HINT)
    panel.show()
