"""A screen on which keys that are held do the same again and again, until they are let go."""

from tileclock.device.keys import COUNT, DOWN, UP
from tileclock.device.timeline import NEVER
from tileclock.ui.screen import Screen


class Repeating(Screen):
    """All keys that are held act at the same beat."""

    BEAT_MS = 0

    def act(self, key, at):
        """Do what the key does."""
        raise NotImplementedError

    def draw(self):
        raise NotImplementedError

    def enter(self, now):
        self._held = [False] * COUNT
        self._beat = NEVER  # when the next one is
        self.draw()

    def hold(self, key, at):
        """Let the key act now, and again with each beat."""
        self._held[key] = True
        self.act(key, at)
        self._beat = at + self.BEAT_MS

    def on_hold(self, key, at):
        if key in (UP, DOWN):
            self.hold(key, at)

    def on_up(self, key, at):
        self._held[key] = False

    def tick(self, now):
        if True not in self._held:
            return NEVER
        while self._beat <= now:
            for key in range(COUNT):
                if self._held[key]:
                    self.act(key, now)
            self._beat += self.BEAT_MS
        return self._beat


def arrow(key):
    """The step of an arrow that makes a value more: ▲ 1, ▼ -1."""
    return -1 if key == DOWN else 1
