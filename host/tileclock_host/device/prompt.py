"""The MicroPython prompt of a board: getting there whatever is or is not on it, and what is asked there."""

from __future__ import annotations

import binascii
import contextlib
import io
import json
import re
import struct
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mpremote.transport import TransportError, TransportExecError  # type: ignore[import-untyped]
from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]

from tileclock_host.build.bundle import DIGITS, MANIFEST, MICROPYTHON, MPY

from .clock import Clock
from .errors import DeviceError
from .line import EndlessError, Line
from .port import LETS_GO_WITHIN, WRITE_PATIENCE, SerialPort

NEXT = "/next"  # where files wait for their turn
PATIENCE = (3, 4, 5, 10, 20)  # seconds until the prompt must have come, try by try
_TRACEBACK = 0.5  # seconds until an interrupted board has said where it was
_LOOKS_EVERY = 0.1  # seconds: so often a wait for the prompt sees whether its time is over
_ANSWERS_WITHIN = 30  # seconds of silence at the prompt, while files are moved or the flash is formatted
_ENDS_WITHIN = 60  # seconds that one command may talk without ending a line
_END = b"\x04"  # of what the code printed, then of its traceback
_PROMPT = b">>> "
_RAW_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
PIECE = 768  # bytes in one command
WINDOW = 13  # bits of what the board looks back on while it inflates, 8 kB
_EPOCH = re.compile("([0-9a-f]{2}){1,4}")
_CHIP = re.compile("[0-9a-f]{2,24}")
_SENSELESS = (ValueError, TypeError, RecursionError)  # what an answer is that cannot be read
_OLDEST = tuple(map(int, MICROPYTHON.split(".")))
_FLASH_IT = (
    f"put MicroPython {MICROPYTHON} or newer for the ESP32 on it (micropython.org/download), then deploy"
    " again"
)

_LOOK = """
import os, json, machine, binascii, hashlib
def look(path):
    try:
        entries = list(os.ilistdir(path))
    except OSError:
        return
    for entry in entries:
        below = path.rstrip("/") + "/" + entry[0]
        if entry[1] == 0x4000:
            yield from look(below)
        else:
            yield below
def digest(path):
    check = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            part = file.read(512)
            if not part:
                return binascii.hexlify(check.digest()).decode()[:{digits}]
            check.update(part)
own = [path for folder in ("/tileclock", "/lib", "{next}") for path in look(folder)]
own += [path for path in ("/main.py", "/boot.py", "/{manifest}") if path[1:] in os.listdir("/")]
space = os.statvfs("/")
def text(path):
    try:
        with open(path) as file:
            return file.read(100).strip()
    except OSError:
        return ""
def there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False
secret, epoch = text("/data/secret"), text("/data/epoch")[:8]
counted = secret or epoch or there("/data/count") or any(True for path in look("/data/sheets"))
for path in own:
    print(json.dumps([path, digest(path)]))
print(json.dumps([binascii.hexlify(machine.unique_id()).decode(), space[0] * space[3], len(secret) == 64,
    epoch, not counted]))
"""
_MICROPYTHON = """
import sys, json
def pictures():
    from framebuf import FrameBuffer, MONO_VLSB
    FrameBuffer(memoryview(bytearray(16))[4:], 4, 16, MONO_VLSB, 8)  # the right half of a strip
def littlefs():
    from vfs import VfsLfs2
def lights():
    from machine import bitstream
def timer():
    from machine import Timer
    Timer(0)
def inflate():
    from deflate import DeflateIO
lacks = []
for name, use in (("pictures cut out of a strip", pictures), ("littlefs", littlefs), ("bitstream", lights),
        ("a timer", timer), ("deflate", inflate)):
    try:
        use()
    except (ImportError, AttributeError, ValueError, TypeError):
        lacks.append(name)
print(json.dumps([sys.implementation[1][:3], getattr(sys.implementation, "_mpy", 0), lacks]))
"""
_READABLE = """
import os
try:
    print(os.statvfs("/")[0] > 0)
except OSError:
    print(False)
"""
_FORMAT = """
import vfs
from esp32 import Partition
flash = Partition.find(Partition.TYPE_DATA, label="vfs")[0]
try:
    vfs.umount("/")
except OSError:
    pass
vfs.VfsLfs2.mkfs(flash)
vfs.mount(flash, "/")
"""


