"""Tells a short press from a hold, key by key; and ↩ that is held long, which is for the lock.

    UP ── down ──▶ DOWN ── hold time passes ──▶ HELD ── up ──▶ UP
                    │ up: SHORT                        (RELEASE)
                    ▼
                    UP          DOWN, HELD ── the screen changes ──▶ SPENT ── up ──▶ UP  (nothing is told)

A key that is down when the screen changes is spent: what it began belongs to a screen that is gone. How long
↩ is down counts all the same: its press stops a running clock, which changes the screen. And a press that has
ended a turn belongs to that turn, whatever is shown meanwhile: held, it adds a tile to it.
"""

from micropython import const

from tileclock.device.keys import BACK, COUNT
from tileclock.device.timeline import NEVER

_LONG_MS = const(2_000)

# States.
_UP, _DOWN, _HELD, _SPENT = range(4)
# What is told; NOTHING is false.
NOTHING, PRESS, SHORT, HOLD, RELEASE = range(5)
NO_TURN = -1


class Presses:
    def __init__(self, hold_ms):
        self._hold_ms = hold_ms
        self._state = bytearray(COUNT)
        self._since = [0] * COUNT  # ms on the timeline
        self._lasts = False  # ↩ is down, and has not been for long
        self.changed_at = 0  # when a key went down or up
        self._turn = [NO_TURN] * COUNT  # that the key's press has ended

    def hold_after(self, hold_ms):
        """Let a press that lasts so long be a hold."""
        self._hold_ms = hold_ms

    def change(self, key, pressed, at):
        """A key went down or up: what that means."""
        state = self._state[key]
        self.changed_at = at
        if key == BACK:
            self._lasts = pressed
        if pressed:
            self._state[key] = _DOWN
            self._since[key] = at
            return PRESS
        self._state[key] = _UP
        if state == _DOWN:
            return SHORT
        return RELEASE if state == _HELD else NOTHING

    def due(self):
        """When a hold will be one, or ↩ is held long."""
        key = self.next_hold()
        due = NEVER if key < 0 else self.hold_at(key)
        return min(due, self.long_at()) if self._lasts else due

    def next_hold(self):
        """The key that will be a hold first, or -1."""
        first = -1
        if b"\x01" not in self._state:  # none is _DOWN, which C code sees at once
            return first
        for key in range(COUNT):
            if self._state[key] == _DOWN and (first < 0 or self._since[key] < self._since[first]):
                first = key
        return first

    def hold_at(self, key):
        return self._since[key] + self._hold_ms

    def hold(self, key):
        self._state[key] = _HELD

    def long_at(self):
        """When ↩, if it stays down, is held long."""
        return self._since[BACK] + _LONG_MS if self._lasts else NEVER

    def long(self):
        self._lasts = False

    def spend(self, key):
        """Want to see the key up before it acts again: the screen changed."""
        if self._state[key] != _UP and self._turn[key] == NO_TURN:
            self._state[key] = _SPENT

    def spend_all(self):
        for key in range(COUNT):
            self.spend(key)

    # ---- presses that end a turn ----

    def end_turn(self, key, turn):
        """Note that the press of that key has ended that turn."""
        self._turn[key] = turn

    def ended(self, key):
        """The turn that the key, which is down or was just let go, has ended; from now on it has none."""
        turn, self._turn[key] = self._turn[key], NO_TURN
        return turn

    def undecided(self, turn):
        """Whether the key that has ended that turn is still down: that may become a hold."""
        return turn in self._turn
