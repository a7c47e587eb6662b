"""What `Box` is for a simulated box, for one in the emulator: `Table` plays on it.

A press is told to the chip once its release is known too: the way there takes longer than a finger stays.
"""

from contextlib import contextmanager
from types import SimpleNamespace

from tests.chip.emulator import Emulator
from tests.device.table import Table
from tileclock_host.device import Clock


class FarBox:
    """Its time is the chip's. What it shows comes over the cable, from a pass of the loop after that time."""

    def __init__(self, emulator: Emulator) -> None:
        self._emulator = emulator
        self.clock = Clock.open(emulator.port)
        self._touched: set[str] = set()
        self._ahead = 0  # microseconds that are planned and have not begun
        self._at = self._emulator.begin() * 1000
        self.oled = SimpleNamespace(frame=self.clock.screen)

    @property
    def now(self) -> int:
        """It stands still between two steps, however long the way to the chip is."""
        return self._at + self._ahead

    @property
    def log(self) -> str:
        return self._emulator.log

    @property
    def lights(self) -> SimpleNamespace:
        colours = self._emulator.ask("list(lights)")
        return SimpleNamespace(
            colours=tuple((colours[i + 1], colours[i], colours[i + 2]) for i in range(0, 18, 3))
        )

    def advance(self, us: int) -> None:
        self._ahead += us
        if self._touched:
            return
        until = self._emulator.begin() * 1000 + self._ahead
        self._ahead = 0
        self._emulator.wait(lambda: self._reached() >= until, "a moment")
        self.clock.hello()  # the pass that answers knows all keys up to that moment, and has shown it

    def _reached(self) -> int:
        self._at = self._emulator.begin() * 1000
        return self._at

    def press(self, key: str, at: None = None) -> int:
        return self._plan(key, True)

    def release(self, key: str, at: None = None) -> int:
        return self._plan(key, False)

    def _plan(self, key: str, down: bool) -> int:
        (self._touched.add if down else self._touched.discard)(key)
        self._emulator.plan(self._ahead // 1000, key, down)
        return self.now


@contextmanager
def people(emulator, reader):
    """A table around a board, once it answers."""
    emulator.started()
    box = FarBox(emulator)
    try:
        yield Table(box, reader, None)
    finally:
        box.clock.close()