@dataclass(frozen=True)
class State:
    """What is on a board."""

    device: str  # as the clock calls itself: its epoch, if it has one, and the chip's number
    files: dict[str, str]  # path: beginning of its sha256
    waiting: dict[str, str]  # the same of what waits for its turn
    free: int
    secret: bool
    empty: bool  # it has never counted a game, or somebody erased it
    version: str  # of the firmware; "" without


class Board:
    """The MicroPython prompt of a board, in a `with`; afterwards the board starts its program anew."""

    def __init__(self, port: str) -> None:
        self._port = port
        self._transport: Any = None

    def __enter__(self) -> Board:
        with self._told(), contextlib.redirect_stdout(io.StringIO()):
            self._transport = SerialTransport(self._port, timeout=_LOOKS_EVERY, wait=LETS_GO_WITHIN)
            if "://" not in self._port:
                self._transport.serial.write_timeout = WRITE_PATIENCE
            self._line = self._transport.serial = Line(self._transport.serial)
            try:
                self._to_prompt()
                self._line.port.timeout = _ANSWERS_WITHIN
            except KeyboardInterrupt:
                self.__exit__()  # its program may stand already
                raise
            except BaseException:  # nobody else knows the port that is to be let go
                self._let_go()
                raise
        return self

    def _to_prompt(self) -> None:
        """A board that is just starting may not hear the first call.

        One that cannot read its flash says so for ever after a reset: it is only interrupted. Each try looks
        for that anew, as the call that was not heard may have been the one that asked.
        """
        for patience in PATIENCE:
            self._line.within(_TRACEBACK + 2 * patience)
            try:
                unreadable = self._interrupted_in(b"fs_corrupted")
                self._transport.enter_raw_repl(soft_reset=not unreadable, timeout_overall=patience)
                return
            except TransportError as error:
                if isinstance(error, EndlessError) and not self._line.fell_silent:
                    raise
                self._refuse_locked()
        raise TransportError("no prompt came")

    def _interrupted_in(self, function: bytes) -> bool:
        """Whether a Ctrl-C finds the board there, by the traceback it says then."""
        self._line.write(b"\r\x03")
        end, said = time.monotonic() + _TRACEBACK, b""
        while time.monotonic() < end and function not in said and not said.endswith(_PROMPT):
            said += self._line.read(self._line.inWaiting())
            time.sleep(0.02)
        return function in said

    def _refuse_locked(self) -> None:
        """A Ctrl-C does nothing to a locked clock, but that it can be asked."""
        port = SerialPort(self._port, self._line.port)
        try:
            clock = Clock(port)
            clock.hello(tries=1)
            locked = clock.status().get("locked")
        except DeviceError:
            locked = 0
        self._line.port.timeout = _LOOKS_EVERY
        if locked:
            raise DeviceError(
                f"The clock at {self._port} is locked, which shuts its prompt too: hold ↩ for two seconds,"
                " enter the judge's code, then repeat the command."
            )

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(Exception):
            self._restart()
        self._let_go()

    def _restart(self) -> None:
        """Also from the middle of a command: Ctrl-C ends it, and Ctrl-A begins the prompt anew."""
        self._line.within(_ANSWERS_WITHIN)
        self._line.write(b"\r\x03\x03\x01")
        self._line.read_until(_RAW_PROMPT)
        self._line.write(b"import machine; machine.reset()\x04")

    def _let_go(self) -> None:
        self._transport.serial = self._line.port  # it has lines to drop
        with contextlib.suppress(Exception):
            self._transport.close()
        with contextlib.suppress(Exception):
            self._transport.serial.close()  # also where it has no lines to drop

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except TransportExecError as error:
            why = (str(error.error_output).strip().splitlines() or ["?"])[-1][:200]
            if "ENOSPC" in why or "Errno 28" in why:
                why = "its flash is full: sync its sheets first"
            raise DeviceError(f"The board at {self._port} could not do it ({why}).") from error
        except EndlessError as error:
            raise DeviceError(
                f"What is at {self._port} never stops talking, so nothing can be asked: see that it is the"
                " board, press its reset button, then repeat the command."
            ) from error
        except (TransportError, OSError, ValueError, struct.error) as error:
            if self._transport is None or "access" in str(error):
                raise DeviceError(
                    f"{self._port} cannot be opened: check its name, and that no other program uses it."
                ) from error
            raise DeviceError(
                f"MicroPython does not answer at {self._port}: press the board's reset button and deploy"
                f" again; if that does not help, {_FLASH_IT}."
            ) from error

    def run(self, code: str, tell: Callable[[], None] = lambda: None) -> str:
        """What the code prints; each line is a sign of life, and told."""

        def alive() -> None:
            self._line.longer(_ENDS_WITHIN)
            tell()

        with self._told(), contextlib.redirect_stdout(io.StringIO()):
            self._line.within(_ENDS_WITHIN)
            self._transport.exec_raw_no_follow(code)
            said, traceback = self._line.read_until(_END, alive), self._line.read_until(_END)
            if traceback:
                raise TransportExecError(said, traceback.decode("utf-8", "replace"))
            return said.decode("utf-8", "replace")

    def check_micropython(self) -> None:
        """Refuse one that cannot read the firmware or run it. Sub-versions only add to what is read."""
        try:
            version, said, lacks = json.loads(self.run(_MICROPYTHON))
            mpy, older = (said & 0xFF, said >> 8 & 3), tuple(version[:2]) < _OLDEST
            micropython, lacking = ".".join(map(str, version))[:20], " and ".join(lacks)[:80]
        except _SENSELESS as error:
            raise self._senseless() from error
        it = f"The MicroPython {micropython} at {self._port}"
        reads, is_of = (".".join(map(str, each)) for each in (mpy, MPY))
        if mpy[0] > MPY[0]:
            raise DeviceError(
                f"{it} is too new, it reads .mpy {reads} and the firmware is {is_of}: update this program."
            )
        if mpy < MPY:
            raise DeviceError(
                f"{it} is too old, it reads .mpy {reads} and the firmware is {is_of}: {_FLASH_IT}."
            )
        if older:
            raise DeviceError(f"{it} is too old: {_FLASH_IT}.")
        if lacking:
            raise DeviceError(f"{it} lacks what the firmware needs ({lacking}): {_FLASH_IT}.")

    def _senseless(self) -> DeviceError:
        return DeviceError(f"What {self._port} answers makes no sense: {_FLASH_IT}.")

    def readable(self) -> bool:
        """Whether there is a file system."""
        return self.run(_READABLE).strip() != "False"

    def format(self) -> None:
        """An empty file system in place of whatever is there."""
        self.run(_FORMAT)

    def state(self, tell: Callable[[], None] = lambda: None) -> State:
        """What is on it; told for each file."""
        said = self.run(_LOOK.format(digits=DIGITS, next=NEXT, manifest=MANIFEST), tell)
        try:
            *files, (chip, free, secret, epoch, empty) = map(json.loads, said.splitlines())
            found = {str(path): str(digest) for path, digest in files}
            device = (epoch if _EPOCH.fullmatch(epoch) else "") + chip
            if not _CHIP.fullmatch(chip) or not isinstance(free, int):
                raise self._senseless()
        except _SENSELESS as error:
            raise self._senseless() from error
        waiting = {path[len(NEXT) :]: digest for path, digest in found.items() if path.startswith(NEXT + "/")}
        own = {path: digest for path, digest in found.items() if not path.startswith(NEXT + "/")}
        version = self._version(own)
        return State(device, own, waiting, free, secret, empty, version)

    def _version(self, files: dict[str, str]) -> str:
        if f"/{MANIFEST}" not in files:
            return ""
        try:
            said = json.loads(
                self.run(
                    f"import json\nwith open('/{MANIFEST}') as f: print(json.dumps(json.load(f)['version']))"
                )
            )
        except (*_SENSELESS, DeviceError):
            return "?"
        return str(said)[:20]

    def send(self, files: Mapping[str, bytes], tell: Callable[[float], None] = lambda _: None) -> None:
        """Lay these files down. They travel together, deflated; told is which share of them has."""
        deflate = zlib.compressobj(9, zlib.DEFLATED, -WINDOW, 9)
        data = deflate.compress(b"".join(files.values())) + deflate.flush()
        self.run("f = BytesIO(); w = f.write")
        for at in range(0, len(data), PIECE):
            piece = binascii.b2a_base64(data[at : at + PIECE], newline=False)
            self.run(f"w(b({piece!r}))")
            tell(min(1.0, (at + PIECE) / len(data)))
        self.run(f"unpack({[(path, len(content)) for path, content in files.items()]!r})")
