"""Writes a player's name: ▲▼ choose a letter, OK takes it, OK on the empty place ends, ↩ takes one back."""

from tileclock.storage.settings import LONGEST_NAME
from tileclock.ui import page
from tileclock.ui.repeat import Repeating, arrow

_END = " "  # chosen: the name is complete, or with letters before it, a blank follows


class Screen(Repeating):
    BEAT_MS = 120

    def ask(self, seat):
        self._seat = seat
        self._name = self.settings.names[seat]
        self._letters = _END + self.kit.between().ALPHABET
        self._letter = 0  # that is chosen
        self.stage.put(self)

    def on_arrow(self, step, at):
        self._move(step)

    def act(self, key, at):
        self._move(-arrow(key))

    def _move(self, step):
        self._letter = (self._letter + step) % len(self._letters)
        self.draw()

    def on_ok(self, at):
        letter = self._letters[self._letter]
        if letter == _END:
            self._end(self._name.strip(), at)
            return
        if len(self._name) < LONGEST_NAME:
            # Inside a name letters are small. MicroPython's lower() knows ASCII only.
            begins = not self._name or self._name[-1] in " .-"
            self._name += letter if begins else self.kit.words.SMALL[self._letter - 1]
        else:
            self.kit.blip(at)
        if len(self._name) == LONGEST_NAME:
            self._letter = 0
        self.draw()

    def on_back(self, at):
        if self._name:
            self._name = self._name[:-1]
            self.draw()
        else:
            self._end("", at)

    def _end(self, name, at):
        self.settings.change_seat("names", self._seat, name)
        self.go.get("preferences").keep()

    def draw(self):
        kit = self.kit
        panel, font = kit.panel, kit.text
        page.whole(kit, kit.between().NAMES, (), kit.between().NAME_HINT, page.LETTERS[self._seat])
        x = font.draw(panel, self._name, 4, 18)
        panel.fill_rect(x, 28, 6, 2, 1)
        count = len(self._letters)
        x = 4
        for i in range(-6, 7):
            letter = self._letters[(self._letter + i) % count]
            shown = "✓" if letter == _END else letter
            if i == 0:
                panel.fill_rect(x - 2, 33, font.width(shown) + 3, 13, 1)
            x = font.draw(panel, shown, x, 34, 0 if i == 0 else 1) + 3
