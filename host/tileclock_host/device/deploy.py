"""Puts the bundle on a board over its MicroPython prompt, file by file, so that it can stop anywhere.

Files that differ are laid down beside the running firmware, each checked; only then a small first file takes
the place of the old one, and the new files take theirs in a moment. A board that loses its cable before that
runs as it did; within it, it says on the cable how to finish. The manifest comes last.
"""

from __future__ import annotations

import hashlib
import secrets as chance
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import tileclock
from tileclock_host.build.bundle import DIGITS, MANIFEST, Manifest
from tileclock_host.sheets import secrets
from tileclock_host.sheets.errors import StoreError

from .errors import DeviceError
from .prompt import NEXT, WINDOW, Board, State

FIRST = "/main.py"
_LAST = (FIRST, f"/{MANIFEST}")
RESERVE = 65_536  # bytes of flash that stay free besides the files that wait
TOGETHER = 16_000  # bytes of files that travel in one: more deflate better, but an interruption costs more
_LOOKED = 1_500  # bytes that travel in the time in which the board looks a file over

STAND_IN = b"""\
print("tileclock: a deploy was interrupted. Run `tileclock deploy` again to finish it.")
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
from io import BytesIO
from deflate import DeflateIO, RAW
def unpack(files):
    f.seek(0)
    stream = DeflateIO(f, RAW, {window})
    for path, size in files:
        with put(path) as file:
            for at in range(0, size, 512):
                file.write(stream.read(min(512, size - at)))
"""


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
    board.run(_SAFE_WORK.replace("{window}", str(WINDOW)))
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
    steps = _Steps(tell, size + _LOOKED * (len(files) * 2 + len(names) * (2 if beside else 1)))
    for group in _groups(missing, files):
        _send(board, {NEXT + name: files[name] for name in group}, steps)
        if not beside:
            _move(board, group)
    if beside:
        _check(board.state(steps.look).waiting, names, files)
        _stand_in(board)
    _swap(board, [name for name in names if beside or name not in missing], todo.remove, files, steps)
    tell(1, 1)


def _send(board: Board, files: dict[str, bytes], steps: _Steps) -> None:
    before, size = steps.done, sum(map(len, files.values()))
    board.send(files, lambda share: steps.reach(before + share * size))


def _groups(names: list[str], files: dict[str, bytes]) -> Iterator[list[str]]:
    """What travels together."""
    group: list[str] = []
    for name in names:
        if group and sum(len(files[each]) for each in (*group, name)) > TOGETHER:
            yield group
            group = []
        group.append(name)
    if group:
        yield group


class _Steps:
    """How far it is, in bytes: looking at files takes its time too."""

    def __init__(self, tell: Tell, total: int) -> None:
        self._tell, self._total = tell, total
        self.done = 0.0

    def reach(self, done: float) -> None:
        self.done = min(done, self._total)
        self._tell(int(self.done), self._total)

    def look(self) -> None:
        self.reach(self.done + _LOOKED)


def _move(board: Board, names: list[str]) -> None:
    board.run("\n".join(f"move({NEXT + name!r}, {name!r})" for name in names))


def _swap(board: Board, names: list[str], remove: list[str], files: dict[str, bytes], steps: _Steps) -> None:
    """What waits takes its place; the first file and the manifest last."""
    for first in range(0, len(names), 8):
        _move(board, names[first : first + 8])
    board.run("\n".join(f"drop({path!r})" for path in remove) or "pass")
    _check(board.state(steps.look).files, [name for name in files if name not in _LAST], files)
    for name in _LAST:
        board.send({NEXT + name: files[name]})
        _move(board, [name])
    board.run(f"try:\n os.rmdir({NEXT!r})\nexcept OSError:\n pass")
    _check(board.state(steps.look).files, list(_LAST), files)


def _check(found: dict[str, str], names: list[str], files: dict[str, bytes]) -> None:
    for name in names:
        if found.get(name) != _digest(files[name]):
            raise DeviceError(f"{name} did not come onto the board whole: deploy again.")


def _stand_in(board: Board) -> None:
    """From here on the board would start a firmware of two halves: it says what to do instead."""
    board.send({NEXT + FIRST: STAND_IN})
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
            board.send({f"{path}.new": text.encode()})
            board.run(f"move('{path}.new', '{path}')")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:DIGITS]


def newer(version: str) -> bool:
    """Whether a board has a later firmware than this program brings."""

    def figures(text: str) -> list[int]:
        return [int(part) if part.isdecimal() else 0 for part in text.split(".")]

    return bool(version) and figures(version) > figures(tileclock.VERSION)
