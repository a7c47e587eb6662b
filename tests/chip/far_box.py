"""What `Box` is for a simulated box, for one in the emulator: `Table` plays on it."""

from types import SimpleNamespace

from tests.chip.emulator import Emulator
from tileclock_host.device import Clock


class FarBox:
    """Its time is the chip's. What it shows comes over the cable, from a pass of the loop after that time."""

    def __init__(self, emulator: Emulator) -> None:
        self._emulator = emulator
        self.clock = Clock.open(emulator.port)
        self._began = emulator.ms()
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
        until = self.now + us
        self._emulator.wait(lambda: self.now >= until, "a moment")
        self.clock.status()  # the pass that answers knows all keys up to that moment

    def press(self, key: str, at: None = None) -> int:
        self._emulator.finger(key, True)
        return self.now

    def release(self, key: str, at: None = None) -> int:
        self._emulator.finger(key, False)
        return self.now
