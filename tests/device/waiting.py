"""Run by a bare interpreter: waits with the VM loaded, and forks off the chips that are asked for.

A chip that is to be copied waits like that too: at a signal it forks, and the child goes on from there as a
chip of its own. Each child has nothing but the files of its request, under the numbers it knows them by.
"""

import ctypes
import fcntl
import json
import os
import signal
import socket
import sys
from contextlib import suppress

_LIBC = ctypes.CDLL(None)
_LIBC.signal.argtypes = ctypes.c_int, ctypes.c_void_p


class Line:
    """On which somebody asks for chips."""

    def __init__(self, number):
        self._socket = socket.socket(fileno=number)

    def next_child(self):
        """In a child, just forked: what it is to be. Here nothing; None once nobody asks any more."""
        request, files, *_ = socket.recv_fds(self._socket, 65536, 64)
        if not request:
            return None
        child = os.fork()
        if child:
            self._answer(child, files)
            return {}
        asked = json.loads(request)
        _have_only(files, asked["numbers"], self._socket.detach())
        return asked

    def _answer(self, child, files):
        """Who it is. What it was given is none of ours, and children that have ended are forgotten."""
        watched = os.pidfd_open(child)
        socket.send_fds(self._socket, [str(child).encode()], [watched])
        for file in (watched, *files):
            os.close(file)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _have_only(files, numbers, line):
    os.setsid()
    above = max(*numbers, *files, line) + 1
    files = [fcntl.fcntl(file, fcntl.F_DUPFD, above) for file in files]
    os.closerange(0, above)
    for file, number in zip(files, numbers, strict=True):
        os.dup2(file, number)
        os.close(file)


def _settle(asked):
    """It is shut in, unless it is there to be copied: then it has a line as the last of its files."""
    handler = signal.SIG_DFL
    if asked["copied"]:
        _own_line.append(Line(asked["numbers"][-1]))
        handler = ctypes.cast(_fork, ctypes.c_void_p)
    _LIBC.signal(signal.SIGUSR1, handler)
    if not asked["copied"]:
        cell.confine(asked["size"])


@ctypes.CFUNCTYPE(None, ctypes.c_int)
def _fork(_signal):
    """It comes while MicroPython reads from its wire; the child goes on reading, from its own."""
    if asked := _own_line[-1].next_child():
        _settle(asked)


_own_line = []

if __name__ == "__main__":
    library, number, *folders = sys.argv[1:]
    sys.path += folders
    import cell

    cell.load(library)
    line = Line(int(number))
    while (asked := line.next_child()) == {}:
        pass
    if asked:
        _settle(asked)
        cell.become(asked["arguments"])
