"""Safe mode: the box does not start the game but opens its prompt on the cable, whatever is locked or broken.

▲ and ↩ are held at power-on and let go. Entering it is counted, so that a sheet can say how often it was.
"""

import os
from time import sleep_ms

from micropython import const

from tileclock import lang
from tileclock.device.font import Font
from tileclock.device.keys import BACK, UP
from tileclock.files import replace
from tileclock.storage.settings import Settings
from tileclock.ui import page

_FOLDER = "/data"
_FILE = "/data/safe"
_STUCK_MS = const(5_000)  # keys that are held as long are stuck
_LOOK_MS = const(20)
_LONGEST = const(8)


def wanted(board):
    """The keys were held; were they let go in time, both of them?"""
    for _ in range(0, _STUCK_MS, _LOOK_MS):
        sleep_ms(_LOOK_MS)
        board.keys.take_levels()
        if not (board.keys.held(UP) or board.keys.held(BACK)):
            return True
    return False


def safe_entries():
    """How often the box was in safe mode."""
    try:
        with open(_FILE) as file:
            return int(file.read(_LONGEST))
    except (OSError, ValueError):
        return 0


def enter(board, panel, log):
    """Count it, say so, and open the prompt. The watchdog was not started, so nothing bites."""
    entries = safe_entries() + 1
    try:
        if _FOLDER[1:] not in os.listdir("/"):
            os.mkdir(_FOLDER)
        replace(_FILE, "%d" % entries)
    except OSError as error:  # even then somebody must be able to get in and mend it
        log("safe mode could not be counted: %s" % error)
    _draw(panel)
    log("safe mode, entered %d times" % entries)
    board.close_prompt(False)


class _Kit:
    """As much of a kit as a page needs."""

    def __init__(self, panel):
        self.panel, self.text = panel, Font("text")
        self.words = lang.section(Settings(print).language, lang.SELDOM)


def _draw(panel):
    try:
        kit = _Kit(panel)
        page.whole(kit, kit.words.SAFE, kit.words.SAFE_TEXT, lit=True)
    except Exception as error:  # the files are what is broken: in the letters MicroPython brings along
        panel.fill(0)
        panel.text("safe mode", 0, 0, 1)
        panel.text(type(error).__name__, 0, 16, 1)
    panel.show()
