"""Sound patterns on the buzzer, played without ever waiting."""

from tileclock.device.timeline import NEVER

# Pitch in Hz (0 = silence) and length in ms, by turns.
SWITCH = (2600, 25)
BLIP = (300, 60)
STEP = (2000, 12)
HELD = (1800, 60)
TICK = (1500, 30)
TICK_HIGH = (2800, 40)
OVER = (1770, 80, 0, 40, 2210, 80, 0, 40, 2800, 160)
FANFARE = (1400, 120, 0, 20, 1867, 120, 0, 20, 2333, 120, 0, 20, 2800, 350, 0, 60, 2333, 120, 2800, 600)
LOCK = (1900, 60, 0, 30, 1200, 120)
UNLOCK = (1200, 60, 0, 30, 1900, 120)
TIME_UP = (2800, 900, 0, 80, 1500, 500)


class Sound:
    def __init__(self, buzzer):
        self._buzzer = buzzer
        self._pattern = ()
        self._next = 0  # index of the pitch that comes next
        self._until = 0  # ms on the timeline
        self.on = True

    def switch(self, on):
        self.on = on

    def play(self, pattern, now):
        """Begin a pattern; what was playing ends."""
        if self.on:
            self._pattern = pattern
            self._next = 0
            self._until = now
            self.step(now)

    def step(self, now):
        """Go on to the part that is due; returns when the next one is."""
        while self._pattern and now >= self._until:
            if self._next == len(self._pattern):
                self._pattern = ()
                self._buzzer.tone(0)
            else:
                self._buzzer.tone(self._pattern[self._next])
                self._until += self._pattern[self._next + 1]
                self._next += 2
        return self._until if self._pattern else NEVER
