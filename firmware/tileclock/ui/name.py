"""Writes a player's name: ▲▼ choose a letter, OK takes it, OK on the empty place ends, ↩ takes one back."""

from micropython import const

from tileclock.device.keys import DOWN, UP
from tileclock.storage.settings import LONGEST_NAME
from tileclock.ui import page, screen
from tileclock.ui.repeat import Repeat, arrow

_REPEAT_MS = const(120)  # while the key stays down
_END = " "  # chosen: the name is complete, or with letters before it, a blank follows


class Screen(screen.Screen):
    def __init__(self, go):
        screen.Screen.__init__(self, go)
        self._held = Repeat(_REPEAT_MS, self._move_on)

    def ask(self, seat):
        self._seat = seat
        self._name = self.settings.names[seat]
        self._letters = _END + self.kit.between().ALPHABET
        self._letter = 0  # that is chosen
        self.stage.put(self)

    def enter(self, now):
        self._held.stop_all()
        self._draw()

    def on_arrow(self, step, at):
        self._move(step)

    def on_hold(self, key, at):
        if key in (UP, DOWN):
            self._held.start(key, at)

    def on_up(self, key, at):
        self._held.stop(key)

    def tick(self, now):
        return self._held.tick(now)

    def _move_on(self, key, at):
        self._move(-arrow(key))

    def _move(self, step):
        self._letter = (self._letter + step) % len(self._letters)
        self._draw()

    def on_ok(self, at):
        letter = self._letters[self._letter]
        if letter == _END:
            self._end(self._name.strip(), at)
            return
        if len(self._name) < LONGEST_NAME:
            # Inside a name letters are small.
            self._name += letter if not self._name or self._name[-1] in " .-" else self._small(letter)
        else:
            self.kit.blip(at)
        if len(self._name) == LONGEST_NAME:
            self._letter = 0
        self._draw()

    def _small(self, letter):
        # MicroPython's lower() knows ASCII only.
        words = self.kit.words
        return words.SMALL[self.kit.between().ALPHABET.find(letter)]

    def on_back(self, at):
        if self._name:
            self._name = self._name[:-1]
            self._draw()
        else:
            self._end("", at)

    def _end(self, name, at):
        self.settings.rename(self._seat, name)
        self.stage.show(self.go.get("preferences"))

    def _draw(self):
        kit = self.kit
        panel, font = kit.panel, kit.text
        panel.fill(0)
        page.title(kit, kit.between().NAMES, page.LETTERS[self._seat])
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
        page.hint(kit, kit.between().NAME_HINT)
