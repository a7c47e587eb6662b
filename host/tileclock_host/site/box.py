"""A box whose chip runs beside this Python in a worker of the page; what it writes the browser keeps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tileclock_host.sim import vm, wire
from tileclock_host.sim.board import Board
from tileclock_host.sim.said import Said

_CHIP = Path(__file__).with_name("chip")
PRINTED = ord("O")  # what the chip's worker adds to what its chip says: a line that the program printed


class Line(Said):
    """The box's serial line without a terminal: no prompt is behind it."""

    vm_end = None
    raw_repl = False
    interruptible = False

    def __init__(self, interrupt: Callable[[], None]) -> None:
        super().__init__()
        self.uart: Callable[[bytes], None] | None = None

    def begin(self, *, raw: bool) -> None:
        self.uart = None

    def write(self, data: bytes) -> None:
        """To a program that listens; else it is lost, as on the board."""
        if self.uart:
            self.uart(data)

    def take_interrupts(self, *, on: bool) -> None:
        """Nothing interrupts a program here."""

    def waits(self) -> bool:
        return False

    def program_runs(self) -> bool:
        return True

    def settle(self) -> None:
        pass

    close = settle


class SharedWire(wire.Notes):
    """Two rings in memory that this worker and the chip's share."""

    chip_out, chip_in = "/wire/out", "/wire/in"  # as the chip opens its ends

    def __init__(self, page: Any) -> None:
        self._buffer = bytearray()
        self.rings = page.newWire()

    def hand_over(self) -> None:
        pass

    def close(self) -> None:
        pass

    def _send(self, note: bytes) -> None:
        self.rings.send(note)

    def read(self, patience: float) -> list[wire.Message] | None:
        """What has come, waiting up to `patience` seconds for something; None when the program ended."""
        data = self.rings.read(patience * 1000)
        if data is None:
            return None
        self._buffer += data.to_bytes()
        return list(self._take())


class Chip:
    """The chip's worker, for who would have its process."""

    def __init__(self, page: Any) -> None:
        self._page = page

    def kill(self) -> None:
        self._page.stopChip()

    def wait(self) -> None:
        pass


class PageBoard(Board):
    """The box, as every other one but for where its chip runs."""

    make_console = Line  # type: ignore[assignment]

    def __init__(self, page: Any, device: str) -> None:
        self._page = page
        self.make_wire = self._share  # type: ignore[assignment,method-assign]
        self._own = {path.name: path.read_bytes() for path in _CHIP.glob("*.py")}
        super().__init__(Path("the browser's memory"), device=device)

    def _share(self) -> SharedWire:
        self._shared = SharedWire(self._page)
        return self._shared

    def _spawn(self, cause: int, watchdog_ms: int, *, main: bool) -> Any:
        config = self._config(cause, watchdog_ms, main=main)
        config |= {"terminal": False, "script": "boot", "flash": "/flash"}
        parcel = vm.packed(config, vm.chip_files() | self._own)
        self._page.startChip(parcel, vm.begin("open('/wire/parcel','rb')"), self._shared.rings)
        return Chip(self._page)

    def _hear(self, message: wire.Message) -> None:
        if message.kind == PRINTED:
            self.console.say(message.payload)
        else:
            super()._hear(message)
