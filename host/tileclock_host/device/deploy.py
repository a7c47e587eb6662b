"""Puts the bundle on a board over its MicroPython prompt, file by file, so that it can stop anywhere.

Files that differ are laid down beside the running firmware, each checked; only then a small first file takes
the place of the old one, and the new files take theirs in a moment. A board that loses its cable before that
runs as it did; within it, it says on the cable how to finish. The manifest comes last.
"""

from __future__ import annotations

import binascii
import contextlib
import functools
import hashlib
import io
import json
import re
import secrets as chance
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mpremote.transport import TransportError, TransportExecError  # type: ignore[import-untyped]
from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]

import tileclock
from tileclock_host.bundle import DIGITS, MANIFEST, MICROPYTHON, MPY, Manifest
from tileclock_host.sheets import secrets
from tileclock_host.sheets.errors import StoreError

from .errors import DeviceError
from .line import Line
from .port import LETS_GO_WITHIN

FIRST = "/main.py"
_LAST = (FIRST, f"/{MANIFEST}")
NEXT = "/next"  # where files wait for their turn
PATIENCE = (3, 4, 5, 10)  # seconds until the prompt must have come, try by try
_TRACEBACK = 0.5  # seconds until an interrupted board has said where it was
_LOOKS_EVERY = 0.1  # seconds: so often a wait for the prompt sees whether its time is over
_ANSWERS_WITHIN = 10  # seconds of silence at the prompt, while files are moved or the flash is formatted
_END = b"\x04"  # of what the code printed, then of its traceback
_PROMPT = b">>> "
PIECE = 384  # bytes in one command
RESERVE = 65_536  # bytes of flash that stay free besides the files that wait
_EPOCH = re.compile("([0-9a-f]{2}){1,4}")
_FLASH_IT = (
    f"put MicroPython {MICROPYTHON} or newer for the ESP32 on it (micropython.org/download), then deploy"
    " again"
)

