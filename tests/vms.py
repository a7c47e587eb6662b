"""Run a piece of code on the two MicroPythons the firmware has to please.

* `vm64` – the VM of the simulator: 64-bit words, the newest language, real littlefs.
* `vm32` – 31-bit small ints and 4-byte words as on the ESP32; counts instructions ("fuel"), the same
  figure on every run.

Both put `path` first on `sys.path`, return what the code printed, and raise `VMError` with the
traceback when the code raised.
"""

import os
import subprocess
import sys
from pathlib import Path

from tests.bench import vm32 as smaller
from tests.bench.vm32 import VMError

MICROPYTHON = Path(sys.executable).with_name("micropython")


def vm64(code: str, path: str | Path, *, heap: str = "2m", timeout: float = 120) -> str:
    """Run on the 64-bit VM; `heap` is its heap size (its objects are about twice the board's)."""
    done = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={heap}"],  # reads its program from stdin
        input=code,
        env={**os.environ, "MICROPYPATH": f"{path}{os.pathsep}.frozen"},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    if done.returncode:
        raise VMError(f"on the 64-bit VM:\n{done.stdout}{done.stderr}")
    return done.stdout


def vm32(code: str, path: Path) -> tuple[str, int]:
    """Run on the 32-bit VM and return (what was printed, instructions used).

    The start of the VM costs instructions too: compare two runs to learn the price of a call.
    """
    done = smaller.run(code, path)
    return done.stdout, done.instructions
