"""Forks the chips of the tests' boxes off an interpreter that waits: much of a start is the same for all.

A chip that stands where many tests begin is copied in the same way, whatever it has in its memory.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from tileclock_host.sim import cell, vm

CAN = sys.platform == "linux"  # elsewhere processes cannot be watched
_STDIO = (0, 1, 2)


class _Line:
    """To a process that forks, see waiting.py."""

    def __init__(self) -> None:
        self._near, self.far = socket.socketpair()
        self._alone = threading.Lock()

    def fork(self, asked: dict, files: dict[int, int], *, copied: bool) -> Chip:
        """Have it fork a chip with these files, each by its number there; to be copied it has a line too."""
        line = _Line() if copied else None
        given = {**files, max(files) + 1: line.far.fileno()} if line else files
        request = json.dumps({**asked, "numbers": list(given), "copied": copied}).encode()
        with self._alone:
            socket.send_fds(self._near, [request], list(given.values()))
            pid, (watched,), *_ = socket.recv_fds(self._near, 16, 1)
        if line:
            line.far.close()
        return Chip(int(pid), watched, asked, list(files), line)

    def close(self) -> None:
        self._near.close()


class Chip:
    """The process of a chip; it is no child of this one."""

    def __init__(self, pid: int, watched: int, asked: dict, numbers: list[int], line: _Line | None) -> None:
        self.pid, self._watched, self._asked, self._numbers, self._line = pid, watched, asked, numbers, line

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._watched, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self) -> None:
        """Wait for its end, with which all is said of it."""
        end = select.poll()
        end.register(self._watched, select.POLLIN)
        end.poll()
        os.close(self._watched)
        if self._line:
            self._line.close()

    def copy(self, stdio: int, fds: tuple[int, ...], *, copied: bool) -> Chip:
        """One that goes on from where this stands, with these files in place of the last of this one's."""
        assert self._line, "only a chip that was started to be copied can be"
        numbers = [*_STDIO, *self._numbers[-len(fds) :]]
        files = dict(zip(numbers, (*[stdio] * len(_STDIO), *fds), strict=True))
        self.send_signal(signal.SIGUSR1)
        return self._line.fork(self._asked, files, copied=copied)


class _Waiting(_Line):
    """An interpreter that waits for what to start."""

    def __init__(self) -> None:
        super().__init__()
        program, library = Path(__file__).with_name("waiting.py"), vm._find_vm()
        folders = [library.parent, Path(cell.__file__).parent]
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", program, library, str(self.far.fileno()), *folders],
            stdin=subprocess.DEVNULL,
            pass_fds=(self.far.fileno(),),
            start_new_session=True,
            env={},
        )
        self.far.close()
        atexit.register(self._end)

    def _end(self) -> None:
        self.close()
        self._process.wait()


_waiting = functools.cache(_Waiting)


def start_cell(
    arguments: list[str], size: int, stdio: int, fds: tuple[int, ...], *, copied: bool = False
) -> Chip | subprocess.Popen:
    """What `vm.start_cell` does, sooner, where that can be done; whether it is to be copied later."""
    if not CAN:
        return vm.start_cell(arguments, size, stdio, fds)
    files = {**dict.fromkeys(_STDIO, stdio), **{number: number for number in fds}}
    return _waiting().fork({"arguments": arguments, "size": size}, files, copied=copied)
