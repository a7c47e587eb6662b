"""Puts the bundle on a board over its MicroPython prompt, file by file, so that it can stop anywhere.

Files that differ are laid down beside the running firmware, each checked; only then a small first file takes
the place of the old one, and the new files take theirs in a moment. A board that loses its cable before that
runs as it did; within it, it says on the cable how to finish. The manifest comes last.
"""

from __future__ import annotations

import functools
import hashlib
import secrets as chance
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import tileclock
from tileclock_host.bundle import DIGITS, MANIFEST, Manifest
from tileclock_host.sheets import secrets
from tileclock_host.sheets.errors import StoreError

from .errors import DeviceError
from .prompt import NEXT, Board, State

FIRST = "/main.py"
_LAST = (FIRST, f"/{MANIFEST}")
RESERVE = 65_536  # bytes of flash that stay free besides the files that wait

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
        return [int(part) if part.isdecimal() else 0 for part in text.split(".")]

    return bool(version) and figures(version) > figures(tileclock.VERSION)
