"""Commands in a process of their own that is ended at a moment the cable tells, not a clock."""

import signal
import subprocess
import sys
import threading

_LONGEST_S = 120  # until a command must have come to its own end


def killed(it, *arguments, sent=b"", heard=0):
    """Whether SIGKILL came before its own end: when it has sent these bytes, or heard so many."""
    return _ended(it, signal.SIGKILL, arguments, sent, heard).returncode == -signal.SIGKILL


def interrupted(it, *arguments, sent=b"", heard=0):
    """What became of it after Ctrl-C at such a moment."""
    return _ended(it, signal.SIGINT, arguments, sent, heard)


def _ended(it, by, arguments, sent, heard):
    there = threading.Event()
    said, taken = bytearray(), [0]
    console = it.board.console
    write = console.write

    def watched(data):
        said.extend(data)
        if sent and sent in said:
            there.set()
        write(data)

    def count(data):
        taken[0] += len(data)
        if heard and taken[0] >= heard:
            there.set()

    console.write = watched
    stop = console.listen(count)
    process = subprocess.Popen(
        [sys.executable, "-m", "tileclock_host", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        for _ in range(_LONGEST_S * 100):
            if there.wait(0.01) or process.poll() is not None:
                break
        process.send_signal(by)
        out, err = process.communicate()
    finally:
        stop()
        del console.write
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)
