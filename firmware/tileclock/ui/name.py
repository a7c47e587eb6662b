"""Writes a player's name: ▲▼ choose a letter, OK takes it, OK on the empty place ends, ↩ takes one back."""

from micropython import const

from tileclock.device import sound
from tileclock.device.keys import BACK, DOWN, OK, UP
from tileclock.device.presses import HOLD, PRESS, SHORT
from tileclock.device.timeline import NEVER
from tileclock.storage.settings import LONGEST_NAME
from tileclock.ui import page

_REPEAT_MS = const(120)  # while the key stays down
_END = " "  # chosen: the name is complete, or with letters before it, a blank follows


class Screen:
    def __init__(self, table):
        self.table = table

    def ask(self, seat, back):
        self._seat = seat
        self._back = back
        self._name = self.table.settings.names[seat]
        self._letters = _END + self.table.words.ALPHABET
        self._at = 0
        self._moving = 0
        self.table.show(self)

    def enter(self, now):
        self._draw()

    def press(self, what, key, at):
        if key in (UP, DOWN):
            step = -1 if key == UP else 1
            self._moving = step if what == HOLD else 0
            self._next = at
            if what == PRESS:
                self._move(step)
        elif what == PRESS and key == OK:
            self._take(at)
        elif what == SHORT and key == BACK:
            self._take_back(at)
        elif what == PRESS and key < UP:
            self.table.sound.play(sound.BLIP, at)

    def tick(self, now):
        if not self._moving:
            return NEVER
        while self._next <= now:
            self._move(self._moving)
            self._next += _REPEAT_MS
        return self._next

    def _move(self, step):
        self._at = (self._at + step) % len(self._letters)
        self._draw()

    def _take(self, at):
        letter = self._letters[self._at]
        if letter == _END:
            self.table.settings.names[self._seat] = self._name.strip()
            self._back(at)
            return
        if len(self._name) < LONGEST_NAME:
            # Inside a name letters are small.
            self._name += letter if not self._name or self._name[-1] in " .-" else self._small(letter)
        else:
            self.table.sound.play(sound.BLIP, at)
        self._at = 0 if len(self._name) == LONGEST_NAME else self._at
        self._draw()

    def _small(self, letter):
        # MicroPython's lower() knows ASCII only.
        words = self.table.words
        at = words.ALPHABET.find(letter)
        return words.SMALL[at]

    def _take_back(self, at):
        if self._name:
            self._name = self._name[:-1]
            self._draw()
        else:
            self.table.settings.names[self._seat] = ""
            self._back(at)

    def _draw(self):
        table = self.table
        panel, font = table.panel, table.text
        panel.fill(0)
        page.title(table, table.more_words.NAMES, page.LETTERS[self._seat])
        x = font.draw(panel, self._name, 4, 18)
        panel.fill_rect(x, 28, 6, 2, 1)
        count = len(self._letters)
        x = 4
        for i in range(-6, 7):
            letter = self._letters[(self._at + i) % count]
            shown = "✓" if letter == _END else letter
            if i == 0:
                panel.fill_rect(x - 2, 33, font.width(shown) + 3, 13, 1)
            x = font.draw(panel, shown, x, 34, 0 if i == 0 else 1) + 3
        page.hint(table, table.more_words.NAME_HINT)
