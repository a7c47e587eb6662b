"""Forks the chips of the tests' boxes off an interpreter that waits: much of a start is the same for all."""

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

from tileclock_host.sim import vm

# Here a bare interpreter waits, with the VM loaded. Each chip is a child of it that has nothing but the files
# of its request, under the numbers it knows them by, and from there on is what `vm.start_cell` starts.
_WAITING = """
import fcntl, json, os, socket
from contextlib import suppress
cell.load({library!r})
line = socket.socket(fileno={line})
while True:
    request, files, *_ = socket.recv_fds(line, 65536, 64)
    chip = os.fork() if request else None
    if not chip:
        break
    watched = os.pidfd_open(chip)
    socket.send_fds(line, [str(chip).encode()], [watched])
    for file in (watched, *files):
        os.close(file)
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
if request:
    os.setsid()
    arguments, size, numbers = json.loads(request)
    above = max(*numbers, *files, line.detach()) + 1
    files = [fcntl.fcntl(file, fcntl.F_DUPFD, above) for file in files]
    os.closerange(0, above)
    for file, number in zip(files, numbers):
        os.dup2(file, number)
        os.close(file)
    cell.become(arguments, size)
"""


class _Chip:
    """The process of a chip; it is no child of this one."""

    def __init__(self, pid: int, watched: int) -> None:
        self.pid, self._watched = pid, watched

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


class _Waiting:
    """The interpreter that waits for what to start."""

    def __init__(self) -> None:
        self._line, far = socket.socketpair()
        library = str(vm._find_vm())
        code = f"{vm._prepared()}\n" + _WAITING.format(library=library, line=far.fileno())
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", code],
            stdin=subprocess.DEVNULL,
            pass_fds=(far.fileno(),),
            start_new_session=True,
            env={},
        )
        far.close()
        self._alone = threading.Lock()
        atexit.register(self._end)

    def start(self, arguments: list[str], size: int, stdio: int, fds: tuple[int, ...]) -> _Chip:
        request = json.dumps([arguments, size, [0, 1, 2, *fds]]).encode()
        with self._alone:
            socket.send_fds(self._line, [request], [stdio, stdio, stdio, *fds])
            pid, (watched,), *_ = socket.recv_fds(self._line, 16, 1)
        return _Chip(int(pid), watched)

    def _end(self) -> None:
        self._line.close()
        self._process.wait()


_waiting = functools.cache(_Waiting)


def start_cell(arguments: list[str], size: int, stdio: int, fds: tuple[int, ...]) -> _Chip | subprocess.Popen:
    """What `vm.start_cell` does, sooner; a system where processes cannot be watched has no such thing."""
    how = _waiting().start if sys.platform == "linux" else vm.start_cell
    return how(arguments, size, stdio, fds)
