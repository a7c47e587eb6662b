"""Keys that are held and do the same again and again."""

from tileclock.device.keys import COUNT, DOWN
from tileclock.device.timeline import NEVER


class Repeat:
    """All of them at the same beat, until they are let go."""

    def __init__(self, every_ms, act):
        self._every_ms = every_ms
        self._act = act  # with the key, and when
        self._held = [False] * COUNT
        self._next = NEVER

    def start(self, key, at):
        """The key became a hold: it acts now, and again after a beat."""
        self._held[key] = True
        self._act(key, at)
        self._next = at + self._every_ms

    def stop(self, key):
        self._held[key] = False

    def stop_all(self):
        for key in range(COUNT):
            self._held[key] = False

    def tick(self, now):
        """When the next beat is."""
        if True not in self._held:
            return NEVER
        while self._next <= now:
            for key in range(COUNT):
                if self._held[key]:
                    self._act(key, now)
            self._next += self._every_ms
        return self._next


def arrow(key):
    """The step of an arrow that makes a value more: ▲ 1, ▼ -1."""
    return -1 if key == DOWN else 1