STAND_IN = b"""\
print("tileclock: a deploy was interrupted. Run `tileclock deploy` again to finish it.")
"""

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
print(json.dumps([sys.implementation[1][:3], getattr(sys.implementation, "_mpy", 0)]))
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
_SAFE_WORK = """
import os
def folders(path):
    at = ""
    for part in path.split("/")[1:-1]:
        at += "/" + part
        try:
            os.mkdir(at)
        except OSError:
            pass
def put(path):
    folders(path)
    return open(path, "wb")
def move(old, new):
    folders(new)
    os.rename(old, new)
def drop(path):
    try:
        os.remove(path)
        while path.count("/") > 1:
            path = path[:path.rindex("/")]
            os.rmdir(path)
    except OSError:
        pass
from binascii import a2b_base64 as b
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


@dataclass
class Plan:
    send: list[str] = field(default_factory=list)
    remove: list[str] = field(default_factory=list)
    secret: bool = False
    epoch: str = ""  # that an empty board gets: it counts from 1 again, so it is another clock to every store

    @property
    def nothing(self) -> bool:
        return not (self.send or self.remove or self.secret)


Tell = Callable[[int, int], None]  # bytes done, bytes in all


class Board:
    """The MicroPython prompt of a board, in a `with`; afterwards the board starts its program anew."""

    def __init__(self, port: str) -> None:
        self._port = port
        self._transport: Any = None

    def __enter__(self) -> Board:
        with self._told(), contextlib.redirect_stdout(io.StringIO()):
            self._transport = SerialTransport(self._port, timeout=_LOOKS_EVERY, wait=LETS_GO_WITHIN)
            try:
                self._to_prompt()
                self._transport.serial.timeout = _ANSWERS_WITHIN
                self._line = Line(self._transport.serial)
                self._transport.serial = self._line
            except BaseException:  # also Ctrl-C: nobody else knows the port that is to be let go
                self._transport.close()
                raise
        return self

    def _to_prompt(self) -> None:
        """A board that is just starting may not hear the first call.

        One that cannot read its flash says so for ever after a reset: it is only interrupted. Each try looks
        for that anew, as the call that was not heard may have been the one that asked.
        """
        for patience in PATIENCE:
            unreadable = self._interrupted_in(b"fs_corrupted")
            try:
                self._transport.enter_raw_repl(soft_reset=not unreadable, timeout_overall=patience)
                return
            except TransportError:
                if patience == PATIENCE[-1]:
                    raise

    def _interrupted_in(self, function: bytes) -> bool:
        """Whether a Ctrl-C finds the board there, by the traceback it says then."""
        serial = self._transport.serial
        serial.write(b"\r\x03")
        end, said = time.monotonic() + _TRACEBACK, b""
        while time.monotonic() < end and function not in said and not said.endswith(_PROMPT):
            said += serial.read(serial.in_waiting)
            time.sleep(0.02)
        return function in said

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(Exception):
            self._transport.exec_raw_no_follow("import machine; machine.reset()")
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
        except (TransportError, OSError, ValueError) as error:
            if self._transport is None or "access" in str(error):
                raise DeviceError(
                    f"{self._port} cannot be opened: check its name, and that no other program uses it."
                ) from error
            raise DeviceError(
                f"MicroPython does not answer at {self._port}: press the board's reset button and deploy"
                f" again; if that does not help, {_FLASH_IT}."
            ) from error

    def run(self, code: str) -> str:
        with self._told(), contextlib.redirect_stdout(io.StringIO()):
            self._transport.exec_raw_no_follow(code)
            said, traceback = self._line.read_until(_END), self._line.read_until(_END)
            if traceback:
                raise TransportExecError(said, traceback.decode("utf-8", "replace"))
            return said.decode("utf-8", "replace")

    def check_micropython(self) -> None:
        """Refuse one that cannot read the firmware. Sub-versions only add to what is read."""
        try:
            version, said = json.loads(self.run(_MICROPYTHON))
            micropython, mpy = ".".join(map(str, version)), (said & 0xFF, said >> 8 & 3)
        except (ValueError, TypeError) as error:
            raise self._senseless() from error
        if mpy[0] == MPY[0] and mpy[1] >= MPY[1]:
            return
        old = mpy < MPY
        reads, is_of = (".".join(map(str, each)) for each in (mpy, MPY))
        raise DeviceError(
            f"The MicroPython {micropython} at {self._port} is too {'old' if old else 'new'}, it reads .mpy"
            f" {reads} and the firmware is {is_of}: {_FLASH_IT if old else 'update this program'}."
        )

    def _senseless(self) -> DeviceError:
        return DeviceError(f"What {self._port} answers makes no sense: {_FLASH_IT}.")

    def readable(self) -> bool:
        """Whether there is a file system."""
        return self.run(_READABLE).strip() != "False"

    def format(self) -> None:
        """An empty file system in place of whatever is there."""
        self.run(_FORMAT)

    def state(self) -> State:
        said = self.run(_LOOK.format(digits=DIGITS, next=NEXT, manifest=MANIFEST))
        try:
            *files, (chip, free, secret, epoch, empty) = map(json.loads, said.splitlines())
            found = {str(path): str(digest) for path, digest in files}
            device = (epoch if _EPOCH.fullmatch(epoch) else "") + chip
        except (ValueError, TypeError) as error:
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
        except (ValueError, DeviceError):
            return "?"
        return str(said)[:20]

    def send(self, path: str, data: bytes, tell: Callable[[int], None]) -> None:
        self.run(f"f = put({path!r}); w = f.write")
        for at in range(0, len(data), PIECE):
            piece = binascii.b2a_base64(data[at : at + PIECE], newline=False)
            self.run(f"w(b({piece!r}))")
            tell(min(len(data), at + PIECE))
        self.run("f.close()")


def contents(bundle: Path, manifest: Manifest) -> dict[str, bytes]:
    """Every file of the bundle, the manifest with them."""
    names = [*manifest.files, f"/{MANIFEST}"]
    return {name: (bundle / name.lstrip("/")).read_bytes() for name in names}


def plan(state: State, files: dict[str, bytes]) -> Plan:
    """What differs from the bundle. Files of people, such as /data and /boot.py, are none of ours."""
    wanted = {name: _digest(data) for name, data in files.items()}
    send = sorted(name for name, digest in wanted.items() if state.files.get(name) != digest)
    ours = (path for path in state.files if path.startswith(("/tileclock/", "/lib/")))
    epoch = chance.token_hex(4) if state.empty else ""
    return Plan(send, sorted(set(ours) - wanted.keys()), not state.secret, epoch)


def carry_out(
    board: Board, state: State, todo: Plan, files: dict[str, bytes], tell: Tell = lambda *_: None
) -> None:
    """Do what is planned; where it stops, the next deploy goes on."""
    board.run(_SAFE_WORK)
    if todo.secret:  # before a firmware can count a game
        _give_secret(board, todo.epoch, state.device)
    if todo.send or todo.remove:
        _install(board, state, todo, files, tell)


def _install(board: Board, state: State, todo: Plan, files: dict[str, bytes], tell: Tell) -> None:
    names = [name for name in todo.send if name not in _LAST]
    for name in state.waiting:
        if name not in names:
            board.run(f"drop({NEXT + name!r})")
    missing = [name for name in names if state.waiting.get(name) != _digest(files[name])]
    size = sum(len(files[name]) for name in missing)
    beside = size + 2048 * len(missing) + RESERVE < state.free  # half a block of each file is lost
    if not beside:
        _stand_in(board)
    total = sum(len(files[name]) for name in todo.send)
    done = total - size
    for name in missing:
        board.send(NEXT + name, files[name], functools.partial(_tell, tell, done, total))
        done += len(files[name])
        if not beside:
            board.run(f"move({NEXT + name!r}, {name!r})")
    if beside:
        _check(board.state().waiting, names, files)
        _stand_in(board)
    _swap(board, [name for name in names if beside or name not in missing], todo.remove, files)
    tell(total, total)


def _tell(tell: Tell, before: int, total: int, at: int) -> None:
    tell(before + at, total)


def _swap(board: Board, names: list[str], remove: list[str], files: dict[str, bytes]) -> None:
    """What waits takes its place; the first file and the manifest last."""
    for first in range(0, len(names), 8):
        board.run("\n".join(f"move({NEXT + name!r}, {name!r})" for name in names[first : first + 8]))
    board.run("\n".join(f"drop({path!r})" for path in remove) or "pass")
    _check(board.state().files, [name for name in files if name not in _LAST], files)
    for name in _LAST:
        board.send(NEXT + name, files[name], lambda _: None)
        board.run(f"move({NEXT + name!r}, {name!r})")
    board.run(f"try:\n os.rmdir({NEXT!r})\nexcept OSError:\n pass")
    _check(board.state().files, list(_LAST), files)


def _check(found: dict[str, str], names: list[str], files: dict[str, bytes]) -> None:
    for name in names:
        if found.get(name) != _digest(files[name]):
            raise DeviceError(f"{name} did not come onto the board whole: deploy again.")


def _stand_in(board: Board) -> None:
    """From here on the board would start a firmware of two halves: it says what to do instead."""
    board.send(NEXT + FIRST, STAND_IN, lambda _: None)
    board.run(f"move({NEXT + FIRST!r}, {FIRST!r})\ndrop('/{MANIFEST}')")


def _give_secret(board: Board, epoch: str, device: str) -> None:
    """The PC keeps it first: a clock must never seal with what nobody knows."""
    secret = chance.token_bytes(secrets.LENGTH)
    try:
        secrets.keep(epoch + device, secret)
    except StoreError as error:
        raise DeviceError(str(error)) from error
    for path, text in (("/data/epoch", epoch), ("/data/secret", secret.hex())):
        if text:
            board.send(f"{path}.new", text.encode(), lambda _: None)
            board.run(f"move('{path}.new', '{path}')")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:DIGITS]


def newer(version: str) -> bool:
    """Whether a board has a later firmware than this program brings."""

    def figures(text: str) -> list[int]:
        return [int(part) if part.isdigit() else 0 for part in text.split(".")]

    return bool(version) and figures(version) > figures(tileclock.VERSION)
