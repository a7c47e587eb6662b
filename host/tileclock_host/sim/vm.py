"""Starts MicroPython as a process of its own, with what it needs in its hands: it can open no file itself."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tileclock_host import extras

from .errors import SimError

CHIP = Path(__file__).parent / "chip"
_BEGIN = "parcel.py"


def spawn_vm(  # noqa: PLR0913 – each by its name
    script: str,
    config: dict,
    flash: Path,
    *,
    heap: str | int,
    stdio,
    arguments: tuple[str, ...] = (),
    files: Mapping[str, Path] | None = None,
    pass_fds: tuple[int, ...] = (),
    start: Callable[..., Any] | None = None,
) -> Any:
    """Run a script of the chip on a flash image; `files` are the PC's, by the names it knows them under."""
    parcel = chip_files() | {name: path.read_bytes() for name, path in (files or {}).items()}
    with tempfile.TemporaryFile() as sent, flash.open("r+b") as image:
        sent.write(packed({**config, "script": script, "flash": image.fileno()}, parcel))
        sent.seek(0)
        vm_arguments = ["-X", f"heapsize={heap}", *arguments, "-c", begin(f"open({sent.fileno()},'rb')")]
        fds = (sent.fileno(), image.fileno(), *pass_fds)
        return (start or start_cell)(vm_arguments, flash.stat().st_size, stdio, fds)


def begin(opened: str) -> str:
    """The VM's first line: it runs what comes first in the parcel that this opens."""
    return f"(lambda f:exec(f.read({len(chip_files()[_BEGIN])}),{{'file':f}}))({opened})"


def start_cell(arguments: list[str], size: int, stdio: int, fds: tuple[int, ...]) -> subprocess.Popen:
    """A process that becomes MicroPython, with these files open, none of which can grow beyond `size`."""
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _run(arguments, size)],
            stdin=stdio,
            stdout=stdio,
            stderr=stdio,
            pass_fds=fds,
            start_new_session=True,
            env={},
        )
    except OSError as error:
        raise SimError(f"cannot start the MicroPython VM ({error}): {extras.sentence('sim')}") from error


def packed(config: dict, parcel: Mapping[str, bytes]) -> bytes:
    """First what the VM begins with, then a line that says what is where, then the files."""
    places, at = {}, 0
    for name, data in parcel.items():
        places[name] = (at, len(data))
        at += len(data)
    index = json.dumps({"config": config, "files": places}).encode() + b"\n"
    return b"".join([parcel[_BEGIN], index, *parcel.values()])


@functools.cache
def chip_files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(CHIP.glob("*.py"))}


def _run(arguments: list[str], size: int) -> str:
    return f"{_prepared()}; cell.run({str(_find_vm())!r}, {arguments!r}, {size})"


def _prepared() -> str:
    """Code for a bare interpreter, which starts in 10 ms, to find the VM where it is installed."""
    folders = [str(_find_vm().parent), str(Path(__file__).parent)]
    return f"import sys; sys.path += {folders!r}; import cell"


@functools.cache
def _find_vm() -> Path:
    spec = find_spec("micropython_module")
    if spec is None or spec.origin is None:
        raise SimError(f"the MicroPython VM is not installed. {extras.sentence('sim')}")
    return Path(spec.origin)
