"""The stock MicroPython in the chip maker's emulator: its flash, its cable, and fingers on its keys."""

from __future__ import annotations

import ast
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from littlefs import LittleFS, UserContext

from tests.chip.flash_server import FlashServer
from tileclock import pins
from tileclock_host.device import Clock, DeviceError
from tileclock_host.device.board_image import BLOCK, START, Stock
from tileclock_host.sim.keys import NAMES
from tileclock_host.sim.ports import PtyPort

BOOT = Path(__file__).with_name("boot.py")
PATIENCE = 900  # seconds without a sign of life until the chip is given up: reads of its flash may take long
_LOOK = 0.02  # seconds between two looks for what is waited for
_TAP_MS = 100
_WRITTEN_WITHIN = 15.0  # seconds after a press
_PACE = "shift=3"  # an instruction takes 2³ ns of the chip's time, however slow this computer is
_AGAIN = 5.0  # seconds until the second serial line is asked again
_FLASH = 4 << 20
_PINS = dict(zip(NAMES, pins.SEATS + pins.CONSOLE, strict=True))
_INPUTS = 0x3FF4403C  # the first of the halves in which the chip has its pins


def flash(image: bytes, stock: Stock, more: str) -> bytes:
    """The whole flash of a board: an image at its place, and as its /boot.py what stands in for the hardware.

    `more` is said at the end of that file.
    """
    board = bytearray((b"\xff" * START + image).ljust(_FLASH, b"\xff"))
    files = slice(stock.files_at, stock.files_at + stock.files_size)
    context = UserContext(buffer=board[files])
    disk = LittleFS(
        context=context, block_size=BLOCK, block_count=stock.files_size // BLOCK, prog_size=32, read_size=32,
        lookahead_size=32, cache_size=BLOCK,
    )  # fmt: skip
    with disk.open("/boot.py", "wb") as file:
        file.write(BOOT.read_bytes() + more.encode())
    disk.unmount()
    board[files] = context.buffer
    return bytes(board)


def fuses(number: str) -> bytes:
    """The chip's own memory of its number, with the check the port looks at."""
    mac, check = bytes.fromhex(number), 0
    for byte in mac:
        check ^= byte
        for _ in range(8):
            check = check >> 1 ^ (0x8C if check & 1 else 0)
    block = struct.pack(
        "<III", 0, int.from_bytes(mac[2:], "big"), int.from_bytes(mac[:2], "big") | check << 16
    )
    return block.ljust(124, b"\0")


