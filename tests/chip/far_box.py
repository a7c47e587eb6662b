"""What `Box` is for a simulated box, for one in the emulator: `Table` plays on it.

A press is told to the chip once its release is known too: the way there takes longer than a finger stays.
"""

from types import SimpleNamespace

from tests.chip.emulator import Emulator
from tileclock_host.device import Clock


class FarBox:
    """Its time is the chip's. What it shows comes over the cable, from a pass of the loop after that time."""

    def __init__(self, emulator: Emulator) -> None:
        self._emulator = emulator
        self.clock = Clock.open(emulator.port)
        self._began = emulator.ms()
        self._touched: set[str] = set()
        self._planned_us = 0
        self.oled = SimpleNamespace(frame=self.clock.screen)

    @property
    def now(self) -> int:
        return (self._emulator.ms() - self._began) * 1000

    @property
    def log(self) -> str:
        return self._emulator.log

    @property
    def lights(self) -> SimpleNamespace:
        self.clock.status()  # answered by a pass that has shown them
        colours = self._emulator.ask("list(lights)")
        return SimpleNamespace(
            colours=tuple((colours[i + 1], colours[i], colours[i + 2]) for i in range(0, 18, 3))
        )

    def advance(self, us: int) -> None:
        if self._touched:
            self._planned_us += us
            return
        self._emulator.ask("begin()")
        until = self.now + self._planned_us + us
        self._planned_us = 0
        self._emulator.wait(lambda: self.now >= until, "a moment")
        self.clock.status()  # the pass that answers knows all keys up to that moment

    def press(self, key: str, at: None = None) -> int:
        return self._plan(key, True)

    def release(self, key: str, at: None = None) -> int:
        return self._plan(key, False)

    def _plan(self, key: str, down: bool) -> int:
        (self._touched.add if down else self._touched.discard)(key)
        self._emulator.plan(self._planned_us // 1000, key, down)
        return self.now + self._planned_us
