"""What every screen has: keys and time come to it, and each key it has no use for only blips.

    made ──▶ shown (`enter`, then keys, and `tick` when it is due) ──▶ left (`leave`) ──▶ shown again, or gone

At most one screen is shown. `on_seat`, `on_arrow`, `on_ok` and `on_back` say what its keys do, `on_short` and
`on_hold` what they do when they are let go or held. `tick` brings the picture up to date and returns when it
next changes. What it draws and sounds with is in `kit`, the game is on `table`, and what leads to another
screen is `go`, the Navigator.
"""

from tileclock.device.keys import BACK, OK, UP
from tileclock.device.presses import HOLD, PRESS, SHORT
from tileclock.device.timeline import NEVER


class Screen:
    COUNTS = False  # whether presses that mean nothing are put on record
    QUESTION = False  # whether it asks for another screen, to which ↩ leads back
    LOCK = False  # whether it is the lock's
    RACKS = False  # whether racks are entered here

    def __init__(self, go):
        self.go = go
        self.kit = go.kit
        self.stage = go.stage
        self.table = go.table
        self.settings = go.table.settings

    def enter(self, now):
        """Begin to be shown, for the first time or again."""

    def leave(self):
        """Make way for another one."""

    def tick(self, now):
        return NEVER

    def press(self, what, key, at):
        """Take a key that went down, is held, or was let go; ↩ acts only then, as held it is for the lock."""
        if what == HOLD:
            self.on_hold(key, at)
        elif what != PRESS:
            self.on_up(key, at)
            if what == SHORT and key == BACK:
                self.on_back(at)
            elif what == SHORT:
                self.on_short(key, at)
        elif key == OK:
            self.on_ok(at)
        elif key < UP:
            self.on_seat(key, at)
        elif key != BACK:
            self.on_arrow(-1 if key == UP else 1, at)

    def on_seat(self, seat, at):
        self.blip(seat, at)

    def on_arrow(self, step, at):
        """Take a step: ▲ is one of -1, ▼ of 1, as in a list."""
        self.kit.blip(at)

    def on_ok(self, at):
        self.kit.blip(at)

    def on_back(self, at):
        self.stage.back(at)

    def on_up(self, key, at):
        """Take a key that was let go, after a short press or a hold."""

    def on_short(self, key, at):
        """Take any key but ↩ that was let go before it was a hold."""

    def on_hold(self, key, at):
        """Take a key that has become a hold."""

    def blip(self, key, at):
        """Sound, and perhaps count, what was pressed and means nothing here."""
        self.kit.blip(at)
        if self.COUNTS and key < UP:
            self.table.count_blip(key)