class _Cable:
    """The chip's first serial line, as a port of the simulator wants it; what it says is kept."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._listeners: list[Callable[[bytes], None]] = []
        self.said = bytearray()
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        with suppress(ConnectionResetError):  # the power is gone
            while data := self._line.recv(4096):
                self.said += data
                for listener in list(self._listeners):
                    listener(data)

    def listen(self, listener: Callable[[bytes], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def write(self, data: bytes) -> None:
        self._line.sendall(data)


class Emulator:
    """A board with a flash of its own; `log` is what it says on its cable, `port` what programs open."""

    def __init__(self, qemu: str, folder: Path, board: bytes, number: str) -> None:
        self._qemu, self._folder = qemu, folder
        self.flash = folder / "flash.bin"
        self.flash.write_bytes(board)
        self._served = FlashServer(self.flash, folder / "flash.socket")
        (folder / "fuses.bin").write_bytes(fuses(number))
        self._said_of_it = folder / "emulator.log"
        self._answers, self._asked = bytearray(), 0
        self.plug_in()

    def plug_in(self) -> None:
        """The power comes: its cable and its flash are as they were left, its log begins anew."""
        cable, its_cable = socket.socketpair()
        self._fingers, its_keys = socket.socketpair()
        serial = []
        for name, end in ("cable", its_cable), ("keys", its_keys):
            serial += ["-chardev", f"socket,id={name},fd={end.fileno()}", "-serial", f"chardev:{name}"]
        with self._said_of_it.open("w") as said, its_cable, its_keys:
            self._process = subprocess.Popen(
                [
                    self._qemu, "-machine", "esp32", "-icount", _PACE, *serial,
                    "-display", "none", "-monitor", "none",
                    "-drive", f"file=nbd:unix:{self._served.place},if=mtd,format=raw",
                    "-drive", f"file={self._folder / 'fuses.bin'},if=none,format=raw,id=fuses",
                    "-global", "driver=nvram.esp32.efuse,property=drive,value=fuses",
                ],
                stdout=said, stderr=said, pass_fds=[its_cable.fileno(), its_keys.fileno()],
            )  # fmt: skip
        self._cable = _Cable(cable)
        self._port = PtyPort(self._cable)
        self.port = self._port.name
        self._fingers.settimeout(_AGAIN)
        self._answers.clear()

    def pull_plug(self) -> None:
        """The power goes, whatever the chip is doing."""
        self._process.kill()
        self._process.wait()
        self._port.close()
        self._fingers.close()

    def press_and_fail(self, key: str, write: int, share: float) -> bool:
        """Press that key; the power goes when a share of that write to the flash is done. Whether it came."""
        failed = threading.Event()
        self._served.fail_at(write, share, failed.set)
        self.plan(0, key, True)
        self.plan(_TAP_MS, key, False)
        self.begin()
        came = failed.wait(_WRITTEN_WITHIN)
        self.pull_plug()
        return came

    @property
    def log(self) -> str:
        return self._cable.said.decode("utf-8", "replace")

    def wait(self, holds: Callable[[], Any], what: str) -> Any:
        """What it gives, once it does; given up when the chip has said nothing for too long."""
        size, end = -1, 0.0
        while not (found := holds()):
            assert self._process.poll() is None, f"the emulator ended: {self._said_of_it.read_text()}"
            if len(self._cable.said) != size:
                size, end = len(self._cable.said), time.monotonic() + PATIENCE
            assert time.monotonic() < end, f"{what} did not come; the chip said\n{self.log[-2000:]}"
            time.sleep(_LOOK)
        return found

    def wait_for(self, text: str, times: int = 1) -> None:
        self.wait(lambda: self.log.count(text) >= times, repr(text))

    def started(self) -> None:
        """Until the clock answers."""
        self.wait(self._answers_hello, "the clock")

    def _answers_hello(self) -> bool:
        try:
            Clock.open(self.port).close()
        except DeviceError:
            return False
        return True

    def ask(self, expression: str) -> Any:
        """What that is on the chip, beside the running firmware; done once, however often it is asked."""
        self._asked += 1
        number = b"%d" % self._asked
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self._fingers.sendall(b"\n%s %d %s\n" % (number, len(expression), expression.encode()))
            with suppress(TimeoutError):
                while True:
                    asked, _, answer = self._next_answer().partition(b" ")
                    if asked == number:
                        return ast.literal_eval(answer.decode())
        raise AssertionError(f"the chip does not say {expression}; on its cable it said\n{self.log[-2000:]}")

    def _next_answer(self) -> bytes:
        while b"\n" not in self._answers:
            said = self._fingers.recv(4096)
            assert said, f"the emulator ended: {self._said_of_it.read_text()}"
            self._answers += said
        line, _, self._answers[:] = self._answers.partition(b"\n")
        return bytes(line)

    def plan(self, ms: int, key: str, down: bool) -> None:
        """A finger touches that key or leaves it, so long after `begin`."""
        pin = _PINS[key]
        self.ask(f"plan({ms}, {_INPUTS + (pin >> 4) * 2}, {1 << (pin & 15)}, {down})")

    def begin(self) -> int:
        """Let the fingers move; the chip's time then, in milliseconds."""
        return self.ask("begin()")

    def move(self) -> None:
        """Let the fingers move, and ask the chip nothing until all have: an answer takes it milliseconds."""
        self.begin()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(TimeoutError):
                if self._next_answer().startswith(b"0 "):
                    return
        raise AssertionError("the fingers do not move")
