"""Commands in a child of this process: as quick as a call, with outputs and limits of their own."""

import ctypes
import io
import json
import os
import sys
import tempfile
from contextlib import suppress
from typing import Any

from tileclock_host.cli import main


def forked(*arguments: Any, out: int | None = None, encoding: str = "utf-8") -> tuple[int, bytes, bytes]:
    """Its exit status, what came to this output – a file of its own if none is given – and the errors."""
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if not child:
            status = 99
            with suppress(BaseException):
                os.dup2(said.fileno() if out is None else out, 1)
                os.dup2(errors.fileno(), 2)
                sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w")), encoding)
                sys.stderr = io.TextIOWrapper(
                    io.FileIO(2, "w"), "utf-8", "backslashreplace", write_through=True
                )
                try:
                    main([str(each) for each in arguments], prog_name="tileclock")
                except SystemExit as end:
                    status = int(end.code or 0)
                except BaseException as error:
                    print(f"Traceback: {error!r}", file=sys.stderr)
            os._exit(status)
        _, ended = os.waitpid(child, 0)
        for file in (said, errors):
            file.seek(0)
        return os.waitstatus_to_exitcode(ended), said.read(), errors.read()


def in_a_child(action):
    """Its exit status and what it printed, from a process that may give up rights."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            result = action()
            os.write(writing, json.dumps([result.exit_code, result.output]).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        found = pipe.read()
    os.waitpid(child, 0)
    return json.loads(found)


def give_up_privileges():
    """Root may write anywhere. After this it writes where a file's mode lets it, and still reads anywhere."""
    if os.geteuid() == 0:
        libc, header = ctypes.CDLL(None, use_errno=True), (ctypes.c_uint32 * 2)(0x20080522, 0)
        held, kept, read_anywhere = (ctypes.c_uint32 * 6)(), (ctypes.c_uint32 * 6)(), 1 << 2
        libc.capget(header, held)
        kept[0], kept[1] = held[0] & read_anywhere, held[1] & read_anywhere
        if libc.capset(header, kept):
            raise OSError(ctypes.get_errno(), "capset")
