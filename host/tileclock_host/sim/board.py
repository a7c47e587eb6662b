"""One simulated box: its flash, its VM process, the models on its bus, and the power that feeds it all.

The supervisor owns time. `advance` lets the chip run for so long and returns when it has; a reset, a watchdog
bite or a pulled plug in between is handled as the board would: power goes, the chip starts anew, and the
supervisor's time simply goes on.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tileclock import pins

from . import clock_chip, wire
from .clock_chip import ClockChip, IllegalTransfer
from .console import Console
from .errors import SimError
from .keys import NAMES, Keys
from .oled import IllegalCommand, Oled
from .outputs import Buzzer, Lights
from .uart import Incoming, Outgoing
from .vm import spawn_vm, start_cell

# The VM's objects are about twice the size of the ESP32's, whose heap is about 158 kB in all.
# The models of the serial line and of the flash lie in the same heap and have their own room.
HEAP = 2 * 158 * 1024 + 54 * 1024

DEVICE = "240ac40051ac"  # the chip's own number, of boxes in tests

FIRST_PANEL = 0x3C  # its address; that of the second is the next
PWRON, HARD, WDT, SOFT = 1, 2, 3, 5

AHEAD = 1_000_000  # µs a busy loop may be ahead of what was asked; beyond, the chip is not believed
SERIAL_STEP = 20_000  # µs the chip may run at a time while bytes arrive

_STUBBORN = 0.5  # seconds of real time after which a program that does not wait is interrupted by force

# From power to MicroPython's first instruction: ROM, bootloader, the port's own start.
ROM_US = 350_000
ROM_TEXT = {
    PWRON: b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n",
    HARD: b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0xc (SW_CPU_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n",
    WDT: b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x8 (TG1WDT_SYS_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n",
    SOFT: b"MPY: soft reboot\r\n",
}
DOWNLOAD_TEXT = (
    b"rst:0x1 (POWERON_RESET),boot:0x3 (DOWNLOAD_BOOT(UART0/UART1/SDIO_REI_REO_V2))\r\n"
    b"waiting for download\r\n"
)


class Board:
    """Switch it on, press its keys, look at its panel."""

    start_cell = staticmethod(start_cell)  # how a chip's process is started
    make_console = Console
    make_wire = wire.Wire
    unreadable = False  # whether a flash without a file system is what somebody wants to see

    def __init__(
        self,
        flash: Path,
        *,
        ticks_left_ms: int = 20_000,
        seed: int = 1,
        device: str = DEVICE,
        panels: int = 1,
    ) -> None:
        self.flash = flash
        self.device = device
        self.ticks_left_ms = ticks_left_ms
        self.heap = HEAP
        self.keys = Keys(dict(zip(NAMES, pins.SEATS + pins.CONSOLE, strict=True)), seed=seed)
        self.console = self.make_console(self._interrupt)
        self.now = 0  # µs since the board was first switched on; goes on through resets
        self.faults: list[str] = []  # what the models refused
        self.on_transfer: Callable[[int, bytes, int], None] | None = None  # to the first panel
        self.on_second: Callable[[int, bytes, int], None] | None = None
        self.patience = 30.0  # seconds of real time a chip may think without an answer
        self.incoming, self.outgoing = Incoming(), Outgoing()
        self.clock_chip: ClockChip | None = None
        self._held = False  # EN is low
        self._rtc = b""  # the memory that outlives resets
        self._vm: Any = None  # its process
        self._levels: dict[int, int] = {}
        self._knobs: dict[int, int] = {wire.KNOB_PANELS: (1 << panels) - 1}
        self._clear_models()

    def _clear_models(self) -> None:
        self.oled, self.second = Oled(), Oled()
        self.lights = Lights()
        self.buzzer = Buzzer()

    # ---- power ----

    @property
    def powered(self) -> bool:
        return self._vm is not None

    def power_on(self, cause: int = PWRON, watchdog_ms: int = 0) -> None:
        """Start the VM; `cause` is what the firmware will be told."""
        raw = cause == SOFT and self.console.raw_repl
        self.console.begin(raw=raw)
        self.console.say(ROM_TEXT[cause])
        if cause == PWRON:
            self._rtc = b""
        if cause != SOFT:
            self._clear_models()
            self._feed_clock_chip(True)
            self.now += ROM_US
        self.incoming.clear()
        self.outgoing.clear()
        self._start = self.now
        self._asked = self.now
        self._answered = False
        self._interrupting = False  # a Ctrl-C was sent and the chip has not raised it yet
        self._away = False  # at a prompt since it was last asked
        self._chip_fed = 0
        self._watchdog_ms = watchdog_ms
        self._fed = self.now
        self._wire = self.make_wire()
        self._vm = self._spawn(cause, watchdog_ms, main=not raw)
        self._wire.hand_over()
        self._wire.edges((0, pin, level) for pin, level in self._levels.items())
        for which, value in self._knobs.items():
            self._wire.knob(which, value)

    def _spawn(self, cause: int, watchdog_ms: int, *, main: bool) -> Any:
        return spawn_vm(
            "boot",
            self._config(cause, watchdog_ms, main=main),
            self.flash,
            heap=self.heap,
            arguments=("-i",),
            stdio=self.console.vm_end,
            pass_fds=(self._wire.chip_out, self._wire.chip_in),
            start=self.start_cell,
        )

    def _config(self, cause: int, watchdog_ms: int, *, main: bool) -> dict[str, Any]:
        """What the chip has to know when it starts."""
        return {
            "to_host": self._wire.chip_out,
            "from_host": self._wire.chip_in,
            "terminal": True,
            "ticks_left_ms": self.ticks_left_ms,
            "cause": cause,
            "device": self.device,
            "watchdog_ms": watchdog_ms,
            "rtc": self._rtc.hex(),
            "main": main,
        }

    def plug_in(self) -> None:
        if not self.powered:
            self.power_on()

    def pull_plug(self) -> None:
        """The power is gone, at whatever the chip was doing."""
        self._kill()
        self._clear_models()
        self._feed_clock_chip(False)
        self._watchdog_ms = 0

    def _feed_clock_chip(self, on: bool) -> None:
        if self.clock_chip:
            self.clock_chip.power(self.now, on)

    def plug_clock_chip(self, chip: ClockChip | None) -> None:
        """This one is in its plug from now on; None: the plug is empty."""
        self._feed_clock_chip(False)
        self.clock_chip = chip
        self._feed_clock_chip(self.powered)

    def _kill(self) -> None:
        if self._vm is not None:
            self._vm.kill()
            self._vm.wait()
            self._vm = None
            self._wire.close()
            self.console.settle()

    def reset(self, cause: int = HARD) -> None:
        """What the EN line, `machine.reset()` or the watchdog do."""
        self._kill()
        self.power_on(cause)

    def set_lines(self, *, reset: bool, download: bool) -> None:
        """EN held low keeps the chip in reset; IO0 low when it is let go starts the ROM's loader instead."""
        if reset:
            self._kill()
            self._held = True
        elif self._held:
            self._held = False
            if download:
                self.console.say(DOWNLOAD_TEXT)
            else:
                self.power_on(PWRON)

    def close(self) -> None:
        self._kill()
        self.console.close()

    def _interrupt(self) -> None:
        """A Ctrl-C while a program runs. The chip raises it at its next wait, where nothing can break; a loop
        that never waits is interrupted by force."""
        vm = self._vm
        if vm is None:
            return
        self._wire.interrupt()
        self._interrupting = True

        def force() -> None:
            wanted = self._interrupting and self.console.interruptible
            if self._vm is vm and wanted and self.console.program_runs():
                vm.send_signal(signal.SIGINT)

        timer = threading.Timer(_STUBBORN, force)
        timer.daemon = True
        timer.start()

    # ---- time ----

    def advance(self, us: int) -> None:
        """Let `us` microseconds pass, however many resets happen in them."""
        self.follow(self.now + us, self.patience)
        if self.powered and self._answered_at() < self.now:
            raise SimError("the firmware stopped answering; its log says why: " + self.console.tail(300))

    def follow(self, target: int, patience: float) -> None:
        """Let time pass to `target`; a chip that does not answer within `patience` seconds stays behind.

        It may be busy, or somebody types at its prompt. Its watchdog goes on counting.
        """
        deadline = time.monotonic() + patience
        while self.powered:
            if self._answered_at() >= target:
                break
            # One request at a time: those to a chip at its prompt would pile up until the pipe is full.
            if self._asked < target and self._answered_at() >= self._asked:
                self._asked = self._send_on(target)
                self._tell(lambda: self._wire.go(self._asked - self._start))
            left = deadline - time.monotonic()
            if left <= 0:
                break
            self._listen(left)
            for said in self.outgoing.until(self._answered_at()):
                self.console.say(said)
        self._away |= self._answered_at() < self._asked and not self.console.program_runs()
        self.now = max(self.now, target)
        if self.powered and self._watchdog_ms and self.now - self._fed > self._watchdog_ms * 1000:
            self.reset(WDT)

    def _send_on(self, target: int) -> int:
        """Give the chip what arrives on its serial line next; until when it may run with that."""
        if self.incoming.waits():
            target = min(target, self._asked + SERIAL_STEP)
            for at, data in self.incoming.until(self._asked, target):
                self._tell(lambda at=at, data=data: self._wire.arrive(at - self._start, data))  # type: ignore[misc]
        return target

    def _answered_at(self) -> int:
        return self._reached if self._answered else -1

    def _tell(self, what: Callable[[], None]) -> None:
        try:
            what()
        except BrokenPipeError:
            self._gone()

    def _listen(self, patience: float) -> None:
        """Hear what the chip does, waiting at most `patience` seconds for something."""
        if not self.powered:
            return
        messages = self._wire.read(patience)
        if messages is None:
            self._gone()
            return
        vm = self._vm
        for message in messages:
            self._hear(message)
            if self._vm is not vm:
                break  # it was reset; the rest is of the chip that is no more

    def _gone(self) -> None:
        """The VM ended by itself: Ctrl-D at its prompt, which a board answers with a soft reset.

        What it still said counts, above all how the watchdog was armed last.
        """
        vm = self._vm
        while messages := self._wire.read(0):
            for message in messages:
                self._hear(message)
                if self._vm is not vm:
                    return
        watchdog_ms = self._watchdog_ms
        self._kill()
        self.power_on(SOFT, watchdog_ms)

    def _hear(self, message: wire.Message) -> None:
        if self._away:
            # Its clock stood still while MicroPython read from its prompt; the board's went on.
            self._away = False
            self._start = max(self._start, self.now - message.at)
        at = min(self._start + message.at, self._asked + AHEAD)
        kind = message.kind
        if kind == wire.REACHED:
            self._reached, self._answered = max(at, self._asked), True
            fed = message.at - message.value * 1000
            if fed > self._chip_fed + 1000:  # it comes in whole milliseconds
                self._chip_fed, self._fed = fed, self._start + fed
        elif kind in (wire.I2C, wire.ASKS):
            self._transfer(at, message)
        elif kind == wire.LIGHTS:
            self.lights.write(message.payload)
        elif kind == wire.PWM:
            self.buzzer.write(at, message.value if message.flag else 0)
        elif kind == wire.WATCHDOG:
            self._watchdog_ms, self._fed, self._chip_fed = message.value, at, message.at
        elif kind == wire.RTC:
            self._rtc = message.payload
        elif kind in (wire.INTERRUPTED, wire.LISTENS, wire.SAYS, wire.PROMPT):
            self._hear_cable(at, message)
        elif kind == wire.RESET:
            self.now = max(self.now, at)
            self.reset(message.flag if message.flag in ROM_TEXT else HARD)
        elif kind == wire.FAILED:
            if self.unreadable:
                self.console.await_interrupt()
                return
            self._kill()
            raise SimError(
                f"{self.flash} holds no readable file system: start with --fresh for a new flash image"
            )

    def _hear_cable(self, at: int, message: wire.Message) -> None:
        if message.kind == wire.SAYS:
            self.outgoing.say(at + message.value, message.payload)
        elif message.kind == wire.LISTENS:
            self.console.uart = self.incoming.send
        elif message.kind == wire.PROMPT:
            self.console.take_interrupts(on=bool(message.flag))
            self._interrupting = self._interrupting and self.console.interruptible
        else:
            self._interrupting = False
            self.console.uart = None
            self.incoming.clear()

    def _transfer(self, at: int, message: wire.Message) -> None:
        if message.kind == wire.ASKS:
            self._ask_part(at, message)
            return
        first = message.flag == FIRST_PANEL
        try:
            (self.oled if first else self.second).write(message.payload)
        except IllegalCommand as refusal:
            self.faults.append(f"display: {refusal}")
        if hear := self.on_transfer if first else self.on_second:
            hear(at, message.payload, message.value)

    def _ask_part(self, at: int, message: wire.Message) -> None:
        """The chip waits for what another part on the bus says."""
        said = None
        if message.flag == clock_chip.ADDRESS and self.clock_chip:
            try:
                said = self.clock_chip.transfer(at, message.payload, message.value)
            except IllegalTransfer as refusal:
                self.faults.append(f"clock chip: {refusal}")
        self._tell(lambda: self._wire.answer(said))

    # ---- what a test or a person does to the board ----

    def press(self, key: str, at: int | None = None) -> int:
        """A finger touches the contact now, or at a moment ahead; the true time is returned."""
        at = self.now if at is None else at
        self._move(self.keys.press(key, at))
        return at

    def release(self, key: str, at: int | None = None) -> int:
        at = self.now if at is None else at
        self._move(self.keys.release(key, at))
        return at

    def _move(self, edges: list[tuple[int, int, int]]) -> None:
        for _, pin, level in edges:
            self._levels[pin] = level
        if self.powered:
            self._tell(lambda: self._wire.edges((at - self._start, pin, level) for at, pin, level in edges))

    def stop_timers(self, *, for_good: bool = False) -> None:
        """No timer of the chip calls back any more, until one is started anew; or until the next reset."""
        if self.powered:
            self._tell(lambda: self._wire.knob(wire.KNOB_TIMERS, 2 if for_good else 1))

    def turn_knob(self, which: int, value: int) -> None:
        """Change a property of the hardware: how long an erase takes, which panels are plugged (bits)."""
        self._knobs[which] = value
        if self.powered:
            self._tell(lambda: self._wire.knob(which, value))
